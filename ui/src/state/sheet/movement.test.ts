import { expect, test } from "vitest";

import { afterStep, afterTab, dataEdge, type Step } from "./movement";
import type { Cell } from "./selection";

const extent = { rows: 1_000_001, columns: 12 };
const lastRow = 999_999;
const at = (row: number, column: number): Cell => ({ row, column });

test.each<[Step, Cell, Cell]>([
  ["up", at(0, 3), at(0, 3)],
  ["down", at(5, 3), at(6, 3)],
  ["down", at(1_000_000, 3), at(1_000_000, 3)],
  ["left", at(5, 0), at(5, 0)],
  ["right", at(5, 11), at(5, 11)],
  ["rowStart", at(5, 7), at(5, 0)],
  ["rowEnd", at(5, 7), at(5, 11)],
  ["start", at(5, 7), at(0, 0)],
  ["end", at(5, 7), at(999_999, 11)],
  ["pageUp", at(5, 7), at(0, 7)],
  ["pageDown", at(5, 7), at(25, 7)],
  ["pageDown", at(999_990, 7), at(1_000_000, 7)],
])("%s goes from %o to %o", (step, from, to) => {
  expect(afterStep(step, from, extent, 20, lastRow)).toEqual(to);
});

test("Tab goes on in the next row", () => {
  expect(afterTab(at(3, 11), extent, 1)).toEqual(at(4, 0));
  expect(afterTab(at(3, 0), extent, -1)).toEqual(at(2, 11));
  expect(afterTab(at(0, 0), extent, -1)).toEqual(at(0, 0));
  expect(afterTab(at(1_000_000, 11), extent, 1)).toEqual(at(1_000_000, 11));
});

/** A line of cells: "x" is filled, "." empty, "?" not loaded. */
const edge = (line: string, from: number, step: 1 | -1) =>
  dataEdge((at) => ({ x: "text", ".": "", "?": undefined })[line[at] as "x"], line.length, from, step);

test.each<[string, number, 1 | -1, number | null]>([
  ["xxx..xx.", 0, 1, 2],
  ["xxx..xx.", 2, 1, 5],
  ["xxx..xx.", 5, 1, 6],
  ["xxx..xx.", 6, 1, 7],
  ["xxx..xx.", 7, 1, 7],
  ["xxx..xx.", 7, -1, 6],
  ["xxx..xx.", 6, -1, 5],
  ["xxx..xx.", 5, -1, 2],
  ["....", 0, 1, 3],
  ["....", 3, -1, 0],
  ["xxx?", 0, 1, null],
  ["x..?", 0, 1, null],
  ["?..x", 3, -1, null],
  ["xx.?", 0, 1, 1],
  ["?xx.", 2, -1, null],
])("%s from %i by %i ends at %s", (line, from, step, to) => {
  expect(edge(line, from, step)).toBe(to);
});
