import { focusList } from "../state/focusList";
import { moveCursor } from "../state/rows";

/** Puts the focus on a field's control, or on that of the nearest field around it. */
export function focusField(frame: HTMLElement, path: string): void {
  const controls = [...frame.querySelectorAll<HTMLElement>("[data-path]")];
  const around = controls
    .reverse() // of two with one path the inner one, which comes later
    .filter(({ dataset }) => isAround(dataset["path"] ?? "", path))
    .sort((one, other) => (other.dataset["path"]?.length ?? 0) - (one.dataset["path"]?.length ?? 0));
  const control = around[0] ?? frame.querySelector<HTMLElement>("h1");
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}

function isAround(outer: string, path: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** Moves the focus in a menu as its keys say; whether the key was one of them. Letters lead to what begins with them. */
export function moveInMenu(list: HTMLElement, key: string): boolean {
  const items = [...list.querySelectorAll<HTMLElement>("[role=menuitem]")];
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

/** The first control in a frame that can have the focus. */
export function firstControl(frame: HTMLElement): HTMLElement | null {
  return frame.querySelector<HTMLElement>("input:not(:disabled), select, textarea, button:not(:disabled)");
}

/**
 * Keeps the focus in sight: what has it may go away, and then the focus goes to what is near. Returns how to end that.
 *
 * Engines put it on the body instead, some without telling.
 */
export function keepFocus(): () => void {
  /** What last had the focus, and all that is around it, from the inside. */
  let chain: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === document.body && chain[0] !== undefined && isGone(chain[0]);
  // Whoever takes the focus by itself when something goes away does so first.
  const later = () => (timer ??= setTimeout(settle));
  const remember = ({ target }: FocusEvent) => (chain = target instanceof Element ? ancestors(target) : []);
  const observer = new MutationObserver(() => isLost() && later());

  function settle() {
    timer = undefined;
    if (isLost()) focusNear(chain);
    // A person who clicked beside everything has put the focus nowhere.
    else if (document.activeElement === document.body) chain = [];
  }

  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", later);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", later);
  };
}

function ancestors(element: Element): Element[] {
  return element.parentElement ? [element, ...ancestors(element.parentElement)] : [element];
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(":disabled");
}

/** Focuses the smallest part that is left, or its first control. Of a whole list or more, what is open is near, or the list. */
function focusNear(chain: Element[]): void {
  const parts = chain.filter((element): element is HTMLElement => element instanceof HTMLElement && element.isConnected);
  const places = parts.map((part) => (part.matches("[data-holds-focus]") ? part : firstControl(part)));
  const at = places.findIndex((place) => place !== null);
  if (!parts[at]?.querySelector("[role=grid], [data-opened]")) places[at]?.focus({ preventScroll: true });
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("main [data-opened]")?.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusList();
}

/** Moves the focus from a button of a row to the same one of another row, as the arrow keys say. */
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
