import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CommandFailure } from "../../bridge/failure";
import { testDesk } from "../../bridge/testDesk";
import { Listing } from "./listing.svelte";
import { Notices } from "../notices.svelte";
import { Views } from "./views.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function setUp() {
  const desk = await testDesk();
  const notices = new Notices();
  const campaigns: Listing = new Listing(desk, () => views.saveStateSoon());
  const views: Views = new Views(desk, campaigns, notices);
  await views.load();
  return { desk, notices, campaigns, views };
}

test("the last layout is kept for the next start", async () => {
  const { desk, campaigns } = await setUp();
  const kept = vi.spyOn(desk, "keepView");
  campaigns.searchFor("spring");
  campaigns.columns.toggle("notes");
  await vi.advanceTimersByTimeAsync(1000);
  await kept.mock.results.at(-1)?.value;
  const { current } = (await desk.openList("campaigns")).views;
  expect(current.search).toBe("spring");
  expect(current.columns.at(-1)?.path).toBe("notes");
});

test("choosing a changed view restores it", async () => {
  const { campaigns, views } = await setUp();
  campaigns.filters.set("traffickingMode", "simple");
  await views.add("Simple ones");
  expect([views.current?.name, views.isChanged]).toEqual(["Simple ones", false]);
  campaigns.filters.clearAll();
  expect(views.isChanged).toBe(true);
  await views.choose(views.saved[0]!);
  expect(campaigns.filters.value.traffickingMode).toBe("simple");
});

test("deleting a view can be undone", async () => {
  const { views, notices } = await setUp();
  await views.add("One");
  await views.remove(views.saved[0]!);
  expect(views.saved).toEqual([]);
  await notices.act();
  expect(views.saved.map(({ name }) => name)).toEqual(["One"]);
});

test("the first load of a list scrolls to the open object", async () => {
  const desk = await testDesk();
  const campaigns: Listing = new Listing(desk);
  const views = new Views(desk, campaigns, new Notices());
  const { rows } = await desk.openList("campaigns");
  await campaigns.follow(rows!.rows[50]!.id);
  await views.load();
  expect(campaigns.cursor).toBe(50);
});

test("a list whose first rows cannot be read shows why", async () => {
  const desk = await testDesk();
  const opened = await desk.openList("campaigns");
  const unreadable = new CommandFailure({ code: "Storage", message: "The disk is full.", details: null });
  vi.spyOn(desk, "openList").mockResolvedValue({ ...opened, rows: null });
  vi.spyOn(desk, "rows").mockRejectedValue(unreadable);
  const campaigns: Listing = new Listing(desk);
  await new Views(desk, campaigns, new Notices()).load();
  expect(campaigns.failure).toBe(unreadable);
});
