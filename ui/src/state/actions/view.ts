import ArrowRightToLine from "~icons/lucide/arrow-right-to-line";
import ArrowLeftToLine from "~icons/lucide/arrow-left-to-line";
import Monitor from "~icons/lucide/monitor";
import Moon from "~icons/lucide/moon";
import Sun from "~icons/lucide/sun";

import type { Theme } from "../../bridge/bindings";
import type { Icon } from "../icon";
import { focusPane } from "../panes";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

const themes: [Theme, string, Icon][] = [
  ["system", "System theme", Monitor],
  ["light", "Light theme", Sun],
  ["dark", "Dark theme", Moon],
];

/** The actions for the panes of the window and its appearance. */
export const viewActions: Action[] = [
  {
    id: "pane.next",
    title: "Next pane",
    group: "View",
    icon: ArrowRightToLine,
    keys: ["F6"],
    words: "focus area sidebar list detail status bar messages",
    run: (workbench) => walk(workbench, 1),
  },
  {
    id: "pane.previous",
    title: "Previous pane",
    group: "View",
    icon: ArrowLeftToLine,
    keys: ["Shift+F6"],
    words: "focus area sidebar list detail status bar messages",
    run: (workbench) => walk(workbench, -1),
  },
  ...themes.map(([value, title, icon]): Action => ({
    id: `theme.${value}`,
    title,
    group: "View",
    icon,
    words: "colours appearance mode",
    reason: (workbench) => (workbench.workspace.theme === value ? "This theme is already used." : null),
    run: (workbench) => workbench.setPreference({ kind: "theme", value }),
  })),
];

function walk({ notices, overlay }: Workbench, step: 1 | -1): void {
  if (overlay.menu) overlay.close();
  const { activeElement } = document;
  // Escape leads back from the messages to this element.
  if (activeElement instanceof HTMLElement && !activeElement.closest("[data-notices]")) notices.before = activeElement;
  focusPane(step);
}
