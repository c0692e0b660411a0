import type { Icon } from "../icon";
import type { Subject } from "../subject";
import type { Workbench } from "../workbench.svelte";

/** The groups of actions, in the order of menus, palette and shortcut list. */
export const groups = [
  "Go to",
  "Campaigns",
  "Retargeting values",
  "Sheet",
  "Ads",
  "Draft",
  "Sending",
  "Workspace",
  "Service",
  "View",
  "Help",
] as const;
export type ActionGroup = (typeof groups)[number];

/** The kind of object that a row represents. */
export type RowKind = "campaign" | "value" | "ad" | "draft";

/** One action of a person. Menus, palette, shortcuts and the shortcut list have no other source. */
export interface Action {
  /** `noun.verb`, unique in the whole list. */
  readonly id: string;
  readonly title: string;
  readonly group: ActionGroup;
  readonly icon?: Icon;
  /** The shortcuts that work anywhere in the window, such as "Mod+Shift+Z". The first one is shown. */
  readonly keys?: readonly string[];
  /** The shortcuts that work in the sheet only. They are shown, but the window does not listen for them. */
  readonly sheetKeys?: readonly string[];
  /** Further search words for the palette. */
  readonly words?: string;
  /** The rows whose menus contain it. */
  readonly on?: readonly RowKind[];
  /** Returns whether the action is available now. Otherwise it is not shown. */
  when?(workbench: Workbench, subject: Subject | null): boolean;
  /** Returns a sentence that says why the action is disabled. It is shown with that reason. */
  reason?(workbench: Workbench, subject: Subject | null): string | null;
  /** Returns whether a key press is meant for it. Otherwise the key keeps its usual function. */
  pressed?(workbench: Workbench, event: KeyboardEvent): boolean;
  /** @param subject the row of the menu, or otherwise the open object */
  run(workbench: Workbench, subject: Subject | null): unknown;
}
