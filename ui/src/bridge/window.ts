import { isTauri } from "@tauri-apps/api/core";
import { getCurrentWindow } from "@tauri-apps/api/window";

import { events } from "./bindings";

/** The window closes after this long even if a save hangs. */
const patience = 2000;

/** What is asked before the window goes away. */
export interface Leaving {
  /** Hands over what is typed. */
  save: () => Promise<unknown>;
  /** Says, once everything is saved that can be, whether the window may close; `close` closes it later. */
  mayClose: (close: () => void) => Promise<boolean>;
}

/**
 * Asks before the window goes away. The frame's close button waits for the answer, within reason; a
 * reload or a closing page cannot wait, so there the requests are only handed over.
 */
export function beforeClosing({ save, mayClose }: Leaving): void {
  addEventListener("pagehide", () => void save());
  if (!isTauri()) return;
  const frame = getCurrentWindow();
  void frame.onCloseRequested(async (event) => {
    const answer = mayClose(() => void frame.destroy()).catch(() => true);
    const tired = new Promise<true>((resolve) => setTimeout(() => resolve(true), patience));
    if (!(await Promise.race([answer, tired]))) event.preventDefault();
  });
}

/** Tells when what an earlier run left on its way has been looked up. */
export function onRecovered(listen: () => void): void {
  if (isTauri()) void events.outboxRecovered.listen(listen);
}
