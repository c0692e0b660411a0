import { isTauri } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { getCurrentWindow } from "@tauri-apps/api/window";

import { commands, events } from "./bindings";

/** After this time the person learns that a save hangs, and may close the window anyway. */
const hangTimeoutMs = 2000;

/** The callbacks that run before the window closes. */
export interface Leaving {
  /** Sends typed text without waiting for the result. */
  handOver: () => void;
  /** Resolves to whether the window may close, once everything possible is saved. `close` closes it later. */
  mayClose: (close: () => void) => Promise<boolean>;
  /** Reports that something is still being saved. The window closes afterwards, or with `close`. */
  waiting: (close: () => void) => void;
}

/**
 * Asks before the window closes. The frame's close button waits for the answer for any time. A reload or a closing page
 * cannot wait, so there the edits are only sent. The shell closes a window whose page does not answer at all, so a page
 * that keeps it open tells the shell.
 */
export function beforeClosing({ handOver, mayClose, waiting }: Leaving): void {
  addEventListener("pagehide", handOver);
  if (!isTauri()) return;
  void getCurrentWindow().onCloseRequested(async (event) => {
    const answer = mayClose(closeWindow).catch(() => true);
    const timeout = new Promise<"timedOut">((resolve) => setTimeout(() => resolve("timedOut"), hangTimeoutMs));
    const first = await Promise.race([answer, timeout]);
    if (first === true) return;
    event.preventDefault();
    void commands.windowKeepOpen();
    if (first !== "timedOut") return;
    waiting(closeWindow);
    void answer.then((may) => may && closeWindow());
  });
}

/** Closes the window at once. */
export function closeWindow(): void {
  void getCurrentWindow().destroy();
}

/** Enlarges the whole page by a factor. A plain browser has its own zoom. */
export async function setZoom(factor: number): Promise<void> {
  if (isTauri()) await getCurrentWebview().setZoom(factor);
}

/** The callbacks while a person drags files and folders over the window. */
export interface Dragging {
  /** The paths of the dragged files and folders over the window; none after they left. */
  over: (paths: string[]) => void;
  /** They were dropped, with these paths. */
  dropped: (paths: string[]) => void;
}

/** Listens for files and folders that are dragged over the window and dropped on it. */
export function onFilesDragged({ over, dropped }: Dragging): void {
  if (!isTauri()) return;
  void getCurrentWebview().onDragDropEvent(({ payload }) => {
    if (payload.type === "enter") over(payload.paths);
    if (payload.type === "leave") over([]);
    if (payload.type === "drop") dropped(payload.paths);
  });
}

/** Listens for the end of the recovery of items from an earlier run. */
export function onRecovered(listen: () => void): void {
  if (isTauri()) void events.outboxRecovered.listen(listen);
}

/** Listens for another start of the program while this window is open. */
export function onStartedAgain(listen: () => void): void {
  if (isTauri()) void events.startedAgain.listen(listen);
}

/** Listens for the closing of the window in which a secret is typed. */
export function onSecretEntry(listen: () => void): void {
  if (isTauri()) void events.secretEntryEnded.listen(listen);
}

/** Listens for changes of the connection to the service. */
export function onConnection(listen: () => void): void {
  if (isTauri()) void events.connectionChanged.listen(listen);
}
