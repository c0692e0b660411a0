import ArrowDownToLine from "~icons/lucide/arrow-down-to-line";
import Ban from "~icons/lucide/ban";
import CloudCheck from "~icons/lucide/cloud-check";
import FilePlus from "~icons/lucide/file-plus";
import MapPin from "~icons/lucide/map-pin";
import Pencil from "~icons/lucide/pencil";
import Trash2 from "~icons/lucide/trash-2";
import Undo from "~icons/lucide/undo-2";
import CircleAlert from "~icons/lucide/circle-alert";
import CircleCheck from "~icons/lucide/circle-check";
import CircleQuestionMark from "~icons/lucide/circle-question-mark";
import Clock from "~icons/lucide/clock";
import Hand from "~icons/lucide/hand";
import Info from "~icons/lucide/info";
import Send from "~icons/lucide/send";
import TriangleAlert from "~icons/lucide/triangle-alert";

import type { HistoryKind, HistoryStatus, ItemState, ItemVerdictKind, Severity } from "../bridge/bindings";
import type { Icon } from "../state/icon";

/** The icon, colour and label of a state. The colour is never the only difference. */
export interface Badge {
  icon: Icon;
  tone: "plain" | "ok" | "warn" | "err" | "chg" | "accent";
  label: string;
}

export const severities: Record<Severity, Badge> = {
  error: { icon: CircleAlert, tone: "err", label: "error" },
  warning: { icon: TriangleAlert, tone: "warn", label: "warning" },
  note: { icon: Info, tone: "plain", label: "note" },
};

export const itemStates: Record<ItemState, Badge> = {
  planned: { icon: Clock, tone: "plain", label: "Waiting" },
  intent: { icon: Send, tone: "accent", label: "Sending" },
  confirmed: { icon: CircleCheck, tone: "ok", label: "Confirmed" },
  refused: { icon: Ban, tone: "err", label: "Refused" },
  takenBack: { icon: Undo, tone: "plain", label: "Taken back" },
  unknown: { icon: CircleQuestionMark, tone: "warn", label: "Not known yet" },
  needsYou: { icon: Hand, tone: "warn", label: "Needs you" },
};

/** The verdicts of a rehearsal, with their label in full and below the heading "Rehearsal". */
export const verdicts: Record<ItemVerdictKind, Badge & { short: string }> = {
  accepted: { icon: CircleCheck, tone: "ok", label: "would be accepted", short: "accepted" },
  refused: { icon: Ban, tone: "err", label: "would be refused", short: "refused" },
  stopped: { icon: Hand, tone: "warn", label: "would wait for you", short: "waits" },
  unknown: { icon: CircleQuestionMark, tone: "plain", label: "cannot be known offline", short: "unknown" },
};

export const historyKinds: Record<HistoryKind, Omit<Badge, "tone">> = {
  fetched: { icon: ArrowDownToLine, label: "Fetched" },
  sent: { icon: Send, label: "Sent" },
  begun: { icon: FilePlus, label: "Draft created" },
  step: { icon: Pencil, label: "Draft edit" },
  discarded: { icon: Trash2, label: "Discarded" },
};

export const historyMarks: Record<HistoryStatus, Badge | null> = {
  none: null,
  onService: { icon: CloudCheck, tone: "ok", label: "on the service" },
  here: { icon: MapPin, tone: "chg", label: "draft is here" },
  takenBack: { icon: Undo, tone: "plain", label: "undone" },
};
