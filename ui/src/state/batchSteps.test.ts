// New batches, exports and the list of batches, on the real desk.

import { beforeEach, expect, test, vi } from "vitest";

import { testDesk } from "../bridge/testDesk";
import { copyRefusedRows, newBatch, newBatchOfValues } from "./batchSteps";
import { exportBatch } from "./exportSteps";
import { plainFilter } from "./sheet/ranges";
import { newFromTemplate, newFromTemplateId, saveBatchTemplate } from "./templateSteps";
import { Workbench } from "./workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  workbench = new Workbench(await testDesk());
});

/** Creates a batch with rows of cells separated by tabs, and opens it. */
async function openWith(text: string): Promise<string> {
  await newBatch(workbench);
  const sheet = workbench.batches.sheet!;
  const range = { top: 0, rows: 1, columns: [0] };
  await sheet.apply({ kind: "paste", data: { range, shown: [0, 1, 2, 3, 4], text, html: null, transposed: false } });
  return sheet.id;
}

/** Returns the cells of the open batch. */
async function cells(): Promise<string[][]> {
  const { rows } = await workbench.desk.sheetRows(workbench.batches.sheet!.id, { filter: plainFilter, offset: 0, limit: 9 });
  return rows.map(({ cells }) => cells);
}

test("the list counts the findings of each batch", async () => {
  await openWith("A\ta\t\tx\t52024\nB\tb\t\t4401\t52024");
  await workbench.go("batches");
  await workbench.batches.show(null);
  await vi.waitUntil(() => workbench.batches.all[0]?.findings.kind === "known", { timeout: 60_000 });
  const data = { errors: 1, warnings: 0, rowsWithFindings: 1 };
  expect(workbench.batches.all[0]?.findings).toEqual({ kind: "known", data });
});

test("selected values become a new batch", async () => {
  await workbench.fetch("values");
  await workbench.go("values");
  const { list } = workbench;
  await list.tickAll();
  await newBatchOfValues(workbench);
  expect(workbench.batches.sheet?.batch.rows).toBe(list.matched);
});

test("a template of a batch creates another batch", async () => {
  const batch = await openWith("A\ta\t\t4401\t52024\nB");
  workbench.templates.openBatchDialog({ id: batch, name: "April" });
  await saveBatchTemplate(workbench, { batch, name: "Carts", description: "", replace: false });
  expect(workbench.overlay.dialog).toBeNull();
  const [template] = workbench.templates.all;
  expect([template?.product, template?.values]).toEqual(["batch", 4]);
  for (const create of [() => newFromTemplate(workbench, template!), () => newFromTemplateId(workbench, template!.id)]) {
    await create();
    expect(workbench.batches.sheet?.batch.name).toBe("Carts");
    expect(await cells()).toEqual([["A", "a", "", "4401", "52024"]]);
  }
});

test("an export says where its file is", async () => {
  const id = await openWith("A\ta\nB\tb");
  await exportBatch(workbench, { id }, "csv");
  expect(workbench.notices.current?.text).toMatch(/^2 rows are in .*batch-of.*\.csv$/);
});

test("a batch without refused rows says so", async () => {
  const id = await openWith("A\ta");
  await copyRefusedRows(workbench, id);
  expect(workbench.notices.current?.text).toMatch(/refused no row/);
  expect(workbench.batches.sheet?.id).toBe(id);
});
