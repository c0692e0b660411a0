// Steps with batches that involve several parts of the window.

import type { BatchSummary } from "../bridge/bindings";
import { codeLoaded } from "./lazyCode.svelte";
import { focusList } from "./panes";
import type { Workbench } from "./workbench.svelte";

/** Shows a batch as a sheet. */
export async function openBatch(workbench: Workbench, id: string): Promise<void> {
  workbench.leavePlace();
  workbench.route.go("batches", id);
  await workbench.enter("batches");
  await codeLoaded();
  if (workbench.batches.sheet?.id === id) focusList();
}

/** Creates an empty batch and opens it. */
export async function newBatch(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    const id = await workbench.batches.create(newBatchName());
    await openBatch(workbench, id);
  });
}

/** Creates a batch with copies of the ticked values of the service, and opens it. */
export async function newBatchOfValues(workbench: Workbench): Promise<void> {
  const { ids } = workbench.lists.of("values").list.ticked;
  await workbench.attempt(async () => {
    const id = await workbench.batches.createOfValues(newBatchName(), ids);
    await openBatch(workbench, id);
  });
}

export async function duplicateBatch(workbench: Workbench, id: string): Promise<void> {
  await workbench.attempt(async () => {
    const copy = await workbench.batches.duplicate(id);
    workbench.notices.show(`“${copy.name}” was created.`, { label: "Open", run: () => openBatch(workbench, copy.id) });
  });
}

/** Copies the refused rows of a batch into a new batch, and opens it. */
export async function copyRefusedRows(workbench: Workbench, id: string): Promise<void> {
  await workbench.attempt(async () => {
    const copy = await workbench.batches.copyRefused(id);
    workbench.batches.stopShowingSend();
    await openBatch(workbench, copy.id);
  });
}

/** Sends the batch in the dialog. */
export async function sendBatch(workbench: Workbench): Promise<void> {
  await workbench.savePerson();
  await workbench.batches.sending?.send();
  void workbench.refreshLists();
}

/** Discards a batch, and offers to restore it. */
export async function discardBatch(workbench: Workbench, { id, name }: Pick<BatchSummary, "id" | "name">): Promise<void> {
  await workbench.attempt(async () => {
    if (workbench.route.sheet === id) await workbench.go("batches");
    await workbench.batches.discard(id);
    const undo = { label: "Undo", run: () => workbench.batches.restore(id) };
    workbench.notices.show(`“${name}” was discarded.`, undo, { about: `batch-${id}` });
  });
}

export async function restoreBatch(workbench: Workbench, { id, name }: BatchSummary): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.batches.restore(id);
    workbench.notices.show(`“${name}” is back in your batches.`, { label: "Open", run: () => openBatch(workbench, id) });
  });
}

/** Returns the name of a new batch, such as “Batch of 26 Nov, 14:02”. */
export function newBatchName(): string {
  const when = new Date().toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  return `Batch of ${when}`;
}
