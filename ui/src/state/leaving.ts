import type { DetailState } from "./detail.svelte";
import type { Notices } from "./notices.svelte";
import type { Batches } from "./sheet/batches.svelte";
import type { UnsavedText } from "./sheet/sheetEdits.svelte";

/** Leaving the open object or the window. Text that could not be saved holds the person back once. */
export class Leaving {
  /** The open object. */
  readonly #detail: DetailState;
  /** The objects with a field that is edited outside the form. */
  readonly #others: readonly DetailState[];
  readonly #batches: Batches;
  readonly #notices: Notices;
  /** The unsaved text that prevented the last close. */
  #heldBack = "";

  constructor(detail: DetailState, others: readonly DetailState[], batches: Batches, notices: Notices) {
    this.#detail = detail;
    this.#others = others;
    this.#batches = batches;
    this.#notices = notices;
  }

  /** Resolves to whether the window may close. Unsaved text prevents it once. `close` closes it anyway. */
  async mayClose(close: () => void): Promise<boolean> {
    const cell = await this.#batches.settle();
    const details = [...this.#others, this.#detail];
    const saved = await Promise.all(details.map((detail) => detail.settle()));
    const detail = details[saved.indexOf(false)];
    if (cell) return this.#holdForCell(cell, close);
    if (!detail) return true;
    const unsaved = JSON.stringify(detail.edits.failed.map(([path]) => [path, detail.edits.at(path)?.text]));
    if (unsaved === this.#heldBack) return true;
    this.#heldBack = unsaved;
    this.#sayUnsaved(detail, "Close without it", close);
    return false;
  }

  /** Tells the person that the window closes after the save. */
  waitToClose(close: () => void): void {
    const text = "Adwright closes once your text is saved. Saving takes longer than usual.";
    this.#notices.show(text, { label: "Close without waiting", run: close }, { stays: true });
  }

  /** Resolves to whether the person may leave the open object. Unsaved text prevents it once. */
  async mayLeave(again: () => Promise<void>): Promise<boolean> {
    if (await this.#detail.settle()) return true;
    this.#sayUnsaved(this.#detail, "Leave without it", () => {
      this.#detail.edits.forgetAll();
      void again();
    });
    return false;
  }

  /** Holds the person back once for a cell whose text could not be saved. */
  #holdForCell({ place, text, failure }: UnsavedText, close: () => void): boolean {
    const unsaved = `${place}: ${text}`;
    if (unsaved === this.#heldBack) return true;
    this.#heldBack = unsaved;
    const said = `“${text}” in ${place} is not saved. ${failure.message}`;
    this.#notices.show(said, { label: "Close without it", run: close }, { about: "unsaved", stays: true });
    return false;
  }

  #sayUnsaved(detail: DetailState, label: string, run: () => void): void {
    const [path, failure] = detail.edits.failed[0] ?? ["", null];
    const field = detail.field(path)?.label ?? path;
    this.#notices.show(`“${field}” is not saved. ${failure?.message ?? ""}`, { label, run }, { about: "unsaved", stays: true });
  }
}
