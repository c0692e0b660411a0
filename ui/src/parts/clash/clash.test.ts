import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import type { ClashChoice, ClashState, ClashView, Detail } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { testDesk } from "../../bridge/testDesk";
import { Workbench } from "../../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;
/** How each clash was settled, by its place. */
let settled: Map<string, ClashState>;
let alike: [string, ClashChoice][];

const clash = (path: string, label: string, isList = false): ClashView => ({
  place: path,
  values: { path, label, base: "old", mine: "mine", theirs: null },
  state: settled.get(path) ?? "open",
  isList,
  alike: path === "notes" ? 2 : 0,
});

function withClashes(detail: Detail): Detail {
  const clashes = [clash("name", "Name"), clash("notes", "Notes"), clash("labels", "Labels", true)];
  const open = clashes.filter(({ state }) => state === "open").length;
  return { ...detail, clashes: { by: "Ann", at: "2026-01-02", open, clashes } };
}

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  settled = new Map();
  alike = [];
  desk = await testDesk();
  const { open } = desk;
  desk.open = async (target) => withClashes(await open(target));
  desk.settleClash = async (_draft, place, choice) => {
    settled.set(place, choice === "both" ? "other" : choice);
    return withClashes(await open({ kind: "campaign", id: workbench.detail.value?.id ?? "" }));
  };
  desk.settleAlike = async (place, choice) => {
    alike.push([place, choice]);
    settled.set(place, choice === "both" ? "other" : choice);
    return 3;
  };
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.fetch("campaigns");
  const [row] = (await desk.rows("campaigns", workbench.list.query({ first: 0, end: 1 }))).rows;
  const target = { kind: "campaign" as const, id: row?.id ?? "" };
  await desk.edit(target, { path: "name", input: { kind: "text", text: "mine" } });
  await workbench.open(target);
});
afterEach(cleanup);

const card = (name: string) => screen.findByRole("group", { name });

test("keys settle the clashes one after the other", async () => {
  workbench.detail.showClashes();
  await waitFor(async () => expect(document.activeElement).toBe(await card("Name")));
  await fireEvent.keyDown(await card("Name"), { key: "3" });
  expect(settled.size).toBe(0);
  await fireEvent.keyDown(await card("Name"), { key: "ArrowDown" });
  expect(document.activeElement).toBe(await card("Notes"));
  await fireEvent.keyDown(await card("Notes"), { key: "2" });
  await waitFor(async () => expect(document.activeElement).toBe(await card("Name")));
  await fireEvent.keyDown(await card("Name"), { key: "1" });
  await waitFor(async () => expect(document.activeElement).toBe(await card("Labels")));
  await fireEvent.keyDown(await card("Labels"), { key: "3" });
  expect(await screen.findByText(/All clashes are settled/u)).toBeTruthy();
  expect(Object.fromEntries(settled)).toEqual({ name: "mine", notes: "theirs", labels: "other" });
});

test("a clash is settled in all drafts on request", async () => {
  workbench.detail.showClashes();
  const notes = within(await card("Notes"));
  await fireEvent.click(notes.getByRole("checkbox", { name: "also in 2 other drafts" }));
  await fireEvent.click(notes.getByRole("button", { name: "Take theirs" }));
  expect(await screen.findByText("Settled Notes in 3 drafts.")).toBeTruthy();
  expect(alike).toEqual([["notes", "theirs"]]);
});

test("a field marks its clash and leads to it", async () => {
  workbench.detail.tab = "fields";
  await fireEvent.click(await screen.findByRole("button", { name: "Settle Name" }));
  await waitFor(async () => expect(document.activeElement).toBe(await card("Name")));
});
