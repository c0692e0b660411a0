import type { AppliedBulkEdit, DraftColumn, DraftCounts, DraftQuery, DraftRow, DraftSort, DraftFilter, DraftWindow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { Ticked } from "./list/ticked.svelte";
import { covers, spanAround, type Span } from "./rows";

/** How long typing in the search box may rest before it searches, in milliseconds. */
const searchAfter = 80;
const rowsPerRequest = 200;
const all: Span = { first: 0, end: 4_294_967_295 };
const none: DraftCounts = { all: 0, ready: 0, errors: 0, discarded: 0 };

/** The list of drafts, or of those that were discarded: a window of rows; the desk holds all of them. */
export class Drafts {
  shown = $state<DraftFilter>("all");
  search = $state("");
  /** The order; where none is given, that in which they were begun. */
  sort = $state.raw<DraftSort | null>(null);
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  place = $state.raw<{ row: number } | null>(null);
  window = $state.raw<DraftWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** The bulk edits that can be taken back or brought back, the newest first. */
  bulkEdits = $state.raw<AppliedBulkEdit[]>([]);
  readonly ticked = new Ticked();
  readonly #desk: Desk;
  readonly #load = new Coalescer(() => this.#ask());
  #wanted: Span = { first: 0, end: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get matched(): number {
    return this.window?.matched ?? 0;
  }

  get counts(): DraftCounts {
    return this.window?.counts ?? none;
  }

  /** The row at a place in the list; nothing while it is not here yet. */
  row(index: number): DraftRow | undefined {
    return this.window?.rows[index - this.window.offset];
  }

  /** Tells which rows are in sight, and gets them where they are not held. */
  want(wanted: Span): void {
    this.#wanted = wanted;
    if (!this.window || covers(heldBy(this.window), wanted)) return;
    void this.#load.run();
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Shows others. Ticks go with what they were for: nobody discards and restores in one. */
  show(shown: DraftFilter): Promise<void> {
    if ((shown === "discarded") !== (this.shown === "discarded")) this.ticked.clear();
    this.shown = shown;
    return this.#restart();
  }

  /** Shows every draft, or every discarded one, that the search or the chips left out. */
  showAll(): Promise<void> {
    this.search = "";
    return this.show(this.shown === "discarded" ? "discarded" : "all");
  }

  searchFor(text: string): void {
    this.search = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchAfter);
  }

  /** Sorts by a column, again turns the order round, and once more takes it away. */
  sortBy(column: DraftColumn): Promise<void> {
    const again = this.sort?.column === column;
    if (again && this.sort?.descending) this.sort = null;
    else this.sort = { column, descending: again };
    return this.#restart();
  }

  /** Ticks all rows that are found. */
  async tickAll(): Promise<void> {
    this.ticked.add(await this.#desk.draftIds(this.#query(all)));
  }

  /** Unticks all rows that are found. */
  async untickAll(): Promise<void> {
    this.ticked.remove(await this.#desk.draftIds(this.#query(all)));
  }

  /** Ticks the rows from the last ticked one, or the given one, to this one; held or not. */
  async tickRange(index: number, from?: number): Promise<void> {
    this.ticked.add(await this.#desk.draftIds(this.#query(this.ticked.range(index, from))));
  }

  /** Goes to the next draft with findings, or to the one before; whether there is one. */
  async nextFindings(step: 1 | -1): Promise<boolean> {
    const place = await this.#desk.draftWithFindings(this.#query(all), this.cursor, step < 0);
    if (place === null) return false;
    this.cursor = place;
    this.place = { row: place };
    return true;
  }

  /** The ids of all drafts but the discarded ones. */
  everyId(): Promise<string[]> {
    return this.#desk.draftIds({ ...this.#query(all), shown: "all", search: "", sort: null });
  }

  #query({ first, end }: Span): DraftQuery {
    const { shown, search, sort } = this;
    return { shown, search, sort, offset: first, limit: end - first };
  }

  #restart(): Promise<void> {
    clearTimeout(this.#timer);
    this.#wanted = { first: 0, end: 0 };
    this.cursor = 0;
    this.place = { row: 0 };
    return this.#load.run();
  }

  async #ask(): Promise<void> {
    try {
      const asked = this.#desk.drafts(this.#query(spanAround(this.#wanted, rowsPerRequest)));
      const [window, bulkEdits] = await Promise.all([asked, this.#desk.bulkEdits()]);
      await this.#untickGone();
      this.window = window;
      this.bulkEdits = bulkEdits;
      this.cursor = Math.min(this.cursor, Math.max(0, window.matched - 1));
      this.failure = null;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  /** What was sent, discarded or restored meanwhile is ticked no more. */
  async #untickGone(): Promise<void> {
    if (this.ticked.count === 0) return;
    const shown = this.shown === "discarded" ? "discarded" : "all";
    this.ticked.keep(new Set(await this.#desk.draftIds({ ...this.#query(all), shown, search: "", sort: null })));
    const here = await this.#desk.draftIds(this.#query(all));
    this.ticked.counted(here.filter((id) => this.ticked.has(id)).length);
  }
}

/** A window that reaches the end of the list also holds everything after it. */
function heldBy({ offset, rows, matched }: DraftWindow): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
