import CircleStop from "~icons/lucide/circle-stop";
import FileCheck from "~icons/lucide/file-check";
import RefreshCw from "~icons/lucide/refresh-cw";
import Send from "~icons/lucide/send";
import Undo2 from "~icons/lucide/undo-2";

import { ready } from "../loading";
import { askAboutAll, lookAgainAtAll } from "../openItemSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** What is done with what goes to the service. */
export const sendingActions: Action[] = [
  {
    id: "send.release", title: "Send what is ticked", group: "Sending", icon: Send, keys: ["Mod+Enter"], words: "outbox release submit",
    when: (bench) => bench.route.view === "review" && bench.review.rows.length > 0 && bench.review.progress === null,
    reason: whyNotReleased,
    run: (bench) => bench.send(),
  },
  {
    id: "send.stop", title: "Stop sending", group: "Sending", icon: CircleStop,
    when: (bench) => bench.review.progress !== null,
    reason: (bench) => (bench.review.stopping ? "It is stopping already." : null),
    run: (bench) => bench.attempt(() => bench.review.stop()),
  },
  {
    id: "sent.lookAgain", title: "Look again for all", group: "Sending", icon: RefreshCw, words: "sent open items needs you evidence",
    when: ({ workspace, sent }) => workspace.counts.needsYou > 0 || sent.waiting.total > 0,
    reason: whyNotDecided,
    run: lookAgainAtAll,
  },
  {
    id: "sent.allAbsent", title: "Put all not found back to drafts…", group: "Sending", icon: Undo2, words: "sent not found absent decide needs you",
    when: (bench) => bench.route.view === "sent" && bench.sent.waiting.group("absent") !== null,
    reason: whyNotDecided,
    run: (bench) => askAboutAll(bench, "absent"),
  },
  {
    id: "sent.allFound", title: "Close all with one match as sent…", group: "Sending", icon: FileCheck, words: "sent found match decide needs you",
    when: (bench) => bench.route.view === "sent" && bench.sent.waiting.group("found") !== null,
    reason: whyNotDecided,
    run: (bench) => askAboutAll(bench, "found"),
  },
  {
    id: "sent.stop", title: "Stop looking again", group: "Sending", icon: CircleStop,
    when: ({ sent }) => sent.waiting.operation !== null,
    reason: ({ sent }) => (sent.waiting.operation?.stopping ? "It is stopping already." : null),
    run: (bench) => bench.attempt(() => bench.sent.waiting.stop()),
  },
];

function whyNotDecided({ sent }: Workbench): string | null {
  return sent.waiting.operation ? "Items are being looked at already. Wait for the result, or stop." : null;
}

function whyNotReleased(bench: Workbench): string | null {
  const sending = ready(bench.review.review)?.sending;
  if (sending) return sending;
  const { guard, nameToType, typedName } = bench.review;
  if (guard?.stale) return guard.stale;
  if (guard?.readOnly) return guard.readOnly;
  if (bench.review.chosen.length === 0) return "Nothing is ticked. Tick what should be sent.";
  if (bench.person.trim() === "") return "Type your name for the receipts first.";
  return nameToType !== null && typedName.trim() !== nameToType ? `Type “${nameToType}” to confirm where this goes.` : null;
}
