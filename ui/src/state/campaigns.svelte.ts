import type { CampaignRow, CampaignWindow, SortColumn } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Repeat } from "./line";
import { covers, spanAround, type Span } from "./rows";

/** How long typing in the search box may rest before it searches, in milliseconds. */
const searchAfter = 80;
const rowsPerRequest = 200;

/** The campaign list: a window of rows; the desk holds all of them. */
export class Campaigns {
  search = $state("");
  sort = $state<SortColumn>("name");
  descending = $state(false);
  cursor = $state(0);
  /** How often the list began anew from its first row. */
  restarts = $state(0);
  window = $state.raw<CampaignWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  readonly #desk: Desk;
  readonly #load = new Repeat(() => this.#ask());
  #wanted: Span = { first: 0, end: 0 };
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

  refresh(): Promise<void> {
    return this.#load.run();
  }

  searchFor(text: string): void {
    this.search = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchAfter);
  }

  /** Sorts by a column; by the same one again turns the order round. */
  sortBy(column: SortColumn): Promise<void> {
    this.descending = this.sort === column && !this.descending;
    this.sort = column;
    return this.#restart();
  }

  #restart(): Promise<void> {
    this.cursor = 0;
    this.restarts += 1;
    this.#wanted = { first: 0, end: 0 };
    return this.#load.run();
  }

  async #ask(): Promise<void> {
    const { search, sort, descending } = this;
    const { first, end } = spanAround(this.#wanted, rowsPerRequest);
    try {
      this.window = await this.#desk.campaigns({ search, sort, descending, offset: first, limit: end - first });
      this.failure = null;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}

/** A window that reaches the end of the list also holds everything after it. */
function heldBy({ offset, rows, matched }: CampaignWindow): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
