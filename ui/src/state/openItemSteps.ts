import type { DecideAllSummary, EvidenceGroup } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** Looks up all waiting items again, from any view. */
export async function lookAgainAtAll(workbench: Workbench): Promise<void> {
  if (workbench.route.view !== "sent") await workbench.go("sent");
  await decideAndReport(workbench, () => workbench.sent.waiting.lookAgain());
}

/** Opens the dialog about a group. */
export function openDecideDialog(workbench: Workbench, evidence: EvidenceGroup): void {
  workbench.sent.waiting.dialogGroup = workbench.sent.waiting.group(evidence);
  if (workbench.sent.waiting.dialogGroup) workbench.overlay.show("decideAll");
}

/** Carries out the decision: closes the dialog and reports the result. */
export async function decideDialogGroup(workbench: Workbench): Promise<void> {
  workbench.overlay.close();
  await decideAndReport(workbench, () => workbench.sent.waiting.decideDialogGroup());
}

async function decideAndReport(workbench: Workbench, decide: () => Promise<DecideAllSummary | null>): Promise<void> {
  await workbench.attempt(async () => {
    const summary = await decide();
    if (summary) workbench.notices.show(summary.message, undefined, { about: "decideAll" });
  });
  await workbench.followDecisions();
}
