import { beforeEach, expect, test, vi } from "vitest";

import type { BulkPreviewResult } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { fakeDesk } from "../bridge/fake";
import { actionOf, perform, press, whyOff } from "./actions";
import { applyBulk, editMany, moveBulk } from "./bulkSteps";
import { Workbench } from "./workbench.svelte";

const ids = ["1072288341", "1072288210", "1072288079"];
let desk: Desk;
let bench: Workbench;

beforeEach(async () => {
  location.hash = "";
  desk = fakeDesk(60);
  bench = new Workbench(desk);
  await bench.getLatest();
  await editMany(bench, { kind: "campaigns", ids });
});

async function set(path: string, text: string): Promise<void> {
  const [setting] = bench.bulk.settings;
  if (setting) Object.assign(setting, { path, text });
  await bench.bulk.look();
}

test("the pane opens with one field to choose and previews nothing yet", async () => {
  expect(bench.bulk.settings).toHaveLength(1);
  await bench.bulk.look();
  expect(bench.bulk.preview).toBeNull();
  await set("status", "");
  expect(bench.bulk.preview).toBeNull();
});

test("a preview changes nothing, applying does, and one step takes it back and brings it back", async () => {
  await set("notes", "Checked.");
  expect(bench.bulk.preview?.changed).toBe(3);
  expect(bench.workspace.counts.drafts).toBe(0);
  await applyBulk(bench);
  expect(bench.workspace.counts.drafts).toBe(3);
  await bench.notices.act();
  expect(bench.workspace.counts.drafts).toBe(0);
  expect(bench.bulk.made).toMatchObject({ applied: 0, taken: 3 });
  const [edit] = bench.drafts.bulkEdits;
  if (edit) await moveBulk(bench, edit, "redo");
  expect(bench.workspace.counts.drafts).toBe(3);
});

test("the next change ends the preview before it, and only the newest one is shown", async () => {
  const answers: ((answer: BulkPreviewResult) => void)[] = [];
  const stopped: string[] = [];
  desk.bulkPreview = () => new Promise((resolve) => answers.push(resolve));
  desk.stop = async (operation) => (stopped.push(operation), null);
  const older = set("notes", "a");
  const newer = set("notes", "ab");
  expect(stopped).toHaveLength(1);
  const ready = (label: string): BulkPreviewResult => ({
    kind: "ready",
    data: { operation: label, label, changed: 1, unchanged: 0, skipped: 0, summaries: 0, reasons: [], findings: [] },
  });
  answers[1]?.(ready("newer"));
  answers[0]?.(ready("older"));
  await Promise.all([older, newer]);
  expect(bench.bulk.preview?.label).toBe("newer");
});

test("a preview that a newer one ended is no failure, one that the person stopped is said", async () => {
  const cancelled = () => Promise.reject(new CommandFailure({ code: "Cancelled", message: "Nothing was changed.", details: null }));
  desk.bulkPreview = cancelled;
  await set("notes", "a");
  expect(bench.bulk.failure).toBeNull();
  await set("notes", "b");
  desk.bulkPreview = async () => {
    await bench.bulk.stop();
    return cancelled();
  };
  await set("notes", "c");
  expect(bench.bulk.failure?.code).toBe("Cancelled");
});

test("what is out of date is looked at again and said", async () => {
  await set("notes", "a");
  const look = vi.spyOn(desk, "bulkPreview");
  desk.bulkApply = async () => ({ kind: "outOfDate", data: "Look at it again." });
  await applyBulk(bench);
  expect(look).toHaveBeenCalledOnce();
  expect(bench.bulk.failure?.message).toBe("Look at it again.");
  expect(bench.bulk.made).toBeNull();
});

test("a refused replacement says where, and keeps what was typed", async () => {
  const { bulk } = bench;
  bulk.choose("replace");
  Object.assign(bulk.find, { find: "a", replace: "b {" });
  await bulk.look();
  expect(bulk.problem).toMatchObject({ part: { kind: "replace" }, at: 3 });
  expect(bulk.find.replace).toBe("b {");
});

test("a campaign is looked at in between, and the bulk edit is still there", async () => {
  await set("notes", "a");
  await bench.open({ kind: "campaign", id: "1072288341" });
  expect(bench.bulk.aside).toBe(true);
  await bench.close();
  expect([bench.bulk.aside, bench.bulk.preview?.changed]).toEqual([false, 3]);
});

test("the campaigns of a finding are listed on demand", async () => {
  const { rows } = bench.bulk;
  await set("status", "ENDED");
  expect(bench.bulk.preview?.findings).toHaveLength(1);
  rows.expand(0);
  rows.ofFinding?.want({ first: 0, end: 5 });
  await vi.waitFor(() => expect(rows.ofFinding?.window?.total).toBe(3));
  rows.expand(0);
  expect(rows.ofFinding).toBeNull();
});

test("the pane opens on what will change", async () => {
  const { rows } = bench.bulk;
  await set("notes", "a");
  for (const others of [ids, ids.slice(1)]) {
    rows.select("skipped");
    await editMany(bench, { kind: "campaigns", ids: others });
    expect(rows.selected).toBe("changed");
  }
});

test("a bulk edit changes what was ticked, whatever is listed", async () => {
  const { campaigns, bulk } = bench;
  const search = async (text: string) => {
    campaigns.search = text;
    await campaigns.refresh();
  };
  await search("spring");
  await campaigns.pickAll();
  const spring = campaigns.picked.ids;
  await search("summer");
  expect(campaigns.picked.here).toBe(0);
  await perform(bench, actionOf("bulk.selected"));
  expect(bulk.scope).toEqual({ kind: "campaigns", ids: spring });
  await set("notes", "Checked.");
  await applyBulk(bench);
  const changed = (await desk.drafts({ shown: "all", search: "", sort: null, offset: 0, limit: 99 })).rows.map(({ id }) => id);
  expect(changed.toSorted()).toEqual(spring.toSorted());
});

test("Ctrl+Z takes a bulk edit back and Ctrl+Y brings it back", async () => {
  const key = (name: string) => {
    const event = new KeyboardEvent("keydown", { key: name, ctrlKey: true, cancelable: true });
    document.body.addEventListener("keydown", (pressed) => press(bench, pressed), { once: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(key("z")).toBe(false);
  await set("notes", "Checked.");
  await applyBulk(bench);
  expect(key("z")).toBe(true);
  await vi.waitFor(() => expect(bench.workspace.counts.drafts).toBe(0));
  await vi.waitFor(() => expect(whyOff(bench, actionOf("draft.redo"))).toBeNull());
  expect(key("y")).toBe(true);
  await vi.waitFor(() => expect(bench.workspace.counts.drafts).toBe(3));
  await bench.open({ kind: "campaign", id: "1072288341" });
  expect(whyOff(bench, actionOf("draft.undo"))).toBeNull();
  await perform(bench, actionOf("draft.undo"));
  expect(bench.workspace.counts.drafts).toBe(2);
});
