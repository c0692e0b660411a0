import type {
  AppliedBulkEdit,
  DraftColumn,
  DraftCounts,
  DraftQuery,
  DraftRow,
  DraftSort,
  DraftFilter,
  DraftWindow,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { Ticked } from "./list/ticked.svelte";
import { covers, spanAround, type Span } from "./rows";

/** How long after the last key the search starts, in milliseconds. */
const searchAfter = 80;
const rowsPerRequest = 200;
const all: Span = { first: 0, end: 4_294_967_295 };
const none: DraftCounts = { all: 0, ready: 0, errors: 0, discarded: 0 };

/** The list of drafts, or of discarded drafts. It holds a window of rows. The desk holds all of them. */
export class Drafts {
  shown = $state<DraftFilter>("all");
  search = $state("");
  /** The sort order; `null` for the order of creation. */
  sort = $state.raw<DraftSort | null>(null);
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  place = $state.raw<{ row: number } | null>(null);
  window = $state.raw<DraftWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** The bulk edits that can be undone or redone, the newest first. */
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

  /** Returns the row at an index; `undefined` while it is not loaded. */
  row(index: number): DraftRow | undefined {
    return this.window?.rows[index - this.window.offset];
  }

  /** Sets the visible rows, and loads them if they are not held. */
  want(wanted: Span): void {
    this.#wanted = wanted;
    if (!this.window || covers(heldBy(this.window), wanted)) return;
    void this.#load.run();
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Changes the filter. Ticks are cleared between live and discarded drafts, because no action is for both. */
  show(shown: DraftFilter): Promise<void> {
    if ((shown === "discarded") !== (this.shown === "discarded")) this.ticked.clear();
    this.shown = shown;
    return this.#restart();
  }

  /** Clears the search and the filter, but stays with live or discarded drafts. */
  showAll(): Promise<void> {
    this.search = "";
    return this.show(this.shown === "discarded" ? "discarded" : "all");
  }

  searchFor(text: string): void {
    this.search = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchAfter);
  }

  /** Sorts by a column. The second call reverses the order, and the third one removes it. */
  sortBy(column: DraftColumn): Promise<void> {
    const again = this.sort?.column === column;
    if (again && this.sort?.descending) this.sort = null;
    else this.sort = { column, descending: again };
    return this.#restart();
  }

  /** Ticks all matching rows. */
  async tickAll(): Promise<void> {
    this.ticked.add(await this.#desk.draftIds(this.#query(all)));
  }

  /** Unticks all matching rows. */
  async untickAll(): Promise<void> {
    this.ticked.remove(await this.#desk.draftIds(this.#query(all)));
  }

  /** Ticks the rows from the last ticked one, or the given one, to this one. They need not be held. */
  async tickRange(index: number, from?: number): Promise<void> {
    this.ticked.add(await this.#desk.draftIds(this.#query(this.ticked.range(index, from))));
  }

  /** Goes to the next draft with findings, or to the one before. Resolves to whether there is one. */
  async nextFindings(step: 1 | -1): Promise<boolean> {
    const place = await this.#desk.draftWithFindings(this.#query(all), this.cursor, step < 0);
    if (place === null) return false;
    this.cursor = place;
    this.place = { row: place };
    return true;
  }

  /** Returns the ids of all drafts except discarded ones. */
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

  /** Unticks drafts that were sent, discarded or restored in the meantime. */
  async #untickGone(): Promise<void> {
    if (this.ticked.count === 0) return;
    const shown = this.shown === "discarded" ? "discarded" : "all";
    this.ticked.keep(new Set(await this.#desk.draftIds({ ...this.#query(all), shown, search: "", sort: null })));
    const here = await this.#desk.draftIds(this.#query(all));
    this.ticked.counted(here.filter((id) => this.ticked.has(id)).length);
  }
}

/** Returns the rows of a window. A window that reaches the end of the list also counts for everything after it. */
function heldBy({ offset, rows, matched }: DraftWindow): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
