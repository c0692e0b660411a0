import type { Action } from "svelte/action";

/** Controls that the arrow keys reach. Text boxes, lists of choices and open panels keep the arrow keys to themselves. */
const reached = "button:not(:disabled), input[type=checkbox]:not(:disabled), a[href]";
const panels = "[role=dialog], [role=menu], [aria-hidden=true]";

interface Options {
  /** Called for the keys up, down and Escape. If it is set, the tab key does not reach the controls. */
  leave?: () => void;
}

/**
 * Makes the controls in an element one tab stop, as in a toolbar: the arrow keys, Home and End move between them. Svelte
 * must not set their `tabindex`.
 */
export const roving: Action<HTMLElement, Options | undefined> = (frame, options) => {
  let current: HTMLElement | undefined;

  function controls(): HTMLElement[] {
    const all = [...frame.querySelectorAll<HTMLElement>(reached)];
    return all.filter((control) => !frame.contains(control.closest(panels)));
  }

  function arrange(): void {
    const all = controls();
    if (!current || !all.includes(current)) current = all[0];
    for (const control of all) control.tabIndex = control === current && !options?.leave ? 0 : -1;
  }

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !controls().includes(target)) return;
    current = target;
    arrange();
  }

  function move(event: KeyboardEvent): void {
    const all = controls();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = nextIndex(event.key, at, all.length);
    if (options?.leave && ["ArrowUp", "ArrowDown", "Escape"].includes(event.key)) options.leave();
    else if (next !== null) all[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const observer = new MutationObserver(arrange);
  observer.observe(frame, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  frame.addEventListener("focusin", remember);
  frame.addEventListener("keydown", move);
  arrange();
  return {
    destroy() {
      observer.disconnect();
      frame.removeEventListener("focusin", remember);
      frame.removeEventListener("keydown", move);
    },
  };
};

/** Returns the index of the control to which a key moves, around at the ends; `null` if the key moves nowhere. */
function nextIndex(key: string, at: number, count: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? null : (to + count) % count;
}
