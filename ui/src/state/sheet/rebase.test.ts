import { expect, test } from "vitest";

import type { SheetEdit, SheetFilter, SheetLine, SheetRange } from "../../bridge/bindings";
import { plainFilter } from "./ranges";
import { rebase, type CurrentSheet, type SeenSheet } from "./rebase";

const findings: SheetFilter = { ...plainFilter, findingsOnly: true };
const line = (number: number, ...cells: string[]): SheetLine => ({
  number,
  cells,
  findings: [],
  id: number,
  state: null,
  target: null,
  changed: [],
});
const range = (top: number, rows = 1, columns = [0]): SheetRange => ({ top, rows, columns });
const set = (...ranges: SheetRange[]): SheetEdit => ({ kind: "set", data: { ranges, text: "typed" } });
const seen = (filter: SheetFilter, shown: SheetLine | null): SeenSheet => ({ revision: 1, filter, rows: 10, line: shown });

/** The batch now, with a row at a position. */
function now(isOwn: boolean, found?: { position: number; line: SheetLine }, rows = 10): CurrentSheet {
  return { isOwn, rows, find: async (number) => (found?.line.number === number ? found : null) };
}

test.each<[string, SheetEdit, SeenSheet, CurrentSheet, SheetEdit | null]>([
  ["any edit after own edits", set(range(2, 5)), seen(plainFilter, null), now(true), set(range(2, 5))],
  [
    "a cell after own edits that moved its row",
    set(range(4)),
    seen(findings, line(7, "a")),
    now(true, { position: 3, line: line(7, "b") }),
    set(range(3)),
  ],
  ["a cell whose row is not shown any more", set(range(4)), seen(findings, line(7, "a")), now(true), null],
  ["several cells after own edits that may move rows", set(range(4, 2)), seen(findings, null), now(true), null],
  [
    "a cell of an unchanged row",
    set(range(4)),
    seen(plainFilter, line(5, "a")),
    now(false, { position: 4, line: line(5, "a") }),
    set(range(4)),
  ],
  [
    "a cell of an unchanged row elsewhere",
    set(range(4)),
    seen(findings, line(5, "a")),
    now(false, { position: 9, line: line(5, "a") }),
    set(range(9)),
  ],
  [
    "a cell of a row that someone changed",
    set(range(4)),
    seen(plainFilter, line(5, "a")),
    now(false, { position: 4, line: line(5, "b") }),
    null,
  ],
  ["a cell of a row that is gone", set(range(4)), seen(plainFilter, line(5, "a")), now(false), null],
  ["a new row after rows from elsewhere", set(range(10)), seen(plainFilter, null), now(false, undefined, 25), set(range(25))],
  ["two cells after an edit from elsewhere", set(range(4, 1, [0, 1])), seen(plainFilter, line(5, "a")), now(false), null],
  ["two ranges after an edit from elsewhere", set(range(4), range(6)), seen(plainFilter, line(5, "a")), now(false), null],
  [
    "deleted rows after an edit from elsewhere",
    { kind: "deleteRows", data: { spans: [{ top: 1, rows: 1 }] } },
    seen(plainFilter, null),
    now(false),
    null,
  ],
])("%s", async (_, edit, before, current, expected) => {
  expect(await rebase(edit, before, current)).toEqual(expected);
});
