// Conversions between shown positions and the ranges of the commands.

import type { SheetFilter, SheetRange } from "../../bridge/bindings";
import type { ShownColumn } from "./layout";
import type { Rect } from "./selection";

/** All rows in the order in which they stand. */
export const plainFilter: SheetFilter = { search: "", findingsOnly: false, alike: null, sort: null };

/** Returns whether all rows are shown in the order in which they stand, so that a row's position is fixed. */
export function isPlain({ search, findingsOnly, alike, sort }: SheetFilter): boolean {
  return search.trim() === "" && !findingsOnly && alike === null && sort === null;
}

export function rangeOf({ top, rows, left, columns }: Rect, shown: readonly ShownColumn[]): SheetRange {
  return { top, rows, columns: shown.slice(left, left + columns).map(({ stored }) => stored) };
}

/** Returns the smallest rectangle around the shown columns of a range; `null` if none of them is shown. */
export function rectOf({ top, rows, columns }: SheetRange, shown: readonly ShownColumn[]): Rect | null {
  const places = columns.map((stored) => shown.findIndex((column) => column.stored === stored)).filter((place) => place >= 0);
  if (places.length === 0) return null;
  const left = Math.min(...places);
  return { top, rows, left, columns: Math.max(...places) - left + 1 };
}

/** Returns whether a range contains a cell. */
export function covers({ top, rows, columns }: SheetRange, row: number, stored: number): boolean {
  return row >= top && row < top + rows && columns.includes(stored);
}
