import CircleStop from "~icons/lucide/circle-stop";
import Send from "~icons/lucide/send";

import { ready } from "../loading";
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
];

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
