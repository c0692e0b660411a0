import type { CampaignQuery, Selection } from "../../bridge/bindings";

/** The campaigns that are ticked: some by their ids, or all that match the list's query but a few. */
export class Picked {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  /** The query of which all matches are ticked, but those in `#ids`. */
  #query = $state.raw<CampaignQuery | null>(null);
  #matched = $state(0);
  /** Where a range begins. */
  #anchor: number | null = null;

  get count(): number {
    return this.#query ? Math.max(0, this.#matched - this.#ids.size) : this.#ids.size;
  }

  /** Whether all of the matches are ticked, with no exception. */
  get isAll(): boolean {
    return this.#query !== null && this.#ids.size === 0;
  }

  get selection(): Selection {
    const ids = [...this.#ids];
    return this.#query ? { kind: "matching", query: this.#query, except: ids } : { kind: "ids", ids };
  }

  has(id: string): boolean {
    return this.#ids.has(id) !== (this.#query !== null);
  }

  /** Ticks or unticks one row; a range to another one begins here. */
  toggle(id: string, index: number): void {
    const ids = new Set(this.#ids);
    if (!ids.delete(id)) ids.add(id);
    this.#ids = ids;
    this.#anchor = index;
  }

  /** The rows from the last ticked one, or else from the given one, to this one; all included. */
  range(index: number, from = index): { first: number; end: number } {
    const anchor = (this.#anchor ??= from);
    return { first: Math.min(anchor, index), end: Math.max(anchor, index) + 1 };
  }

  /** Ticks these rows, as a range does. */
  add(rows: Iterable<string>): void {
    const ids = new Set(this.#ids);
    for (const id of rows) {
      if (this.#query) ids.delete(id);
      else ids.add(id);
    }
    this.#ids = ids;
  }

  /** Ticks all that match. */
  all(query: CampaignQuery, matched: number): void {
    this.#query = { ...query, offset: 0, limit: 0, locate: null, columns: [] };
    this.#matched = matched;
    this.#ids = new Set();
  }

  clear(): void {
    this.#query = null;
    this.#ids = new Set();
    this.#anchor = null;
  }
}
