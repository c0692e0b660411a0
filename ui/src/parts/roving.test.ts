import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

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

const press = (key: string, held: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...held });
const focusedName = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim();
const grid = () => screen.findByRole("grid", { name: "Campaigns" });

/** Returns the elements in a frame that the tab key reaches. */
function tabStops(frame: HTMLElement): HTMLElement[] {
  const all = [...frame.querySelectorAll<HTMLElement>("button:not(:disabled), input:not(:disabled), select, [tabindex]")];
  return [frame, ...all].filter((one) => one.tabIndex === 0 && (one !== frame || one.hasAttribute("tabindex")));
}

test("a bar of buttons is one tab stop", async () => {
  await grid();
  await workbench.campaigns.tickAll();
  await workbench.open({ kind: "campaign", id: "1072288341" });
  const bars = [
    screen.getByRole("toolbar", { name: "Window" }),
    screen.getByRole("navigation", { name: "Views" }),
    await screen.findByRole("toolbar", { name: "Selected campaigns" }),
    await screen.findByRole("toolbar", { name: "Actions of this campaign" }),
  ];
  for (const bar of bars) expect(tabStops(bar).length, bar.getAttribute("aria-label") ?? "").toBe(1);
  // The search box keeps the arrow keys to itself.
  expect(tabStops(screen.getByRole("search")).map(({ tagName }) => tagName)).toEqual(["INPUT", "BUTTON"]);
});

test("arrow keys, Home and End walk a bar", async () => {
  const nav = within(screen.getByRole("navigation", { name: "Views" }));
  const [first, second] = nav.getAllByRole("button");
  first?.focus();
  const walk: [string, HTMLElement | undefined][] = [
    ["ArrowDown", second],
    ["ArrowUp", first],
    ["ArrowUp", nav.getAllByRole("button").at(-1)],
    ["Home", first],
    ["End", nav.getAllByRole("button").at(-1)],
    ["ArrowRight", first],
  ];
  for (const [key, place] of walk) {
    await press(key);
    expect(document.activeElement, key).toBe(place);
    expect(tabStops(screen.getByRole("navigation", { name: "Views" })), key).toEqual([place]);
  }
});

test("a list is one tab stop with its headings", async () => {
  const list = await grid();
  await waitFor(() => expect(tabStops(list)).toEqual([list]));
  list.focus();
  await press("ArrowUp");
  expect(focusedName()).toBe("Select all");
  await press("ArrowRight");
  const name = document.activeElement;
  expect(name?.closest("[role=columnheader]")?.getAttribute("aria-sort")).toBe("ascending");
  await press("Home");
  expect(focusedName()).toBe("Select all");
  await press("ArrowDown");
  expect(document.activeElement).toBe(list);
});

test("a field is one tab stop with its menu", async () => {
  await workbench.open({ kind: "campaign", id: "1072288341" });
  const notes = await screen.findByRole("textbox", { name: "Notes" });
  expect(screen.getByRole("button", { name: "More for Notes" }).tabIndex).toBe(-1);
  notes.focus();
  await press("F10", { shiftKey: true });
  await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("menuitem"));
  await press("Escape");
  expect(document.activeElement).toBe(notes);
});

test("a web address is one tab stop with its buttons", async () => {
  const { desk } = workbench;
  await desk.keepFields([{ path: "landingPage", guess: "url", role: null, choices: [] }]);
  const openLink = vi.spyOn(desk, "openLink").mockResolvedValue(null);
  await workbench.open({ kind: "campaign", id: "1072288341" });
  const box = await screen.findByRole("textbox", { name: "Landing page" });
  await fireEvent.input(box, { target: { value: "https://example.com" } });
  const buttons = await screen.findAllByRole("button", { name: /^(Copy|Open|More for) Landing page/u });
  await waitFor(() => expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1]));
  box.focus();
  await press("F10", { shiftKey: true });
  await fireEvent.click(await screen.findByRole("menuitem", { name: "Open in the browser" }));
  expect(openLink).toHaveBeenCalledWith("https://example.com");
  expect(document.activeElement).toBe(box);
  buttons[0]?.focus();
  await press("Escape");
  expect(document.activeElement).toBe(box);
});
