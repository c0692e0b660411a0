// How batches are opened and left, on the real desk.

import { beforeEach, expect, test } from "vitest";

import type { Desk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { untouchedDesk } from "../../bridge/testDesk";
import { Operations } from "../operations.svelte";
import { Overlay } from "../overlay.svelte";
import { Batches } from "./batches.svelte";

const refusal = new CommandFailure({ code: "Storage", message: "The disk is full.", details: null });
let desk: Desk;
let april: string;
let may: string;
let batches: Batches;

beforeEach(async () => {
  desk = await untouchedDesk();
  april = (await desk.createBatch("April")).id;
  may = (await desk.createBatch("May")).id;
  batches = new Batches(desk, new Overlay(), new Operations(desk), {
    failed: () => undefined,
    say: () => undefined,
    show: () => undefined,
    draftsChanged: () => undefined,
  });
});

/** Returns the texts of the first column of a batch. */
async function names(id: string): Promise<(string | undefined)[]> {
  const filter = { search: "", findingsOnly: false, alike: null, sort: null };
  const { rows } = await desk.sheetRows(id, { filter, offset: 0, limit: 50 });
  return rows.map(({ cells }) => cells[0]);
}

test("leaving a batch saves the open edit", async () => {
  await batches.show(april);
  const { sheet } = batches;
  sheet?.edit("typed");
  await batches.show(null);
  expect([sheet?.editor.open, sheet?.edits.unsaved, batches.open]).toEqual([null, [], null]);
  expect(batches.all.map(({ name, rows }) => [name, rows])).toEqual([
    ["April", 1],
    ["May", 0],
  ]);
  expect(await names(april)).toEqual(["typed"]);
});

test("unsaved text waits until its batch reopens", async () => {
  await batches.show(april);
  const { editSheet } = desk;
  desk.editSheet = async () => Promise.reject(refusal);
  batches.sheet?.edit("typed");
  await batches.show(may);
  expect((await batches.settle())?.text).toBe("typed");
  await batches.show(april);
  const [unsaved] = batches.sheet?.edits.unsaved ?? [];
  expect([unsaved?.place, unsaved?.text]).toEqual(["Row 1, Name", "typed"]);
  desk.editSheet = editSheet;
  await batches.sheet?.edits.retry(unsaved!);
  expect([await names(april), batches.sheet?.edits.unsaved]).toEqual([["typed"], []]);
});

test("the batch chosen last is opened", async () => {
  await Promise.all([batches.show(april), batches.show(may)]);
  expect(batches.sheet?.id).toBe(may);
});

test("a refused name keeps the dialog open", async () => {
  batches.startRenaming({ id: april, name: "April" });
  await batches.rename(" ");
  expect([batches.refused?.code, batches.renaming?.id]).toEqual(["Invalid", april]);
  await batches.rename("June");
  expect(batches.renaming).toBeNull();
  expect(batches.all.map(({ name }) => name).toSorted()).toEqual(["June", "May"]);
});

test("a failed batch can be opened again", async () => {
  const { openBatch } = desk;
  desk.openBatch = async () => Promise.reject(refusal);
  await batches.show(april);
  expect(batches.open?.status).toBe("failed");
  desk.openBatch = openBatch;
  await batches.show(april);
  expect(batches.sheet?.id).toBe(april);
});

test("a discarded batch comes back with its rows", async () => {
  await batches.show(april);
  batches.sheet?.put("kept");
  await batches.show(null);
  await batches.discard(april);
  expect([batches.all.map(({ id }) => id), batches.discarded.map(({ id }) => id)]).toEqual([[may], [april]]);
  await batches.restore(april);
  expect([batches.discarded, await names(april)]).toEqual([[], ["kept"]]);
});

test("an edit from elsewhere is not overwritten", async () => {
  await batches.show(april);
  const { sheet } = batches;
  sheet?.put("mine");
  await sheet?.settle();
  // Until all rows are checked, the sheet asks again, and would see the edit.
  await expect.poll(() => sheet?.window.value?.check, { timeout: 60_000 }).toBeTruthy();
  const filter = { search: "", findingsOnly: false, alike: null, sort: null };
  const insert = { kind: "insertRows" as const, data: { at: 0, rows: 1 } };
  await desk.editSheet(april, { revision: sheet!.batch.revision, filter, edit: insert });
  sheet?.put("later");
  await sheet?.settle();
  expect(sheet?.edits.unsaved.map(({ text, failure }) => [text, failure.code])).toEqual([["later", "Conflict"]]);
  expect(await names(april)).toEqual(["", "mine"]);
});
