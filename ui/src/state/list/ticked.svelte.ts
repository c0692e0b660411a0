/** The rows that are ticked, by their ids, whatever the list shows. */
export class Ticked {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  #here = $state(0);
  /** Where a range begins. */
  #anchor: number | null = null;

  get count(): number {
    return this.#ids.size;
  }

  /** How many of them the list shows. */
  get here(): number {
    return Math.min(this.#here, this.count);
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** How many of the rows that the list shows are ticked. */
  of(matched: number): "none" | "some" | "all" {
    if (this.here === 0) return "none";
    return this.here >= matched ? "all" : "some";
  }

  /** Ticks or unticks one row of the list; a range to another one begins here. */
  toggle(id: string, index: number): void {
    const ids = new Set(this.#ids);
    const wasTicked = ids.delete(id);
    if (!wasTicked) ids.add(id);
    this.#ids = ids;
    this.#here += wasTicked ? -1 : 1;
    this.#anchor = index;
  }

  /** The rows from the last ticked one, or else from the given one, to this one; all included. */
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

  /** Unticks all but those that are still there. */
  keep(there: ReadonlySet<string>): void {
    this.#ids = new Set(this.ids.filter((id) => there.has(id)));
  }

  /** The list shows other rows now; so many of the ticked ones are among them. */
  counted(here: number): void {
    this.#here = here;
  }

  clear(): void {
    this.#ids = new Set();
    this.#here = 0;
    this.#anchor = null;
  }
}
