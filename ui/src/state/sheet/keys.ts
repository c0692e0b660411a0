// The keys of the sheet while no cell is being edited.

import { chordOf } from "../keys";
import type { Step } from "./movement";

/** What a key does in the sheet. */
export type SheetCommand =
  | { kind: "move" | "extend"; step: Step }
  | { kind: "edge" | "extendToEdge"; step: "up" | "down" | "left" | "right" }
  | { kind: "next"; along: "row" | "column"; step: 1 | -1 }
  | { kind: "act"; act: SheetAct };

/** A named act. Menus and the palette offer most of them as well. */
export type SheetAct =
  | "edit"
  | "cancel"
  | "clear"
  | "clearAndEdit"
  | "selectAll"
  | "selectRows"
  | "selectColumns"
  | "fillDown"
  | "fillRight"
  | "pasteTransposed"
  | "undo"
  | "redo"
  | "insertRows"
  | "deleteRows"
  | "moveRowsUp"
  | "moveRowsDown"
  | "replace"
  | "fillColumn"
  | "nextFinding"
  | "previousFinding"
  | "findings"
  | "menu"
  | "moveColumnLeft"
  | "moveColumnRight"
  | "narrowColumn"
  | "widenColumn";

const arrows = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;
const others: Record<string, Step> = {
  Home: "rowStart",
  End: "rowEnd",
  "Mod+Home": "start",
  "Mod+End": "end",
  PageUp: "pageUp",
  PageDown: "pageDown",
};

/** The shortcuts of each act; the first one is shown. */
export const actKeys: Record<SheetAct, readonly string[]> = {
  edit: ["F2"],
  cancel: ["Escape"],
  clear: ["Delete"],
  clearAndEdit: ["Backspace"],
  selectAll: ["Mod+A"],
  selectRows: ["Shift+Space"],
  selectColumns: ["Mod+Space", "Ctrl+Space"],
  fillDown: ["Mod+D"],
  fillRight: ["Mod+R"],
  pasteTransposed: ["Mod+Shift+V"],
  undo: ["Mod+Z"],
  redo: ["Mod+Y", "Mod+Shift+Z"],
  insertRows: ["Mod++", "Mod+="],
  deleteRows: ["Mod+-"],
  moveRowsUp: ["Alt+ArrowUp"],
  moveRowsDown: ["Alt+ArrowDown"],
  replace: ["Mod+H", "Ctrl+H"],
  fillColumn: [],
  nextFinding: ["F8"],
  previousFinding: ["Shift+F8"],
  findings: ["Mod+F8"],
  menu: ["Shift+F10", "ContextMenu"],
  moveColumnLeft: ["Alt+ArrowLeft"],
  moveColumnRight: ["Alt+ArrowRight"],
  narrowColumn: ["Alt+Shift+ArrowLeft"],
  widenColumn: ["Alt+Shift+ArrowRight"],
};

const commands = new Map<string, SheetCommand>([
  ...Object.entries(arrows).flatMap(([key, step]): [string, SheetCommand][] => [
    [key, { kind: "move", step }],
    [`Shift+${key}`, { kind: "extend", step }],
    [`Mod+${key}`, { kind: "edge", step }],
    [`Mod+Shift+${key}`, { kind: "extendToEdge", step }],
  ]),
  ...Object.entries(others).flatMap(([chord, step]): [string, SheetCommand][] => [
    [chord, { kind: "move", step }],
    [chord.startsWith("Mod+") ? chord.replace("Mod+", "Mod+Shift+") : `Shift+${chord}`, { kind: "extend", step }],
  ]),
  ["Tab", { kind: "next", along: "row", step: 1 }],
  ["Shift+Tab", { kind: "next", along: "row", step: -1 }],
  ["Enter", { kind: "next", along: "column", step: 1 }],
  ["Shift+Enter", { kind: "next", along: "column", step: -1 }],
  ...Object.entries(actKeys).flatMap(([act, chords]) =>
    chords.map((chord): [string, SheetCommand] => [chord, { kind: "act", act: act as SheetAct }]),
  ),
]);

/** Returns what a key does; `undefined` for a key that is typed, or that the browser or the window handles. */
export function commandOf(event: KeyboardEvent, mac?: boolean): SheetCommand | undefined {
  return commands.get(chordOf(event, mac));
}

/** Returns whether a key belongs to an input method that composes text. Such a key is never a command. */
export function isComposing(event: KeyboardEvent): boolean {
  // WebKit ends the composition before it reports the key that ended it, with the code of a composing key.
  return event.isComposing || event.keyCode === 229;
}
