import { expect, test } from "vitest";

import { filledRect, fillTarget, type FillTarget } from "./fill";
import type { Cell, Rect } from "./selection";

const block: Rect = { top: 10, left: 2, rows: 3, columns: 2 };
const column: Rect = { top: 10, left: 2, rows: 3, columns: 1 };
const rows = (top: number, count: number): FillTarget => ({ kind: "rows", span: { top, rows: count } });

test.each<[string, Rect, Cell, FillTarget | null]>([
  ["below", block, { row: 15, column: 2 }, rows(13, 3)],
  ["one row below", block, { row: 13, column: 9 }, rows(13, 1)],
  ["above", block, { row: 6, column: 3 }, rows(6, 4)],
  ["far below in a million rows", block, { row: 999_999, column: 2 }, rows(13, 999_987)],
  ["inside", block, { row: 11, column: 3 }, null],
  ["beside several columns", block, { row: 11, column: 7 }, null],
  ["beside one column", column, { row: 11, column: 5 }, { kind: "columns", rect: { top: 10, left: 2, rows: 3, columns: 4 } }],
  ["more below than beside one column", column, { row: 20, column: 4 }, rows(13, 8)],
])("a drop %s", (_, source, cell, target) => {
  expect(fillTarget(source, cell)).toEqual(target);
});

test("the outline joins the source and its target", () => {
  expect(filledRect(block, rows(13, 3))).toEqual({ top: 10, left: 2, rows: 6, columns: 2 });
  expect(filledRect(block, rows(6, 4))).toEqual({ top: 6, left: 2, rows: 7, columns: 2 });
});
