import { isTauri } from "@tauri-apps/api/core";

import { commands, events } from "./bindings";

/** Loads what most of the window does not need at its start. */
const nativeWindow = () => import("./nativeWindow");

/** After this time the person learns that a save hangs, and may close the window anyway. */
const hangTimeoutMs = 2000;

/** The callbacks that run before the window closes. */
export interface Leaving {
  /** Resolves to whether the window may close, once everything possible is saved. `close` closes it later. */
  mayClose: (close: () => void) => Promise<boolean>;
  /** Reports that something is still being saved. The window closes afterwards, or with `close`. */
  waiting: (close: () => void) => void;
}

/**
 * Asks before the window closes. The frame's close button waits for the answer for any time. The shell closes a window
 * whose page does not answer at all, so a page that keeps it open tells the shell.
 */
export async function beforeClosing({ mayClose, waiting }: Leaving): Promise<void> {
  if (!isTauri()) return;
  const { getCurrentWindow } = await nativeWindow();
  const frame = getCurrentWindow();
  const close = () => void frame.destroy();
  await frame.onCloseRequested(async (event) => {
    const answer = mayClose(close).catch(() => true);
    const timeout = new Promise<"timedOut">((resolve) => setTimeout(() => resolve("timedOut"), hangTimeoutMs));
    const first = await Promise.race([answer, timeout]);
    if (first === true) return;
    event.preventDefault();
    void commands.windowKeepOpen();
    if (first !== "timedOut") return;
    waiting(close);
    void answer.then((may) => may && close());
  });
}

/** Closes the window at once. */
export async function closeWindow(): Promise<void> {
  const { getCurrentWindow } = await nativeWindow();
  await getCurrentWindow().destroy();
}

/** Enlarges the whole page by a factor. A plain browser has its own zoom. */
export async function setZoom(factor: number): Promise<void> {
  if (!isTauri()) return;
  const { getCurrentWebview } = await nativeWindow();
  await getCurrentWebview().setZoom(factor);
}

/** The callbacks while a person drags files and folders over the window. */
export interface Dragging {
  /** The paths of the dragged files and folders over the window; none after they left. */
  over: (paths: string[]) => void;
  /** They were dropped, with these paths. */
  dropped: (paths: string[]) => void;
}

/** Listens for files and folders that are dragged over the window and dropped on it. */
export async function onFilesDragged({ over, dropped }: Dragging): Promise<void> {
  if (!isTauri()) return;
  const { getCurrentWebview } = await nativeWindow();
  await getCurrentWebview().onDragDropEvent(({ payload }) => {
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
