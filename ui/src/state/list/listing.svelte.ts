import type { RowsQuery, ListRow, RowsWindow, Choice, ListId, SortBy, Target, ViewState } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { Repeat } from "../line";
import { Columns, nameColumn } from "./columns.svelte";
import { Filters, textFiltersOf, type FilterSpec } from "./filters.svelte";
import { Picked } from "./picked.svelte";
import { covers, spanAround, type Span } from "../rows";

/** How long typing in the search box may rest before it searches, in milliseconds. */
const searchAfter = 80;
const rowsPerRequest = 200;
/** How many rows a range of ticks asks for at once. */
const rowsPerRange = 1000;

/** What each list is called. */
const labels: Record<ListId, string> = {
  campaigns: "Campaigns", inStream: "In-stream ads", expandable: "Expandable banners", html5Expandable: "HTML5 expandable banners", otherAds: "Other ads",
};

/** A list of campaigns or ads: a window of rows; the desk holds all of them. */
export class Listing {
  readonly id: ListId;
  search = $state("");
  /** The order; by name where none is given. */
  sort = $state.raw<SortBy | null>(null);
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  shown = $state.raw<{ row: number } | null>(null);
  window = $state.raw<RowsWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** Whether the list still shows what was wanted before. */
  busy = $state(false);
  /** The answer of the service that is shown in place of what is on this computer, by its id. */
  answer = $state.raw<string | null>(null);
  readonly filters: Filters;
  readonly columns: Columns;
  readonly picked = new Picked();
  readonly #desk: Desk;
  readonly #changed: () => void;
  readonly #load = new Repeat(() => this.#ask());
  #wanted: Span = { first: 0, end: 0 };
  /** The campaign that is open beside the list. */
  #open: string | null = null;
  /** What the next answer scrolls to: the open campaign; with "start", the first row where that is not in the list. */
  #seeking: "open" | "start" | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed called whenever a person has changed what the list shows or how */
  constructor(desk: Desk, changed: () => void = () => undefined, id: ListId = "campaigns") {
    this.id = id;
    this.#desk = desk;
    this.#changed = changed;
    this.filters = new Filters((filters) => desk.describeFilters(id, filters), () => this.#restartSoon());
    this.columns = new Columns(() => {
      changed();
      void this.#load.run();
    });
  }

  /** What the list is called. */
  get label(): string {
    return labels[this.id];
  }

  /** What one of its objects is. */
  get noun(): "campaign" | "ad" {
    return this.id === "campaigns" ? "campaign" : "ad";
  }

  /** The filters that are one text, in the order in which they are offered. */
  get textFilters(): readonly FilterSpec[] {
    return textFiltersOf(this.id);
  }

  /** How an object of the list is opened. */
  target(id: string): Target {
    return { kind: this.noun, id };
  }

  get matched(): number {
    return this.window?.matched ?? 0;
  }

  /** What the list shows and how, as a view keeps it. */
  get state(): ViewState {
    const { search, sort } = this;
    return { search, sort, filters: this.filters.value, columns: this.columns.shown.map((column) => ({ ...column })) };
  }

  /** Shows what a view has. */
  show(state: ViewState): Promise<void> {
    this.search = state.search;
    this.sort = state.sort;
    this.columns.restore(state.columns);
    this.filters.put(state.filters);
    this.picked.clear();
    return this.#restart();
  }

  /** The row at a place in the list; nothing while it is not here yet. */
  row(index: number): ListRow | undefined {
    return this.window?.rows[index - this.window.offset];
  }

  /** Tells which rows are in sight, and gets them where they are not held. */
  want(wanted: Span): void {
    this.#wanted = wanted;
    if (!this.window || covers(heldBy(this.window), wanted)) return;
    void this.#load.run();
  }

  /** Keeps a campaign in sight, wherever it was opened from. */
  follow(id: string | null): Promise<void> {
    this.#open = id;
    const held = this.window?.rows.findIndex((row) => row.id === id) ?? -1;
    const place = held + (this.window?.offset ?? 0);
    const isInSight = held >= 0 && place >= this.#wanted.first && place < this.#wanted.end;
    if (id === null || isInSight) return Promise.resolve();
    this.#seeking ??= "open";
    return this.#load.run();
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  searchFor(text: string): void {
    this.search = text;
    this.#restartSoon();
  }

  /** Sorts by a column; by the same one again turns the order round. */
  sortBy(path: string): Promise<void> {
    const now = this.sort ?? { path: nameColumn, descending: false };
    this.sort = { path, descending: now.path === path && !now.descending };
    return this.#restart();
  }

  /** Shows an answer of the service, or with nothing what is on this computer. */
  showAnswer(answer: string | null): Promise<void> {
    this.answer = answer;
    this.picked.clear();
    return this.#restart();
  }

  /** The values of a field that the campaigns here have, for a filter to choose from. */
  async values(path: string): Promise<Choice[]> {
    return this.#desk.values(this.id, path);
  }

  /** Ticks all rows that match. */
  pickAll(): void {
    this.picked.all(this.query({ first: 0, end: 0 }), this.matched);
  }

  /** Ticks the rows from the last ticked one to this one, whether they are held or not. */
  async pickRange(index: number, from?: number): Promise<void> {
    const { first, end } = this.picked.range(index, from);
    for (let from = first; from < end; from += rowsPerRange) {
      const part = { first: from, end: Math.min(end, from + rowsPerRange) };
      const { rows } = await this.#desk.rows(this.id, this.query(part));
      this.picked.add(rows.map(({ id }) => id));
    }
  }

  /** The ids of what is ticked; where all that match are, of the first so many of those, in the order of the list. */
  async pickedIds(most: number): Promise<string[]> {
    const { selection } = this.picked;
    if (selection.kind === "ids") return selection.ids;
    const { query, except } = selection;
    const { rows } = await this.#desk.rows(this.id, { ...query, limit: most + except.length });
    return rows.map(({ id }) => id).filter((id) => !except.includes(id));
  }

  /** The query for a run of rows. */
  query({ first, end }: Span): RowsQuery {
    const { search, sort, answer } = this;
    const filters = this.filters.value;
    return { search, sort, filters, answer, columns: this.columns.cells, offset: first, limit: end - first, locate: this.#open };
  }

  #restartSoon(): void {
    this.busy = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchAfter);
  }

  async #restart(): Promise<void> {
    this.busy = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wanted = { first: 0, end: 0 };
    this.#seeking = "start";
    this.#changed();
    await this.#load.run();
    this.busy = this.#timer !== undefined;
  }

  async #ask(): Promise<void> {
    try {
      this.window = await this.#desk.rows(this.id, this.query(spanAround(this.#wanted, rowsPerRequest)));
      this.failure = null;
      this.#seek(this.window.place);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  #seek(place: number | null): void {
    const row = place ?? (this.#seeking === "start" ? 0 : null);
    if (this.#seeking === null) return;
    this.#seeking = null;
    if (row === null) return;
    this.cursor = row;
    this.shown = { row };
  }
}

/** A window that reaches the end of the list also holds everything after it. */
function heldBy({ offset, rows, matched }: RowsWindow): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
