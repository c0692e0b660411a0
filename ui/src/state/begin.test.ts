import { beforeEach, expect, test } from "vitest";

import type { DocumentRef, TemplateRequest } from "../bridge/bindings";
import { fakeDesk } from "../bridge/fake";
import { Workbench } from "./workbench.svelte";
import { restoreFrom } from "./draftSteps";
import { askTemplate, deleteTemplate, newFromTemplate, saveTemplate } from "./templateSteps";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
const film: TemplateRequest = { target: first, name: "Film", description: "", open: ["name"], replace: false };
let bench: Workbench;

const names = () => bench.templates.all.map(({ name }) => name);
const said = () => bench.notices.current?.text ?? "";

beforeEach(() => {
  location.hash = "";
  bench = new Workbench(fakeDesk(60));
});

test("a copy of a campaign is open, with the focus where to go on", async () => {
  await bench.go("drafts");
  await bench.copyDraft(first);
  expect(bench.route.view).toBe("campaigns");
  expect(bench.detail.value?.title).toBe("Copy of Spring launch, DE");
  expect([bench.detail.value?.id, bench.detail.focusOn]).toEqual([null, "name"]);
});

test("a template that was saved is used, and says what is still to fill in", async () => {
  await askTemplate(bench, first);
  expect(bench.overlay.dialog).toBe("template");
  await saveTemplate(bench, film);
  expect([bench.overlay.dialog, ...names()]).toEqual([null, "Film"]);
  await newFromTemplate(bench, bench.templates.all[0]?.id ?? "");
  expect(said()).toContain("Still to fill in: Name");
});

test("a name that is taken keeps the dialog open; what was replaced comes back", async () => {
  await saveTemplate(bench, film);
  await askTemplate(bench, first);
  await saveTemplate(bench, { ...film, name: "film" });
  expect(bench.templates.refused?.code).toBe("Conflict");
  expect(bench.overlay.dialog).toBe("template");
  await saveTemplate(bench, { ...film, name: "film", replace: true });
  expect(names()).toEqual(["film"]);
  await bench.notices.current?.action?.run();
  expect(names()).toEqual(["Film"]);
});

test("a deleted template comes back", async () => {
  await saveTemplate(bench, film);
  const [row] = bench.templates.all;
  if (row) await deleteTemplate(bench, row);
  expect(names()).toEqual([]);
  await bench.notices.current?.action?.run();
  expect(names()).toEqual(["Film"]);
});

test("a restore is taken back from its message", async () => {
  await bench.open(first);
  await bench.detail.put("name", { kind: "text", text: "Renamed" });
  await restoreFrom(bench, "version:0", null, "Fetched");
  expect(bench.detail.value?.title).toBe("Spring launch, DE");
  const undo = bench.notices.current?.action?.run;
  await undo?.();
  expect(bench.detail.value?.title).toBe("Renamed");
});
