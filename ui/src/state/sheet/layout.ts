// The columns of a sheet as a person arranged them. Kept for each batch, and for each list, on this computer.

import type { SheetColumn } from "../../bridge/bindings";
import { isExact } from "./editorKind";

/** What a person arranged: the order, and what differs from the usual. */
export interface SheetLayout {
  /** The paths of the columns from left to right. Columns that are missing here come last. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** The columns whose texts wrap. */
  readonly wrapped: readonly string[];
  /** The number of shown columns that do not scroll. */
  readonly frozen: number;
}

/** A shown column. */
export interface ShownColumn {
  /** Its position in the batch, by which its cells are addressed. */
  readonly stored: number;
  readonly column: SheetColumn;
  readonly width: number;
  readonly wrapped: boolean;
}

export const usualLayout: SheetLayout = { order: [], hidden: [], widths: {}, wrapped: [], frozen: 0 };

const minWidth = 48;
const maxWidth = 900;
export const widthStep = 10;

/** Returns the shown columns from left to right. At least one is shown. */
export function shownColumns(columns: readonly SheetColumn[], layout: SheetLayout): ShownColumn[] {
  const all = inOrder(columns, layout).map(({ column, stored }) => ({
    stored,
    column,
    width: layout.widths[column.path] ?? usualWidth(column),
    wrapped: layout.wrapped.includes(column.path),
  }));
  const shown = all.filter(({ column }) => !layout.hidden.includes(column.path));
  return shown.length > 0 ? shown : all.slice(0, 1);
}

/** Returns all columns from left to right, also the hidden ones. */
export function orderedColumns(columns: readonly SheetColumn[], layout: SheetLayout): SheetColumn[] {
  return inOrder(columns, layout).map(({ column }) => column);
}

/** Moves a column to the other side of its shown neighbour. */
export function moveColumn(columns: readonly SheetColumn[], layout: SheetLayout, path: string, step: 1 | -1): SheetLayout {
  const shown = shownColumns(columns, layout).map(({ column }) => column.path);
  const neighbour = shown[shown.indexOf(path) + step];
  if (neighbour === undefined || !shown.includes(path)) return layout;
  const order = orderedColumns(columns, layout).map((column) => column.path);
  const without = order.filter((one) => one !== path);
  const at = without.indexOf(neighbour) + (step > 0 ? 1 : 0);
  return { ...layout, order: [...without.slice(0, at), path, ...without.slice(at)] };
}

export function resizeColumn(layout: SheetLayout, path: string, width: number): SheetLayout {
  const clamped = Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
  return { ...layout, widths: { ...layout.widths, [path]: clamped } };
}

export function toggleHidden(layout: SheetLayout, path: string): SheetLayout {
  return { ...layout, hidden: toggled(layout.hidden, path) };
}

export function toggleWrapped(layout: SheetLayout, path: string): SheetLayout {
  return { ...layout, wrapped: toggled(layout.wrapped, path) };
}

const storageKey = "sheet-layouts";
/** How many batches keep their layout. */
const maxKept = 50;

/** Returns the kept layout of a batch. */
export function keptLayout(batch: string): SheetLayout {
  return { ...usualLayout, ...readKept()[batch] };
}

/** Keeps the layout of a batch. The layouts that were changed longest ago are dropped. */
export function keepLayout(batch: string, layout: SheetLayout): void {
  const others = Object.entries(readKept()).filter(([id]) => id !== batch);
  localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...others.slice(1 - maxKept), [batch, layout]])));
}

function readKept(): Record<string, Partial<SheetLayout>> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Record<string, Partial<SheetLayout>>;
  } catch {
    return {};
  }
}

function inOrder(columns: readonly SheetColumn[], { order }: SheetLayout) {
  const rank = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  return columns.map((column, stored) => ({ column, stored })).sort((one, other) => rank(one.column.path) - rank(other.column.path));
}

function usualWidth(column: SheetColumn): number {
  const { kind } = column;
  const widths: Partial<Record<SheetColumn["kind"], number>> = { text: 200, url: 240, json: 240, list: 240, yesNo: 110, instant: 150 };
  // Ids have names beside them.
  return widths[kind] ?? (kind === "choice" && isExact(column) ? 220 : 130);
}

function toggled(paths: readonly string[], path: string): string[] {
  return paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path];
}
