import type {
  BudgetTotal,
  Collection,
  GroupHeading,
  RowsQuery,
  ListRow,
  RowsWindow,
  FieldChoice,
  ListId,
  SortBy,
  DocumentRef,
  ViewState,
} from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { Coalescer } from "../serial";
import { nouns } from "../wording";
import { collectionOf } from "../collection";
import { Columns, nameColumn } from "./columns.svelte";
import { Filters, textFiltersOf, type FilterSpec } from "./filters.svelte";
import { RowSelection } from "./rowSelection.svelte";
import { covers, spanAround, type Span } from "../rows";

const rowsPerRequest = 200;
const allRows: Span = { first: 0, end: 4_294_967_295 };

/** The label of each list. */
const labels: Record<ListId, string> = {
  campaigns: "Campaigns",
  values: "Retargeting values",
  inStream: "In-stream ads",
  expandable: "Expandable banners",
  html5Expandable: "HTML5 expandable banners",
  otherAds: "Other ads",
};

/** A list of campaigns, retargeting values or ads. It holds a window of rows. The desk holds all of them. */
export class Listing {
  readonly id: ListId;
  search = $state("");
  /** The sort order; `null` for the order by name. */
  sort = $state.raw<SortBy | null>(null);
  /** Whether the rows are grouped by advertiser and brand. */
  grouped = $state(false);
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  scrollTarget = $state.raw<{ row: number } | null>(null);
  window = $state.raw<RowsWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** Whether the list still shows the result of an earlier query. */
  busy = $state(false);
  /** The id of the service's answer that replaces the local rows. */
  answer = $state.raw<string | null>(null);
  readonly filters: Filters;
  readonly columns: Columns;
  /** The ids of the rows that are shown alone, whatever the search and the filters are. */
  only = $state.raw<string[] | null>(null);
  readonly ticked = new RowSelection();
  /** The budgets of the ticked rows. */
  budgets = $state.raw<BudgetTotal[]>([]);
  readonly #desk: Desk;
  readonly #changed: () => void;
  readonly #load = new Coalescer(() => this.#loadRows());
  readonly #count = new Coalescer(() => this.#countTicked());
  readonly #sum = new Coalescer(() => this.#sumTicked());
  #visible: Span = { first: 0, end: 0 };
  /** The id of the campaign that is open beside the list. */
  #open: string | null = null;
  /** Where the next result scrolls: to the open campaign, or with "start" to the first row if it is not listed. */
  #scrollTo: "open" | "start" | null = null;
  /** The number of queries so far. */
  #turn = 0;

  /** @param changed called whenever a person changed the list's content or layout */
  constructor(desk: Desk, changed: () => void = () => undefined, id: ListId = "campaigns") {
    this.id = id;
    this.#desk = desk;
    this.#changed = changed;
    this.filters = new Filters(
      (filters) => desk.describeFilters(id, filters),
      () => this.#restartTyped(),
    );
    this.columns = new Columns(() => {
      changed();
      void this.#load.run();
    });
  }

  get label(): string {
    return labels[this.id];
  }

  /** Returns the noun for one of its objects. */
  get noun(): "campaign" | "value" | "ad" {
    return nouns[this.collection];
  }

  /** Returns the collection of its objects. */
  get collection(): Collection {
    return collectionOf(this.id);
  }

  /** Returns the text filters in display order. */
  get textFilters(): readonly FilterSpec[] {
    return textFiltersOf(this.id);
  }

  /** Returns the reference that opens an object of the list. */
  target(id: string): DocumentRef {
    return { kind: this.noun, id };
  }

  get matched(): number {
    return this.window?.matched ?? 0;
  }

  /** Returns the state of the list, as a view stores it. */
  get state(): ViewState {
    const { search, sort, grouped } = this;
    return { search, sort, grouped, filters: this.filters.value, columns: this.columns.layout };
  }

  /** Shows the state of a view, with its first lines if they are known. */
  show(state: ViewState, window?: RowsWindow): Promise<void> {
    this.search = state.search;
    this.sort = state.sort;
    this.grouped = state.grouped;
    this.columns.restore(state.columns);
    this.filters.restore(state.filters);
    this.ticked.clear();
    this.only = null;
    return this.#restart(window);
  }

  /** Returns the number of lines: the rows and the headings of groups. */
  get lines(): number {
    return this.window?.lines ?? 0;
  }

  /** Returns the row at a line; `undefined` for a heading, or while it is not loaded. */
  row(line: number): ListRow | undefined {
    if (!this.window || this.heading(line)) return undefined;
    const { offset, rows, headings } = this.window;
    return rows[line - offset - headings.filter((heading) => heading.line < line).length];
  }

  /** Returns the heading at a line; `undefined` for a row. */
  heading(line: number): GroupHeading | undefined {
    return this.window?.headings.find((heading) => heading.line === line);
  }

  /** Sets the visible rows, and loads them if they are not loaded yet. */
  setVisibleRows(visible: Span): void {
    this.#visible = visible;
    if (!this.window || covers(loadedSpan(this.window), visible)) return;
    void this.#load.run();
  }

  /** Keeps a campaign visible, wherever it was opened. */
  follow(id: string | null): Promise<void> {
    this.#open = id;
    const { first, end } = this.#visible;
    const visible = Array.from({ length: Math.max(0, Math.min(end, this.lines) - first) }, (_, at) => this.row(first + at));
    const isVisible = visible.some((row) => row?.id === id);
    if (id === null || isVisible) return Promise.resolve();
    this.#scrollTo ??= "open";
    return this.#load.run();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#load.run(), this.#count.run()]);
  }

  searchFor(text: string): void {
    this.search = text;
    this.#restartTyped();
  }

  /** Waits until the rows of the current query are loaded. */
  async loadNow(): Promise<void> {
    if (this.busy) await this.#load.run();
  }

  /** Sorts by a column. Without a direction, it reverses the order of the current column. */
  sortBy(path: string, descending?: boolean): Promise<void> {
    const now = this.sort ?? { path: nameColumn, descending: false };
    this.sort = { path, descending: descending ?? (now.path === path && !now.descending) };
    return this.#restart();
  }

  /** Groups the rows by advertiser and brand, or ends the grouping. */
  toggleGroups(): Promise<void> {
    this.grouped = !this.grouped;
    return this.#restart();
  }

  /** Shows an answer of the service; `null` shows the local rows. */
  showAnswer(answer: string | null): Promise<void> {
    this.answer = answer;
    this.ticked.clear();
    this.only = null;
    return this.#restart();
  }

  /** Returns the values of a field in the local objects, as choices for a filter. */
  async values(path: string): Promise<FieldChoice[]> {
    return this.#desk.values(this.id, path);
  }

  /** Ticks all rows of the list. */
  async tickAll(): Promise<void> {
    this.ticked.add(await this.#ids(allRows));
    await this.#count.run();
  }

  /** Unticks all rows of the list. */
  async untickAll(): Promise<void> {
    this.ticked.remove(await this.#ids(allRows));
    await this.#count.run();
  }

  /** Ticks the rows from the last ticked one to this one. They need not be loaded. */
  async tickRange(index: number, from?: number): Promise<void> {
    this.ticked.add(await this.#ids(this.ticked.range(index, from)));
    await this.#count.run();
  }

  /** Sums the budgets of the ticked rows. */
  sumTicked(): Promise<void> {
    return this.#sum.run();
  }

  /** Shows only the ticked rows. */
  showTicked(): Promise<void> {
    this.only = this.ticked.ids;
    return this.#restart();
  }

  /** Shows the rows of the search and the filters again. */
  showAll(): Promise<void> {
    this.only = null;
    return this.#restart();
  }

  /** Returns the query for a range of rows. */
  query({ first, end }: Span): RowsQuery {
    const { search, sort, grouped, answer, only } = this;
    const filters = this.filters.value;
    return {
      search,
      sort,
      grouped,
      filters,
      answer,
      only,
      columns: this.columns.cells,
      offset: first,
      limit: end - first,
      locate: this.#open,
    };
  }

  /** Loads the rows for what a person types. Keys that come while rows load cause one more load. */
  #restartTyped(): void {
    this.only = null;
    void this.#restart();
  }

  async #restart(window?: RowsWindow): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    this.#visible = { first: 0, end: 0 };
    this.#scrollTo = "start";
    this.#changed();
    // The first lines of a view may lack the open object.
    if (window && this.#open === null) this.#take(window);
    else await this.refresh();
    if (turn === this.#turn) this.busy = false;
  }

  #ids(span: Span): Promise<string[]> {
    return this.#desk.rowIds(this.id, this.query(span));
  }

  async #countTicked(): Promise<void> {
    const { ids } = this.ticked;
    if (ids.length === 0) return;
    try {
      const listed = await this.#desk.rowsAmong(this.id, this.query(allRows), ids);
      // Rows that were ticked in the meantime are counted by the next run.
      if (ids.length === this.ticked.count) this.ticked.setListedCount(listed);
      else void this.#count.run();
    } catch {
      // The rows themselves fail to load as well, and the list shows that failure.
    }
  }

  async #sumTicked(): Promise<void> {
    try {
      this.budgets = await this.#desk.budgets(this.id, this.ticked.ids);
    } catch {
      // The rows themselves fail to load as well, and the list shows that failure.
    }
  }

  async #loadRows(): Promise<void> {
    const query = this.query(spanAround(this.#visible, rowsPerRequest));
    const scrollTo = this.#scrollTo;
    try {
      const window = await this.#desk.rows(this.id, query);
      // A newer request may look for another row. Its result scrolls instead.
      this.#take(window, scrollTo === this.#scrollTo && query.locate === this.#open);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  #take(window: RowsWindow, scrolls = true): void {
    this.window = window;
    this.failure = null;
    if (scrolls) this.#scroll(window.position);
  }

  #scroll(place: number | null): void {
    // The first line may be a heading.
    const row = place ?? (this.#scrollTo === "start" ? Number(this.heading(0) !== undefined) : null);
    if (this.#scrollTo === null) return;
    this.#scrollTo = null;
    if (row === null) return;
    this.cursor = row;
    this.scrollTarget = { row };
  }
}

/** Returns the range of the loaded lines. It is open-ended if the window reaches the end of the list. */
function loadedSpan({ offset, rows, headings, lines }: RowsWindow): Span {
  const end = offset + rows.length + headings.length;
  return { first: offset, end: end >= lines ? Number.MAX_SAFE_INTEGER : end };
}
