import { expect, test } from "vitest";

import {
  clampSelection,
  currentRect,
  cutRows,
  cycle,
  extendTo,
  isSingleCell,
  rectsOf,
  selectAll,
  selectAt,
  selectCell,
  selectedSpans,
  selectRect,
  widen,
  type Cell,
  type Selection,
} from "./selection";

const extent = { rows: 100, columns: 6 };
const at = (row: number, column: number): Cell => ({ row, column });
const rect = (top: number, left: number, rows: number, columns: number) => ({ top, left, rows, columns });
const block = selectRect(rect(2, 1, 3, 2));

test.each<[string, Selection, ReturnType<typeof rect>[], Cell]>([
  ["a cell", selectCell(at(4, 2)), [rect(4, 2, 1, 1)], at(4, 2)],
  ["an extension upwards and left", extendTo(selectCell(at(4, 3)), at(2, 1)), [rect(2, 1, 3, 3)], at(4, 3)],
  ["an added cell", selectAt(block, at(9, 5), "add"), [rect(2, 1, 3, 2), rect(9, 5, 1, 1)], at(9, 5)],
  ["an added range, extended", extendTo(selectAt(block, at(9, 4), "add"), at(10, 5)), [rect(2, 1, 3, 2), rect(9, 4, 2, 2)], at(9, 4)],
  ["whole rows", selectAt(block, at(7, 0), "replace", "rows"), [rect(7, 0, 1, 6)], at(7, 0)],
  ["whole rows, extended", extendTo(selectAt(block, at(7, 0), "replace", "rows"), at(9, 0)), [rect(7, 0, 3, 6)], at(7, 0)],
  ["whole columns", selectAt(block, at(0, 3), "replace", "columns"), [rect(0, 3, 100, 1)], at(0, 3)],
  ["the rows of a range", widen(block, "rows"), [rect(2, 0, 3, 6)], at(2, 1)],
  ["the columns of a range", widen(block, "columns"), [rect(0, 1, 100, 2)], at(2, 1)],
  ["rows, then columns", widen(widen(block, "rows"), "columns"), [rect(0, 0, 100, 6)], at(2, 1)],
  ["everything", selectAll(block), [rect(0, 0, 100, 6)], at(2, 1)],
])("selects %s", (_, selection, rects, active) => {
  expect(rectsOf(selection, extent)).toEqual(rects);
  expect(selection.active).toEqual(active);
});

test("whole columns grow without the new row", () => {
  const column = selectAt(block, at(0, 3), "replace", "columns");
  expect(currentRect(column, { rows: 1_000_001, columns: 6, dataRows: 1_000_000 }).rows).toBe(1_000_000);
  expect(currentRect(column, { rows: 1, columns: 6, dataRows: 0 }).rows).toBe(1);
});

test.each<["row" | "column", 1 | -1, Cell[]]>([
  ["row", 1, [at(2, 2), at(3, 1), at(3, 2), at(4, 1), at(4, 2), at(2, 1)]],
  ["row", -1, [at(4, 2), at(4, 1), at(3, 2)]],
  ["column", 1, [at(3, 1), at(4, 1), at(2, 2), at(3, 2), at(4, 2), at(2, 1)]],
])("moves inside by %s and %i", (along, step, cells) => {
  let selection = block;
  const seen = cells.map(() => (selection = cycle(selection, extent, along, step)).active);
  expect(seen).toEqual(cells);
  expect(selection.ranges).toEqual(block.ranges);
});

test("Tab reaches the next range", () => {
  const two = selectAt(selectRect(rect(0, 0, 1, 2)), at(5, 5), "add");
  expect(cycle(two, extent, "row", 1).active).toEqual(at(0, 0));
  expect(cycle(cycle(cycle(two, extent, "row", 1), extent, "row", 1), extent, "row", 1).active).toEqual(at(5, 5));
});

test("overlapping rows are counted once", () => {
  let selection = selectAt(selectCell(at(0, 0)), at(2, 0), "replace", "rows");
  selection = extendTo(selection, at(5, 0));
  selection = extendTo(selectAt(selection, at(4, 0), "add", "rows"), at(8, 0));
  selection = selectAt(selection, at(98, 0), "add", "rows");
  selection = extendTo(selection, at(99, 0));
  const end = 99;
  expect(selectedSpans(selection, extent, end)).toEqual([
    { top: 2, rows: 7 },
    { top: 98, rows: 1 },
  ]);
});

test("the new row belongs to no copied range", () => {
  expect(cutRows(rect(8, 0, 5, 2), 10)).toEqual(rect(8, 0, 2, 2));
  expect(cutRows(rect(10, 0, 1, 2), 10)).toBeNull();
});

test("a smaller sheet keeps the active cell inside", () => {
  const clamped = clampSelection(selectRect(rect(40, 4, 20, 2)), { rows: 50, columns: 5 });
  expect([clamped.active, currentRect(clamped, { rows: 50, columns: 5 })]).toEqual([at(40, 4), rect(40, 4, 10, 1)]);
  expect(clampSelection(block, { rows: 1, columns: 1 }).active).toEqual(at(0, 0));
});

test("two ranges are no single cell", () => {
  expect(isSingleCell(selectCell(at(1, 1)), extent)).toBe(true);
  expect(isSingleCell(selectAt(selectCell(at(1, 1)), at(2, 2), "add"), extent)).toBe(false);
});
