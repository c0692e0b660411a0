import { describe, expect, test } from "vitest";

import { covers, moveCursor, rowsInView, scrollToMiddle, scrollToRow, spanAround } from "./rows";

describe("rowsInView", () => {
  test.each([
    ["at the top", 0, { first: 0, end: 12 }],
    ["in the middle, with rows cut on both edges", 1616, { first: 48, end: 63 }],
    ["at the end", 31_680, { first: 988, end: 1000 }],
    ["scrolled beyond the end of a list that shrank", 64_000, { first: 1000, end: 1000 }],
  ])("%s", (_, top, span) => {
    expect(rowsInView({ top, height: 320 }, 32, 1000, 2)).toEqual(span);
  });

  test("of an empty list is empty", () => {
    expect(rowsInView({ top: 0, height: 320 }, 32, 0, 2)).toEqual({ first: 0, end: 0 });
  });
});

describe("scrollToRow", () => {
  const view = { top: 320, height: 320 };
  test.each([
    ["leaves a visible row where it is", 12, 320],
    ["goes up to a row above", 3, 96],
    ["goes down just far enough for a row below", 30, 672],
    ["shows a row that is cut off at the lower edge", 20, 352],
  ])("%s", (_, row, top) => expect(scrollToRow(view, 32, row)).toBe(top));
});

test("a span is covered only by all rows", () => {
  expect(covers({ first: 10, end: 20 }, { first: 10, end: 20 })).toBe(true);
  expect(covers({ first: 10, end: 20 }, { first: 9, end: 12 })).toBe(false);
  expect(covers({ first: 10, end: 20 }, { first: 19, end: 21 })).toBe(false);
  expect(covers({ first: 10, end: 20 }, { first: 30, end: 30 })).toBe(true);
});

test("a requested span centres on the wanted rows", () => {
  expect(spanAround({ first: 500, end: 520 }, 200)).toEqual({ first: 410, end: 610 });
  expect(spanAround({ first: 0, end: 20 }, 200)).toEqual({ first: 0, end: 200 });
  expect(spanAround({ first: 100, end: 400 }, 200)).toEqual({ first: 100, end: 400 });
});

describe("moveCursor", () => {
  test.each([
    ["ArrowDown", 5, 6],
    ["ArrowUp", 0, 0],
    ["PageDown", 5, 15],
    ["PageDown", 95, 99],
    ["PageUp", 5, 0],
    ["Home", 50, 0],
    ["End", 50, 99],
    ["Enter", 50, null],
  ])("%s from %i", (key, from, to) => expect(moveCursor(key, from, 100, 10)).toBe(to));

  test("an empty list has nowhere to go", () => expect(moveCursor("End", 0, 0, 10)).toBeNull());
});

test("a jump centres its row, except at the top", () => {
  const view = { top: 0, height: 320 };
  expect(scrollToMiddle(view, 32, 100)).toBe(3200 - 144);
  expect(scrollToMiddle(view, 32, 2)).toBe(0);
});
