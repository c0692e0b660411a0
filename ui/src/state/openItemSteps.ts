import type { DecideAllSummary, EvidenceGroup } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** Looks again at all items that wait, wherever the person is. */
export async function lookAgainAtAll(bench: Workbench): Promise<void> {
  if (bench.route.view !== "sent") await bench.go("sent");
  await say(bench, () => bench.sent.waiting.lookAgain());
}

/** Asks the person about a group. */
export function askAboutAll(bench: Workbench, evidence: EvidenceGroup): void {
  bench.sent.waiting.asked = bench.sent.waiting.group(evidence);
  if (bench.sent.waiting.asked) bench.overlay.show("decideAll");
}

/** The person decided: the dialog closes, and what came of it is said. */
export async function decideAsked(bench: Workbench): Promise<void> {
  bench.overlay.close();
  await say(bench, () => bench.sent.waiting.decideAsked());
}

async function say(bench: Workbench, decide: () => Promise<DecideAllSummary | null>): Promise<void> {
  await bench.attempt(async () => {
    const summary = await decide();
    if (summary) bench.notices.say(summary.message, undefined, { about: "decideAll" });
  });
  await bench.followDecisions();
}
