import type { LucideIcon } from "@lucide/svelte";
import ArrowDownToLine from "@lucide/svelte/icons/arrow-down-to-line";
import Ban from "@lucide/svelte/icons/ban";
import CloudCheck from "@lucide/svelte/icons/cloud-check";
import FilePlus from "@lucide/svelte/icons/file-plus";
import MapPin from "@lucide/svelte/icons/map-pin";
import Pencil from "@lucide/svelte/icons/pencil";
import Trash2 from "@lucide/svelte/icons/trash-2";
import Undo from "@lucide/svelte/icons/undo-2";
import CircleAlert from "@lucide/svelte/icons/circle-alert";
import CircleCheck from "@lucide/svelte/icons/circle-check";
import CircleQuestionMark from "@lucide/svelte/icons/circle-question-mark";
import Clock from "@lucide/svelte/icons/clock";
import Hand from "@lucide/svelte/icons/hand";
import Info from "@lucide/svelte/icons/info";
import Send from "@lucide/svelte/icons/send";
import TriangleAlert from "@lucide/svelte/icons/triangle-alert";

import type { HistoryKind, HistoryMark, ItemState, Severity } from "../bridge/bindings";

export type Icon = LucideIcon;

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
  begun: { icon: FilePlus, words: "Draft begun" },
  step: { icon: Pencil, words: "Draft edit" },
  discarded: { icon: Trash2, words: "Discarded" },
};

export const historyMarks: Record<HistoryMark, Look | null> = {
  none: null,
  onService: { icon: CloudCheck, tone: "ok", words: "on the service" },
  here: { icon: MapPin, tone: "chg", words: "draft is here" },
  takenBack: { icon: Undo, tone: "plain", words: "taken back" },
};
