import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import { testDesk } from "../../bridge/testDesk";
import { Workbench } from "../../state/workbench.svelte";

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
const row = (index: number) => workbench.campaigns.row(index);

/** Edits the row at the cursor, and returns the box of the field. */
async function startEdit(label: string): Promise<HTMLInputElement> {
  const list = await grid();
  list.focus();
  await fireEvent.keyDown(list, { key: "F2" });
  return boxOf(label);
}

async function boxOf(label: string): Promise<HTMLInputElement> {
  await screen.findByRole("dialog", { name: `Edit ${label}` });
  const box = await screen.findByLabelText<HTMLInputElement>(label, { selector: "input" });
  await focused(box);
  return box;
}

async function type(box: HTMLElement, value: string, key: string) {
  await fireEvent.input(box, { target: { value } });
  await fireEvent.keyDown(box, { key });
}

test("F2 edits a cell, Enter goes to the next row", async () => {
  const before = row(0)?.name;
  await type(await startEdit("Name"), "Aardvark", "Enter");
  await waitFor(() => expect(row(0)).toMatchObject({ name: "Aardvark", draft: true }));
  const list = await grid();
  await focused(list);
  await waitFor(() => expect(workbench.campaigns.cursor).toBe(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  await fireEvent.keyDown(list, { key: "z", ctrlKey: true });
  await waitFor(() => expect(row(0)).toMatchObject({ name: before, draft: false }));
});

test("Tab saves the value and edits the next cell", async () => {
  await fireEvent.keyDown(await startEdit("Name"), { key: "Tab" });
  await type(await boxOf("Status"), "PAUSED", "Tab");
  await fireEvent.keyDown(await boxOf("Start"), { key: "Tab", shiftKey: true });
  await boxOf("Status");
  await waitFor(() => expect(row(0)).toMatchObject({ changed: [0], cells: expect.arrayContaining(["PAUSED"]) }));
});

test("F2 edits the column that was edited last", async () => {
  await fireEvent.keyDown(await startEdit("Name"), { key: "Tab" });
  await fireEvent.keyDown(await boxOf("Status"), { key: "Enter" });
  await waitFor(() => expect(workbench.campaigns.cursor).toBe(1));
  await startEdit("Status");
});

test("Escape leaves the cell as it was", async () => {
  await type(await startEdit("Name"), "Aardvark", "Escape");
  await focused(await grid());
  expect(screen.queryByRole("dialog")).toBeNull();
  await workbench.refreshLists();
  expect(workbench.workspace.counts.drafts).toBe(0);
  expect(row(0)?.draft).toBe(false);
});

test("Escape undoes a value that was chosen", async () => {
  const before = row(0)?.cells[0];
  await fireEvent.keyDown(await startEdit("Name"), { key: "Tab" });
  const status = await boxOf("Status");
  const other = before === "PAUSED" ? "ACTIVE" : "PAUSED";
  await fireEvent.click(status);
  await fireEvent.click(await screen.findByRole("option", { name: other }));
  await waitFor(() => expect(row(0)?.cells[0]).toBe(other));
  await fireEvent.keyDown(status, { key: "Escape" });
  await waitFor(() => expect(row(0)).toMatchObject({ draft: false }));
  expect(row(0)?.cells[0]).toBe(before);
});

test("a wrong value in a cell is an error", async () => {
  await type(await startEdit("Name"), "", "Enter");
  await waitFor(() => expect(row(0)?.errors).toBe(1));
});
