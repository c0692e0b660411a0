import { isTauri } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { getCurrentWindow } from "@tauri-apps/api/window";

import { commands, events } from "./bindings";

/** After this long, a save that hangs is told to the person, who may close the window all the same. */
const patience = 2000;

/** What is asked before the window goes away. */
export interface Leaving {
  /** Hands over what is typed, without waiting for anything. */
  handOver: () => void;
  /** Says, once everything is saved that can be, whether the window may close; `close` closes it later. */
  mayClose: (close: () => void) => Promise<boolean>;
  /** Something is still being saved: the window closes when that is done, or with `close`. */
  waiting: (close: () => void) => void;
}

/**
 * Asks before the window goes away. The frame's close button waits for the answer, however long it takes; a
 * reload or a closing page cannot wait, so there the requests are only handed over. The shell closes a window whose
 * page does not answer at all, so a page that keeps it open says so.
 */
export function beforeClosing({ handOver, mayClose, waiting }: Leaving): void {
  addEventListener("pagehide", handOver);
  if (!isTauri()) return;
  void getCurrentWindow().onCloseRequested(async (event) => {
    const answer = mayClose(closeWindow).catch(() => true);
    const tired = new Promise<"tired">((resolve) => setTimeout(() => resolve("tired"), patience));
    const first = await Promise.race([answer, tired]);
    if (first === true) return;
    event.preventDefault();
    void commands.windowKeepOpen();
    if (first !== "tired") return;
    waiting(closeWindow);
    void answer.then((may) => may && closeWindow());
  });
}

/** Closes the window at once. */
export function closeWindow(): void {
  void getCurrentWindow().destroy();
}

/** What is told while a person drags files and folders over the window. */
export interface Dragging {
  /** So many are over it; none any more, once they were taken away. */
  over: (dragged: number) => void;
  /** They were dropped, by their paths. */
  dropped: (paths: string[]) => void;
}

/** Tells when files and folders are dragged over the window and dropped on it. */
export function onFilesDragged({ over, dropped }: Dragging): void {
  if (!isTauri()) return;
  void getCurrentWebview().onDragDropEvent(({ payload }) => {
    if (payload.type === "enter") over(payload.paths.length);
    if (payload.type === "leave") over(0);
    if (payload.type === "drop") dropped(payload.paths);
  });
}

/** Tells when what an earlier run left on its way has been looked up. */
export function onRecovered(listen: () => void): void {
  if (isTauri()) void events.outboxRecovered.listen(listen);
}

/** Tells when the program was started once more while this window is open. */
export function onStartedAgain(listen: () => void): void {
  if (isTauri()) void events.startedAgain.listen(listen);
}

/** Tells when the window in which a secret is typed was closed. */
export function onSecretEntry(listen: () => void): void {
  if (isTauri()) void events.secretEntryEnded.listen(listen);
}

/** Tells when the service answers again, or does not any more. */
export function onConnection(listen: () => void): void {
  if (isTauri()) void events.connectionChanged.listen(listen);
}
