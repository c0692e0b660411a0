import { rowsInView, scrollToRow, type Span } from "../rows";
import { ColumnPlaces, hitAt, ScrollScale, type Hit } from "./geometry";
import type { Cell } from "./selection";
import type { Sheet } from "./sheet.svelte";

const rowHeight = 28;
/** The height of all rows if a column wraps: three lines. Equal heights keep a sheet of a million rows exact. */
const wrappedHeight = 64;
/** The free space below the last row, in pixels. */
const spaceBelow = 56;
/** The free space beside the last column. */
const spaceBeside = 24;

/** The visible part of a sheet: its scroll position and its size, in pixels. */
export class Viewport {
  top = $state(0);
  left = $state(0);
  width = $state(0);
  height = $state(0);
  readonly headHeight = 30;
  readonly #sheet: Sheet;
  readonly rowHeight: number = $derived.by(() => (this.#sheet.shown.some(({ wrapped }) => wrapped) ? wrappedHeight : rowHeight));
  /** The width of the row numbers. */
  readonly gutterWidth: number = $derived.by(() => 36 + 8 * String(this.#sheet.batch.rows + 1).length);
  readonly places: ColumnPlaces = $derived.by(
    () =>
      new ColumnPlaces(
        this.#sheet.shown.map(({ width }) => width),
        this.#sheet.layout.frozen,
        this.columnsWidth,
      ),
  );
  readonly scale: ScrollScale = $derived.by(() => new ScrollScale(this.#sheet.extent.rows * this.rowHeight + spaceBelow, this.bodyHeight));
  /** The rows to draw. */
  readonly rows: Span = $derived.by(() =>
    rowsInView({ top: this.top, height: this.bodyHeight }, this.rowHeight, this.#sheet.extent.rows, 3),
  );
  /** The scrolling columns to draw. */
  readonly columns: Span = $derived.by(() => this.places.inView(this.left, this.columnsWidth));

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** Returns the width of everything that scrolls. */
  get fullWidth(): number {
    return this.gutterWidth + this.places.width + spaceBeside;
  }

  /** Returns the height of the rows that are visible. */
  get bodyHeight(): number {
    return Math.max(0, this.height - this.headHeight);
  }

  /** Returns the width beside the row numbers. */
  get columnsWidth(): number {
    return Math.max(0, this.width - this.gutterWidth);
  }

  /** Returns how many full rows fit. */
  get page(): number {
    return Math.max(1, Math.floor(this.bodyHeight / this.rowHeight) - 1);
  }

  scrollTo(top: number, left: number): void {
    this.top = this.scale.clamp(top);
    this.left = Math.max(0, Math.min(left, this.fullWidth - this.width));
  }

  /** Scrolls by the smallest distance that makes a cell fully visible; a far row comes into the middle. */
  reveal({ row, column }: Cell): void {
    const view = { top: this.top, height: this.bodyHeight };
    const nearest = scrollToRow(view, this.rowHeight, row);
    const isFar = Math.abs(nearest - this.top) > 2 * view.height;
    const top = isFar ? row * this.rowHeight - (view.height - this.rowHeight) / 2 : nearest;
    this.scrollTo(top, this.places.reveal(column, this.left, this.columnsWidth));
  }

  /** Returns the distance of a row from the top of the visible rows. */
  rowTop(row: number): number {
    return row * this.rowHeight - this.top;
  }

  /** Returns what is at a point, counted from the left and top of the visible part. */
  hit(x: number, y: number): Hit {
    return hitAt(x, y, this, this.places, this.#sheet.extent.rows);
  }
}
