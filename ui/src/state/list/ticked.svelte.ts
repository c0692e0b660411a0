/** The ids of the ticked rows, independent of the shown rows. */
export class Ticked {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  #here = $state(0);
  /** The index at which a range begins. */
  #anchor: number | null = null;

  get count(): number {
    return this.#ids.size;
  }

  /** Returns how many of them the list shows. */
  get here(): number {
    return Math.min(this.#here, this.count);
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Returns how many of the list's rows are ticked. */
  of(matched: number): "none" | "some" | "all" {
    if (this.here === 0) return "none";
    return this.here >= matched ? "all" : "some";
  }

  /** Ticks or unticks one row of the list. It becomes the start of a range. */
  toggle(id: string, index: number): void {
    const ids = new Set(this.#ids);
    const wasTicked = ids.delete(id);
    if (!wasTicked) ids.add(id);
    this.#ids = ids;
    this.#here += wasTicked ? -1 : 1;
    this.#anchor = index;
  }

  /** Returns the rows from the last ticked one, or otherwise from the given one, to this one. */
  range(index: number, from = index): { first: number; end: number } {
    this.#anchor ??= from;
    return { first: Math.min(this.#anchor, index), end: Math.max(this.#anchor, index) + 1 };
  }

  /** Ticks rows of the list. */
  add(ids: Iterable<string>): void {
    const before = this.count;
    this.#ids = new Set([...this.#ids, ...ids]);
    this.#here += this.count - before;
  }

  /** Unticks rows of the list. */
  remove(ids: Iterable<string>): void {
    const left = new Set(this.#ids);
    for (const id of ids) left.delete(id);
    this.#here -= this.count - left.size;
    this.#ids = left;
  }

  /** Unticks rows that no longer exist. */
  keep(there: ReadonlySet<string>): void {
    this.#ids = new Set(this.ids.filter((id) => there.has(id)));
  }

  /** Sets how many ticked rows the list contains, after its rows changed. */
  counted(here: number): void {
    this.#here = here;
  }

  clear(): void {
    this.#ids = new Set();
    this.#here = 0;
    this.#anchor = null;
  }
}
