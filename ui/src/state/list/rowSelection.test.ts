import { expect, test } from "vitest";

import { RowSelection } from "./rowSelection.svelte";

test("rows are ticked and unticked one by one", () => {
  const ticked = new RowSelection();
  ticked.toggle("1", 0);
  ticked.toggle("2", 1);
  ticked.toggle("1", 0);
  expect([ticked.has("1"), ticked.has("2"), ticked.ids, ticked.listedCount]).toEqual([false, true, ["2"], 1]);
});

test("a range starts at the last ticked row", () => {
  const ticked = new RowSelection();
  ticked.toggle("5", 5);
  expect(ticked.range(8)).toEqual({ first: 5, end: 9 });
  expect(ticked.range(2)).toEqual({ first: 2, end: 6 });
});

test("ticks stay on their objects in another list", () => {
  const ticked = new RowSelection();
  ticked.add(["1", "2"]);
  expect(ticked.tickState(2)).toBe("all");
  ticked.setListedCount(0);
  expect([ticked.count, ticked.listedCount, ticked.tickState(20), ticked.has("3")]).toEqual([2, 0, "none", false]);
  ticked.add(["3"]);
  expect([ticked.count, ticked.listedCount, ticked.tickState(20)]).toEqual([3, 1, "some"]);
  ticked.remove(["3"]);
  expect([ticked.ids, ticked.listedCount]).toEqual([["1", "2"], 0]);
});

test("nothing is ticked after clearing", () => {
  const ticked = new RowSelection();
  ticked.add(["1"]);
  ticked.clear();
  expect([ticked.count, ticked.listedCount, ticked.has("1")]).toEqual([0, 0, false]);
});
