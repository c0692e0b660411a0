import type { DetailState } from "./detail.svelte";
import type { Notices } from "./notices.svelte";

/** Leaving what is open, and the window: text that could not be saved holds the person back, once. */
export class Leaving {
  readonly #detail: DetailState;
  readonly #notices: Notices;
  /** What kept the window from closing the last time. */
  #heldBack = "";

  constructor(detail: DetailState, notices: Notices) {
    this.#detail = detail;
    this.#notices = notices;
  }

  /** Says whether the window may close. Text that could not be saved holds it back, once; `close` closes it after all. */
  async mayClose(close: () => void): Promise<boolean> {
    if (await this.#detail.settle()) return true;
    const unsaved = JSON.stringify(this.#detail.edits.failed.map(([path]) => [path, this.#detail.edits.at(path)?.text]));
    if (unsaved === this.#heldBack) return true;
    this.#heldBack = unsaved;
    this.#sayUnsaved("Close without it", close);
    return false;
  }

  /** The window is to close and something is still being saved. */
  waitToClose(close: () => void): void {
    const text = "Adwright closes as soon as what you typed is saved. That takes longer than usual.";
    this.#notices.say(text, { label: "Close without waiting", run: close }, { stays: true });
  }

  /** Text that could not be saved holds the person back, once. */
  async mayLeave(again: () => Promise<void>): Promise<boolean> {
    if (await this.#detail.settle()) return true;
    this.#sayUnsaved("Leave without it", () => {
      this.#detail.edits.forgetAll();
      void again();
    });
    return false;
  }

  #sayUnsaved(label: string, run: () => void): void {
    const [path, failure] = this.#detail.edits.failed[0] ?? ["", null];
    const field = this.#detail.field(path)?.label ?? path;
    this.#notices.say(`“${field}” is not saved. ${failure?.message ?? ""}`, { label, run }, { about: "unsaved", stays: true });
  }
}
