import { beforeEach, expect, test } from "vitest";

import type { DocumentRef, TemplateRequest } from "../bridge/bindings";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "./workbench.svelte";
import { restoreFrom } from "./draftSteps";
import { openTemplateDialog, deleteTemplate, newFromTemplate, saveTemplate } from "./templateSteps";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
const film: TemplateRequest = { target: first, name: "Film", description: "", open: ["name"], replace: false };
let workbench: Workbench;

const names = () => workbench.templates.all.map(({ name }) => name);
const noticeText = () => workbench.notices.current?.text ?? "";

beforeEach(async () => {
  location.hash = "";
  workbench = new Workbench(await testDesk());
});

test("a copied campaign opens with the next field focused", async () => {
  await workbench.go("drafts");
  await workbench.copyDraft(first);
  expect(workbench.route.view).toBe("campaigns");
  expect(workbench.detail.value?.title).toBe("Copy of Spring launch, DE");
  expect([workbench.detail.value?.id, workbench.detail.focusOn]).toEqual([null, "name"]);
});

test("a template says which fields are still empty", async () => {
  await openTemplateDialog(workbench, first);
  expect(workbench.overlay.dialog).toBe("template");
  await saveTemplate(workbench, film);
  expect([workbench.overlay.dialog, ...names()]).toEqual([null, "Film"]);
  await newFromTemplate(workbench, workbench.templates.all[0]!);
  expect(noticeText()).toContain("Still to fill in: Name");
});

test("a taken name keeps the dialog open, undo restores", async () => {
  await saveTemplate(workbench, film);
  await openTemplateDialog(workbench, first);
  await saveTemplate(workbench, { ...film, name: "film" });
  expect(workbench.templates.refused?.code).toBe("Conflict");
  expect(workbench.overlay.dialog).toBe("template");
  await saveTemplate(workbench, { ...film, name: "film", replace: true });
  expect(names()).toEqual(["film"]);
  await workbench.notices.current?.action?.run();
  expect(names()).toEqual(["Film"]);
});

test("a deleted template comes back", async () => {
  await saveTemplate(workbench, film);
  const [row] = workbench.templates.all;
  if (row) await deleteTemplate(workbench, row);
  expect(names()).toEqual([]);
  await workbench.notices.current?.action?.run();
  expect(names()).toEqual(["Film"]);
});

test("a restore is taken back from its message", async () => {
  await workbench.open(first);
  await workbench.detail.put("notes", { kind: "text", text: "Changed" });
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  await restoreFrom(workbench, "version:0", null, "Fetched");
  expect(workbench.detail.value?.title).toBe("Spring launch, DE");
  const undo = workbench.notices.current?.action?.run;
  await undo?.();
  expect(workbench.detail.value?.title).toBe("Renamed");
});
