import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";
import { stayOf } from "./NoticeLine.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const list = () => screen.getByRole("grid", { name: "Campaigns" });
const stack = () => screen.getByRole("log", { name: "Messages" });

test("Ctrl+F6 moves to a message and back", async () => {
  list().focus();
  workbench.notices.show("Draft discarded.", { label: "Undo", run: () => undefined });
  const undo = await within(stack()).findByRole("button", { name: "Undo" });
  expect(document.activeElement).toBe(list());
  await fireEvent.keyDown(list(), { key: "F6", ctrlKey: true });
  expect(document.activeElement).toBe(undo);
  await fireEvent.keyDown(undo, { key: "F6", ctrlKey: true });
  expect(document.activeElement).toBe(list());
  await fireEvent.keyDown(list(), { key: "F6", ctrlKey: true });
  await fireEvent.click(within(stack()).getByRole("button", { name: "Close message" }));
  await waitFor(() => expect(document.activeElement).toBe(list()));
  expect(within(stack()).queryByText("Draft discarded.")).toBeNull();
});

test("a message expires unless focused, hovered or permanent", async () => {
  vi.useFakeTimers();
  workbench.notices.show("Short.");
  workbench.notices.show("Not saved.", undefined, { stays: true });
  await vi.advanceTimersByTimeAsync(100);
  const short = within(stack()).getByText("Short.").closest("div") as HTMLElement;
  await fireEvent.pointerEnter(short);
  await vi.advanceTimersByTimeAsync(10 * stayOf("Short.", false));
  expect(within(stack()).getByText("Short.")).toBeTruthy();
  await fireEvent.pointerLeave(short);
  await vi.advanceTimersByTimeAsync(stayOf("Short.", false) + 100);
  expect(within(stack()).queryByText("Short.")).toBeNull();
  expect(within(stack()).getByText("Not saved.")).toBeTruthy();
});

test("all messages are listed and remain actionable", async () => {
  const run = vi.fn();
  workbench.notices.show("Draft discarded.", { label: "Undo", run });
  workbench.notices.close();
  await fireEvent.click(screen.getByRole("button", { name: "All messages" }));
  const dialog = await screen.findByRole("dialog", { name: "All messages" });
  await fireEvent.click(within(dialog).getByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledOnce();
});

test("a paused practice service is shown and resumable", async () => {
  await workbench.workspace.pausePractice();
  expect(await screen.findByText("Practice service paused")).toBeTruthy();
  await workbench.fetch("campaigns");
  expect(workbench.notices.current?.text).toContain("The service cannot be reached");
  await fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(screen.queryByText("Practice service paused")).toBeNull());
  await waitFor(() => expect(workbench.notices.current).toBeNull());
});

test("the status bar shows what runs, and stops it", async () => {
  const { desk } = workbench;
  let end = () => {};
  desk.fetch = (_collection, _operation, listen) => {
    listen({ kind: "started", data: { total: 434 } });
    return new Promise(
      (resolve) => (end = () => resolve({ fetched: 250, complete: false, message: "Stopped. What came is kept.", reply: null })),
    );
  };
  desk.stop = async () => (end(), null);
  const getting = workbench.fetch("campaigns");
  const bar = screen.getByRole("contentinfo");
  await within(bar).findByRole("progressbar", { name: "Fetching campaigns" });
  await fireEvent.click(within(bar).getByRole("button", { name: "Stop" }));
  await getting;
  expect(within(bar).queryByRole("progressbar")).toBeNull();
  expect(workbench.notices.current).toMatchObject({ action: { label: "Fetch the rest" } });
});
