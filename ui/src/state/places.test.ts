import { beforeEach, expect, test } from "vitest";

import type { DocumentRef } from "../bridge/bindings";
import { testDesk } from "../bridge/testDesk";
import { actionOf, runShortcut, whyUnavailable } from "./actions";
import { newBatch } from "./batchSteps";
import { Workbench } from "./workbench.svelte";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  workbench = new Workbench(await testDesk());
  await workbench.start();
});

const here = () => [workbench.route.view, workbench.isOpenHere ? (workbench.detail.target?.id ?? null) : null];
const isOff = (id: string) => whyUnavailable(workbench, actionOf(id)) !== null;

test("back and forward walk the places one was at", async () => {
  expect([isOff("go.back"), isOff("go.forward")]).toEqual([true, true]);
  await workbench.open(first);
  await workbench.go("drafts");
  await workbench.go("drafts");
  await workbench.go("sent");
  const places = [
    ["drafts", null],
    ["campaigns", first.id],
    ["campaigns", null],
  ];
  for (const place of places) {
    await workbench.travel("back");
    expect(here()).toEqual(place);
  }
  expect(isOff("go.back")).toBe(true);
  for (const place of [...places.slice(0, -1).reverse(), ["sent", null]]) {
    await workbench.travel("forward");
    expect(here()).toEqual(place);
  }
  expect(isOff("go.forward")).toBe(true);
});

test("a new way ends the way forward", async () => {
  await workbench.go("drafts");
  await workbench.travel("back");
  await workbench.open(first);
  expect(isOff("go.forward")).toBe(true);
});

test("back shows the search of the list again", async () => {
  const { list } = workbench;
  list.search = "spring";
  await workbench.open(first);
  list.search = "";
  list.columns.resize("name", 321);
  await workbench.travel("back");
  expect([list.search, list.columns.shown[0]?.width]).toEqual(["spring", 321]);
});

test("back leads to the open batch", async () => {
  await newBatch(workbench);
  const batch = workbench.route.sheet;
  await workbench.go("campaigns");
  await workbench.travel("back");
  expect([workbench.route.view, workbench.route.sheet, workbench.batches.sheet?.id]).toEqual(["batches", batch, batch]);
});

test("unsaved text holds the way back", async () => {
  await workbench.open(first);
  workbench.desk.edit = () => Promise.reject(new Error("full"));
  workbench.detail.edits.type("name", "Renamed");
  await workbench.travel("back");
  expect(here()).toEqual(["campaigns", first.id]);
});

test("Alt and an arrow key travel", async () => {
  await workbench.go("drafts");
  const event = new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true, cancelable: true });
  runShortcut(workbench, event);
  expect(event.defaultPrevented).toBe(true);
  await expect.poll(() => workbench.route.view).toBe("campaigns");
});
