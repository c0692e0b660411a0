import { isTauri } from "@tauri-apps/api/core";
import { getCurrentWindow } from "@tauri-apps/api/window";

import { events } from "./bindings";

/** The window closes after this long even if a save hangs. */
const patience = 2000;

/**
 * Runs `save` before the window goes away. The frame's close button waits for it; a reload or a
 * closing page cannot wait, so there the requests are only handed over.
 */
export function beforeClosing(save: () => Promise<void>): void {
  addEventListener("pagehide", () => void save());
  if (!isTauri()) return;
  void getCurrentWindow().onCloseRequested(() =>
    Promise.race([save(), new Promise<void>((resolve) => setTimeout(resolve, patience))]),
  );
}

/** Tells when what an earlier run left on its way has been looked up. */
export function onRecovered(listen: () => void): void {
  if (isTauri()) void events.outboxRecovered.listen(listen);
}
