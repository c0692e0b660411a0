import { flushSync } from "svelte";

import type { RawReply } from "../bridge/bindings";
import type { RowKind } from "./actions/action";
import type { Subject } from "./subject";

/** A dialog that lies over the window. */
export type DialogName =
  | "palette" | "keys" | "template" | "messages" | "reply" | "field" | "learn" | "rules"
  | "workspaces" | "workspace" | "removeWorkspace" | "importWorkspace" | "importAds" | "leftOut" | "decideAll";

/** The menu of a row, and where it stands. */
export interface RowMenu {
  readonly kind: RowKind;
  readonly subject: Subject;
  /** In pixels from the left and the top of the window. */
  readonly at: { x: number; y: number };
}

/** What lies over the window: one dialog or one menu of a row, or nothing. */
export class Overlay {
  dialog = $state<DialogName | null>(null);
  menu = $state.raw<RowMenu | null>(null);
  /** The answer of the service that is shown. */
  reply = $state.raw<RawReply | null>(null);
  /** What had the focus before, and gets it back. */
  #before: HTMLElement | null = null;

  show(dialog: DialogName): void {
    this.#remember();
    this.menu = null;
    this.dialog = dialog;
  }

  showReply(reply: RawReply): void {
    this.reply = reply;
    this.show("reply");
  }

  showMenu(menu: RowMenu): void {
    this.#remember();
    this.menu = menu;
  }

  /** Takes it away; the focus goes back to where it was. */
  close(): void {
    this.dialog = null;
    this.menu = null;
    const before = this.#before;
    this.#before = null;
    // Whatever lies under an open dialog takes no focus.
    flushSync();
    if (before?.isConnected) before.focus({ preventScroll: true });
  }

  #remember(): void {
    if (this.#before !== null) return;
    const { activeElement } = document;
    this.#before = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
  }
}
