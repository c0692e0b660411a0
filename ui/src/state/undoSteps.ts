// Drafts from sent items: those that take updates back, and those that failed.

import type { SentScope } from "../bridge/bindings";
import { reviewAlone } from "./draftSteps";
import type { Workbench } from "./workbench.svelte";

/** Creates the drafts that take sent updates back, and offers their review. */
export async function undoSent(workbench: Workbench, scope: SentScope): Promise<void> {
  await workbench.attempt(async () => {
    const { desk, operations, sent } = workbench;
    const { drafts, skipped, message } = await operations.run("undo", "Taking changes back", ({ id }) => desk.undoSent(id, scope));
    sent.ticked.clear();
    await workbench.refreshLists();
    const review = { label: drafts.length === 1 ? "Review the draft" : "Review the drafts", run: () => reviewAlone(workbench, drafts) };
    const first = skipped[0];
    const open = first && { label: "Show the first that stays", run: () => workbench.showReceipt(first.item) };
    workbench.notices.show(message, drafts.length > 0 ? review : undefined, {
      about: "undo",
      stays: true,
      secondaryAction: skipped.length > 1 ? open : undefined,
    });
  });
}

/** Opens the review of those drafts alone whose items failed. */
export async function reviewFailed(workbench: Workbench, scope: SentScope): Promise<void> {
  await workbench.attempt(async () => {
    const { drafts, message } = await workbench.desk.failedItems(scope);
    workbench.sent.ticked.clear();
    workbench.notices.show(message, undefined, { about: "failed" });
    if (drafts.length === 0) return;
    await workbench.refreshLists();
    await reviewAlone(workbench, drafts);
  });
}
