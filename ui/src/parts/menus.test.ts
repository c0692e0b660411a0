import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
});
afterEach(cleanup);

const grid = () => screen.findByRole("grid", { name: "Campaigns" });
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test("arrow keys walk the main menu, Escape restores focus", async () => {
  const button = screen.getByRole("button", { name: "Menu" });
  await fireEvent.click(button);
  const menu = await screen.findByRole("menu", { name: "Menu" });
  await focused(within(menu).getByRole("menuitem", { name: "Go to" }));
  await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowRight" });
  const group = await screen.findByRole("menu", { name: "Campaigns" });
  await focused(within(group).getByRole("menuitem", { name: /^New campaign/u }));
  await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowLeft" });
  await focused(within(menu).getByRole("menuitem", { name: "Campaigns" }));
  await fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  await focused(button);
});

test("an action of the main menu is done", async () => {
  await fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  await fireEvent.click(await screen.findByRole("menuitem", { name: "Go to" }));
  await fireEvent.click(await screen.findByRole("menuitem", { name: /^Drafts/u }));
  expect(await screen.findByRole("heading", { level: 1, name: "Drafts" })).toBeTruthy();
  expect(screen.queryByRole("menu")).toBeNull();
});

test("Shift+F10 opens the row menu and restores focus", async () => {
  const list = await grid();
  list.focus();
  await fireEvent.keyDown(list, { key: "F10", shiftKey: true });
  const menu = await screen.findByRole("menu", { name: /^Actions for/u });
  expect(
    within(menu)
      .getAllByRole("menuitem")
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(expect.arrayContaining(["Open", "Copy campaign id", "Copy name"]));
  await focused(within(menu).getByRole("menuitem", { name: "Open" }));
  await fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  await focused(list);
});

test("the right button opens the row's menu", async () => {
  const rows = within(await grid()).getAllByRole("row");
  await fireEvent.contextMenu(rows[3] as HTMLElement, { clientX: 40, clientY: 60 });
  await fireEvent.click(await screen.findByRole("menuitem", { name: "Open" }));
  const name = within(rows[3] as HTMLElement)
    .getAllByRole("gridcell")[1]
    ?.textContent?.trim();
  expect(await screen.findByRole("heading", { level: 1, name })).toBeTruthy();
});

/** Opens the menu of a column by keyboard, from its heading. */
async function columnMenu(label: string) {
  const head = within(await grid()).getByRole("button", { name: label });
  head.focus();
  await fireEvent.keyDown(head, { key: "ArrowDown", altKey: true });
  return { head, menu: await screen.findByRole("menu", { name: `Column ${label}` }) };
}

async function chooseInColumn(label: string, item: string) {
  const { menu } = await columnMenu(label);
  await fireEvent.click(within(menu).getByRole("menuitem", { name: item }));
}

test("a column's menu restores the focus on Escape", async () => {
  const { head, menu } = await columnMenu("Status");
  await focused(within(menu).getByRole("menuitem", { name: "Sort ascending" }));
  await fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  await focused(head);
});

test("a column's menu sorts, filters and hides it", async () => {
  await chooseInColumn("Status", "Sort descending");
  const header = (name: string) => screen.queryByRole("columnheader", { name });
  await waitFor(() => expect(header("Status")?.getAttribute("aria-sort")).toBe("descending"));
  await chooseInColumn("Start", "Hide the column");
  await waitFor(() => expect(header("Start")).toBeNull());
  await chooseInColumn("Status", "Filter by Status…");
  await focused(await screen.findByRole("textbox", { name: "Value of Status" }));
  await chooseInColumn("End", "Filter by End…");
  await focused(await screen.findByRole("textbox", { name: "End from" }));
});

test("a filter is set by keyboard and changed at its chip", async () => {
  const button = screen.getByRole("button", { name: "Filter" });
  await fireEvent.click(button);
  await focused(await screen.findByRole("menuitem", { name: "Status" }));
  await fireEvent.click(screen.getByRole("menuitem", { name: "Status" }));
  await focused(await screen.findByRole("textbox", { name: "Value of Status" }));
  const paused = await screen.findByRole("checkbox", { name: "PAUSED" });
  await fireEvent.click(paused);
  await fireEvent.keyDown(paused, { key: "Escape" });
  expect(screen.queryByRole("dialog", { name: "Filter" })).toBeNull();
  await focused(button);
  await fireEvent.click(await screen.findByRole("button", { name: /^Status.*PAUSED.*, change$/u }));
  await fireEvent.click(await screen.findByRole("checkbox", { name: "ACTIVE" }));
  await screen.findByRole("button", { name: /^Status.*PAUSED.*ACTIVE.*, change$/u });
});

test("the list shows only rows with drafts", async () => {
  await fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  await fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Has a draft" }));
  expect(await screen.findByText("Nothing found")).toBeTruthy();
  await fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  await fireEvent.click(await screen.findByRole("button", { name: "Has a draft, change" }));
  await focused(await screen.findByRole("radio", { name: "Has a draft" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Has errors" }));
  expect(await screen.findByRole("button", { name: "Has errors, change" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Remove the filter on drafts" }));
  expect(await grid()).toBeTruthy();
});

test("filters for the service are among more filters", async () => {
  await fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  const labels = async () => {
    const menu = await screen.findByRole("menu", { name: "Filter by" });
    return within(menu)
      .getAllByRole("menuitem")
      .map(({ textContent }) => textContent?.trim());
  };
  const first = await labels();
  expect(first).toEqual(expect.arrayContaining(["Status", "Start", "End", "Advertiser", "Brand", "Changed since"]));
  expect(first).not.toContain("From row");
  await fireEvent.click(screen.getByRole("menuitem", { name: "More filters…" }));
  await focused(await screen.findByRole("menuitem", { name: "Advertiser ID" }));
  expect(await labels()).toContain("From row");
});

test("Ctrl+K opens the palette and runs the choice", async () => {
  const list = await grid();
  list.focus();
  await fireEvent.keyDown(list, { key: "k", ctrlKey: true });
  const box = await screen.findByRole("combobox", { name: "Search campaigns and commands" });
  await fireEvent.input(box, { target: { value: "dark" } });
  expect(await within(screen.getByRole("listbox", { name: "Results" })).findByText("Dark theme")).toBeTruthy();
  await fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
  await focused(list);
});

test("F1 lists the keys, from the same list", async () => {
  await fireEvent.keyDown(document.body, { key: "F1" });
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const row = within(sheet).getByText("Redo").closest("div");
  expect(row?.textContent?.replaceAll(/\s+/gu, "")).toBe("RedoCtrl+Shift+ZorCtrl+Y");
  await fireEvent.keyDown(sheet, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
});
