import Monitor from "~icons/lucide/monitor";
import Moon from "~icons/lucide/moon";
import Sun from "~icons/lucide/sun";

import type { Theme } from "../../bridge/bindings";
import type { Icon } from "../icon";
import type { Action } from "./action";

const themes: [Theme, string, Icon][] = [
  ["system", "System theme", Monitor],
  ["light", "Light theme", Sun],
  ["dark", "Dark theme", Moon],
];

/** The actions for the window's appearance. */
export const viewActions: Action[] = themes.map(([value, title, icon]) => ({
  id: `theme.${value}`,
  title,
  group: "View",
  icon,
  words: "colours appearance mode",
  reason: (workbench) => (workbench.workspace.theme === value ? "This theme is already used." : null),
  run: (workbench) => workbench.setPreference({ kind: "theme", value }),
}));
