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

import type { HistoryKind, HistoryStatus, ItemState, Severity } from "../bridge/bindings";
import type { Icon } from "../state/icon";

/** How something is told at a glance: never by colour alone. */
export interface Look {
  icon: Icon;
  tone: "plain" | "ok" | "warn" | "err" | "chg" | "accent";
  words: string;
}

export const severities: Record<Severity, Look> = {
  error: { icon: CircleAlert, tone: "err", words: "error" },
  warning: { icon: TriangleAlert, tone: "warn", words: "warning" },
  note: { icon: Info, tone: "plain", words: "note" },
};

export const itemStates: Record<ItemState, Look> = {
  planned: { icon: Clock, tone: "plain", words: "Waiting" },
  intent: { icon: Send, tone: "accent", words: "Sending" },
  confirmed: { icon: CircleCheck, tone: "ok", words: "Confirmed" },
  refused: { icon: Ban, tone: "err", words: "Refused" },
  takenBack: { icon: Undo, tone: "plain", words: "Taken back" },
  unknown: { icon: CircleQuestionMark, tone: "warn", words: "Not known yet" },
  needsYou: { icon: Hand, tone: "warn", words: "Needs you" },
};

export const historyKinds: Record<HistoryKind, Omit<Look, "tone">> = {
  fetched: { icon: ArrowDownToLine, words: "Fetched" },
  sent: { icon: Send, words: "Sent" },
  begun: { icon: FilePlus, words: "Draft created" },
  step: { icon: Pencil, words: "Draft edit" },
  discarded: { icon: Trash2, words: "Discarded" },
};

export const historyMarks: Record<HistoryStatus, Look | null> = {
  none: null,
  onService: { icon: CloudCheck, tone: "ok", words: "on the service" },
  here: { icon: MapPin, tone: "chg", words: "draft is here" },
  takenBack: { icon: Undo, tone: "plain", words: "undone" },
};
