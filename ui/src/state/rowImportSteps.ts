// Steps with imports of rows that involve several parts of the window.

import type { ListId, RowImportSource } from "../bridge/bindings";
import { newBatchName, openBatch } from "./batchSteps";
import { isList } from "./collection";
import { cellsOfEvent, readClipboard, type ClipboardCells } from "./sheet/clipboardContent";
import { showObjects } from "./sheet/objectSheetSteps";
import type { ImportTarget } from "./sheet/rowImport.svelte";
import type { Workbench } from "./workbench.svelte";
import { plural } from "./wording";

/** The endings of tables that can be imported. */
const tables = /\.(csv|tsv|tab|xlsx|xlsm|ods)$/i;

/** Returns whether a file is a table by its name. */
export function isTable(path: string): boolean {
  return tables.test(path);
}

/** Asks for a file, and shows what its import would do. */
export async function importRowsFromFile(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    const path = await workbench.rowImport.choose();
    if (path !== null) await show(workbench, target(workbench, baseName(path)), { kind: "file", data: path });
  });
}

/** Asks for a file, and shows what it would change in the objects of a list. */
export async function importChanges(workbench: Workbench, list: ListId): Promise<void> {
  await workbench.attempt(async () => {
    const path = await workbench.rowImport.choose();
    if (path !== null) await show(workbench, { id: null, name: "", list }, { kind: "file", data: path });
  });
}

/** Shows what the import of a dropped table would do. */
export async function importDroppedTable(workbench: Workbench, path: string): Promise<void> {
  await show(workbench, dropTarget(workbench, path), { kind: "file", data: path });
}

/** Returns what a dropped table goes into: the objects of the shown list, or else a batch. */
export function dropTarget(workbench: Workbench, path: string): ImportTarget {
  const { view, sheet } = workbench.route;
  const isOfObjects = isList(view) && view !== "values" && sheet === null;
  return isOfObjects ? { id: null, name: "", list: view } : target(workbench, baseName(path));
}

/** Returns the last part of a path. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function baseName(path: string): string {
  return fileName(path).replace(/\.[^.]+$/, "");
}

/** Shows what the import of the clipboard would do. If the clipboard cannot be read here, the dialog asks for it. */
export async function importRowsFromClipboard(workbench: Workbench): Promise<void> {
  const cells = await readClipboard().catch(() => null);
  if (cells && hasText(cells)) return importCells(workbench, cells);
  workbench.rowImport.reset(target(workbench, newBatchName()));
  workbench.overlay.show("importRows");
}

/** Shows what the import of pasted cells would do. */
export async function pasteRows(workbench: Workbench, event: ClipboardEvent): Promise<void> {
  event.preventDefault();
  const cells = cellsOfEvent(event);
  if (hasText(cells)) await importCells(workbench, cells);
}

/** Imports the shown rows, and opens the batch. */
export async function runRowImport(workbench: Workbench): Promise<void> {
  const { rowImport, batches, overlay, notices } = workbench;
  const rows = rowImport.preview?.rows ?? 0;
  const batch = await rowImport.run();
  if (!batch) return;
  overlay.close();
  if (batch.source.kind === "objects") return showObjects(workbench, batch.source.list, batch.id);
  batches.reload(batch);
  await openBatch(workbench, batch.id);
  notices.show(`${plural(rows, "row")} imported into “${batch.name}”.`);
}

/** Closes the dialog. Nothing is imported. */
export function closeRowImport({ rowImport, overlay }: Workbench): void {
  // A running import ends by itself: all rows or none.
  if (rowImport.running === "preview") void rowImport.stop();
  overlay.close();
}

function importCells(workbench: Workbench, { text, html }: ClipboardCells): Promise<void> {
  return show(workbench, target(workbench, newBatchName()), { kind: "clipboard", data: { text, html: html || null } });
}

function hasText({ text, html }: ClipboardCells): boolean {
  return text !== "" || html !== "";
}

async function show(workbench: Workbench, into: ImportTarget, source: RowImportSource): Promise<void> {
  const { rowImport, overlay } = workbench;
  rowImport.reset(into);
  overlay.show("importRows");
  await rowImport.read(source);
}

/** Returns the open batch, or a new one. */
function target({ route, batches }: Workbench, name: string): ImportTarget {
  const open = route.view === "batches" ? batches.sheet?.batch : null;
  return open ? { id: open.id, name: open.name, list: null } : { id: null, name, list: null };
}
