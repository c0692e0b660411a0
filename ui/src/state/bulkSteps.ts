// What a bulk edit has to do with the rest of the window.

import type { AppliedBulkEdit, BulkScope } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** Opens the pane beside the list, in place of the campaign that is open there. */
export async function editMany(bench: Workbench, scope: BulkScope): Promise<void> {
  await bench.close();
  if (bench.detail.target !== null) return;
  bench.campaigns.filters.building = false;
  if (bench.route.view !== "campaigns") await bench.go("campaigns");
  await bench.bulk.open(scope);
}

/** The same for every draft. */
export async function editAllDrafts(bench: Workbench): Promise<void> {
  await bench.attempt(async () => {
    const ids = await bench.drafts.everyId();
    if (ids.length > 0) await editMany(bench, { kind: "drafts", ids });
  });
}

/** Makes the change that is previewed, and offers to take it back. */
export async function applyBulk(bench: Workbench): Promise<void> {
  const made = await bench.bulk.apply();
  if (!made) return;
  await refresh(bench);
  bench.notices.say(`${made.label}.`, { label: "Undo", run: () => moveBulk(bench, made, "undo") });
}

/** Takes a bulk edit out of all its drafts, or brings it back, and offers the opposite. */
export async function moveBulk(bench: Workbench, edit: AppliedBulkEdit, way: "undo" | "redo"): Promise<void> {
  await bench.attempt(async () => {
    await bench.detail.edits.flush();
    const moved = await bench.bulk.move(edit, way);
    await refresh(bench);
    const back = way === "undo" ? ({ label: "Redo", way: "redo" } as const) : ({ label: "Undo", way: "undo" } as const);
    const action = { label: back.label, run: () => moveBulk(bench, edit, back.way) };
    bench.notices.say(moved.message, moved.drafts > 0 ? action : undefined);
  });
}

/** The same for the one that was made, or taken back, last. */
export async function moveLastBulk(bench: Workbench, way: "undo" | "redo"): Promise<void> {
  const edit = bulkToMove(bench, way);
  if (edit) await moveBulk(bench, edit, way);
}

/** The bulk edit that "Undo" takes back when nothing is open, or that "Redo" brings back. */
export function bulkToMove({ bulk, drafts }: Workbench, way: "undo" | "redo"): AppliedBulkEdit | undefined {
  const { made } = bulk;
  // One that is about a single draft is not listed.
  const isListed = drafts.bulkEdits.some(({ id }) => id === made?.id);
  const edits = made && !isListed ? [made, ...drafts.bulkEdits] : drafts.bulkEdits;
  const applied = edits.findIndex((edit) => edit.applied > 0);
  if (way === "undo") return edits[applied];
  return edits.slice(0, applied < 0 ? edits.length : applied).findLast(({ taken }) => taken > 0);
}

async function refresh(bench: Workbench): Promise<void> {
  const review = bench.route.view === "review" ? bench.review.load() : null;
  await Promise.all([bench.workspace.refresh(), bench.campaigns.refresh(), bench.drafts.refresh(), review]);
  await bench.attempt(() => bench.detail.refresh());
}
