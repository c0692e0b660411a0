// Steps with whole drafts: discard, restore, return to an earlier state.

import type { ComparedField, DraftRow, DocumentRef } from "../bridge/bindings";
import { isAdList } from "./collection";
import type { Workbench } from "./workbench.svelte";
import { nouns } from "./wording";

/** Copies one field of an earlier entry into the draft, or all of them, and offers to undo it. */
export async function restoreFrom(workbench: Workbench, entry: string, field: ComparedField | null, name: string): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.detail.restoreFrom(entry, field?.path ?? null);
    const what = field ? `${field.label} is` : "All that can be restored is";
    const step = workbench.detail.value?.draft?.undo;
    const undo = { label: "Undo", run: () => undoRestore(workbench, step) };
    workbench.notices.show(`${what} in the draft as in “${name}”.`, undo, { about: "restore" });
  });
}

/** Discards the open draft, or another one, and offers to restore it. */
export async function discard(workbench: Workbench, draft?: string): Promise<void> {
  await workbench.attempt(async () => {
    const open = workbench.detail.value?.draft?.id;
    const isOpen = workbench.detail.target !== null && (draft === undefined || draft === open);
    if (!isOpen && draft) await workbench.desk.discard(draft);
    const discarded = isOpen ? await workbench.detail.discard() : draft;
    if (discarded) workbench.notices.show("Draft discarded.", { label: "Undo", run: () => bringBack(workbench, discarded) });
    await workbench.refreshLists();
  });
}

/** Creates a copy of each selected row, and offers to discard them all. */
export async function copySelected(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    const { drafts, message } = await workbench.desk.copyDrafts(workbench.list.id, workbench.list.ticked.ids);
    workbench.list.ticked.clear();
    await refreshAll(workbench);
    const undo = { label: "Undo", run: () => discardMany(workbench, drafts) };
    workbench.notices.show(message, drafts.length > 0 ? undo : undefined);
  });
}

/** Discards drafts in one step, and offers to restore them all. */
export async function discardMany(workbench: Workbench, drafts: string[]): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.detail.edits.flush();
    const { draft } = workbench.detail.value ?? {};
    const moved = await workbench.desk.discardAll(drafts);
    if (draft?.new && moved.drafts.includes(draft.id)) workbench.detail.close();
    await refreshAll(workbench);
    const undo = { label: "Undo", run: () => restoreMany(workbench, moved.drafts) };
    workbench.notices.show(moved.message, moved.drafts.length > 0 ? undo : undefined);
  });
}

/** Restores discarded drafts in one step. */
export async function restoreMany(workbench: Workbench, drafts: string[]): Promise<void> {
  await workbench.attempt(async () => {
    const moved = await workbench.desk.restoreAll(drafts);
    await refreshAll(workbench);
    workbench.notices.show(moved.message);
  });
}

/** Shows the review of these drafts only. */
export async function reviewAlone(workbench: Workbench, drafts: string[]): Promise<void> {
  await workbench.go("review");
  workbench.review.narrow(drafts);
}

async function refreshAll(workbench: Workbench): Promise<void> {
  await workbench.refreshLists();
  await workbench.detail.refresh();
}

/** Discards the draft of a campaign, open or not. */
export async function discardDraftOf(workbench: Workbench, target: DocumentRef): Promise<void> {
  await workbench.attempt(async () => {
    const { draft } = await workbench.desk.open(target);
    if (draft) await discard(workbench, draft.id);
  });
}

/** Restores a discarded draft to the list of drafts. */
export async function restore(workbench: Workbench, { draft, title, collection }: DraftRow): Promise<void> {
  await workbench.attempt(async () => {
    const target = await bringBack(workbench, draft);
    const what = title === "" ? `The new ${nouns[collection]}` : `“${title}”`;
    workbench.notices.show(`${what} is back in your drafts.`, { label: "Open", run: () => workbench.open(target) });
  });
}

/** Undoes a restore, unless another step was made after it. */
async function undoRestore(workbench: Workbench, step: string | null | undefined): Promise<void> {
  if (workbench.detail.value?.draft?.undo === step) return workbench.detail.undo();
  workbench.notices.show("It is no longer the last step. Choose a point before it under History.", undefined, { about: "restore" });
}

async function bringBack(workbench: Workbench, draft: string): Promise<DocumentRef> {
  const { target } = await workbench.desk.restore(draft);
  await workbench.refreshLists();
  if (workbench.route.view === "campaigns" || isAdList(workbench.route.view)) await workbench.open(target);
  else await workbench.detail.refresh();
  return target;
}
