import { beforeEach, expect, test, vi } from "vitest";

import type { AdImportResult, AdImportProgress } from "../bridge/bindings";
import { fakeDesk } from "../bridge/fake";
import { importAds, importChosen, importDropped, importText, removeFileAds } from "./adFileSteps";
import { Workbench } from "./workbench.svelte";

let bench: Workbench;

beforeEach(async () => {
  bench = new Workbench(fakeDesk());
  await bench.read();
});

const names = () => bench.ads.of("expandable").list.window?.rows.map(({ name }) => name);
const said = () => bench.notices.current;

test("one ad that comes is opened, and the import is taken back and brought back from what is said", async () => {
  await importAds(bench, { kind: "text", value: "One" });
  expect([bench.route.view, bench.detail.value?.title, bench.detail.value?.file?.name]).toEqual(["expandable", "One", "pasted text"]);
  expect(said()?.action?.label).toBe("Undo");
  await bench.notices.act();
  expect([names(), bench.detail.target]).toEqual([[], null]);
  await bench.notices.act();
  expect([names(), said()?.text]).toEqual([["One"], "1 ad from files is back."]);
});

test("of several the list is shown, and what was left out is one click away", async () => {
  await importAds(bench, { kind: "text", value: "One\nTwo\nWhat?" });
  expect([names(), bench.detail.target]).toEqual([["One", "Two"], null]);
  expect(bench.adFiles.leftOut).toBe(1);
  said()?.also?.run();
  expect(bench.overlay.dialog).toBe("leftOut");
});

test("the dialog stays open with the reason while nothing comes of it", async () => {
  bench.overlay.show("importAds");
  bench.adFiles.text = "What?";
  await importText(bench);
  expect([bench.overlay.dialog, bench.adFiles.refused, said()]).toEqual(["importAds", "0 came.", null]);
  bench.adFiles.text = "One";
  await importText(bench);
  expect([bench.overlay.dialog, bench.adFiles.refused, bench.adFiles.text]).toEqual([null, null, ""]);
});

test("what is typed while an import runs stays", async () => {
  bench.overlay.show("importAds");
  bench.adFiles.text = "One";
  const running = importText(bench);
  bench.adFiles.text = "One\nTwo";
  await running;
  expect([bench.overlay.dialog, bench.adFiles.text]).toEqual(["importAds", "One\nTwo"]);
});

test("while one import runs another one is refused with a sentence, and it can be stopped", async () => {
  const desk = bench.desk;
  let end = (_: AdImportResult) => {};
  let tell = (_: AdImportProgress) => {};
  desk.importAds = (_source, _operation, listen) => {
    tell = listen;
    return new Promise((resolve) => (end = resolve));
  };
  const stop = vi.spyOn(desk, "stop");
  const running = importAds(bench, { kind: "paths", value: ["/a"] });
  const shown = () => bench.operations.running.map(({ label }) => label);
  expect(shown()).toEqual(["Importing ads"]);
  tell({ entries: 1500, files: 0, ads: 0 });
  expect(shown()).toEqual(["Importing ads, looked at 1,500 files and folders"]);
  await importDropped(bench, ["/b"]);
  expect(said()?.text).toMatch(/imported already/);
  await bench.adFiles.stop();
  expect(stop).toHaveBeenCalledOnce();
  const nothing = { id: "", ads: 0, complete: false, message: "Stopped.", troubles: [], moreTroubles: 0, list: null, only: null };
  end(nothing);
  await running;
  expect([said()?.text, said()?.stays, said()?.action]).toEqual(["Stopped.", true, undefined]);
});

test("nothing is imported where nothing was chosen, or there is no desk to keep it", async () => {
  const imported = vi.spyOn(bench.desk, "importAds");
  await importChosen(bench, true);
  bench.adFiles.dragged = 2;
  await importDropped(bench, []);
  bench.workspaces.opening = "other";
  await importDropped(bench, ["/a"]);
  expect([imported.mock.calls.length, bench.adFiles.dragged]).toEqual([0, 0]);
  expect(said()?.text).toMatch(/^Nothing was imported.*Drop it again/);
});

test("ads from files are removed, and the open one closes", async () => {
  await importAds(bench, { kind: "text", value: "One" });
  const id = bench.detail.target?.id ?? "";
  await removeFileAds(bench, "expandable", [id]);
  expect([names(), bench.detail.target, said()?.text]).toEqual([[], null, "Removed 1."]);
  await bench.notices.act();
  expect(names()).toEqual(["One"]);
});
