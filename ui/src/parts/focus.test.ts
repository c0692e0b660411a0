import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { fakeDesk } from "../bridge/fake";
import { Workbench } from "../state/workbench.svelte";

const first = { kind: "campaign", id: "1072288341" } as const;
const template = { target: first, description: "", open: [], replace: false };
let desk: Desk;
let bench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = fakeDesk(60);
  bench = new Workbench(desk);
  render(App, { bench });
  await bench.start();
});
afterEach(cleanup);

const go = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true });
const focused = (role: string, name: string | RegExp) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

test("the keys of a view put the focus on its list", async () => {
  await desk.edit(first, { path: "name", input: { kind: "text", text: "Renamed" } });
  for (const [key, list] of [["2", "Drafts"], ["3", "Drafts to send"], ["1", "Campaigns"]] as const) {
    await go(key);
    await focused("grid", list);
  }
});

test("where there is no list, the focus is on what can be done, or on the heading", async () => {
  await go("5");
  await focused("button", "Open campaigns");
  await go("4");
  await focused("heading", "Sent");
});

test("the arrow keys move through the templates, from button to like button", async () => {
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

test("a focus that a person has moved meanwhile stays there", async () => {
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
