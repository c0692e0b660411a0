// Geometry of a sheet. Contains only pixels and positions, no DOM.

import type { Span } from "../rows";
import type { Cell } from "./selection";

/**
 * The greatest height of the scrolled element. Engines stop at about 33,500,000 device pixels; a window at 200 % has two
 * for each pixel.
 */
export const maxScrollHeight = 8_000_000;

/**
 * Converts between positions in the sheet and positions of its scroll bar. They differ only in a sheet that is higher
 * than an element can be.
 */
export class ScrollScale {
  /** The height of the scrolled element. */
  readonly height: number;
  /** The last position in the sheet. */
  readonly end: number;
  readonly #barEnd: number;

  constructor(total: number, view: number) {
    this.height = Math.min(total, maxScrollHeight);
    this.end = Math.max(0, total - view);
    this.#barEnd = Math.max(0, this.height - view);
  }

  /** Returns whether a step of the scroll bar is longer than the same step in the sheet. */
  get isScaled(): boolean {
    return this.#barEnd < this.end;
  }

  toSheet(bar: number): number {
    if (!this.isScaled) return this.clamp(bar);
    return this.clamp(Math.round((bar / this.#barEnd) * this.end));
  }

  toBar(position: number): number {
    if (!this.isScaled) return this.clamp(position);
    return Math.round((this.clamp(position) / this.end) * this.#barEnd);
  }

  clamp(position: number): number {
    return Math.max(0, Math.min(position, this.end));
  }
}

/** The places of the shown columns, in pixels from the left of the first one. */
export class ColumnPlaces {
  /** The left edge of each column, and the right edge of the last one. */
  readonly lefts: readonly number[];
  /** The number of columns that do not scroll. */
  readonly frozen: number;

  /** @param view the width for columns. If the frozen columns take most of it, they scroll as well. */
  constructor(widths: readonly number[], frozen: number, view: number) {
    let sum = 0;
    this.lefts = [0, ...widths.map((width) => (sum += width))];
    const wanted = Math.min(frozen, widths.length);
    this.frozen = view > 0 && this.left(wanted) > view * 0.6 ? 0 : wanted;
  }

  get count(): number {
    return this.lefts.length - 1;
  }

  get width(): number {
    return this.left(this.count);
  }

  get frozenWidth(): number {
    return this.left(this.frozen);
  }

  left(column: number): number {
    return this.lefts[column] ?? 0;
  }

  widthOf(column: number): number {
    return this.left(column + 1) - this.left(column);
  }

  /** Returns the scrolling columns to draw. */
  inView(scrolled: number, view: number): Span {
    const first = Math.max(this.frozen, this.#at(scrolled + this.frozenWidth));
    const end = Math.min(this.count, this.#at(scrolled + view) + 1);
    return { first: Math.min(first, this.count), end: Math.max(end, Math.min(first, this.count)) };
  }

  /** Returns the column at a distance from the left edge of the view; the last one beyond its end. */
  columnAt(x: number, scrolled: number): number {
    const column = this.#at(x < this.frozenWidth ? x : x + scrolled);
    return Math.min(column, this.count - 1);
  }

  /** Returns the column whose right edge is near; `null` if none is. */
  edgeAt(x: number, scrolled: number): number | null {
    const near = [x - edgeReach, x + edgeReach].map((at) => this.columnAt(Math.max(0, at), scrolled));
    const [before = 0, after = 0] = near;
    const isPastLast = x + edgeReach >= this.#screenRight(this.count - 1, scrolled);
    if (before !== after) return before;
    return isPastLast && Math.abs(x - this.#screenRight(this.count - 1, scrolled)) <= edgeReach ? this.count - 1 : null;
  }

  /** Returns the nearest horizontal scroll position at which a column is fully visible. */
  reveal(column: number, scrolled: number, view: number): number {
    if (column < this.frozen) return scrolled;
    const left = this.left(column) - this.frozenWidth;
    if (left < scrolled) return left;
    const right = this.left(column + 1) - view;
    return Math.min(left, Math.max(scrolled, right));
  }

  #screenRight(column: number, scrolled: number): number {
    return this.left(column + 1) - (column < this.frozen ? 0 : scrolled);
  }

  /** Returns the column that contains a position, by bisection. */
  #at(x: number): number {
    let low = 0;
    let high = this.count;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.left(middle) <= x) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** How near to the edge of a head the pointer resizes the column. */
const edgeReach = 4;

/** What is under the pointer. */
export type Hit =
  | { area: "corner" }
  | { area: "head"; column: number; edge: number | null }
  | { area: "gutter"; row: number }
  | { area: "cell"; cell: Cell };

/** The visible part of a sheet, in pixels. */
export interface SheetViewport {
  readonly top: number;
  readonly left: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  readonly gutterWidth: number;
}

/** Returns what is at a point of the visible part. Beyond the sheet the nearest row and column count. */
export function hitAt(x: number, y: number, view: SheetViewport, places: ColumnPlaces, rows: number): Hit {
  const inColumns = x - view.gutterWidth;
  const row = Math.max(0, Math.min(rows - 1, Math.floor((y - view.headHeight + view.top) / view.rowHeight)));
  const column = Math.max(0, places.columnAt(Math.max(0, inColumns), view.left));
  if (y < view.headHeight) {
    if (inColumns < 0) return { area: "corner" };
    return { area: "head", column, edge: places.edgeAt(inColumns, view.left) };
  }
  return inColumns < 0 ? { area: "gutter", row } : { area: "cell", cell: { row, column } };
}

/** Returns by how many pixels a drag at this place scrolls in one frame: the farther outside, the faster. */
export function dragScroll(at: number, start: number, end: number): number {
  const outside = at < start ? at - start : at > end ? at - end : 0;
  return Math.sign(outside) * Math.min(60, Math.ceil(Math.abs(outside) / 3));
}
