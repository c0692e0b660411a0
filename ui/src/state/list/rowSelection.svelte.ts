/** The ids of the ticked rows, independent of the shown rows. */
export class RowSelection {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  #listed = $state(0);
  /** The index at which a range begins. */
  #anchor: number | null = null;

  get count(): number {
    return this.#ids.size;
  }

  /** Returns how many of the ticked rows the list contains. */
  get listedCount(): number {
    return Math.min(this.#listed, this.count);
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Returns how many of the list's rows are ticked. */
  tickState(total: number): "none" | "some" | "all" {
    if (this.listedCount === 0) return "none";
    return this.listedCount >= total ? "all" : "some";
  }

  /** Ticks or unticks one row of the list. It becomes the start of a range. */
  toggle(id: string, index: number): void {
    const ids = new Set(this.#ids);
    const wasTicked = ids.delete(id);
    if (!wasTicked) ids.add(id);
    this.#ids = ids;
    this.#listed += wasTicked ? -1 : 1;
    this.#anchor = index;
  }

  /** Returns the rows from the last ticked row, or else from `fallbackStart`, to this one. */
  range(index: number, fallbackStart = index): { first: number; end: number } {
    this.#anchor ??= fallbackStart;
    return { first: Math.min(this.#anchor, index), end: Math.max(this.#anchor, index) + 1 };
  }

  /** Ticks rows of the list. */
  add(ids: Iterable<string>): void {
    const before = this.count;
    this.#ids = new Set([...this.#ids, ...ids]);
    this.#listed += this.count - before;
  }

  /** Unticks rows of the list. */
  remove(ids: Iterable<string>): void {
    const remaining = new Set(this.#ids);
    for (const id of ids) remaining.delete(id);
    this.#listed -= this.count - remaining.size;
    this.#ids = remaining;
  }

  /** Unticks rows that no longer exist. */
  retain(existing: ReadonlySet<string>): void {
    this.#ids = new Set(this.ids.filter((id) => existing.has(id)));
  }

  /** Sets how many ticked rows the list contains, after its rows changed. */
  setListedCount(count: number): void {
    this.#listed = count;
  }

  clear(): void {
    this.#ids = new Set();
    this.#listed = 0;
    this.#anchor = null;
  }
}
