// How batches are opened and left, on an in-memory implementation of their commands.

import { beforeEach, expect, test } from "vitest";

import type { BatchDesk, BatchSummary, BatchView } from "../../bridge/batchContract";
import { CommandFailure } from "../../bridge/failure";
import { Overlay } from "../overlay.svelte";
import { Batches } from "./batches.svelte";

const refusal = new CommandFailure({ code: "Storage", message: "The disk is full.", details: null });
let failing: boolean;
let names: Map<string, string>;
let batches: Batches;

function view(id: string): BatchView {
  const name = { path: "name", label: "Name", kind: "text" as const, required: true, choices: [], help: "" };
  return { id, name: names.get(id) ?? "", revision: 1, columns: [name], rows: 1, undo: null, redo: null };
}

const summaries = (): BatchSummary[] => [...names].map(([id, name]) => ({ id, name, rows: 1, changedAt: "2026-11-26T14:02:00Z" }));

const desk: Partial<BatchDesk> = {
  batches: async () => summaries(),
  discardedBatches: async () => [],
  openBatch: async (id) => view(id),
  sheetRows: async () => ({
    revision: 1,
    matched: 1,
    offset: 0,
    rows: [{ number: 1, cells: ["a"], findings: [] }],
    check: { errors: 0, warnings: 0, rowsWithFindings: 0 },
  }),
  editSheet: async (id) => {
    if (failing) throw refusal;
    return { batch: { ...view(id), revision: 2 }, selected: null };
  },
  renameBatch: async (id, name) => {
    if (name === "taken") throw new CommandFailure({ code: "Conflict", message: "Another batch has this name.", details: null });
    names.set(id, name);
    return view(id);
  },
};

beforeEach(() => {
  failing = false;
  names = new Map([
    ["b1", "April"],
    ["b2", "May"],
  ]);
  batches = new Batches(desk as BatchDesk, new Overlay(), { failed: () => undefined, say: () => undefined });
});

test("leaving a batch saves the open edit", async () => {
  await batches.show("b1");
  const { sheet } = batches;
  sheet?.edit("typed");
  await batches.show(null);
  expect([sheet?.editor.open, sheet?.edits.unsaved, batches.open]).toEqual([null, [], null]);
  expect(batches.all.map(({ name }) => name)).toEqual(["April", "May"]);
});

test("unsaved text waits until its batch reopens", async () => {
  await batches.show("b1");
  failing = true;
  batches.sheet?.edit("typed");
  await batches.show("b2");
  expect((await batches.settle())?.text).toBe("typed");
  await batches.show("b1");
  expect(batches.sheet?.edits.unsaved.map(({ place, text }) => `${place}: ${text}`)).toEqual(["Row 1, Name: typed"]);
});

test("the batch chosen last is opened", async () => {
  await Promise.all([batches.show("b1"), batches.show("b2")]);
  expect(batches.sheet?.id).toBe("b2");
});

test("a refused name keeps the dialog open", async () => {
  batches.startRenaming({ id: "b1", name: "April" });
  await batches.rename("taken");
  expect([batches.refused?.message, batches.renaming?.id]).toEqual(["Another batch has this name.", "b1"]);
  await batches.rename("June");
  expect([batches.renaming, batches.all[0]?.name]).toEqual([null, "June"]);
});

test("a failed batch can be opened again", async () => {
  const { openBatch } = desk;
  desk.openBatch = async () => Promise.reject(refusal);
  await batches.show("b1");
  expect(batches.open?.status).toBe("failed");
  desk.openBatch = openBatch;
  await batches.show("b1");
  expect(batches.sheet?.id).toBe("b1");
});
