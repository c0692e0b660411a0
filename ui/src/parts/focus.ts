import { focusList } from "../state/panes";
import { moveCursor } from "../state/rows";

/** Focuses the control of a field, or of the nearest field around it. */
export function focusField(frame: HTMLElement, path: string): void {
  const controls = [...frame.querySelectorAll<HTMLElement>("[data-path]")];
  const around = controls
    .reverse() // of two with one path the inner one, which comes later
    .filter(({ dataset }) => isAround(dataset["path"] ?? "", path))
    .sort((one, other) => (other.dataset["path"]?.length ?? 0) - (one.dataset["path"]?.length ?? 0));
  const control = around[0] ?? frame.querySelector<HTMLElement>("h1");
  control?.focus({ preventScroll: true });
  // Like the tab key, so that typing replaces the text.
  if (control instanceof HTMLInputElement) control.select();
  control?.scrollIntoView({ block: "center" });
}

function isAround(outer: string, path: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** Moves the focus in a menu: with its keys, or to the next item with a typed first letter. Returns whether it moved. */
export function moveInMenu(list: HTMLElement, key: string): boolean {
  const items = [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 };
  const step = steps[key];
  const next = step === undefined ? beginning(items, at, key) : items.at(step % items.length);
  next?.focus();
  return step !== undefined || next !== undefined;
}

function beginning(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key.length !== 1 || key === " ") return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** Returns the first control in a frame that can have the focus. */
export function firstControl(frame: HTMLElement): HTMLElement | null {
  return frame.querySelector<HTMLElement>("input:not(:disabled), select, textarea, button:not(:disabled)");
}

/**
 * Keeps the focus: if the focused element is removed or disabled, a near one takes it. Returns a function that stops it.
 *
 * Browser engines move the focus to the body instead, some without an event.
 */
export function keepFocus(): () => void {
  /** The last focused element and its ancestors, the innermost first. */
  let chain: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === document.body && chain[0] !== undefined && isUnfocusable(chain[0]);
  // Components that move the focus themselves after a removal run first.
  const settleLater = () => (timer ??= setTimeout(settle));
  const remember = ({ target }: FocusEvent) => (chain = target instanceof Element ? ancestors(target) : []);
  const observer = new MutationObserver(() => isLost() && settleLater());

  function settle() {
    timer = undefined;
    if (isLost()) focusNear(chain);
    // The person clicked outside of all controls, so no element should take the focus.
    else if (document.activeElement === document.body) chain = [];
  }

  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", settleLater);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", settleLater);
  };
}

function ancestors(element: Element): Element[] {
  return element.parentElement ? [element, ...ancestors(element.parentElement)] : [element];
}

function isUnfocusable(element: Element): boolean {
  return !element.isConnected || element.matches(":disabled");
}

/** Focuses the innermost remaining ancestor or its first control; for a whole list, the open item or the list. */
function focusNear(chain: Element[]): void {
  const parts = chain.filter((element): element is HTMLElement => element instanceof HTMLElement && element.isConnected);
  const places = parts.map((part) => (part.matches("[data-holds-focus]") ? part : firstControl(part)));
  const at = places.findIndex((place) => place !== null);
  if (!parts[at]?.querySelector("[role=grid], [data-opened]")) places[at]?.focus({ preventScroll: true });
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("main [data-opened]")?.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusList();
}

/** Moves the focus from a button of a row to the same button of another row with the arrow keys. */
export function moveInTable(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const rows = [...event.currentTarget.querySelectorAll("tbody tr")];
  const buttons = (row: Element | undefined) => [
    ...(row?.querySelectorAll<HTMLElement>("td > div > button, td > div > div > button") ?? []),
  ];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const place = buttons(rows[at]).indexOf(document.activeElement as HTMLElement);
  const next = moveCursor(event.key, at, rows.length, rows.length);
  if (place < 0 || next === null) return;
  event.preventDefault();
  buttons(rows[next])[place]?.focus();
}
