import type { SheetView, SheetEdit, SheetEditResult, SheetFilter, SheetRange } from "../../bridge/bindings";
import type { BatchDesk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { SerialQueue } from "../serial";
import { covers } from "./ranges";
import type { Cell } from "./selection";
import { rebase, type CurrentSheet, type SeenSheet } from "./rebase";

/** A text that cells show before the batch has it. */
interface PendingText {
  readonly ranges: readonly SheetRange[];
  readonly text: string;
  /** The revision that has it; `null` until the edit is answered. */
  revision: number | null;
}

/** A text of one cell that could not be saved. It waits for the person's decision. */
export interface UnsavedText {
  readonly place: string;
  readonly text: string;
  readonly failure: CommandFailure;
  readonly change: SheetChange;
}

/** A change that a person made. */
export interface SheetChange {
  readonly edit: SheetEdit;
  readonly seen: SeenSheet;
  /** The cell in words, if only one cell was edited. */
  readonly place: string | null;
  /** The cell that was active. */
  readonly active: Cell;
}

/** What the edits need of their sheet. */
interface EditedSheet {
  readonly id: string;
  readonly batch: SheetView;
  /** What the person sees now. */
  readonly seen: SeenSheet;
  /** Called after each change that the batch has. */
  changed(result: SheetEditResult, change: SheetChange | null): Promise<void>;
  /** Called with a batch that was changed elsewhere. */
  reloaded(batch: SheetView): void;
  /** Called for a failure of a change that has no text to keep. */
  failed(failure: CommandFailure, again: () => void): void;
}

/** How many rows around the earlier position are searched for a row that may have moved. */
const searchedRows = 400;

/** The changes of a sheet: sent one after another, and shown before they are answered. */
export class SheetEdits {
  /** The texts that are shown before the batch has them, the newest last. */
  pending = $state.raw<readonly PendingText[]>([]);
  unsaved = $state.raw<readonly UnsavedText[]>([]);
  /** How many changes are not answered yet. */
  running = $state(0);
  readonly #desk: BatchDesk;
  readonly #sheet: EditedSheet;
  readonly #queue = new SerialQueue();
  /** The revisions that this window made, in order, without one from elsewhere between them. */
  #own: number[] = [];

  constructor(desk: BatchDesk, sheet: EditedSheet) {
    this.#desk = desk;
    this.#sheet = sheet;
  }

  get saving(): boolean {
    return this.running > 0;
  }

  /** Returns the text that a cell shows before the batch has it. */
  pendingText(row: number, stored: number): string | undefined {
    return this.pending.findLast(({ ranges }) => ranges.some((range) => covers(range, row, stored)))?.text;
  }

  /** Returns the row after the last one with a text that the batch does not have yet. */
  get pendingEnd(): number {
    return Math.max(
      0,
      ...this.pending.filter(({ text }) => text !== "").flatMap(({ ranges }) => ranges.map(({ top, rows }) => top + rows)),
    );
  }

  /** Forgets the shown texts that loaded rows contain. */
  settle(revision: number): void {
    const isNeeded = (one: PendingText) => one.revision === null || one.revision > revision;
    if (!this.pending.every(isNeeded)) this.pending = this.pending.filter(isNeeded);
  }

  /** Sends a change after all earlier ones. Resolves to whether the batch has it. */
  add(change: SheetChange): Promise<boolean> {
    const { edit } = change;
    const shown: PendingText | null = edit.kind === "set" ? { ranges: edit.data.ranges, text: edit.data.text, revision: null } : null;
    if (shown) this.pending = [...this.pending, shown];
    return this.#run(async () => {
      const result = await this.#send(change);
      // The rows may show the text elsewhere if their order depends on it.
      if (shown) shown.revision = result.batch.revision;
      await this.#sheet.changed(result, change);
      return true;
    }).catch((thrown: unknown) => {
      this.pending = this.pending.filter((one) => one !== shown);
      this.#fail(change, CommandFailure.from(thrown));
      return false;
    });
  }

  /** Takes back or repeats a step, after all earlier changes. */
  move(direction: "undo" | "redo"): Promise<void> {
    return this.#run(async () => {
      const { id, batch } = this.#sheet;
      const result = direction === "undo" ? await this.#desk.undoSheet(id) : await this.#desk.redoSheet(id);
      this.#note(batch.revision, result);
      await this.#sheet.changed(result, null);
    }).catch((thrown: unknown) => this.#sheet.failed(CommandFailure.from(thrown), () => void this.move(direction)));
  }

  /** Sends an unsaved text again, to the row for which it was typed. */
  retry(unsaved: UnsavedText): Promise<boolean> {
    this.forget(unsaved);
    return this.add(unsaved.change);
  }

  forget(unsaved: UnsavedText): void {
    this.unsaved = this.unsaved.filter((one) => one !== unsaved);
  }

  /** Resolves to whether every text is saved, once all changes are answered. */
  async finish(): Promise<boolean> {
    await this.#queue.add(() => Promise.resolve());
    return this.unsaved.length === 0;
  }

  async #run<T>(job: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await this.#queue.add(job);
    } finally {
      this.running -= 1;
    }
  }

  async #send(change: SheetChange): Promise<SheetEditResult> {
    const edit = await this.#rebased(change);
    try {
      return await this.#request(change.seen.filter, edit);
    } catch (thrown) {
      if (CommandFailure.from(thrown).code !== "Conflict") throw thrown;
      this.#sheet.reloaded(await this.#desk.openBatch(this.#sheet.id));
      return this.#request(change.seen.filter, await this.#rebased(change));
    }
  }

  async #request(filter: SheetFilter, edit: SheetEdit): Promise<SheetEditResult> {
    const { id, batch } = this.#sheet;
    const result = await this.#desk.editSheet(id, { revision: batch.revision, filter, edit });
    this.#note(batch.revision, result);
    return result;
  }

  async #rebased({ edit, seen }: SheetChange): Promise<SheetEdit> {
    const { batch } = this.#sheet;
    if (seen.revision === batch.revision) return edit;
    const now: CurrentSheet = {
      rows: batch.rows,
      isOwn: this.#isOwnSince(seen.revision),
      find: (...place) => this.#find(seen.filter, ...place),
    };
    const rebased = await rebase(edit, seen, now);
    if (rebased) return rebased;
    const message = now.isOwn
      ? "The rows moved after your last change. Look at the rows, then try again."
      : "The batch was changed elsewhere in the meantime. Look at the rows, then try again.";
    throw new CommandFailure({ code: "Conflict", message, details: null });
  }

  async #find(filter: SheetFilter, number: number, near: number) {
    const offset = Math.max(0, near - searchedRows / 2);
    const { rows } = await this.#desk.sheetRows(this.#sheet.id, { filter, offset, limit: searchedRows });
    const at = rows.findIndex((line) => line.number === number);
    const line = rows[at];
    return line ? { position: offset + at, line } : null;
  }

  #note(before: number, { batch }: SheetEditResult): void {
    if (this.#own.at(-1) !== before) this.#own = [before];
    this.#own.push(batch.revision);
  }

  #isOwnSince(revision: number): boolean {
    return this.#own.includes(revision) && this.#own.at(-1) === this.#sheet.batch.revision;
  }

  #fail(change: SheetChange, failure: CommandFailure): void {
    const { edit, place } = change;
    if (place === null || edit.kind !== "set") this.#sheet.failed(failure, () => void this.add({ ...change, seen: this.#sheet.seen }));
    else this.unsaved = [...this.unsaved, { place, text: edit.data.text, failure, change }];
  }
}
