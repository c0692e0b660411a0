/** The rows that are ticked, by their ids, shown or not. */
export class Ticked {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  /** Where a range begins. */
  #anchor: number | null = null;

  get count(): number {
    return this.#ids.size;
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
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
    this.#anchor ??= from;
    return { first: Math.min(this.#anchor, index), end: Math.max(this.#anchor, index) + 1 };
  }

  add(ids: Iterable<string>): void {
    this.#ids = new Set([...this.#ids, ...ids]);
  }

  /** Unticks these rows. */
  remove(ids: Iterable<string>): void {
    const left = new Set(this.#ids);
    for (const id of ids) left.delete(id);
    this.#ids = left;
  }

  /** Unticks all but those that are still there. */
  keep(there: ReadonlySet<string>): void {
    this.#ids = new Set(this.ids.filter((id) => there.has(id)));
  }

  clear(): void {
    this.#ids = new Set();
    this.#anchor = null;
  }
}
