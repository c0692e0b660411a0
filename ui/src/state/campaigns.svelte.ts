import type { CampaignFilters, CampaignRow, CampaignWindow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Repeat } from "./line";
import { covers, spanAround, type Span } from "./rows";

/** How long typing in the search box may rest before it searches, in milliseconds. */
const searchAfter = 80;
const rowsPerRequest = 200;

/** The columns that the list draws beside name and id, by their paths. */
const columns = ["advertiserName", "brandName", "lastUpdateOn"];

/** No filter. */
export const everything: CampaignFilters = {
  accountId: "", accountName: "", siteId: "", advertiserId: "", advertiserName: "", brandId: "", traffickingMode: "", q: [], from: "", max: "",
};

/** The campaign list: a window of rows; the desk holds all of them. */
export class Campaigns {
  search = $state("");
  sort = $state("name");
  descending = $state(false);
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  shown = $state.raw<{ row: number } | null>(null);
  window = $state.raw<CampaignWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  readonly #desk: Desk;
  readonly #load = new Repeat(() => this.#ask());
  #wanted: Span = { first: 0, end: 0 };
  /** The campaign that is open beside the list. */
  #open: string | null = null;
  /** What the next answer scrolls to: the open campaign; with "start", the first row where that is not in the list. */
  #seeking: "open" | "start" | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get matched(): number {
    return this.window?.matched ?? 0;
  }

  /** The row at a place in the list; nothing while it is not here yet. */
  row(index: number): CampaignRow | undefined {
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchAfter);
  }

  /** Sorts by a column; by the same one again turns the order round. */
  sortBy(column: string): Promise<void> {
    this.descending = this.sort === column && !this.descending;
    this.sort = column;
    return this.#restart();
  }

  #restart(): Promise<void> {
    this.#wanted = { first: 0, end: 0 };
    this.#seeking = "start";
    return this.#load.run();
  }

  async #ask(): Promise<void> {
    const { search, sort, descending } = this;
    const { first, end } = spanAround(this.#wanted, rowsPerRequest);
    try {
      const query = {
        search, filters: everything, sort: { path: sort, descending }, columns, offset: first, limit: end - first, locate: this.#open, answer: null,
      };
      this.window = await this.#desk.campaigns(query);
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
function heldBy({ offset, rows, matched }: CampaignWindow): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
