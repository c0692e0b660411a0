// What is selected in a sheet. Contains only positions of shown rows and columns, no DOM and no cells.

import type { RowSpan } from "../../bridge/bindings";

/** A cell, by the positions of its row and column among the shown ones. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The size of a sheet: the rows and columns that the active cell can reach. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** The number of rows in whole columns, if the active cell can go below them. */
  readonly dataRows?: number;
}

/** A rectangle of cells. */
export interface Rect {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly columns: number;
}

type RangeKind = "cells" | "rows" | "columns" | "all";

/** One selected range. Whole rows and columns grow with the sheet. */
interface SelectedRange {
  readonly kind: RangeKind;
  readonly anchor: Cell;
  /** The corner that Shift moves. */
  readonly focus: Cell;
}

/** The selected ranges, the current one last, and the active cell in one of them. */
export interface Selection {
  readonly active: Cell;
  readonly ranges: readonly [SelectedRange, ...SelectedRange[]];
}

/** Whether a click replaces the selection, extends its current range or adds a range. */
export type SelectMode = "replace" | "extend" | "add";

export function selectCell(cell: Cell): Selection {
  return { active: cell, ranges: [{ kind: "cells", anchor: cell, focus: cell }] };
}

export function selectAll(selection: Selection): Selection {
  return { active: selection.active, ranges: [{ kind: "all", anchor: selection.active, focus: selection.active }] };
}

/** Selects a rectangle. Its top left cell becomes the active one. */
export function selectRect({ top, left, rows, columns }: Rect): Selection {
  const anchor = { row: top, column: left };
  const focus = { row: top + Math.max(rows, 1) - 1, column: left + Math.max(columns, 1) - 1 };
  return { active: anchor, ranges: [{ kind: "cells", anchor, focus }] };
}

/** Selects by a click on a cell, a row number ("rows") or a column head ("columns"). */
export function selectAt(selection: Selection, cell: Cell, mode: SelectMode, kind: Exclude<RangeKind, "all"> = "cells"): Selection {
  const added: SelectedRange = { kind, anchor: cell, focus: cell };
  if (mode === "replace") return { active: cell, ranges: [added] };
  if (mode === "add") return { active: cell, ranges: [...selection.ranges, added] };
  const { active } = selection;
  return { active, ranges: withLast(selection, { kind, anchor: active, focus: cell }) };
}

/** Extends the current range to a cell. A range of whole rows stays one while only its rows change. */
export function extendTo(selection: Selection, cell: Cell): Selection {
  const { kind } = current(selection);
  const kept = kind === "all" ? "cells" : kind;
  return { active: selection.active, ranges: withLast(selection, { kind: kept, anchor: selection.active, focus: cell }) };
}

/** Turns the current range into whole rows or whole columns. Rows of whole columns are everything. */
export function widen(selection: Selection, kind: "rows" | "columns"): Selection {
  const last = current(selection);
  const isOther = last.kind === "all" || (last.kind !== "cells" && last.kind !== kind);
  return { active: selection.active, ranges: withLast(selection, { ...last, kind: isOther ? "all" : kind }) };
}

/** Returns the corner of the current range that Shift moves. */
export function movingCorner(selection: Selection): Cell {
  return current(selection).focus;
}

/** Returns the selected rectangles, the current one last. */
export function rectsOf(selection: Selection, extent: Extent): Rect[] {
  return selection.ranges.map((range) => rectOf(range, extent));
}

/** Returns the current rectangle. */
export function currentRect(selection: Selection, extent: Extent): Rect {
  return rectOf(current(selection), extent);
}

/** Returns whether only one cell is selected. */
export function isSingleCell(selection: Selection, extent: Extent): boolean {
  const { rows, columns } = currentRect(selection, extent);
  return selection.ranges.length === 1 && rows === 1 && columns === 1;
}

export function contains({ top, left, rows, columns }: Rect, { row, column }: Cell): boolean {
  return row >= top && row < top + rows && column >= left && column < left + columns;
}

/** Returns the rectangle without the rows from `end` on; `null` if nothing remains. */
export function cutRows(rect: Rect, end: number): Rect | null {
  const rows = Math.min(rect.rows, end - rect.top);
  return rows > 0 && rect.columns > 0 ? { ...rect, rows } : null;
}

/**
 * Moves the active cell to the next one inside the selection: row by row for Tab, column by column for Enter. After the
 * last cell of a range it goes to the next range.
 */
export function cycle(selection: Selection, extent: Extent, along: "row" | "column", step: 1 | -1): Selection {
  const rects = rectsOf(selection, extent);
  const at = Math.max(
    rects.findLastIndex((rect) => contains(rect, selection.active)),
    0,
  );
  const rect = rects[at];
  if (!rect) return selection;
  const place = placeIn(rect, selection.active, along) + step;
  const size = rect.rows * rect.columns;
  if (place >= 0 && place < size) return { ...selection, active: cellAt(rect, place, along) };
  const next = rects[(at + step + rects.length) % rects.length] ?? rect;
  return { ...selection, active: cellAt(next, step > 0 ? 0 : next.rows * next.columns - 1, along) };
}

/** Keeps the selection inside the sheet after it became smaller. */
export function clampSelection(selection: Selection, extent: Extent): Selection {
  const inside = (cell: Cell) => clampCell(cell, extent);
  const [first, ...rest] = selection.ranges;
  const clamp = (range: SelectedRange) => ({ ...range, anchor: inside(range.anchor), focus: inside(range.focus) });
  return { active: inside(selection.active), ranges: [clamp(first), ...rest.map(clamp)] };
}

export function clampCell({ row, column }: Cell, { rows, columns }: Extent): Cell {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

/** Returns the selected rows as spans without overlaps, from top to bottom, up to row `end`. */
export function selectedSpans(selection: Selection, extent: Extent, end: number): RowSpan[] {
  const spans: RowSpan[] = [];
  const rects = rectsOf(selection, extent).sort((one, other) => one.top - other.top);
  for (const { top, rows } of rects) {
    const last = spans.at(-1);
    const from = last ? Math.max(top, last.top + last.rows) : top;
    const until = Math.min(top + rows, end);
    if (until <= from) continue;
    if (last && from === last.top + last.rows) last.rows += until - from;
    else spans.push({ top: from, rows: until - from });
  }
  return spans;
}

function current({ ranges }: Selection): SelectedRange {
  return ranges.at(-1) ?? ranges[0];
}

function withLast({ ranges }: Selection, last: SelectedRange): Selection["ranges"] {
  const [first, ...rest] = ranges;
  return rest.length === 0 ? [last] : [first, ...rest.slice(0, -1), last];
}

function rectOf({ kind, anchor, focus }: SelectedRange, extent: Extent): Rect {
  const isRows = kind === "rows" || kind === "all";
  const isColumns = kind === "columns" || kind === "all";
  const [top, rows] = isColumns ? [0, Math.max(1, extent.dataRows ?? extent.rows)] : between(anchor.row, focus.row);
  const [left, columns] = isRows ? [0, extent.columns] : between(anchor.column, focus.column);
  return { top, left, rows, columns };
}

function between(one: number, other: number): [first: number, length: number] {
  return [Math.min(one, other), Math.abs(one - other) + 1];
}

function placeIn({ top, left, rows, columns }: Rect, { row, column }: Cell, along: "row" | "column"): number {
  return along === "row" ? (row - top) * columns + (column - left) : (column - left) * rows + (row - top);
}

function cellAt({ top, left, rows, columns }: Rect, place: number, along: "row" | "column"): Cell {
  return along === "row"
    ? { row: top + Math.floor(place / columns), column: left + (place % columns) }
    : { row: top + (place % rows), column: left + Math.floor(place / rows) };
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1));
}
