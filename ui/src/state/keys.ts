// The notation of shortcuts: "Mod+Shift+Z", where Mod is Ctrl, and ⌘ on macOS.

/** Whether this is macOS, where ⌘ replaces Ctrl. */
export const onMac = /mac/iu.test(navigator.platform);

/** The label on a key, if it differs from its name. */
const printed: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", "-": "−" };
const macSigns: Record<string, string> = { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧" };
const macOrder = ["Ctrl", "Alt", "Shift", "Mod"];
const spoken: Record<string, string> = { Ctrl: "Control", ArrowUp: "Up", ArrowDown: "Down", "+": "Plus" };

/** Returns the shortcut of a key event. Shift is omitted if the character implies it: "?" is "?" on every keyboard. */
export function chordOf(event: KeyboardEvent, mac = onMac): string {
  const sign = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isShiftImplied = event.key.length === 1 && event.key.toLowerCase() === sign;
  const held = [...systemModifiers(event, mac), event.altKey && "Alt", event.shiftKey && !isShiftImplied && "Shift"];
  return [...held.filter(Boolean), sign].join("+");
}

/** Returns the names of the held modifiers that differ between macOS and other systems. */
function systemModifiers({ ctrlKey, metaKey }: KeyboardEvent, mac: boolean) {
  return mac ? [metaKey && "Mod", ctrlKey && "Ctrl"] : [ctrlKey && "Mod", metaKey && "Meta"];
}

/** Returns a shortcut for people: "Ctrl+Shift+Z", or "⇧⌘Z". */
export function keyLabel(chord: string, mac = onMac): string {
  const parts = partsOf(chord);
  if (!mac) return parts.map((part) => (part === "Mod" ? "Ctrl" : (printed[part] ?? part))).join("+");
  const rank = (part: string) => (macOrder.includes(part) ? macOrder.indexOf(part) : macOrder.length);
  return parts
    .sort((one, other) => rank(one) - rank(other))
    .map((part) => macSigns[part] ?? printed[part] ?? part)
    .join("");
}

/** Returns a shortcut in the format of `aria-keyshortcuts`. */
export function ariaKeys(chord: string, mac = onMac): string {
  return partsOf(chord)
    .map((part) => (part === "Mod" ? (mac ? "Meta" : "Control") : (spoken[part] ?? part)))
    .join("+");
}

/** Returns whether a key would type a character into the focused box. */
export function typesIntoBox(event: KeyboardEvent): boolean {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
  return isTextBox(event.target);
}

/** Returns whether a key opens the menu of the focused row. */
export function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "ContextMenu" || (shiftKey && key === "F10");
}

/** Returns whether a person can type text into an element. */
export function isTextBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea, [contenteditable]");
}

function partsOf(chord: string): string[] {
  const isPlus = chord.endsWith("++");
  const parts = chord.split("+").filter((part) => part !== "");
  return isPlus ? [...parts, "+"] : parts;
}
