import { beforeEach, expect, test, vi } from "vitest";

import { testDesk } from "../bridge/testDesk";
import { CommandFailure } from "../bridge/failure";
import type { Desk } from "../bridge/desk";
import { Workbench } from "./workbench.svelte";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  workbench = new Workbench(desk);
  await workbench.start();
  await workbench.palette.open();
});

const titles = () => workbench.palette.sections.map(({ title }) => title);
const choose = async (key: string) => {
  const found = line(key);
  if (found) await workbench.palette.choose(found);
};
const line = (key: string) => workbench.palette.lines.find((one) => one.key === key);

test("without text every action is listed by group", () => {
  expect(titles()).toEqual(expect.arrayContaining(["Go to", "Campaigns", "View", "Help"]));
  expect(line("action:palette.open")).toBeUndefined();
});

test("letters find actions and campaigns, choosing opens them", async () => {
  await workbench.palette.type("spring");
  expect(titles()).toEqual(["Campaigns"]);
  await workbench.palette.chooseCurrent();
  expect(workbench.overlay.dialog).toBeNull();
  expect(workbench.detail.value?.title).toMatch(/spring/iu);
});

test("a chosen entry comes first the next time", async () => {
  await choose("action:go.sent");
  expect(workbench.route.view).toBe("sent");
  await workbench.palette.open();
  expect(workbench.palette.sections[0]).toMatchObject({ title: "Recent", lines: [{ key: "action:go.sent" }] });
});

test("an action that is off stays, with its reason", async () => {
  await workbench.palette.type("system theme");
  const off = line("action:theme.system");
  expect(off).toMatchObject({ why: "This theme is already used." });
  await choose("action:theme.system");
  expect([workbench.overlay.dialog, workbench.notices.spoken]).toEqual(["palette", "This theme is already used."]);
});

test("a late answer does not replace a newer one", async () => {
  const find = desk.paletteFind;
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  desk.paletteFind = async (text) => {
    if (text === "spring") await late;
    return find(text);
  };
  void workbench.palette.type("spring");
  const typed = workbench.palette.type("dark");
  answer();
  await typed;
  expect(titles()).toEqual(["Actions"]);
});

test("an outdated answer is never shown", async () => {
  const find = desk.paletteFind;
  const gates = new Map<string, () => void>();
  desk.paletteFind = async (text) => {
    await new Promise<void>((open) => gates.set(text, open));
    return find(text);
  };
  void workbench.palette.type("spring");
  const typed = workbench.palette.type("summer");
  gates.get("spring")?.();
  await vi.waitFor(() => expect(gates.has("summer")).toBe(true));
  expect(titles()).toEqual([]);
  gates.get("summer")?.();
  await typed;
  expect(titles()).toEqual(["Campaigns"]);
});

test("actions are listed even without an answer", async () => {
  desk.paletteFind = () => Promise.reject(new CommandFailure({ code: "Storage", message: "No.", details: null }));
  await workbench.palette.type("dark");
  expect(line("action:theme.dark")).toBeTruthy();
});

test("saved views and templates can be chosen", async () => {
  await workbench.views.add("All of them");
  const [view] = workbench.views.saved;
  workbench.views.chosen = null;
  await workbench.go("sent");
  await workbench.openObject({ kind: "view", value: view?.id ?? "" });
  expect([workbench.route.view, workbench.views.current?.name]).toEqual(["campaigns", "All of them"]);

  const target = { kind: "campaign", id: "1072288341" } as const;
  const { template } = await desk.saveTemplate({ target, name: "Launch", description: "", open: [], replace: false });
  await workbench.openObject({ kind: "template", value: template.id });
  expect(workbench.detail.value?.draft?.new).toBe(true);
});

test("a near miss never guards the workspace", async () => {
  const typed = workbench.palette.type("spr");
  // Enter is pressed before the desk has answered.
  await Promise.all([workbench.palette.chooseCurrent(), typed]);
  expect(workbench.detail.value?.title).toMatch(/spring/iu);
  expect(workbench.workspace.value?.readOnly).toBe(false);
  await workbench.palette.open();
  await workbench.palette.type("aut");
  expect(line("action:practice.pause")).toBeUndefined();
});

test("sections come in the order of their best lines", async () => {
  const find = desk.paletteFind;
  desk.paletteFind = async (text) => {
    const { objects, recent } = await find("spring");
    const [first] = objects;
    const hit = (score: number) => (first ? [{ ...first, kind: "ad" as const, key: `ad:${score}`, title: text, score }] : []);
    return { recent, objects: [...hit(text === "dark" ? 1000 : 600)] };
  };
  await workbench.palette.type("dark");
  expect(titles()).toEqual(["Ads", "Actions"]);
  await workbench.palette.type("theme");
  expect(titles()).toEqual(["Actions", "Ads"]);
});

test("a line that was moved to stays current", async () => {
  const find = desk.paletteFind;
  let answer = () => {};
  desk.paletteFind = async (text) => {
    await new Promise<void>((resolve) => (answer = resolve));
    const { objects } = await find("spring");
    return { recent: [], objects: objects.map((object) => ({ ...object, score: text.length * 1000 })) };
  };
  const typed = workbench.palette.type("theme");
  workbench.palette.cursor = 1;
  const before = workbench.palette.lines[1]?.key;
  answer();
  await typed;
  expect([titles()[0], workbench.palette.lines[workbench.palette.cursor]?.key]).toEqual(["Campaigns", before]);
});

test.each(["end", "endDate", "end date", "dates end"])("“%s” finds the field for the end", async (typed) => {
  await workbench.open({ kind: "campaign", id: "1072288341" });
  await workbench.palette.open("fields");
  await workbench.palette.type(typed);
  expect(workbench.palette.lines[0]).toMatchObject({ kind: "field", field: { path: "endDate" } });
});

test("a chosen field is focused, also inside an item", async () => {
  await workbench.open({ kind: "campaign", id: "1072288341" });
  workbench.detail.tab = "history";
  await workbench.palette.open("fields");
  const within = workbench.palette.lines.find((one) => one.kind === "field" && one.field.path.includes("[0]."));
  expect(within).toBeDefined();
  await choose(within?.key ?? "");
  const path = within?.kind === "field" ? within.field.path : "";
  await expect.poll(() => workbench.detail.focusOn).toBe(path);
  expect([workbench.detail.tab, workbench.overlay.dialog]).toEqual(["fields", null]);
});

test("fields are found among everything while open", async () => {
  await workbench.palette.type("end date");
  expect(titles()).not.toContain("Fields");
  await workbench.open({ kind: "campaign", id: "1072288341" });
  await workbench.palette.type("end date");
  expect(titles()).toContain("Fields");
});
