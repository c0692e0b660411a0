import { expect, test } from "vitest";

import type { RowsQuery } from "../../bridge/bindings";
import { noFilters } from "./filters.svelte";
import { Picked } from "./picked.svelte";

const query: RowsQuery = {
  search: "spring", filters: noFilters, sort: null, columns: ["brandName"], offset: 40, limit: 20, locate: "7", answer: null,
};

test("rows are ticked and unticked one by one", () => {
  const picked = new Picked();
  picked.toggle("1", 0);
  picked.toggle("2", 1);
  picked.toggle("1", 0);
  expect([picked.has("1"), picked.has("2"), picked.count]).toEqual([false, true, 1]);
  expect(picked.selection).toEqual({ kind: "ids", ids: ["2"] });
});

test("a range goes from the last ticked row to the one that is meant, in either direction", () => {
  const picked = new Picked();
  picked.toggle("5", 5);
  expect(picked.range(8)).toEqual({ first: 5, end: 9 });
  expect(picked.range(2)).toEqual({ first: 2, end: 6 });
});

test("all that match are the query and those unticked since, whatever the window shows", () => {
  const picked = new Picked();
  picked.all(query, 1000);
  expect([picked.count, picked.isAll, picked.has("any")]).toEqual([1000, true, true]);
  picked.toggle("3", 3);
  expect([picked.count, picked.isAll, picked.has("3")]).toEqual([999, false, false]);
  expect(picked.selection).toEqual({
    kind: "matching", except: ["3"], query: { ...query, columns: [], offset: 0, limit: 0, locate: null },
  });
  picked.add(["3"]);
  expect(picked.isAll).toBe(true);
});

test("nothing is ticked after clearing", () => {
  const picked = new Picked();
  picked.all(query, 10);
  picked.clear();
  expect([picked.count, picked.has("1")]).toEqual([0, false]);
});
