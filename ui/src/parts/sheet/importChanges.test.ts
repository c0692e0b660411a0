// The dialog that imports changes of existing campaigns, on the real desk.

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import { answered, testDesk } from "../../bridge/testDesk";
import { Listing } from "../../state/list/listing.svelte";
import { Workbench } from "../../state/workbench.svelte";

let workbench: Workbench;
let ids: string[];

beforeEach(async () => {
  location.hash = "";
  const desk = await testDesk();
  workbench = new Workbench(desk);
  await workbench.loadInitial();
  ids = await desk.rowIds("campaigns", new Listing(desk).query({ first: 0, end: 2 }));
  render(App, { workbench });
});
afterEach(async () => {
  cleanup();
  workbench.batches.sheet?.close();
  await answered();
});

async function show(text: string): Promise<void> {
  const { rowImport, overlay } = workbench;
  rowImport.reset({ id: null, name: "", list: "campaigns" });
  overlay.show("importRows");
  await rowImport.read({ kind: "clipboard", data: { text, html: null } });
}

test("changes are previewed, imported and undone", async () => {
  await show(`id\tname\tnotes\n${ids[0]}\tRenamed by a table\t\n${ids[1]}\t\t\n`);
  const table = await screen.findByRole("region", { name: "Changes" });
  expect(table.textContent).toContain("Renamed by a table");
  expect(workbench.workspace.counts.drafts).toBe(0);
  await fireEvent.click(screen.getByRole("button", { name: "Change 1 campaign" }));
  await waitFor(() => expect(workbench.batches.sheet?.batch.undo).toBe("import of 1 row"));
  expect([workbench.overlay.dialog, workbench.route.view]).toEqual([null, "campaigns"]);
  await waitFor(() => expect(workbench.workspace.counts.drafts).toBe(1));
  await workbench.batches.sheet?.edits.move("undo");
  await waitFor(() => expect(workbench.workspace.counts.drafts).toBe(0));
});

test("rows without an object prevent the import", async () => {
  await show(`id\tname\n${ids[0]}\tA\n17\tB\n`);
  expect((await screen.findAllByText(/17 is not in this workspace/)).length).toBeGreaterThan(0);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Change 1 campaign" }).disabled).toBe(true);
});

test("another text can clear fields", async () => {
  await workbench.open({ kind: "campaign", id: ids[0] ?? "" });
  await workbench.detail.put("notes", { kind: "text", text: "Old" });
  await show(`id\tnotes\n${ids[0]}\tnone\n`);
  const marker = await screen.findByRole<HTMLInputElement>("textbox", { name: "Text that clears a field" });
  expect([marker.value, workbench.rowImport.preview?.objects?.set]).toEqual(["(clear)", 1]);
  await fireEvent.change(marker, { target: { value: "none" } });
  await waitFor(() => expect(workbench.rowImport.preview?.objects?.cleared).toBe(1));
});
