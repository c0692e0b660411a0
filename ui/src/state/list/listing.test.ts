import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { RowsQuery } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { fakeDesk } from "../../bridge/fake";
import { Listing } from "./listing.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function setUp() {
  const desk: Desk = fakeDesk(1000);
  const fetched = desk.fetch("campaigns", "fetch", () => undefined);
  await vi.runAllTimersAsync();
  await fetched;
  const asked: RowsQuery[] = [];
  const answer = desk.rows;
  desk.rows = (list, query) => (asked.push(query), answer(list, query));
  const campaigns = new Listing(desk);
  await campaigns.refresh();
  return { campaigns, asked, desk };
}

test("rows in the window are not asked for again", async () => {
  const { campaigns, asked } = await setUp();
  campaigns.want({ first: 0, end: 30 });
  campaigns.want({ first: 150, end: 190 });
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(1);
});

test("scrolling on brings the rows there; those that are not here yet are nothing", async () => {
  const { campaigns, asked } = await setUp();
  expect(campaigns.row(700)).toBeUndefined();
  campaigns.want({ first: 690, end: 720 });
  await vi.runAllTimersAsync();
  expect(asked.at(-1)).toMatchObject({ offset: 605, limit: 200 });
  expect(campaigns.row(700)?.id).toMatch(/^\d+$/u);
});

test("a flick through the list asks for where it ends, not for every stop", async () => {
  const { campaigns, asked } = await setUp();
  for (let first = 200; first <= 900; first += 50) campaigns.want({ first, end: first + 30 });
  await vi.runAllTimersAsync();
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(campaigns.row(920)).toBeDefined();
});

test("typing searches once it rests, within 100 ms, and begins at the first row", async () => {
  const { campaigns, asked } = await setUp();
  campaigns.cursor = 40;
  for (const text of ["n", "no", "nor", "northwind"]) campaigns.searchFor(text);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked.slice(1).map(({ search, offset }) => [search, offset])).toEqual([["northwind", 0]]);
  expect(campaigns.matched).toBeLessThan(1000);
  expect(campaigns.cursor).toBe(0);
});

test("the list is busy from the first key until it shows what was typed last", async () => {
  const { campaigns, desk } = await setUp();
  const answer = desk.rows;
  let release = () => {};
  desk.rows = async (list, query) => (await new Promise<void>((resolve) => (release = resolve)), answer(list, query));
  campaigns.searchFor("no");
  expect(campaigns.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  campaigns.searchFor("nor");
  release();
  await vi.advanceTimersByTimeAsync(10);
  expect(campaigns.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  release();
  await vi.runAllTimersAsync();
  expect(campaigns.busy).toBe(false);
});

test("the same column again turns the order round, another begins upwards", async () => {
  const { campaigns } = await setUp();
  await campaigns.sortBy("name");
  expect(campaigns.sort).toEqual({ path: "name", descending: true });
  await campaigns.sortBy("id");
  expect(campaigns.sort).toEqual({ path: "id", descending: false });
});

test("a failure is kept to be shown, and goes away with the next answer", async () => {
  const { campaigns, desk } = await setUp();
  const answer = desk.rows;
  desk.rows = () => Promise.reject(new CommandFailure({ code: "Storage", message: "No disk.", details: null }));
  await campaigns.refresh();
  expect(campaigns.failure?.code).toBe("Storage");
  desk.rows = answer;
  await campaigns.refresh();
  expect(campaigns.failure).toBeNull();
});

test("a campaign opened from elsewhere comes into sight", async () => {
  const { campaigns, desk } = await setUp();
  campaigns.want({ first: 0, end: 30 });
  const far = (await desk.rows("campaigns", campaigns.query({ first: 800, end: 801 }))).rows[0];
  await campaigns.follow(far?.id ?? "");
  expect(campaigns.shown).toEqual({ row: 800 });
});

test("one that is in sight leaves the list where it is", async () => {
  const { campaigns } = await setUp();
  campaigns.want({ first: 0, end: 30 });
  await campaigns.follow(campaigns.row(5)?.id ?? "");
  expect(campaigns.shown).toBeNull();
});

test("clearing a search keeps the open campaign in sight", async () => {
  const { campaigns } = await setUp();
  campaigns.want({ first: 0, end: 30 });
  const open = campaigns.row(20)?.id ?? "";
  await campaigns.follow(open);
  campaigns.searchFor(open);
  await vi.runAllTimersAsync();
  expect(campaigns.shown).toEqual({ row: 0 });
  campaigns.searchFor("");
  await vi.runAllTimersAsync();
  expect(campaigns.shown).toEqual({ row: 20 });
});

test("a filter narrows the list while it is typed, and begins at the first row", async () => {
  const { campaigns, asked } = await setUp();
  campaigns.cursor = 40;
  for (const text of ["4", "44", "4410"]) campaigns.filters.set("advertiserId", text);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked.slice(1).map(({ filters, offset }) => [filters.advertiserId, offset])).toEqual([["4410", 0]]);
  expect(campaigns.cursor).toBe(0);
  expect(campaigns.filters.described?.chips).toHaveLength(1);
});

test("a range of ticks reaches over rows that are not held", async () => {
  const { campaigns } = await setUp();
  campaigns.picked.toggle(campaigns.row(0)?.id ?? "", 0);
  await campaigns.pickRange(599);
  expect(campaigns.picked.count).toBe(600);
});

test("ticks stay on their campaigns when the search changes", async () => {
  const { campaigns } = await setUp();
  const search = async (text: string) => {
    campaigns.searchFor(text);
    await vi.runAllTimersAsync();
  };
  const shown = () => campaigns.window?.rows.map(({ id }) => id) ?? [];
  await search("spring");
  await campaigns.pickAll();
  const spring = campaigns.picked.ids;
  expect([spring.length, campaigns.picked.of(campaigns.matched)]).toEqual([campaigns.matched, "all"]);
  await search("summer");
  expect(shown().filter((id) => campaigns.picked.has(id))).toEqual([]);
  expect([campaigns.picked.ids, campaigns.picked.here, campaigns.picked.of(campaigns.matched)]).toEqual([spring, 0, "none"]);
  await campaigns.showPicked();
  expect([shown().toSorted(), campaigns.picked.here]).toEqual([spring.toSorted(), spring.length]);
  await campaigns.showAll();
  expect(campaigns.picked.here).toBe(0);
  await campaigns.pickAll();
  await campaigns.unpickAll();
  expect(campaigns.picked.ids).toEqual(spring);
});

test("a new search ends showing ticked rows alone", async () => {
  const { campaigns } = await setUp();
  await campaigns.pickRange(1, 0);
  await campaigns.showPicked();
  expect(campaigns.matched).toBe(2);
  campaigns.searchFor("spring");
  await vi.runAllTimersAsync();
  expect([campaigns.only, campaigns.matched > 2]).toEqual([null, true]);
});

test("what a view has is shown, and what was ticked before is not ticked any more", async () => {
  const { campaigns, asked } = await setUp();
  campaigns.picked.toggle("1", 0);
  const state = { ...campaigns.state, search: "spring", sort: { path: "id", descending: true }, columns: [{ path: "budget", width: 90 }] };
  await campaigns.show(state);
  expect(asked.at(-1)).toMatchObject({ search: "spring", sort: { path: "id", descending: true }, columns: ["budget"] });
  expect(campaigns.picked.count).toBe(0);
});
