// What becomes of a draft as a whole: discarded, brought back, made what it was.

import type { ComparedField, DraftRow, DocumentRef } from "../bridge/bindings";
import { isAdList } from "./adLists.svelte";
import type { Workbench } from "./workbench.svelte";
import { nouns } from "./wording";

/** Puts a field of a past entry into the draft, or all of them, and offers to take that back. */
export async function restoreFrom(bench: Workbench, entry: string, field: ComparedField | null, name: string): Promise<void> {
  await bench.attempt(async () => {
    await bench.detail.restoreFrom(entry, field?.path ?? null);
    const what = field ? `${field.label} is` : "All that can be restored is";
    const step = bench.detail.value?.draft?.undo;
    const undo = { label: "Undo", run: () => undoRestore(bench, step) };
    bench.notices.say(`${what} in the draft as in “${name}”.`, undo, { about: "restore" });
  });
}

/** Discards the open draft, or another one, and offers to bring it back. */
export async function discard(bench: Workbench, draft?: string): Promise<void> {
  await bench.attempt(async () => {
    const open = bench.detail.value?.draft?.id;
    const isOpen = bench.detail.target !== null && (draft === undefined || draft === open);
    if (!isOpen && draft) await bench.desk.discard(draft);
    const gone = isOpen ? await bench.detail.discard() : draft;
    if (gone) bench.notices.say("Draft discarded.", { label: "Undo", run: () => bringBack(bench, gone) });
    await bench.refreshLists();
  });
}

/** Begins a copy of each row that is selected, and offers to discard them all. */
export async function copySelected(bench: Workbench): Promise<void> {
  await bench.attempt(async () => {
    const { drafts, message } = await bench.desk.copyDrafts(bench.list.id, bench.list.picked.ids);
    bench.list.picked.clear();
    await refreshAll(bench);
    const undo = { label: "Undo", run: () => discardMany(bench, drafts) };
    bench.notices.say(message, drafts.length > 0 ? undo : undefined);
  });
}

/** Discards drafts in one step, and offers to bring them all back. */
export async function discardMany(bench: Workbench, drafts: string[]): Promise<void> {
  await bench.attempt(async () => {
    await bench.detail.edits.flush();
    const { draft } = bench.detail.value ?? {};
    const moved = await bench.desk.discardAll(drafts);
    if (draft?.new && moved.drafts.includes(draft.id)) bench.detail.close();
    await refreshAll(bench);
    const undo = { label: "Undo", run: () => restoreMany(bench, moved.drafts) };
    bench.notices.say(moved.message, moved.drafts.length > 0 ? undo : undefined);
  });
}

/** Brings discarded drafts back in one step. */
export async function restoreMany(bench: Workbench, drafts: string[]): Promise<void> {
  await bench.attempt(async () => {
    const moved = await bench.desk.restoreAll(drafts);
    await refreshAll(bench);
    bench.notices.say(moved.message);
  });
}

/** Shows what these drafts would send, and no others. */
export async function reviewAlone(bench: Workbench, drafts: string[]): Promise<void> {
  await bench.go("review");
  bench.review.narrow(drafts);
}

async function refreshAll(bench: Workbench): Promise<void> {
  await bench.refreshLists();
  await bench.detail.refresh();
}

/** Discards the draft of a campaign, be it open or not. */
export async function discardDraftOf(bench: Workbench, target: DocumentRef): Promise<void> {
  await bench.attempt(async () => {
    const { draft } = await bench.desk.open(target);
    if (draft) await discard(bench, draft.id);
  });
}

/** Brings a discarded draft back into the list of drafts. */
export async function restore(bench: Workbench, { draft, title, collection }: DraftRow): Promise<void> {
  await bench.attempt(async () => {
    const target = await bringBack(bench, draft);
    const what = title === "" ? `The new ${nouns[collection]}` : `“${title}”`;
    bench.notices.say(`${what} is back in your drafts.`, { label: "Open", run: () => bench.open(target) });
  });
}

/** Another step may have been made on top meanwhile; that one is not what was meant. */
async function undoRestore(bench: Workbench, step: string | null | undefined): Promise<void> {
  if (bench.detail.value?.draft?.undo === step) return bench.detail.undo();
  bench.notices.say("It is not the last step any more. Go back to a point before it under History.", undefined, { about: "restore" });
}

async function bringBack(bench: Workbench, draft: string): Promise<DocumentRef> {
  const { target } = await bench.desk.restore(draft);
  await bench.refreshLists();
  if (bench.route.view === "campaigns" || isAdList(bench.route.view)) await bench.open(target);
  else await bench.detail.refresh();
  return target;
}
