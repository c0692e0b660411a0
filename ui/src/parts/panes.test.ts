import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
});
afterEach(cleanup);

const press = (key: string, held: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...held });
const focused = (role: string, name: string | RegExp) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
const list = () => screen.findByRole("grid", { name: "Campaigns" });

/** Opens the first campaign by Enter, and returns its name. */
async function openFirst(): Promise<string> {
  (await list()).focus();
  await press("Enter");
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  return document.activeElement?.textContent ?? "";
}

test("F6 walks the panes, Shift+F6 walks back", async () => {
  const name = await openFirst();
  const nav = within(screen.getByRole("navigation", { name: "Views" }));
  const places: [string, HTMLElement][] = [
    ["status bar", screen.getByRole("button", { name: "All messages" })],
    ["top bar", screen.getByRole("button", { name: "Menu" })],
    ["sidebar", nav.getByRole("button", { name: /^Campaigns/u })],
    ["list", await list()],
    ["detail", screen.getByRole("heading", { level: 1, name })],
  ];
  const paneOf = (element: Element | null) => element?.closest("[data-pane]");
  for (const [pane, place] of places) {
    await press("F6");
    expect(paneOf(document.activeElement), pane).toBe(paneOf(place));
    if (pane !== "status bar") expect(document.activeElement, pane).toBe(place);
  }
  for (const [pane, place] of places.slice(0, -1).reverse()) {
    await press("F6", { shiftKey: true });
    expect(paneOf(document.activeElement), pane).toBe(paneOf(place));
  }
});

test("a pane gives back the element it had", async () => {
  await openFirst();
  const notes = screen.getByRole("textbox", { name: "Notes" });
  notes.focus();
  await press("F6", { shiftKey: true });
  expect(document.activeElement).toBe(await list());
  await press("F6");
  expect(document.activeElement).toBe(notes);
});

test("F6 leaves no dialog", async () => {
  await press("F1");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const close = within(dialog).getByRole("button", { name: "Close" });
  close.focus();
  await press("F6");
  expect(document.activeElement).toBe(close);
});

test("closing returns the focus to where it came from", async () => {
  await openFirst();
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await focused("grid", "Campaigns");
  const create = screen.getByRole("button", { name: "New campaign" });
  create.focus();
  await fireEvent.click(create);
  await focused("textbox", "Name");
  await workbench.close();
  expect(document.activeElement).toBe(create);
});

test.each(["ArrowDown", "Enter"])("%s leads from the search to the list", async (key) => {
  await press("f", { ctrlKey: true });
  await focused("searchbox", "Search campaigns");
  await press(key);
  await focused("grid", "Campaigns");
});

test("Enter opens the match of the last typed text", async () => {
  const box = await screen.findByRole("searchbox", { name: "Search campaigns" });
  box.focus();
  await fireEvent.input(box, { target: { value: "brand film emea" } });
  await press("Enter");
  await press("Enter");
  await focused("heading", /^Brand film, EMEA/u);
});

test("a receipt takes the focus, closing returns it", async () => {
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "name", input: { kind: "text", text: "Renamed" } });
  await workbench.go("review");
  await workbench.send();
  await press("4", { ctrlKey: true });
  await focused("grid", "Sent items");
  await press("Enter");
  await focused("heading", "Update “Renamed”");
  const receipt = await screen.findByRole("article", { name: "Receipt" });
  await fireEvent.click(within(receipt).getByRole("button", { name: "Close" }));
  await focused("grid", "Sent items");
});
