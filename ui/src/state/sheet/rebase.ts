// An edit that was made on an earlier revision of a batch. Decides whether it still means the same cells.

import type { SheetEdit, SheetFilter, SheetLine, SheetRange } from "../../bridge/bindings";
import { isPlain } from "./ranges";

/** What a person saw when making an edit. */
export interface SeenSheet {
  readonly revision: number;
  readonly filter: SheetFilter;
  /** The number of rows. */
  readonly rows: number;
  /** The row of the edited cell; `null` for a new row, and for an edit of more than one cell. */
  readonly line: SheetLine | null;
}

/** The batch now. */
export interface CurrentSheet {
  readonly rows: number;
  /** Whether only edits of this window were made since, one after another. */
  readonly isOwn: boolean;
  /** Finds a row by its number, near a position among the shown rows. */
  find(number: number, near: number): Promise<{ position: number; line: SheetLine } | null>;
}

/**
 * Returns the edit for the current revision; `null` if it could change other cells than those that the person meant.
 *
 * After edits of this window the positions mean what the person saw: each edit follows the one before. After an edit
 * from elsewhere only one cell of an unchanged row is safe, and a new row at the end.
 */
export async function rebase(edit: SheetEdit, seen: SeenSheet, now: CurrentSheet): Promise<SheetEdit | null> {
  if (now.isOwn && isPlain(seen.filter)) return edit;
  const cell = onlyCell(edit);
  if (!cell) return null;
  const { range, text } = cell;
  const position = range.top >= seen.rows ? newRowPosition(seen, now) : await positionNow(range.top, seen, now);
  return position === null ? null : { kind: "set", data: { ranges: [{ ...range, top: position }], text } };
}

function onlyCell(edit: SheetEdit): { range: SheetRange; text: string } | null {
  if (edit.kind !== "set") return null;
  const [range, ...others] = edit.data.ranges;
  if (!range || others.length > 0 || range.rows > 1 || range.columns.length > 1) return null;
  return { range, text: edit.data.text };
}

function newRowPosition({ filter }: SeenSheet, now: CurrentSheet): number | null {
  return isPlain(filter) ? now.rows : null;
}

/** Returns where the seen row is now, unless it was changed elsewhere. */
async function positionNow(before: number, { line }: SeenSheet, now: CurrentSheet): Promise<number | null> {
  const found = line && (await now.find(line.number, before));
  if (!found) return null;
  return now.isOwn || isSameRow(found.line, line) ? found.position : null;
}

function isSameRow(one: SheetLine, other: SheetLine): boolean {
  return one.cells.length === other.cells.length && one.cells.every((text, at) => text === other.cells[at]);
}
