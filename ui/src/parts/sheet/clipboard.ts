import type { CopiedCells } from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { keyLabel } from "../../state/keys";
import { plural } from "../../state/wording";
import { cellsOfEvent, readClipboard, type ClipboardCells } from "../../state/sheet/clipboardContent";
import { currentRect } from "../../state/sheet/selection";
import { rangeOf } from "../../state/sheet/ranges";
import type { Sheet } from "../../state/sheet/sheet.svelte";

/** Copies, cuts and pastes cells: with the keys' clipboard events, or from a menu. */
export class SheetClipboard {
  readonly #sheet: Sheet;
  /** Whether the next paste turns rows into columns. */
  #transposes = false;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** Handles the event of a copy or cut. While a cell is edited, its text is copied as usual. */
  take(event: ClipboardEvent): void {
    if (this.#sheet.editor.open) return;
    event.preventDefault();
    const cuts = event.type === "cut";
    if (this.#sheet.ranges.length === 0) return this.#sheet.reports.say("There is nothing to copy in the new row.");
    const ready = this.#sheet.readyCopy;
    if (!ready || !event.clipboardData) return void this.copy(cuts);
    event.clipboardData.setData("text/plain", ready.text);
    event.clipboardData.setData("text/html", ready.html);
    this.#finish(cuts);
  }

  /** Handles the event of a paste. */
  put(event: ClipboardEvent): void {
    if (this.#sheet.editor.open) return;
    event.preventDefault();
    this.#paste(cellsOfEvent(event));
  }

  /** Turns rows into columns in the paste whose event follows the key. */
  transposeNext(): void {
    this.#transposes = true;
    // WebKit reports the key as a paste of plain text, another engine may not: then the menu's way is used.
    setTimeout(() => this.#transposes && void this.paste(true), 120);
  }

  /** Copies or cuts without an event. The engine waits for the cells, so that a large selection can be copied too. */
  async copy(cuts: boolean): Promise<void> {
    const advice = `The clipboard did not take the cells. They are ready now: press ${keyLabel(cuts ? "Mod+X" : "Mod+C")}.`;
    await this.#attempt(advice, async () => {
      const copied = this.#sheet.copy();
      const flavour = (type: string, text: (cells: CopiedCells) => string) => copied.then((cells) => new Blob([text(cells)], { type }));
      const item = new ClipboardItem({
        "text/plain": flavour("text/plain", ({ text }) => text),
        "text/html": flavour("text/html", ({ html }) => html),
      });
      await navigator.clipboard.write([item]);
      this.#finish(cuts);
    });
  }

  /** Pastes without an event. */
  async paste(transposed: boolean): Promise<void> {
    this.#transposes = transposed;
    await this.#attempt(`The clipboard cannot be read here. Press ${keyLabel("Mod+V")} in the sheet.`, async () => {
      this.#paste(await readClipboard());
    });
  }

  #paste({ text, html }: ClipboardCells): void {
    const transposed = this.#transposes;
    this.#transposes = false;
    const sheet = this.#sheet;
    if (text === "" && html === "") return sheet.reports.say("The clipboard holds no text.");
    const range = rangeOf(currentRect(sheet.selection, sheet.extent), sheet.shown);
    const shown = sheet.shown.map(({ stored }) => stored);
    void sheet.apply({ kind: "paste", data: { range, shown, text, html: html || null, transposed } });
  }

  #finish(cuts: boolean): void {
    const cells = this.#sheet.ranges.reduce((sum, { rows, columns }) => sum + rows * columns.length, 0);
    this.#sheet.reports.say(`${plural(cells, "cell")} ${cuts ? "cut" : "copied"}`);
    if (cuts) this.#sheet.clear();
  }

  /** Reports a failure. The engine's own text only goes to the details. */
  async #attempt(advice: string, job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (thrown) {
      this.#transposes = false;
      if (thrown instanceof CommandFailure) return this.#sheet.reports.failed(thrown);
      this.#sheet.reports.failed(new CommandFailure({ code: "Refused", message: advice, details: String(thrown) }));
    }
  }
}
