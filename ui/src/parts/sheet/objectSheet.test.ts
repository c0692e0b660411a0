// Existing campaigns as a sheet, on the real desk: edits are drafts, and one undo takes a step back in all of them.

import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { DocumentRef, DraftQuery } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { Listing } from "../../state/list/listing.svelte";
import { cellEntries } from "../../state/sheet/columnMenu";
import { selectCell } from "../../state/sheet/selection";
import type { Sheet } from "../../state/sheet/sheet.svelte";
import { closeSheet, reports, showSheet } from "./testSheet";

const drafts: DraftQuery = { shown: "all", search: "", sort: null, offset: 0, limit: 100 };
/** The places of the columns. Those that people usually edit are between the notes and the id. */
const columns = { name: 0, notes: 1, id: 7 };
let desk: Desk;
let sheet: Sheet;

beforeEach(async () => {
  ({ desk, sheet } = await showSheet(async (desk) => {
    const ids = await desk.rowIds("campaigns", new Listing(desk).query({ first: 0, end: 3 }));
    const targets = ids.map((id): DocumentRef => ({ kind: "campaign", id }));
    const request = { operation: "open", list: "campaigns" as const, targets, columns: ["name", "notes", "id"] };
    return desk.openObjects(request, () => undefined);
  }));
});
afterEach(() => closeSheet(sheet));

async function draftCount(): Promise<number> {
  return (await desk.drafts(drafts)).matched;
}

test("one undo takes a filled column back in all drafts", async () => {
  await sheet.apply({ kind: "set", data: { ranges: [{ top: 0, rows: 3, columns: [columns.notes] }], text: "Checked" } });
  expect(await draftCount()).toBe(3);
  expect(reports.draftsChanged).toHaveBeenCalledOnce();
  await waitFor(() => expect(sheet.line(0)?.changed).toEqual([columns.notes]));
  expect(screen.getAllByText(", changed")).toHaveLength(3);
  sheet.act("undo");
  await waitFor(() => expect(sheet.batch.redo).not.toBeNull());
  expect(await draftCount()).toBe(0);
});

test("alike findings of objects are fixed at once", async () => {
  for (const [row, text] of [" A", "B "].entries())
    await sheet.apply({ kind: "set", data: { ranges: [{ top: row, rows: 1, columns: [columns.name] }], text } });
  sheet.act("findings");
  await fireEvent.click(await screen.findByRole("button", { name: /Name: .*blanks/ }));
  await fireEvent.click(await screen.findByRole("button", { name: "Fix 2 cells" }));
  await waitFor(() => expect([0, 1].map((row) => sheet.line(row)?.cells[columns.name])).toEqual(["A", "B"]));
  await waitFor(() => expect(reports.say).toHaveBeenCalledWith("Undo takes back the fix of 2 cells."));
  expect(await draftCount()).toBe(2);
});

test("the rows are the objects and nothing else", () => {
  expect(sheet.batch.rows).toBe(3);
  expect(sheet.extent.rows).toBe(3);
  expect(screen.queryByLabelText("New row")).toBeNull();
  sheet.act("deleteRows");
  sheet.act("insertRows");
  expect(reports.say).toHaveBeenCalledTimes(2);
  expect(sheet.batch.undo).toBeNull();
  const nothing = () => undefined;
  const entries = cellEntries(sheet, { cut: nothing, copy: nothing, paste: nothing, pasteTransposed: nothing });
  expect(entries.map(({ label }) => label)).not.toContain("Delete rows");
});

test("a value of the service is not edited", async () => {
  sheet.select(selectCell({ row: 0, column: columns.id }));
  sheet.edit("7");
  expect([sheet.editor.open, reports.say.mock.calls.length]).toEqual([null, 1]);
  await tick();
  expect(document.querySelector<HTMLInputElement>(".cell.active input")?.readOnly).toBe(true);
  sheet.select(selectCell({ row: 0, column: columns.name }));
  sheet.put("Renamed");
  await waitFor(() => expect(sheet.line(0)?.cells[columns.name]).toBe("Renamed"));
  expect(await draftCount()).toBe(1);
});
