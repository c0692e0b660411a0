import { expect, test } from "vitest";

import { keyLabel } from "../keys";
import { actKeys, commandOf, isComposing, type SheetCommand } from "./keys";

type Held = "ctrl" | "shift" | "alt";
const press = (key: string, ...held: Held[]) =>
  new KeyboardEvent("keydown", { key, ctrlKey: held.includes("ctrl"), shiftKey: held.includes("shift"), altKey: held.includes("alt") });
const act = (name: keyof typeof actKeys): SheetCommand => ({ kind: "act", act: name });

test.each<[string, Held[], SheetCommand | undefined]>([
  ["ArrowDown", [], { kind: "move", step: "down" }],
  ["ArrowLeft", ["shift"], { kind: "extend", step: "left" }],
  ["ArrowDown", ["ctrl"], { kind: "edge", step: "down" }],
  ["ArrowDown", ["ctrl", "shift"], { kind: "extendToEdge", step: "down" }],
  ["Home", [], { kind: "move", step: "rowStart" }],
  ["End", ["shift"], { kind: "extend", step: "rowEnd" }],
  ["Home", ["ctrl"], { kind: "move", step: "start" }],
  ["End", ["ctrl", "shift"], { kind: "extend", step: "end" }],
  ["PageDown", [], { kind: "move", step: "pageDown" }],
  ["PageUp", ["shift"], { kind: "extend", step: "pageUp" }],
  ["Tab", [], { kind: "next", along: "row", step: 1 }],
  ["Tab", ["shift"], { kind: "next", along: "row", step: -1 }],
  ["Enter", [], { kind: "next", along: "column", step: 1 }],
  ["Enter", ["shift"], { kind: "next", along: "column", step: -1 }],
  ["F2", [], act("edit")],
  ["Escape", [], act("cancel")],
  ["Delete", [], act("clear")],
  ["Backspace", [], act("clearAndEdit")],
  ["a", ["ctrl"], act("selectAll")],
  [" ", ["shift"], act("selectRows")],
  [" ", ["ctrl"], act("selectColumns")],
  ["d", ["ctrl"], act("fillDown")],
  ["r", ["ctrl"], act("fillRight")],
  ["V", ["ctrl", "shift"], act("pasteTransposed")],
  ["z", ["ctrl"], act("undo")],
  ["y", ["ctrl"], act("redo")],
  ["Z", ["ctrl", "shift"], act("redo")],
  ["+", ["ctrl", "shift"], act("insertRows")],
  ["+", ["ctrl"], act("insertRows")],
  ["-", ["ctrl"], act("deleteRows")],
  ["ArrowUp", ["alt"], act("moveRowsUp")],
  ["F8", [], act("nextFinding")],
  ["F8", ["shift"], act("previousFinding")],
  ["F10", ["shift"], act("menu")],
  ["ArrowRight", ["alt", "shift"], act("widenColumn")],
  // The engine types these, or reports them as clipboard events.
  ["a", [], undefined],
  ["A", ["shift"], undefined],
  [" ", [], undefined],
  ["c", ["ctrl"], undefined],
  ["x", ["ctrl"], undefined],
  ["v", ["ctrl"], undefined],
  ["k", ["ctrl"], undefined],
])("%s with %o", (key, held, command) => {
  expect(commandOf(press(key, ...held), false)).toEqual(command);
});

test("on macOS ⌘ replaces Ctrl", () => {
  expect(commandOf(new KeyboardEvent("keydown", { key: "d", metaKey: true }), true)).toEqual(act("fillDown"));
});

test("a composing key is no command", () => {
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", isComposing: true }))).toBe(true);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229 }))).toBe(true);
  expect(isComposing(press("Enter"))).toBe(false);
});

test("each key has one function", () => {
  const chords = Object.values(actKeys).flat();
  expect(chords.filter((chord, at) => chords.indexOf(chord) !== at)).toEqual([]);
});

test("plus and space have labels", () => {
  expect([keyLabel("Mod++", false), keyLabel("Mod+-", false), keyLabel("Shift+Space", false)]).toEqual(["Ctrl++", "Ctrl+−", "Shift+Space"]);
});
