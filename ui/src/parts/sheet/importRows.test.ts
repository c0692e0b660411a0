// The dialog that imports rows, on the real desk.

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import type { Desk } from "../../bridge/desk";
import { answered, testDesk } from "../../bridge/testDesk";
import { pasteRows, runRowImport } from "../../state/rowImportSteps";
import { Workbench } from "../../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  desk = await testDesk();
  workbench = new Workbench(desk);
  await workbench.loadInitial();
  await workbench.go("batches");
  render(App, { workbench });
});
afterEach(async () => {
  cleanup();
  workbench.batches.sheet?.close();
  await answered();
});

/** Pastes cells as a program copies them without HTML. */
async function paste(text: string): Promise<void> {
  const clipboardData = { getData: (type: string) => (type === "text/plain" ? text : "") };
  await pasteRows(workbench, { preventDefault: () => undefined, clipboardData } as unknown as ClipboardEvent);
}

const fieldOf = (column: string) => screen.findByRole<HTMLSelectElement>("combobox", { name: `Field of ${column}` });

test("pasted rows are previewed and imported", async () => {
  await paste("Name\tValue\tAdvertiser\nCart\tcart|1\t4401\nCart 2\tcart|2\twrong\n");
  expect((await fieldOf("Name")).value).toBe("name");
  expect(await screen.findByText(/in 2 rows/)).toBeTruthy();
  await fireEvent.click(await screen.findByRole("button", { name: "Import 2 rows" }));
  await waitFor(() => expect(workbench.batches.sheet?.batch.rows).toBe(2));
  expect(workbench.overlay.dialog).toBeNull();
  expect(workbench.batches.sheet?.batch.undo).toBe("import of 2 rows");
});

test("a column without a field is mapped", async () => {
  await paste("Colour\tSize\nred\tbig\n");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Import" });
  expect(button.disabled).toBe(true);
  await fireEvent.change(await fieldOf("Colour"), { target: { value: "value" } });
  await screen.findByRole("button", { name: "Import 1 row" });
  expect(screen.getByText("Your choice")).toBeTruthy();
  await fireEvent.click(screen.getByRole("checkbox", { name: "No names" }));
  await fieldOf("A");
});

test("damaged ids prevent the import", async () => {
  await paste("name\tadvertiserId\nCart\t1.23E+18\n");
  const damaged = await screen.findByText("Line 2, advertiserId:");
  expect(damaged.closest("li")?.textContent).toContain("1.23E+18");
  expect(await screen.findByRole<HTMLButtonElement>("button", { name: "Import 1 row" })).toHaveProperty("disabled", true);
});

test("rows are appended to the open batch", async () => {
  const { id } = await desk.createBatch("April");
  workbench.route.go("batches", id);
  await workbench.enter("batches");
  await paste("name\nCart\n");
  await screen.findByRole("dialog", { name: "Import rows into “April”" });
  await runRowImport(workbench);
  expect(workbench.batches.sheet?.id).toBe(id);
  expect(workbench.batches.sheet?.batch.rows).toBe(1);
});
