import type { Workbench } from "./workbench.svelte";

/** One thing that the keyboard does anywhere in the window. */
interface Shortcut {
  keys: string;
  run: (bench: Workbench, event: KeyboardEvent) => unknown;
  /** Whether it applies just now; otherwise the key keeps its usual meaning. */
  when?: (bench: Workbench, event: KeyboardEvent) => boolean;
}

const shortcuts: Shortcut[] = [
  { keys: "Control+z", run: (bench) => bench.attempt(bench.detail.undo), when: undoIsOurs },
  { keys: "Control+Shift+z", run: (bench) => bench.attempt(bench.detail.redo), when: undoIsOurs },
  { keys: "Control+y", run: (bench) => bench.attempt(bench.detail.redo), when: undoIsOurs },
  { keys: "F8", run: (bench) => nextFinding(bench, 1), when: isDetailShown },
  { keys: "Shift+F8", run: (bench) => nextFinding(bench, -1), when: isDetailShown },
  { keys: "F5", run: (bench) => bench.getLatest() },
  { keys: "Control+n", run: (bench) => bench.newCampaign() },
  { keys: "Control+f", run: focusSearch, when: (bench) => bench.route.view === "campaigns" },
  { keys: "Control+1", run: (bench) => bench.go("campaigns") },
  { keys: "Control+2", run: (bench) => bench.go("drafts") },
  { keys: "Control+3", run: (bench) => bench.go("review") },
  { keys: "Control+4", run: (bench) => bench.go("sent") },
];

/** Runs the shortcut that a key press stands for, if there is one. */
export function press(bench: Workbench, event: KeyboardEvent): void {
  const keys = keysOf(event);
  const shortcut = shortcuts.find((one) => one.keys === keys);
  if (!shortcut || shortcut.when?.(bench, event) === false) return;
  event.preventDefault();
  shortcut.run(bench, event);
}

function keysOf(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? "Control+" : "";
  const shift = event.shiftKey ? "Shift+" : "";
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return `${control}${event.altKey ? "Alt+" : ""}${shift}${key}`;
}

/**
 * Undo belongs to the draft, except in a text box that is not one of its fields, and in a field
 * whose text has not been handed over yet: there the box's own undo takes back the last keys.
 */
function undoIsOurs(bench: Workbench, event: KeyboardEvent): boolean {
  if (!isDetailShown(bench) || !(event.target instanceof Element)) return false;
  const path = event.target.closest<HTMLElement>("[data-path]")?.dataset["path"];
  if (path !== undefined) return !bench.detail.edits.holds(path);
  return !event.target.matches("input:not([type=checkbox]), textarea");
}

function isDetailShown(bench: Workbench): boolean {
  return bench.route.view === "campaigns" && bench.detail.target !== null;
}

function nextFinding(bench: Workbench, step: 1 | -1): void {
  const finding = bench.detail.nextFinding(step);
  const of = bench.detail.value?.findings.length ?? 0;
  bench.notices.spoken = finding
    ? `Finding ${bench.detail.findingNumber} of ${of}: ${finding.message}`
    : "There are no findings.";
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("input[type=search]")?.select();
}
