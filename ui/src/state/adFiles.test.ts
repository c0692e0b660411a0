import { beforeEach, expect, test, vi } from "vitest";

import type { AdImportResult, AdImportProgress } from "../bridge/bindings";
import { adsAsText, testDesk } from "../bridge/testDesk";
import { importAds, chooseAndImport, dropDescription, importDropped, importText, removeFileAds } from "./adFileSteps";
import { newBatch } from "./batchSteps";
import { Workbench } from "./workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  workbench = new Workbench(await testDesk());
  await workbench.loadInitial();
});

const names = () => workbench.lists.of("expandable").list.window?.rows.map(({ name }) => name);
const notice = () => workbench.notices.current;

test("a single imported ad opens and can be undone", async () => {
  await importAds(workbench, { kind: "text", value: adsAsText("One") });
  expect([workbench.route.view, workbench.detail.value?.title, workbench.detail.value?.file?.name]).toEqual([
    "expandable",
    "One",
    "pasted text",
  ]);
  expect(notice()?.action?.label).toBe("Undo");
  await workbench.notices.act();
  expect([names(), workbench.detail.target]).toEqual([[], null]);
  await workbench.notices.act();
  expect([names(), notice()?.text]).toEqual([["One"], "1 ad from files is back."]);
});

test("several imported ads show the list and skips", async () => {
  await importAds(workbench, { kind: "text", value: `${adsAsText("One", "Two").slice(0, -1)},{"what":true}]` });
  expect([names(), workbench.detail.target]).toEqual([["One", "Two"], null]);
  expect(workbench.adFiles.skippedCount).toBe(1);
  notice()?.secondaryAction?.run();
  expect(workbench.overlay.dialog).toBe("skippedFiles");
});

test("the dialog stays open with the failure's reason", async () => {
  workbench.overlay.show("importAds");
  workbench.adFiles.text = "{}";
  await importText(workbench);
  expect([workbench.overlay.dialog, workbench.adFiles.refused, notice()]).toEqual(["importAds", expect.any(String), null]);
  workbench.adFiles.text = adsAsText("One");
  await importText(workbench);
  expect([workbench.overlay.dialog, workbench.adFiles.refused, workbench.adFiles.text]).toEqual([null, null, ""]);
});

test("text typed during an import stays", async () => {
  workbench.overlay.show("importAds");
  workbench.adFiles.text = adsAsText("One");
  const running = importText(workbench);
  workbench.adFiles.text = "One\nTwo";
  await running;
  expect([workbench.overlay.dialog, workbench.adFiles.text]).toEqual(["importAds", "One\nTwo"]);
});

test("a running import refuses another and can stop", async () => {
  const desk = workbench.desk;
  let end = (_: AdImportResult) => {};
  let sendProgress = (_: AdImportProgress) => {};
  desk.importAds = (_source, _operation, listen) => {
    sendProgress = listen;
    return new Promise((resolve) => (end = resolve));
  };
  const stop = vi.spyOn(desk, "stop");
  const running = importAds(workbench, { kind: "paths", value: ["/a"] });
  const shown = () => workbench.operations.running.map(({ label }) => label);
  expect(shown()).toEqual(["Importing ads"]);
  sendProgress({ entries: 1500, files: 0, ads: 0 });
  expect(shown()).toEqual(["Importing ads: 1,500 files and folders read"]);
  await importDropped(workbench, ["/b"]);
  expect(notice()?.text).toMatch(/already being imported/);
  await workbench.adFiles.stop();
  expect(stop).toHaveBeenCalledOnce();
  const nothing = { id: "", ads: 0, complete: false, message: "Stopped.", troubles: [], moreTroubles: 0, list: null, only: null };
  end(nothing);
  await running;
  expect([notice()?.text, notice()?.stays, notice()?.action]).toEqual(["Stopped.", true, undefined]);
});

test("nothing is imported without files or a desk", async () => {
  const imported = vi.spyOn(workbench.desk, "importAds");
  await chooseAndImport(workbench, "folders");
  workbench.adFiles.dragged = ["/a", "/b"];
  await importDropped(workbench, []);
  workbench.workspaces.opening = "other";
  await importDropped(workbench, ["/a"]);
  expect([imported.mock.calls.length, workbench.adFiles.dragged]).toEqual([0, []]);
  expect(notice()?.text).toMatch(/^Nothing was imported.*Drop the files again/);
});

test("a drop is described by its files", async () => {
  const described = (...paths: string[]) => {
    workbench.adFiles.dragged = paths;
    return dropDescription(workbench);
  };
  expect(described("/ads", "/b.json")).toEqual({ title: "Drop to import ads", text: expect.stringMatching(/^2 files and folders/) });
  await workbench.go("campaigns");
  const changes = { title: "Drop to import changes", text: expect.stringContaining("change in campaigns") };
  expect(described("/home/Campaigns.csv")).toEqual(changes);
  await workbench.go("values");
  const inNew = described("/home/Spring values.XLSX");
  expect(inNew).toEqual({ title: "Drop to import rows", text: expect.stringContaining("Spring values.XLSX would bring into a new batch") });
  await newBatch(workbench);
  expect(described("/a.csv").text).toContain(`into “${workbench.batches.sheet?.batch.name}”`);
  // Only a table becomes rows, also beside a batch.
  expect(described("/b.json").title).toBe("Drop to import ads");
});

test("removing imported ads closes the open one", async () => {
  await importAds(workbench, { kind: "text", value: adsAsText("One") });
  const id = workbench.detail.target?.id ?? "";
  await removeFileAds(workbench, "expandable", [id]);
  expect([names(), workbench.detail.target, notice()?.text]).toEqual([[], null, expect.stringMatching(/^Removed|^1 ad/u)]);
  await workbench.notices.act();
  expect(names()).toEqual(["One"]);
});
