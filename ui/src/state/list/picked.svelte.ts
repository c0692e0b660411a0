import type { RowsQuery, Selection } from "../../bridge/bindings";
import { Ticked } from "./ticked.svelte";

/** The campaigns that are ticked: some by their ids, or all that match the list's query but a few. */
export class Picked {
  /** Those that are ticked one by one; where all matches are, those that are not. */
  readonly #marked = new Ticked();
  /** The query of which all matches are ticked, but those that are marked. */
  #query = $state.raw<RowsQuery | null>(null);
  #matched = $state(0);

  get count(): number {
    return this.#query ? Math.max(0, this.#matched - this.#marked.count) : this.#marked.count;
  }

  /** Whether all of the matches are ticked, with no exception. */
  get isAll(): boolean {
    return this.#query !== null && this.#marked.count === 0;
  }

  get selection(): Selection {
    const { ids } = this.#marked;
    return this.#query ? { kind: "matching", query: this.#query, except: ids } : { kind: "ids", ids };
  }

  has(id: string): boolean {
    return this.#marked.has(id) !== (this.#query !== null);
  }

  /** Ticks or unticks one row; a range to another one begins here. */
  toggle(id: string, index: number): void {
    this.#marked.toggle(id, index);
  }

  /** The rows from the last ticked one, or else from the given one, to this one; all included. */
  range(index: number, from?: number): { first: number; end: number } {
    return this.#marked.range(index, from);
  }

  /** Ticks these rows, as a range does. */
  add(rows: Iterable<string>): void {
    if (this.#query) this.#marked.remove(rows);
    else this.#marked.add(rows);
  }

  /** Ticks all that match. A range goes on from where it began. */
  all(query: RowsQuery, matched: number): void {
    this.#query = { ...query, offset: 0, limit: 0, locate: null, columns: [] };
    this.#matched = matched;
    this.#marked.keep(new Set());
  }

  clear(): void {
    this.#query = null;
    this.#marked.clear();
  }
}
