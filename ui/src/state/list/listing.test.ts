import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { RowsQuery } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { answered, testDesk } from "../../bridge/testDesk";
import { Listing } from "./listing.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets the time pass until nothing is waited for. */
async function settle(): Promise<void> {
  await vi.runAllTimersAsync();
  await answered();
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await answered();
}

async function setUp() {
  const desk: Desk = await testDesk();
  const requested: RowsQuery[] = [];
  const answer = desk.rows;
  desk.rows = (list, query) => (requested.push(query), answer(list, query));
  const campaigns = new Listing(desk);
  await campaigns.refresh();
  return { campaigns, requested, desk };
}

test("rows in the window are not requested again", async () => {
  const { campaigns, requested } = await setUp();
  campaigns.setVisibleRows({ first: 0, end: 30 });
  campaigns.setVisibleRows({ first: 150, end: 190 });
  await settle();
  expect(requested).toHaveLength(1);
});

test("scrolling loads rows, missing ones are empty", async () => {
  const { campaigns, requested } = await setUp();
  expect(campaigns.row(330)).toBeUndefined();
  campaigns.setVisibleRows({ first: 320, end: 350 });
  await settle();
  expect(requested.at(-1)).toMatchObject({ offset: 235, limit: 200 });
  expect(campaigns.row(330)?.id).toMatch(/^\d+$/u);
});

test("a fast scroll requests only where it ends", async () => {
  const { campaigns, requested } = await setUp();
  for (let first = 200; first <= 400; first += 50) campaigns.setVisibleRows({ first, end: first + 30 });
  await settle();
  expect(requested.length).toBeLessThanOrEqual(3);
  expect(campaigns.row(420)).toBeDefined();
});

test("typing searches at once, from the top", async () => {
  const { campaigns, requested } = await setUp();
  campaigns.cursor = 40;
  for (const text of ["n", "no", "nor", "northwind"]) campaigns.searchFor(text);
  await settle();
  // The keys that come while rows load cause one more request.
  expect(requested.slice(1).map(({ search, offset }) => [search, offset])).toEqual([
    ["n", 0],
    ["northwind", 0],
  ]);
  expect(campaigns.matched).toBeLessThan(434);
  expect(campaigns.cursor).toBe(0);
});

test("the list is busy until the last text shows", async () => {
  const { campaigns, desk } = await setUp();
  const answer = desk.rows;
  let release = () => {};
  desk.rows = async (list, query) => (await new Promise<void>((resolve) => (release = resolve)), answer(list, query));
  campaigns.searchFor("no");
  campaigns.searchFor("nor");
  expect(campaigns.busy).toBe(true);
  release();
  await pass(10);
  expect(campaigns.busy).toBe(true);
  release();
  await settle();
  expect(campaigns.busy).toBe(false);
});

test("the same heading reverses, another sorts ascending", async () => {
  const { campaigns } = await setUp();
  await campaigns.sortBy("name");
  expect(campaigns.sort).toEqual({ path: "name", descending: true });
  await campaigns.sortBy("id");
  expect(campaigns.sort).toEqual({ path: "id", descending: false });
});

test("a failure stays until the next answer", async () => {
  const { campaigns, desk } = await setUp();
  const answer = desk.rows;
  desk.rows = () => Promise.reject(new CommandFailure({ code: "Storage", message: "No disk.", details: null }));
  await campaigns.refresh();
  expect(campaigns.failure?.code).toBe("Storage");
  desk.rows = answer;
  await campaigns.refresh();
  expect(campaigns.failure).toBeNull();
});

test("opening a campaign scrolls it into sight", async () => {
  const { campaigns, desk } = await setUp();
  campaigns.setVisibleRows({ first: 0, end: 30 });
  const far = (await desk.rows("campaigns", campaigns.query({ first: 400, end: 401 }))).rows[0];
  await campaigns.follow(far?.id ?? "");
  expect(campaigns.scrollTarget).toEqual({ row: 400 });
});

test("an older answer does not stop the scrolling", async () => {
  const { campaigns, desk } = await setUp();
  const { rows } = await desk.rows("campaigns", campaigns.query({ first: 300, end: 301 }));
  const older = campaigns.refresh();
  await Promise.all([older, campaigns.follow(rows[0]?.id ?? null)]);
  expect(campaigns.scrollTarget).toEqual({ row: 300 });
});

test("scrolling to a visible row moves nothing", async () => {
  const { campaigns } = await setUp();
  campaigns.setVisibleRows({ first: 0, end: 30 });
  await campaigns.follow(campaigns.row(5)?.id ?? "");
  expect(campaigns.scrollTarget).toBeNull();
});

test("clearing a search keeps the open campaign in sight", async () => {
  const { campaigns } = await setUp();
  campaigns.setVisibleRows({ first: 0, end: 30 });
  const open = campaigns.row(20)?.id ?? "";
  await campaigns.follow(open);
  campaigns.searchFor(open);
  await settle();
  expect(campaigns.scrollTarget).toEqual({ row: 0 });
  campaigns.searchFor("");
  await settle();
  expect(campaigns.scrollTarget).toEqual({ row: 20 });
});

test("a typed filter narrows the list from the top", async () => {
  const { campaigns, requested } = await setUp();
  campaigns.cursor = 40;
  for (const text of ["4", "44", "4410"]) campaigns.filters.set("advertiserId", text);
  await settle();
  expect(requested.slice(1).map(({ filters, offset }) => [filters.advertiserId, offset])).toEqual([
    ["4", 0],
    ["4410", 0],
  ]);
  expect(campaigns.cursor).toBe(0);
  expect(campaigns.filters.description?.chips).toHaveLength(1);
});

test("a range of ticks covers unloaded rows", async () => {
  const { campaigns } = await setUp();
  campaigns.ticked.toggle(campaigns.row(0)?.id ?? "", 0);
  await campaigns.tickRange(399);
  expect(campaigns.ticked.count).toBe(400);
});

test("ticks stay on their campaigns when the search changes", async () => {
  const { campaigns } = await setUp();
  const search = async (text: string) => {
    campaigns.searchFor(text);
    await settle();
  };
  const shown = () => campaigns.window?.rows.map(({ id }) => id) ?? [];
  await search("spring");
  await campaigns.tickAll();
  const spring = campaigns.ticked.ids;
  expect([spring.length, campaigns.ticked.tickState(campaigns.matched)]).toEqual([campaigns.matched, "all"]);
  await search("summer");
  expect(shown().filter((id) => campaigns.ticked.has(id))).toEqual([]);
  expect([campaigns.ticked.ids, campaigns.ticked.listedCount, campaigns.ticked.tickState(campaigns.matched)]).toEqual([spring, 0, "none"]);
  await campaigns.showTicked();
  expect([shown().toSorted(), campaigns.ticked.listedCount]).toEqual([spring.toSorted(), spring.length]);
  await campaigns.showAll();
  expect(campaigns.ticked.listedCount).toBe(0);
  await campaigns.tickAll();
  await campaigns.untickAll();
  expect(campaigns.ticked.ids).toEqual(spring);
});

test("a new search ends showing ticked rows alone", async () => {
  const { campaigns } = await setUp();
  await campaigns.tickRange(1, 0);
  await campaigns.showTicked();
  expect(campaigns.matched).toBe(2);
  campaigns.searchFor("spring");
  await settle();
  expect([campaigns.only, campaigns.matched > 2]).toEqual([null, true]);
});

test("a view replaces what was listed and ticked", async () => {
  const { campaigns, requested } = await setUp();
  campaigns.ticked.toggle("1", 0);
  const state = { ...campaigns.state, search: "spring", sort: { path: "id", descending: true }, columns: [{ path: "budget", width: 90 }] };
  await campaigns.show(state);
  expect(requested.at(-1)).toMatchObject({ search: "spring", sort: { path: "id", descending: true }, columns: ["budget"] });
  expect(campaigns.ticked.count).toBe(0);
});
