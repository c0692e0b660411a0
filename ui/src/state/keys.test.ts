import { expect, test } from "vitest";

import { ariaKeys, chordOf, keyLabel } from "./keys";

function key(name: string, held: KeyboardEventInit = {}) {
  return new KeyboardEvent("keydown", { key: name, ...held });
}

test.each([
  ["Mod+K", key("k", { ctrlKey: true })],
  ["Mod+Shift+Z", key("Z", { ctrlKey: true, shiftKey: true })],
  ["Shift+F8", key("F8", { shiftKey: true })],
  ["?", key("?", { shiftKey: true })],
  ["Mod+1", key("1", { ctrlKey: true })],
  ["Shift+Space", key(" ", { shiftKey: true })],
  ["Mod++", key("+", { ctrlKey: true, shiftKey: true })],
  ["Meta+K", key("k", { metaKey: true })],
])("a press is read as %s", (chord, event) => {
  expect(chordOf(event, false)).toBe(chord);
});

test("on macOS ⌘ replaces Ctrl, which stays itself", () => {
  expect(chordOf(key("k", { metaKey: true }), true)).toBe("Mod+K");
  expect(chordOf(key("k", { ctrlKey: true }), true)).toBe("Ctrl+K");
});

test("keys are written the way the system writes them", () => {
  expect([keyLabel("Mod+Shift+Z", false), keyLabel("Mod+Shift+Z", true)]).toEqual(["Ctrl+Shift+Z", "⇧⌘Z"]);
  expect([ariaKeys("Mod+K", false), ariaKeys("Mod+K", true)]).toEqual(["Control+K", "Meta+K"]);
  expect([keyLabel("Mod++", false), ariaKeys("Mod++", false)]).toEqual(["Ctrl++", "Control+Plus"]);
});
