// From a selection to its sheet and back, on the real desk.

import { beforeEach, expect, test } from "vitest";

import { testDesk } from "../../bridge/testDesk";
import { actionOf, perform, whyUnavailable } from "../actions";
import { Workbench } from "../workbench.svelte";
import { closeObjects, openObjects } from "./objectSheetSteps";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  workbench = new Workbench(await testDesk());
  await workbench.loadInitial();
  await workbench.campaigns.refresh();
});

const isOffered = (id: string) => actionOf(id).when?.(workbench, null) ?? true;

test("the selected campaigns open as a sheet", async () => {
  expect(isOffered("sheet.openObjects")).toBe(false);
  await workbench.campaigns.tickAll();
  expect(whyUnavailable(workbench, actionOf("sheet.openObjects"))).toBeNull();
  await perform(workbench, actionOf("sheet.openObjects"));
  const { sheet } = workbench.batches;
  expect(sheet?.batch.source).toEqual({ kind: "objects", list: "campaigns" });
  expect(sheet?.batch.rows).toBe(workbench.campaigns.ticked.count);
  const paths = sheet?.batch.columns.map(({ path }) => path) ?? [];
  expect(paths.slice(0, 4)).toEqual(["name", "status", "startDate", "endDate"]);
  expect(paths).toEqual(expect.arrayContaining(workbench.campaigns.columns.shown.map(({ path }) => path)));
  expect(["sheet.fillDown", "sheet.insertRows", "batch.send", "sheet.delete.earlierRow"].map(isOffered)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("edits are drafts to review, and the list follows", async () => {
  await workbench.campaigns.tickAll();
  await openObjects(workbench);
  const { sheet } = workbench.batches;
  await sheet?.apply({ kind: "set", data: { ranges: [{ top: 0, rows: 2, columns: [0] }], text: "Renamed here" } });
  await closeObjects(workbench);
  expect([workbench.route.view, workbench.route.sheet]).toEqual(["campaigns", null]);
  expect(workbench.workspace.counts.drafts).toBe(2);
  await workbench.go("review");
  expect(workbench.review.rows.map(({ title }) => title)).toEqual(["Renamed here", "Renamed here"]);
});

test("a reload shows the list again", async () => {
  await workbench.campaigns.tickAll();
  await openObjects(workbench);
  expect(location.hash).toBe("#campaigns");
  await workbench.go("batches");
  expect(workbench.route.sheet).toBeNull();
  expect(workbench.batches.open).toBeNull();
});

test("an object opens beside the list, not below the sheet", async () => {
  await workbench.campaigns.tickAll();
  await openObjects(workbench);
  const { sheet } = workbench.batches;
  sheet?.window.setVisible({ first: 0, end: 5 });
  await sheet?.window.refresh();
  await workbench.open(sheet?.line(0)?.target ?? { kind: "campaign", id: "" });
  expect([workbench.route.sheet, workbench.isOpenHere]).toEqual([null, true]);
});
