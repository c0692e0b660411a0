// Steps with bulk edits that involve several parts of the window.

import type { AppliedBulkEdit, BulkScope } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** The shortcut that applies the previewed change. It works in the pane of the bulk edit only. */
export const applyKeys = "Mod+Enter";

/** Opens the pane beside the list, in place of the open campaign, with a field to set if one is given. */
export async function openBulkEdit(workbench: Workbench, scope: BulkScope, path?: string): Promise<void> {
  await workbench.close();
  if (workbench.detail.target !== null) return;
  workbench.campaigns.filters.builderShown = false;
  if (workbench.route.view !== "campaigns" || workbench.route.sheet !== null) await workbench.go("campaigns");
  await workbench.bulk.open(scope, path);
}

/** Opens the pane for every draft. */
export async function openBulkEditOfAllDrafts(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    const ids = await workbench.drafts.everyId();
    if (ids.length > 0) await openBulkEdit(workbench, { kind: "drafts", ids });
  });
}

/** Applies the previewed change, and offers to undo it. */
export async function applyBulk(workbench: Workbench): Promise<void> {
  const edit = await workbench.bulk.apply();
  if (!edit) return;
  await refresh(workbench);
  workbench.notices.show(`${edit.label}.`, { label: "Undo", run: () => undoOrRedoBulk(workbench, edit, "undo") });
}

/** Undoes or redoes a bulk edit in all its drafts, and offers the opposite. */
export async function undoOrRedoBulk(workbench: Workbench, edit: AppliedBulkEdit, direction: "undo" | "redo"): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.detail.edits.flush();
    const result = await workbench.bulk.move(edit, direction);
    await refresh(workbench);
    const opposite =
      direction === "undo" ? ({ label: "Redo", direction: "redo" } as const) : ({ label: "Undo", direction: "undo" } as const);
    const action = { label: opposite.label, run: () => undoOrRedoBulk(workbench, edit, opposite.direction) };
    workbench.notices.show(result.message, result.drafts > 0 ? action : undefined);
  });
}

/** Undoes or redoes the last bulk edit. */
export async function undoOrRedoLastBulk(workbench: Workbench, direction: "undo" | "redo"): Promise<void> {
  const edit = bulkToMove(workbench, direction);
  if (edit) await undoOrRedoBulk(workbench, edit, direction);
}

/** Returns the bulk edit for "Undo" or "Redo" if nothing is open. */
export function bulkToMove({ bulk, drafts }: Workbench, direction: "undo" | "redo"): AppliedBulkEdit | undefined {
  const { applied } = bulk;
  // A bulk edit of a single draft is not listed.
  const isListed = drafts.bulkEdits.some(({ id }) => id === applied?.id);
  const edits = applied && !isListed ? [applied, ...drafts.bulkEdits] : drafts.bulkEdits;
  const newestApplied = edits.findIndex((edit) => edit.applied > 0);
  if (direction === "undo") return edits[newestApplied];
  return edits.slice(0, newestApplied < 0 ? edits.length : newestApplied).findLast(({ undone }) => undone > 0);
}

async function refresh(workbench: Workbench): Promise<void> {
  workbench.cells.isLast = false;
  const review = workbench.route.view === "review" ? workbench.review.load() : null;
  await Promise.all([workbench.workspace.refresh(), workbench.campaigns.refresh(), workbench.drafts.refresh(), review]);
  await workbench.attempt(() => workbench.detail.refresh());
}
