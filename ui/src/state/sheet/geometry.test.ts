import { expect, test } from "vitest";

import { ColumnPlaces, dragScroll, hitAt, maxScrollHeight, ScrollScale } from "./geometry";

const rowHeight = 28;
const million = 1_000_000;

test("a small sheet scrolls pixel by pixel", () => {
  const scale = new ScrollScale(40 * rowHeight, 600);
  expect([scale.isScaled, scale.height, scale.toSheet(123), scale.toBar(123)]).toEqual([false, 1120, 123, 123]);
  expect(scale.toSheet(9_999)).toBe(1120 - 600);
});

test("a low sheet does not scroll", () => {
  const scale = new ScrollScale(100, 600);
  expect([scale.end, scale.toSheet(50), scale.toBar(50)]).toEqual([0, 0, 0]);
});

test("each of a million rows can be reached", () => {
  const view = 600;
  const scale = new ScrollScale(million * rowHeight, view);
  expect(scale.isScaled).toBe(true);
  expect(scale.height).toBe(maxScrollHeight);
  for (const row of [0, 1, 12_345, 500_000, 999_977, 999_978]) {
    const top = row * rowHeight;
    const bar = scale.toBar(top);
    expect(bar).toBeLessThanOrEqual(maxScrollHeight - view);
    // The scroll bar is coarser than the rows; a key or a wheel keeps the exact position.
    expect(Math.abs(scale.toSheet(bar) - top)).toBeLessThanOrEqual(4);
  }
  expect(scale.toSheet(0)).toBe(0);
  expect(scale.toSheet(maxScrollHeight - view)).toBe(million * rowHeight - view);
});

test("a scroll bar position survives a round trip", () => {
  const scale = new ScrollScale(million * rowHeight, 600);
  for (let bar = 0; bar < maxScrollHeight - 600; bar += 777_777) expect(scale.toBar(scale.toSheet(bar))).toBe(bar);
});

const widths = [200, 100, 100, 300, 100];

test.each<[scrolled: number, first: number, end: number]>([
  [0, 1, 4],
  [99, 1, 4],
  [100, 2, 4],
  [250, 3, 5],
  [400, 3, 5],
])("scrolled by %i it draws %i to %i", (scrolled, first, end) => {
  expect(new ColumnPlaces(widths, 1, 500).inView(scrolled, 500)).toEqual({ first, end });
});

test("frozen columns that fill the view scroll", () => {
  expect(new ColumnPlaces(widths, 2, 500).frozen).toBe(2);
  expect(new ColumnPlaces(widths, 2, 490).frozen).toBe(0);
});

test.each<[column: number, scrolled: number, to: number]>([
  [0, 250, 250],
  [1, 250, 0],
  [2, 0, 0],
  [3, 0, 200],
  [4, 0, 300],
  [3, 300, 200],
])("column %i is revealed from %i at %i", (column, scrolled, to) => {
  expect(new ColumnPlaces(widths, 1, 500).reveal(column, scrolled, 500)).toBe(to);
});

test("a very wide column shows its beginning", () => {
  expect(new ColumnPlaces([100, 900, 100], 0, 500).reveal(1, 0, 500)).toBe(100);
});

const view = { top: 999_950 * rowHeight + 10, left: 100, rowHeight, headHeight: 30, gutterWidth: 60 };
const places = new ColumnPlaces(widths, 1, 500);

test.each<[name: string, x: number, y: number, hit: unknown]>([
  ["the corner", 10, 10, { area: "corner" }],
  ["a row number", 10, 31, { area: "gutter", row: 999_950 }],
  ["a frozen cell", 61, 30 + 18, { area: "cell", cell: { row: 999_951, column: 0 } }],
  ["a cell beside the frozen ones", 60 + 201, 31, { area: "cell", cell: { row: 999_950, column: 2 } }],
  ["a scrolled cell", 60 + 300, 31, { area: "cell", cell: { row: 999_950, column: 3 } }],
  ["below the last row", 61, 5_000, { area: "cell", cell: { row: 999_999, column: 0 } }],
  ["beside the last column", 5_000, 31, { area: "cell", cell: { row: 999_950, column: 4 } }],
  ["a head", 60 + 250, 5, { area: "head", column: 2, edge: null }],
  ["the edge of a frozen head", 60 + 198, 5, { area: "head", column: 0, edge: 0 }],
  ["the edge of a head", 60 + 303, 5, { area: "head", column: 3, edge: 2 }],
  ["the edge of the last head", 60 + 702, 5, { area: "head", column: 4, edge: 4 }],
  ["far beside the last head", 60 + 750, 5, { area: "head", column: 4, edge: null }],
])("finds %s", (_, x, y, hit) => {
  expect(hitAt(x, y, view, places, million)).toEqual(hit);
});

test("a drag far outside scrolls faster", () => {
  expect(dragScroll(50, 30, 600)).toBe(0);
  expect(dragScroll(603, 30, 600)).toBe(1);
  expect(dragScroll(690, 30, 600)).toBe(30);
  expect(dragScroll(-970, 30, 600)).toBe(-60);
});
