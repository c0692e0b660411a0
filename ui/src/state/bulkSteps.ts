// Steps with bulk edits that involve several parts of the window.

import type { AppliedBulkEdit, BulkScope } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** Opens the pane beside the list, in place of the open campaign. */
export async function editMany(workbench: Workbench, scope: BulkScope): Promise<void> {
  await workbench.close();
  if (workbench.detail.target !== null) return;
  workbench.campaigns.filters.building = false;
  if (workbench.route.view !== "campaigns") await workbench.go("campaigns");
  await workbench.bulk.open(scope);
}

/** Opens the pane for every draft. */
export async function editAllDrafts(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    const ids = await workbench.drafts.everyId();
    if (ids.length > 0) await editMany(workbench, { kind: "drafts", ids });
  });
}

/** Applies the previewed change, and offers to undo it. */
export async function applyBulk(workbench: Workbench): Promise<void> {
  const made = await workbench.bulk.apply();
  if (!made) return;
  await refresh(workbench);
  workbench.notices.say(`${made.label}.`, { label: "Undo", run: () => moveBulk(workbench, made, "undo") });
}

/** Undoes or redoes a bulk edit in all its drafts, and offers the opposite. */
export async function moveBulk(workbench: Workbench, edit: AppliedBulkEdit, way: "undo" | "redo"): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.detail.edits.flush();
    const moved = await workbench.bulk.move(edit, way);
    await refresh(workbench);
    const back = way === "undo" ? ({ label: "Redo", way: "redo" } as const) : ({ label: "Undo", way: "undo" } as const);
    const action = { label: back.label, run: () => moveBulk(workbench, edit, back.way) };
    workbench.notices.say(moved.message, moved.drafts > 0 ? action : undefined);
  });
}

/** Undoes or redoes the last bulk edit. */
export async function moveLastBulk(workbench: Workbench, way: "undo" | "redo"): Promise<void> {
  const edit = bulkToMove(workbench, way);
  if (edit) await moveBulk(workbench, edit, way);
}

/** Returns the bulk edit for "Undo" or "Redo" if nothing is open. */
export function bulkToMove({ bulk, drafts }: Workbench, way: "undo" | "redo"): AppliedBulkEdit | undefined {
  const { made } = bulk;
  // A bulk edit of a single draft is not listed.
  const isListed = drafts.bulkEdits.some(({ id }) => id === made?.id);
  const edits = made && !isListed ? [made, ...drafts.bulkEdits] : drafts.bulkEdits;
  const applied = edits.findIndex((edit) => edit.applied > 0);
  if (way === "undo") return edits[applied];
  return edits.slice(0, applied < 0 ? edits.length : applied).findLast(({ taken }) => taken > 0);
}

async function refresh(workbench: Workbench): Promise<void> {
  const review = workbench.route.view === "review" ? workbench.review.load() : null;
  await Promise.all([workbench.workspace.refresh(), workbench.campaigns.refresh(), workbench.drafts.refresh(), review]);
  await workbench.attempt(() => workbench.detail.refresh());
}
