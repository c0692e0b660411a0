import { beforeEach, expect, test, vi } from "vitest";

import type { BulkPreviewResult } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { testDesk } from "../bridge/testDesk";
import { actionOf, perform, runShortcut, whyUnavailable } from "./actions";
import { applyBulk, openBulkEdit, undoOrRedoBulk } from "./bulkSteps";
import type { Subject } from "./subject";
import { Workbench } from "./workbench.svelte";

const ids = ["1072288341", "1072288340", "1072280017"];
let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  workbench = new Workbench(desk);
  await workbench.fetch("campaigns");
  await openBulkEdit(workbench, { kind: "campaigns", ids });
});

async function set(path: string, text: string): Promise<void> {
  const [setting] = workbench.bulk.settings;
  if (setting) Object.assign(setting, { path, text });
  await workbench.bulk.computePreview();
}

test("the pane opens with one field and no preview", async () => {
  expect(workbench.bulk.settings).toHaveLength(1);
  await workbench.bulk.computePreview();
  expect(workbench.bulk.preview).toBeNull();
  await set("status", "");
  expect(workbench.bulk.preview).toBeNull();
});

test("the status changes in one row or in the ticked ones", async () => {
  const [first = "", second = "", third = ""] = ids;
  const subject = (id: string): Subject => ({
    target: { kind: "campaign", id },
    collection: "campaigns",
    id,
    file: null,
    title: "",
    draft: false,
    lock: null,
  });
  workbench.campaigns.ticked.add([first, second]);
  const { run } = actionOf("bulk.status");
  await run(workbench, subject(third));
  expect(workbench.bulk.scope).toEqual({ kind: "campaigns", ids: [third] });
  await run(workbench, subject(first));
  expect(workbench.bulk.scope).toEqual({ kind: "campaigns", ids: [first, second] });
  expect(workbench.bulk.settings.map(({ path }) => path)).toEqual(["status"]);
});

test("a preview changes nothing, applying is undone once", async () => {
  await set("notes", "Checked.");
  expect(workbench.bulk.preview?.changed).toBe(3);
  expect(workbench.workspace.counts.drafts).toBe(0);
  await applyBulk(workbench);
  expect(workbench.workspace.counts.drafts).toBe(3);
  await workbench.notices.act();
  expect(workbench.workspace.counts.drafts).toBe(0);
  expect(workbench.bulk.applied).toMatchObject({ applied: 0, undone: 3 });
  const [edit] = workbench.drafts.bulkEdits;
  if (edit) await undoOrRedoBulk(workbench, edit, "redo");
  expect(workbench.workspace.counts.drafts).toBe(3);
});

test("a change that has no preview is not applied", async () => {
  await set("notes", "Checked.");
  const [setting] = workbench.bulk.settings;
  if (setting) setting.text = "Checked again.";
  workbench.bulk.changed();
  await applyBulk(workbench);
  expect(workbench.workspace.counts.drafts).toBe(0);
  await applyBulk(workbench);
  expect(workbench.workspace.counts.drafts).toBe(3);
});

test("only the newest preview is shown", async () => {
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
  expect(workbench.bulk.preview?.label).toBe("newer");
});

test("a superseded preview is silent, a stopped one reported", async () => {
  const cancelled = () => Promise.reject(new CommandFailure({ code: "Cancelled", message: "Nothing was changed.", details: null }));
  desk.bulkPreview = cancelled;
  await set("notes", "a");
  expect(workbench.bulk.failure).toBeNull();
  await set("notes", "b");
  desk.bulkPreview = async () => {
    await workbench.bulk.stop();
    return cancelled();
  };
  await set("notes", "c");
  expect(workbench.bulk.failure?.code).toBe("Cancelled");
});

test("an outdated preview is repeated and reported", async () => {
  await set("notes", "a");
  const preview = vi.spyOn(desk, "bulkPreview");
  desk.bulkApply = async () => ({ kind: "outOfDate", data: "Look at it again." });
  await applyBulk(workbench);
  expect(preview).toHaveBeenCalledOnce();
  expect(workbench.bulk.failure?.message).toBe("Look at it again.");
  expect(workbench.bulk.applied).toBeNull();
});

test("a refused replacement names its place, keeping text", async () => {
  const { bulk } = workbench;
  bulk.choose("replace");
  Object.assign(bulk.find, { find: "a", replace: "b {" });
  await bulk.computePreview();
  expect(bulk.problem).toMatchObject({ part: { kind: "replace" }, at: 3 });
  expect(bulk.find.replace).toBe("b {");
});

test("opening a campaign keeps the bulk edit", async () => {
  await set("notes", "a");
  await workbench.open({ kind: "campaign", id: "1072288341" });
  expect(workbench.bulk.hidden).toBe(true);
  await workbench.close();
  expect([workbench.bulk.hidden, workbench.bulk.preview?.changed]).toEqual([false, 3]);
});

test("the campaigns of a finding are listed on demand", async () => {
  const { rows } = workbench.bulk;
  await set("status", "ENDED");
  expect(workbench.bulk.preview?.findings).toHaveLength(1);
  rows.expand(0);
  rows.ofFinding?.setVisibleRows({ first: 0, end: 5 });
  await vi.waitFor(() => expect(rows.ofFinding?.window?.total).toBe(3));
  rows.expand(0);
  expect(rows.ofFinding).toBeNull();
});

test("the pane opens on what will change", async () => {
  const { rows } = workbench.bulk;
  await set("notes", "a");
  for (const others of [ids, ids.slice(1)]) {
    rows.select("skipped");
    await openBulkEdit(workbench, { kind: "campaigns", ids: others });
    expect(rows.selected).toBe("changed");
  }
});

test("a bulk edit changes only ticked rows", async () => {
  const { campaigns, bulk } = workbench;
  const search = async (text: string) => {
    campaigns.search = text;
    await campaigns.refresh();
  };
  await search("spring");
  await campaigns.tickAll();
  const spring = campaigns.ticked.ids;
  await search("summer");
  expect(campaigns.ticked.listedCount).toBe(0);
  await perform(workbench, actionOf("bulk.selected"));
  expect(bulk.scope).toEqual({ kind: "campaigns", ids: spring });
  await set("notes", "Checked.");
  await applyBulk(workbench);
  const changed = (await desk.drafts({ shown: "all", search: "", sort: null, offset: 0, limit: 99 })).rows.map(({ id }) => id);
  expect(changed.toSorted()).toEqual(spring.toSorted());
});

test("Ctrl+Z undoes a bulk edit, Ctrl+Y redoes", async () => {
  const key = (name: string) => {
    const event = new KeyboardEvent("keydown", { key: name, ctrlKey: true, cancelable: true });
    document.body.addEventListener("keydown", (pressed) => runShortcut(workbench, pressed), { once: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(key("z")).toBe(false);
  await set("notes", "Checked.");
  await applyBulk(workbench);
  expect(key("z")).toBe(true);
  await vi.waitFor(() => expect(workbench.workspace.counts.drafts).toBe(0));
  await vi.waitFor(() => expect(whyUnavailable(workbench, actionOf("draft.redo"))).toBeNull());
  expect(key("y")).toBe(true);
  await vi.waitFor(() => expect(workbench.workspace.counts.drafts).toBe(3));
  await workbench.open({ kind: "campaign", id: "1072288341" });
  expect(whyUnavailable(workbench, actionOf("draft.undo"))).toBeNull();
  await perform(workbench, actionOf("draft.undo"));
  expect(workbench.detail.value?.draft?.changed).toBe(0);
});
