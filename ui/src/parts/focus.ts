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

/** Puts the focus where the arrow keys move through the view: on its list, or else on the first thing that can be done. */
export function focusList(): void {
  const view = document.querySelector("main");
  const places = ["[role=grid], [data-moves] button", ".empty button", "h1[tabindex]"];
  const found = places.map((place) => view?.querySelector<HTMLElement>(place));
  found.find((place) => place)?.focus();
}

/** Moves the focus from a button of a row to the same one of another row, as the arrow keys say. */
export function moveInTable(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const rows = [...event.currentTarget.querySelectorAll("tbody tr")];
  const buttons = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>("td > div > button, td > div > div > button") ?? [])];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const place = buttons(rows[at]).indexOf(document.activeElement as HTMLElement);
  const next = moveCursor(event.key, at, rows.length, rows.length);
  if (place < 0 || next === null) return;
  event.preventDefault();
  buttons(rows[next])[place]?.focus();
}
