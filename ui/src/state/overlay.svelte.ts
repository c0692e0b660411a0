import { flushSync } from "svelte";

import type { ReplyView } from "../bridge/bindings";
import type { RowKind } from "./actions/action";
import { FocusReturn } from "./panes";
import type { Subject } from "./subject";

/** A dialog over the window. */
export type DialogName =
  | "palette"
  | "keys"
  | "template"
  | "messages"
  | "reply"
  | "field"
  | "learn"
  | "arrange"
  | "rules"
  | "localData"
  | "workspaces"
  | "workspace"
  | "removeWorkspace"
  | "importWorkspace"
  | "importAds"
  | "skippedFiles"
  | "decideAll"
  | "renameBatch"
  | "sendBatch"
  | "importRows"
  | "export";

/** The menu of a row, and its position. */
export interface RowMenu {
  readonly kind: RowKind;
  readonly subject: Subject;
  /** In pixels from the left and the top of the window. */
  readonly at: { x: number; y: number };
}

/** The dialog or the row menu over the window, if there is one. */
export class Overlay {
  dialog = $state<DialogName | null>(null);
  menu = $state.raw<RowMenu | null>(null);
  /** The service's reply in the dialog. */
  reply = $state.raw<ReplyView | null>(null);
  readonly #focusReturn = new FocusReturn();

  show(dialog: DialogName): void {
    this.#remember();
    this.menu = null;
    this.dialog = dialog;
  }

  showReply(reply: ReplyView): void {
    this.reply = reply;
    this.show("reply");
  }

  showMenu(menu: RowMenu): void {
    this.#remember();
    this.menu = menu;
  }

  /** Closes the overlay and restores the focus. */
  close(): void {
    this.dialog = null;
    this.menu = null;
    // Elements under an open dialog cannot take the focus.
    flushSync();
    this.#focusReturn.restore();
  }

  #remember(): void {
    if (!this.#focusReturn.isSet) this.#focusReturn.remember();
  }
}
