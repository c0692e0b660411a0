import { beforeEach, describe, expect, test, vi } from "vitest";

import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { testDesk } from "../bridge/testDesk";
import { actionOf, perform, whyUnavailable } from "./actions";
import { discardMany } from "./draftSteps";
import type { Drafts } from "./drafts.svelte";
import { Workbench } from "./workbench.svelte";

/** As many as there are campaigns. */
const many = 434;
/** Every tenth draft lacks its name, and the service refuses one more campaign. */
const withErrors = 45;
let desk: Desk;
let workbench: Workbench;
let drafts: Drafts;

const titles = () => drafts.window?.rows.map(({ title }) => title) ?? [];
const counts = () => Object.values(drafts.counts);

/** Sets a field of many campaigns to the same text. */
async function setAll(ids: string[], path: string, text: string): Promise<void> {
  const operation = crypto.randomUUID();
  const change = { kind: "set" as const, data: [{ path, input: { kind: "text" as const, text } }] };
  await desk.bulkPreview({ operation, scope: { kind: "campaigns", ids }, change }, () => undefined);
  await desk.bulkApply(operation, () => undefined);
}

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  workbench = new Workbench(desk);
  const ids = await desk.rowIds("campaigns", workbench.campaigns.query({ first: 0, end: many }));
  await setAll(ids, "notes", "Checked.");
  await setAll(
    ids.filter((_, at) => at % 10 === 0),
    "name",
    "",
  );
  ({ drafts } = workbench);
  await workbench.go("drafts");
});

test("the next window is fetched as rows scroll in", async () => {
  expect([drafts.matched, drafts.window?.rows.length, drafts.row(200)]).toEqual([many, 200, undefined]);
  drafts.setVisibleRows({ first: 10, end: 40 });
  const requested = vi.spyOn(desk, "drafts");
  drafts.setVisibleRows({ first: 390, end: 430 });
  await vi.waitFor(() => expect(drafts.row(429)).toBeDefined());
  expect(requested).toHaveBeenCalledTimes(1);
});

test("ticks stay on their drafts when the search changes", async () => {
  await drafts.show("errors");
  await drafts.tickAll();
  expect(drafts.ticked.tickState(drafts.matched)).toBe("all");
  drafts.search = "spring launch";
  await drafts.show("all");
  expect([drafts.ticked.count, drafts.ticked.listedCount, drafts.ticked.tickState(drafts.matched)]).toEqual([withErrors, 0, "none"]);
  await drafts.tickAll();
  await drafts.untickAll();
  expect([drafts.ticked.count, drafts.ticked.listedCount]).toEqual([withErrors, 0]);
  await drafts.clearFilters();
  expect([drafts.matched, drafts.ticked.listedCount]).toEqual([many, withErrors]);
});

test("all drafts are counted, filtered and sorted", async () => {
  expect(counts()).toEqual([many, many - withErrors, withErrors, 0]);
  await drafts.show("errors");
  expect([drafts.matched, drafts.cursor, titles().length]).toEqual([withErrors, 0, withErrors]);
  await drafts.show("all");
  drafts.searchFor("spring launch");
  await vi.waitFor(() => expect(drafts.matched).toBeLessThan(many));
  expect(new Set(titles().map((title) => title.slice(0, 13)))).toEqual(new Set(["Spring launch"]));
  expect(counts()[0]).toBe(many);
  drafts.searchFor("");
  await vi.waitFor(() => expect(drafts.matched).toBe(many));
  await drafts.sortBy("title");
  await drafts.sortBy("title");
  expect(drafts.sort).toEqual({ column: "title", descending: true });
  expect(titles()[0]?.localeCompare(titles().at(-1) ?? "")).toBe(1);
  await drafts.sortBy("title");
  expect(drafts.sort).toBeNull();
});

test("an unreadable list says why and recovers", async () => {
  const read = desk.drafts;
  desk.drafts = () => Promise.reject(new CommandFailure({ code: "Storage", message: "The disk is broken.", details: null }));
  await drafts.refresh();
  expect(drafts.failure?.message).toBe("The disk is broken.");
  desk.drafts = read;
  await drafts.refresh();
  expect([drafts.failure, drafts.matched]).toEqual([null, many]);
});

test("F8 goes to the next draft with findings", async () => {
  await drafts.sortBy("title");
  drafts.cursor = 200;
  await perform(workbench, actionOf("finding.next"));
  const found = drafts.cursor;
  expect([found === 200, drafts.scrollTarget]).toEqual([false, { row: found }]);
  await perform(workbench, actionOf("finding.previous"));
  expect(drafts.cursor).not.toBe(found);
  await drafts.show("ready");
  await perform(workbench, actionOf("finding.next"));
  expect(workbench.notices.spoken).toBe("None of these drafts has findings.");
});

describe("ticks", () => {
  test("span unloaded rows from the cursor", async () => {
    await drafts.tickRange(420, 380);
    expect([drafts.ticked.count, drafts.ticked.has(drafts.row(0)?.draft ?? "")]).toEqual([41, false]);
    await drafts.tickAll();
    expect(drafts.ticked.count).toBe(many);
  });

  test("survive filters and vanish with their rows", async () => {
    await drafts.show("errors");
    await drafts.tickAll();
    const [gone = ""] = drafts.ticked.ids;
    await desk.discard(gone);
    await drafts.show("ready");
    expect(drafts.ticked.count).toBe(withErrors - 1);
    await drafts.show("discarded");
    expect([drafts.ticked.count, whyUnavailable(workbench, actionOf("drafts.discardSelected"))]).toEqual([0, "This is not possible now."]);
    await drafts.tickAll();
    await perform(workbench, actionOf("drafts.restoreSelected"));
    expect([counts()[0], drafts.ticked.count]).toEqual([many, 0]);
  });

  test("are discarded and restored in one step", async () => {
    await drafts.show("errors");
    await drafts.tickAll();
    await perform(workbench, actionOf("drafts.discardSelected"));
    expect([counts(), drafts.ticked.count]).toEqual([[many - withErrors, many - withErrors, 0, withErrors], 0]);
    await workbench.notices.act();
    expect(counts()).toEqual([many, many - withErrors, withErrors, 0]);
  });

  test("are edited by the edit key", async () => {
    await drafts.tickRange(1, 0);
    await perform(workbench, actionOf("bulk.selected"));
    expect(workbench.bulk.scope).toEqual({ kind: "drafts", ids: [drafts.row(0)?.draft, drafts.row(1)?.draft] });
  });

  test("are reviewed alone", async () => {
    await drafts.tickRange(3, 0);
    await perform(workbench, actionOf("drafts.reviewSelected"));
    expect([workbench.route.view, workbench.review.rows.length, workbench.review.chosen.length]).toEqual(["review", 4, 3]);
  });
});

test("discarding its draft closes a new campaign", async () => {
  await workbench.newCampaign();
  const id = workbench.detail.value?.draft?.id ?? "";
  await discardMany(workbench, [id]);
  expect(workbench.detail.target).toBeNull();
});
