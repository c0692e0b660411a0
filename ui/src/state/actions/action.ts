import type { Icon } from "../../parts/icons";
import type { Subject } from "../subject";
import type { Workbench } from "../workbench.svelte";

/** The groups of actions, in the order in which menus, palette and key sheet show them. */
export const groups = ["Go to", "Campaigns", "Ads", "Draft", "Sending", "Workspace", "Service", "View", "Help"] as const;
export type ActionGroup = (typeof groups)[number];

/** What a row stands for. */
export type RowKind = "campaign" | "ad" | "draft";

/** One thing that a person can do. Menus, palette, shortcuts and the key sheet all read this and nothing else. */
export interface Action {
  /** `noun.verb`, once in the whole list. */
  readonly id: string;
  readonly title: string;
  readonly group: ActionGroup;
  readonly icon?: Icon;
  /** The keys that do it anywhere in the window, such as "Mod+Shift+Z"; the first is the one that is shown. */
  readonly keys?: readonly string[];
  /** More words to find it by. */
  readonly words?: string;
  /** The rows whose menus have it. */
  readonly on?: readonly RowKind[];
  /** Whether it means anything just now; otherwise nobody is shown it. */
  when?(workbench: Workbench, subject: Subject | null): boolean;
  /** Why it cannot be done just now, as a sentence; it is shown with that, and off. */
  reason?(workbench: Workbench, subject: Subject | null): string | null;
  /** Whether a key press is meant for it; otherwise the key keeps its usual meaning. */
  pressed?(workbench: Workbench, event: KeyboardEvent): boolean;
  /** @param subject the row whose menu it was chosen from, or else what is open */
  run(workbench: Workbench, subject: Subject | null): unknown;
}
