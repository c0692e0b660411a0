import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

const first = { kind: "campaign", id: "1072288341" } as const;
const template = { target: first, description: "", open: [], replace: false };
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

const go = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true });
const focused = (role: string, name: string | RegExp) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

test("view keys focus the view's list", async () => {
  await desk.edit(first, { path: "name", input: { kind: "text", text: "Renamed" } });
  for (const [key, list] of [
    ["2", "Drafts"],
    ["3", "Drafts to send"],
    ["1", "Campaigns"],
  ] as const) {
    await go(key);
    await focused("grid", list);
  }
});

test("without a list, a button or heading is focused", async () => {
  await go("5");
  await focused("button", "Open campaigns");
  await go("4");
  await focused("heading", "Sent");
});

test("arrow keys move between like buttons of templates", async () => {
  for (const name of ["Film", "Radio"]) await desk.saveTemplate({ ...template, name });
  await go("5");
  const names = await screen.findAllByRole("button", { name: /^New campaign from (Film|Radio)$/u });
  await waitFor(() => expect(document.activeElement).toBe(names[0]));
  await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  expect(document.activeElement).toBe(names[1]);
  await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  expect(document.activeElement).toBe(names[1]);
  await fireEvent.keyDown(document.activeElement as Element, { key: "Home" });
  expect(document.activeElement).toBe(names[0]);
  const more = screen.getAllByRole("button", { name: /^More for/u });
  more[0]?.focus();
  await fireEvent.keyDown(document.activeElement as Element, { key: "End" });
  expect(document.activeElement).toBe(more[1]);
});

describe("the focus never falls to the body", () => {
  const isSomewhere = () => waitFor(() => expect(document.activeElement).not.toBe(document.body));
  const press = async (button: HTMLElement) => {
    button.focus();
    await fireEvent.click(button);
    await waitFor(() => expect(button.isConnected).toBe(false));
    await isSomewhere();
  };
  const rename = () => desk.edit(first, { path: "name", input: { kind: "text", text: "Renamed" } });
  const review = async () => {
    await rename();
    await go("3");
    await focused("grid", "Drafts to send");
  };

  test("after a fix and after closing", async () => {
    await workbench.open(first);
    await workbench.detail.put("traffickingMode", { kind: "text", text: "simple" });
    const [fix] = await screen.findAllByRole("button", { name: "Keep advanced" });
    await press(fix as HTMLElement);
    await waitFor(() => expect(document.activeElement?.getAttribute("data-path")).toBe("traffickingMode"));
    await press(await screen.findByRole("button", { name: "Close" }));
    await focused("grid", "Campaigns");
  });

  test("after opening from the palette", async () => {
    await rename();
    await go("2");
    await go("k");
    const search = await screen.findByRole("combobox", { name: /^Search campaigns/u });
    await fireEvent.input(search, { target: { value: "Spring launch" } });
    await fireEvent.click(await screen.findByRole("option", { name: /1072288341/u }));
    await focused("heading", "Renamed");
  });

  test("after opening from the review", async () => {
    await review();
    await press(await screen.findByRole("button", { name: "Renamed" }));
    await focused("heading", "Renamed");
  });

  test("after sending", async () => {
    await review();
    workbench.review.person = "Mara Lindgaard";
    await press(await screen.findByRole("button", { name: /^Send 1 to/u }));
    await focused("group", "Sending");
    await screen.findByRole("button", { name: "Show receipts" });
    await isSomewhere();
  });
});

test("a person who clicks beside everything keeps no focus", async () => {
  const button = await screen.findByRole("button", { name: "New campaign" });
  vi.useFakeTimers();
  button.focus();
  button.blur();
  await vi.runOnlyPendingTimersAsync();
  button.remove();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  expect(document.activeElement).toBe(document.body);
});

test("a focus moved by the person stays there", async () => {
  await go("4");
  await focused("heading", "Sent");
  const { drafts } = desk;
  const [button] = screen.getAllByRole("button", { name: /^Review and send/u });
  desk.drafts = async (query) => {
    if (button) await fireEvent.pointerDown(button);
    button?.focus();
    return drafts(query);
  };
  await go("2");
  await screen.findByRole("heading", { name: "No drafts" });
  expect(document.activeElement).toBe(button);
});
