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
import { RowSelection } from "./list/rowSelection.svelte";
import { covers, spanAround, type Span } from "./rows";

/** How long after the last key the search starts. */
const searchDelayMs = 80;
const rowsPerRequest = 200;
const all: Span = { first: 0, end: 4_294_967_295 };
const none: DraftCounts = { all: 0, ready: 0, errors: 0, discarded: 0 };

/** The list of drafts, or of discarded drafts. It holds a window of rows. The desk holds all of them. */
export class Drafts {
  filter = $state<DraftFilter>("all");
  search = $state("");
  /** The sort order; `null` for the order of creation. */
  sort = $state.raw<DraftSort | null>(null);
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  scrollTarget = $state.raw<{ row: number } | null>(null);
  window = $state.raw<DraftWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** The bulk edits that can be undone or redone, the newest first. */
  bulkEdits = $state.raw<AppliedBulkEdit[]>([]);
  readonly ticked = new RowSelection();
  readonly #desk: Desk;
  readonly #load = new Coalescer(() => this.#loadRows());
  #visible: Span = { first: 0, end: 0 };
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

  /** Sets the visible rows, and loads them if they are not loaded yet. */
  setVisibleRows(visible: Span): void {
    this.#visible = visible;
    if (!this.window || covers(loadedSpan(this.window), visible)) return;
    void this.#load.run();
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Changes the filter. Ticks are cleared between live and discarded drafts, because no action is for both. */
  show(filter: DraftFilter): Promise<void> {
    if ((filter === "discarded") !== (this.filter === "discarded")) this.ticked.clear();
    this.filter = filter;
    return this.#restart();
  }

  /** Clears the search and the filter, but stays with live or discarded drafts. */
  clearFilters(): Promise<void> {
    this.search = "";
    return this.show(this.filter === "discarded" ? "discarded" : "all");
  }

  searchFor(text: string): void {
    this.search = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchDelayMs);
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
    this.ticked.add(await this.#desk.draftIds(this.query(all)));
  }

  /** Unticks all matching rows. */
  async untickAll(): Promise<void> {
    this.ticked.remove(await this.#desk.draftIds(this.query(all)));
  }

  /** Ticks the rows from the last ticked row, or else from `fallbackStart`, to this one. They need not be loaded. */
  async tickRange(index: number, fallbackStart?: number): Promise<void> {
    this.ticked.add(await this.#desk.draftIds(this.query(this.ticked.range(index, fallbackStart))));
  }

  /** Goes to the next draft with findings, or to the one before. Resolves to whether such a draft exists. */
  async goToFindings(step: 1 | -1): Promise<boolean> {
    const row = await this.#desk.draftWithFindings(this.query(all), this.cursor, step < 0);
    if (row === null) return false;
    this.cursor = row;
    this.scrollTarget = { row };
    return true;
  }

  /** Returns the ids of all drafts except discarded ones. */
  everyId(): Promise<string[]> {
    return this.#desk.draftIds({ ...this.query(all), shown: "all", search: "", sort: null });
  }

  /** Returns the query of these rows. */
  query({ first, end }: Span): DraftQuery {
    const { filter, search, sort } = this;
    return { shown: filter, search, sort, offset: first, limit: end - first };
  }

  #restart(): Promise<void> {
    clearTimeout(this.#timer);
    this.#visible = { first: 0, end: 0 };
    this.cursor = 0;
    this.scrollTarget = { row: 0 };
    return this.#load.run();
  }

  async #loadRows(): Promise<void> {
    try {
      const loading = this.#desk.drafts(this.query(spanAround(this.#visible, rowsPerRequest)));
      const [window, bulkEdits] = await Promise.all([loading, this.#desk.bulkEdits()]);
      await this.#untickMissing();
      this.window = window;
      this.bulkEdits = bulkEdits;
      this.cursor = Math.min(this.cursor, Math.max(0, window.matched - 1));
      this.failure = null;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  /** Unticks drafts that were sent, discarded or restored in the meantime. */
  async #untickMissing(): Promise<void> {
    if (this.ticked.count === 0) return;
    const shown = this.filter === "discarded" ? "discarded" : "all";
    this.ticked.retain(new Set(await this.#desk.draftIds({ ...this.query(all), shown, search: "", sort: null })));
    const listed = await this.#desk.draftIds(this.query(all));
    this.ticked.setListedCount(listed.filter((id) => this.ticked.has(id)).length);
  }
}

/** Returns the range of the loaded rows. It is open-ended if the window reaches the end of the list. */
function loadedSpan({ offset, rows, matched }: DraftWindow): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
