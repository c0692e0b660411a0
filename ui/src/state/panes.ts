// The panes of the window, marked with `data-pane`, and the movement of the focus between them.

import { codeLoaded } from "./lazyCode.svelte";

/** The controls that can have the focus. */
const controls = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex='0']";

/** The places where a pane takes the focus, the best one first. */
const entries = ["[aria-current=page]", "[data-opened] h1[tabindex]", "[data-opened]", "[role=grid]", "h1[tabindex]", controls];

/** The element of each pane that had the focus when the person left the pane by key. */
const left = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next pane (`step` 1) or to the one before (-1), around at the ends. A dialog keeps the focus. */
export function focusPane(step: 1 | -1): void {
  if (document.querySelector("dialog[open]")) return;
  // A pane that has panes inside is only their frame.
  const panes = [...document.querySelectorAll("[data-pane]")].filter((pane) => !pane.querySelector("[data-pane]"));
  const from = document.activeElement ?? document.body;
  const at = panes.findIndex((pane) => pane.contains(from));
  if (panes[at] && from instanceof HTMLElement) left.set(panes[at], from);
  const next = at < 0 ? besideNone(panes, from, step) : at + step;
  for (let tried = 0; tried < panes.length; tried += 1) {
    const pane = panes.at((next + step * tried) % panes.length);
    if (pane && enter(pane)) return;
  }
}

/** Returns the index of the pane to enter from an element between the panes. */
function besideNone(panes: Element[], from: Element, step: 1 | -1): number {
  const following = panes.findIndex((pane) => from.compareDocumentPosition(pane) & Node.DOCUMENT_POSITION_FOLLOWING);
  return (following < 0 ? panes.length : following) - (step < 0 ? 1 : 0);
}

/** Focuses the element of a pane that had the focus last, or its first place. Returns whether it has the focus now. */
function enter(pane: Element): boolean {
  const places = entries.flatMap((selector) => [...pane.querySelectorAll<HTMLElement>(selector)]);
  const last = left.get(pane);
  if (last && pane.contains(last)) places.unshift(last);
  // A hidden element does not take the focus.
  return places.some((place) => {
    place.focus();
    return pane.contains(document.activeElement);
  });
}

/** Focuses the list of the view; without a list, its first button or its heading. */
export function focusList(): void {
  const view = document.querySelector("main");
  const selectors = ["[role=grid], [data-moves] button", ".empty button", "h1[tabindex]"];
  const elements = selectors.map((selector) => view?.querySelector<HTMLElement>(selector));
  elements.find((element) => element)?.focus();
}

/** Focuses the heading of the open object; without a heading, the object itself. */
export function focusOpened(): void {
  const opened = document.querySelector<HTMLElement>("main [data-opened]");
  (opened?.querySelector<HTMLElement>("h1[tabindex]") ?? opened)?.focus({ preventScroll: true });
}

/** Carries out an act and then moves the focus, unless the person moved it in the meantime. */
export async function focusAfter(act: () => Promise<unknown>, focus: () => unknown): Promise<void> {
  const before = document.activeElement;
  const acted = new AbortController();
  const note = () => acted.abort();
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, note, { capture: true, signal: acted.signal });
  try {
    await act();
  } finally {
    await codeLoaded();
    const now = document.activeElement;
    const isMoved = acted.signal.aborted && now !== before && now !== document.body;
    acted.abort();
    if (!isMoved) focus();
  }
}

/** The element that had the focus before something opened. It gets the focus back afterwards. */
export class FocusReturn {
  #before: HTMLElement | null = null;

  get isSet(): boolean {
    return this.#before !== null;
  }

  remember(): void {
    const { activeElement } = document;
    this.#before = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
  }

  /** Gives the focus back. Returns whether the element has it now. */
  restore(): boolean {
    const before = this.#before;
    this.#before = null;
    if (!before?.isConnected) return false;
    before.focus({ preventScroll: true });
    return document.activeElement === before;
  }
}
