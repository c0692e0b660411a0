import Bell from "~icons/lucide/bell";
import BellDot from "~icons/lucide/bell-dot";

import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** The actions for messages. */
export const messageActions: Action[] = [
  {
    id: "message.focus",
    title: "Go to the latest message and back",
    group: "View",
    icon: BellDot,
    keys: ["Mod+F6"],
    words: "notice notification",
    reason: ({ notices }) => (notices.current ? null : "There is no message."),
    run: goThereAndBack,
  },
  {
    id: "message.all",
    title: "All messages",
    group: "View",
    icon: Bell,
    keys: ["Mod+Shift+M"],
    words: "notices notifications history log",
    run: (workbench) => workbench.overlay.show("messages"),
  },
];

function goThereAndBack({ notices }: Workbench): void {
  const { activeElement } = document;
  if (activeElement?.closest("[data-notices]")) return notices.before?.focus();
  notices.before = activeElement instanceof HTMLElement ? activeElement : null;
  document.querySelector<HTMLElement>("[data-notices] .notice:last-child button")?.focus();
}
