import type { EvidenceGroup } from "../../bridge/bindings";
import { joinNames, plural } from "../../state/wording";

interface Words {
  /** The evidence in words. It follows the number of items. */
  label: string;
  /** The action that decides for all of them, and its short name beside the group. */
  decide?: { action: string; short: string };
}

/** The wording of each group of waiting items. */
export const evidenceWords: Record<EvidenceGroup, Words> = {
  absent: { label: "not found at the service", decide: { action: "sent.allAbsent", short: "Back to drafts…" } },
  found: { label: "with one match at the service", decide: { action: "sent.allFound", short: "Close as sent…" } },
  ambiguous: { label: "with no clear match" },
  changedMeanwhile: { label: "changed in the meantime" },
  notLookedUp: { label: "not looked up yet" },
};

interface Question {
  title: string;
  known: string;
  then: string;
  answer: string;
}

/** Returns the question before a decision for many items; `null` if each item needs its own decision. */
export function questionOf(evidence: EvidenceGroup, titles: string[]): Question | null {
  const items = plural(titles.length, "item");
  const which = joinNames(titles);
  if (evidence === "absent") {
    return {
      title: `Put ${items} back to drafts?`,
      known: `Two lookups did not find ${which}.`,
      then: "Each item is looked up again first. Items that are still not found become drafts. The others stay open.",
      answer: "Look again, then back to drafts",
    };
  }
  if (evidence === "found") {
    return {
      title: `Close ${items} as sent?`,
      known: `The service has one match each for ${which}.`,
      then: "Each item is looked up again first. Items that still have the same match are closed. The others stay open.",
      answer: "Look again, then close as sent",
    };
  }
  return null;
}
