import CircleStop from "~icons/lucide/circle-stop";
import Drama from "~icons/lucide/drama";
import FileCheck from "~icons/lucide/file-check";
import ListRestart from "~icons/lucide/list-restart";
import RefreshCw from "~icons/lucide/refresh-cw";
import Send from "~icons/lucide/send";
import ShieldCheck from "~icons/lucide/shield-check";
import Undo2 from "~icons/lucide/undo-2";

import type { SentScope } from "../../bridge/bindings";
import { ready } from "../loading";
import { openDecideDialog, lookAgainAtAll } from "../openItemSteps";
import { reviewFailed, undoSent } from "../undoSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** The actions for sending. */
export const sendingActions: Action[] = [
  {
    id: "send.release",
    title: "Send ticked drafts",
    group: "Sending",
    icon: Send,
    keys: ["Mod+Enter"],
    words: "outbox release submit",
    when: (workbench) => workbench.route.view === "review" && workbench.review.rows.length > 0 && workbench.review.progress === null,
    reason: whyNotReleased,
    run: (workbench) => workbench.send(),
  },
  {
    id: "send.rehearse",
    title: "Rehearse",
    group: "Sending",
    icon: Drama,
    words: "dry run preflight foretell would be accepted refused",
    when: ({ route, review }) => route.view === "review" && review.rows.length > 0 && !review.closed,
    run: ({ attempt, review }) => attempt(() => review.rehearse()),
  },
  {
    id: "send.stop",
    title: "Stop sending",
    group: "Sending",
    icon: CircleStop,
    when: (workbench) => workbench.review.progress !== null,
    reason: (workbench) => (workbench.review.stopping ? "It is already stopping." : null),
    run: (workbench) => workbench.attempt(() => workbench.review.stop()),
  },
  {
    id: "sent.lookAgain",
    title: "Look again for all",
    group: "Sending",
    icon: RefreshCw,
    words: "sent open items needs you evidence",
    when: ({ workspace, sent }) => workspace.counts.needsYou > 0 || sent.waiting.total > 0,
    reason: whyNotDecided,
    run: lookAgainAtAll,
  },
  {
    id: "sent.allAbsent",
    title: "Put all not found back to drafts…",
    group: "Sending",
    icon: Undo2,
    words: "sent not found absent decide needs you",
    when: (workbench) => workbench.route.view === "sent" && workbench.sent.waiting.group("absent") !== null,
    reason: whyNotDecided,
    run: (workbench) => openDecideDialog(workbench, "absent"),
  },
  {
    id: "sent.allFound",
    title: "Close all with one match as sent…",
    group: "Sending",
    icon: FileCheck,
    words: "sent found match decide needs you",
    when: (workbench) => workbench.route.view === "sent" && workbench.sent.waiting.group("found") !== null,
    reason: whyNotDecided,
    run: (workbench) => openDecideDialog(workbench, "found"),
  },
  {
    id: "sent.stop",
    title: "Stop looking again",
    group: "Sending",
    icon: CircleStop,
    when: ({ sent }) => sent.waiting.operation !== null,
    reason: ({ sent }) => (sent.waiting.operation?.stopping ? "It is already stopping." : null),
    run: (workbench) => workbench.attempt(() => workbench.sent.waiting.stop()),
  },
  {
    id: "sent.undo",
    title: "Undo this change",
    group: "Sending",
    icon: Undo2,
    words: "sent take back revert inverse",
    when: isReceiptOpen,
    reason: whyNotUndone,
    run: (workbench) => undoSent(workbench, { kind: "items", value: [workbench.sent.item ?? ""] }),
  },
  {
    id: "sent.undoSend",
    title: "Undo everything sent with it",
    group: "Sending",
    icon: Undo2,
    words: "send take back revert inverse all",
    when: isReceiptOpen,
    run: (workbench) => undoSent(workbench, openSend(workbench)),
  },
  {
    id: "sent.undoSelected",
    title: "Undo the selected changes",
    group: "Sending",
    icon: Undo2,
    words: "sent take back revert inverse ticked",
    when: hasTicked,
    run: (workbench) => undoSent(workbench, tickedItems(workbench)),
  },
  {
    id: "sent.failed",
    title: "Only the failed",
    group: "Sending",
    icon: ListRestart,
    words: "sent refused undone again send review",
    when: isReceiptOpen,
    run: (workbench) => reviewFailed(workbench, openSend(workbench)),
  },
  {
    id: "sent.failedSelected",
    title: "Only the failed of the selected",
    group: "Sending",
    icon: ListRestart,
    words: "sent refused undone again send review ticked",
    when: hasTicked,
    run: (workbench) => reviewFailed(workbench, tickedItems(workbench)),
  },
  {
    id: "sent.verify",
    title: "Verify receipts",
    group: "Sending",
    icon: ShieldCheck,
    words: "sent audit proof hash chain intact",
    run: (workbench) => workbench.attempt(() => verifyReceipts(workbench)),
  },
];

/** Returns why the open receipt cannot be undone. */
function whyNotUndone({ sent }: Workbench): string | null {
  const row = ready(sent.receipt)?.row;
  if (row?.state !== "confirmed") return "Only a confirmed change can be undone.";
  return row.verb === "create" ? "The service cannot delete an object. Change its status instead." : null;
}

/** Returns everything that was sent with the item of the open receipt. */
function openSend({ sent }: Workbench): SentScope {
  return { kind: "sendOf", value: sent.item ?? "" };
}

function tickedItems({ sent }: Workbench): SentScope {
  return { kind: "items", value: sent.ticked.ids };
}

function hasTicked({ route, sent }: Workbench): boolean {
  return route.view === "sent" && sent.ticked.count > 0;
}

function isReceiptOpen({ route, sent }: Workbench): boolean {
  return route.view === "sent" && sent.item !== null;
}

/** Verifies the receipts and says the result. The message offers the first broken receipt. */
async function verifyReceipts(workbench: Workbench): Promise<void> {
  const { broken, message } = await workbench.desk.verifyReceipts();
  const item = broken?.item;
  const open = item ? { label: "Open the item", run: () => workbench.showReceipt(item) } : undefined;
  workbench.notices.show(message, open, { about: "receipts", stays: broken !== null });
}

function whyNotDecided({ sent }: Workbench): string | null {
  return sent.waiting.operation ? "Items are already being looked up. Wait for the result, or stop." : null;
}

function whyNotReleased(workbench: Workbench): string | null {
  const sending = ready(workbench.review.review)?.sending;
  if (sending) return sending;
  const { guard, nameToType, typedName } = workbench.review;
  if (guard?.stale) return guard.stale;
  if (guard?.readOnly) return guard.readOnly;
  const { chosen, ticked } = workbench.review;
  if (chosen.length === 0)
    return ticked.length > 0 ? "The ticked drafts are not shown. Show all to send them." : "Nothing is ticked. Tick the drafts to send.";
  if (workbench.person.trim() === "") return "Type your name for the receipts first.";
  return nameToType !== null && typedName.trim() !== nameToType ? `Type “${nameToType}” to confirm the target.` : null;
}
