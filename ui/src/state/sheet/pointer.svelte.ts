import { fill } from "./commands";
import { fillTarget, type FillTarget } from "./fill";
import { dragScroll, type Hit } from "./geometry";
import { resizeColumn } from "./layout";
import { contains, currentRect, extendTo, selectAll, selectAt, type Cell, type Rect, type SelectMode } from "./selection";
import type { Sheet } from "./sheet.svelte";
import type { Viewport } from "./viewport.svelte";

/** A point of the visible part of a sheet, in pixels from its left and top. */
interface Point {
  readonly x: number;
  readonly y: number;
}

type Drag = { kind: "cells" | "rows" | "columns" } | { kind: "resize"; path: string; start: number } | { kind: "fill"; source: Rect };

/** What the pointer does in a sheet: it selects, resizes columns and drags the fill handle. */
export class SheetPointer {
  /** The target of the fill handle while it is dragged. */
  target = $state.raw<{ source: Rect; fill: FillTarget | null } | null>(null);
  readonly #sheet: Sheet;
  readonly #viewport: Viewport;
  #drag: Drag | null = null;

  constructor(sheet: Sheet, viewport: Viewport) {
    this.#sheet = sheet;
    this.#viewport = viewport;
  }

  /** Presses the button. Returns whether a drag can follow. */
  press({ x, y }: Point, mode: SelectMode): boolean {
    const sheet = this.#sheet;
    const hit = this.#viewport.hit(x, y);
    sheet.commit();
    sheet.tabColumn = null;
    if (hit.area === "corner") {
      sheet.select(selectAll(sheet.selection), null);
      return false;
    }
    if (hit.area === "head" && hit.edge !== null) return this.#startResize(hit.edge);
    const cell = this.#cellOf(hit);
    const kind = hit.area === "head" ? "columns" : hit.area === "gutter" ? "rows" : "cells";
    sheet.select(selectAt(sheet.selection, cell, mode, kind), hit.area === "cell" ? cell : null);
    this.#drag = { kind };
    return true;
  }

  /** Returns whether a selected range contains a cell. */
  isSelected(hit: Hit): boolean {
    return hit.area === "cell" && this.#sheet.rects.some((rect) => contains(rect, hit.cell));
  }

  /** Presses the button on the fill handle. */
  pressHandle(): void {
    const source = currentRect(this.#sheet.selection, this.#sheet.extent);
    this.#drag = { kind: "fill", source };
    this.target = { source, fill: null };
  }

  /** Moves the pressed pointer. */
  move({ x, y }: Point): void {
    const drag = this.#drag;
    if (!drag) return;
    if (drag.kind === "resize") {
      this.#sheet.arrange(resizeColumn(this.#sheet.layout, drag.path, this.#sheetX(x) - drag.start));
      return;
    }
    const cell = this.#cellAt({ x, y }, drag.kind);
    if (drag.kind === "fill") this.target = { source: drag.source, fill: fillTarget(drag.source, cell) };
    else if (!isSame(cell, this.#sheet.selection.ranges.at(-1)?.focus)) this.#sheet.select(extendTo(this.#sheet.selection, cell), null);
  }

  /** Scrolls while the pressed pointer is outside of the rows. Returns whether it scrolled. */
  scroll({ x, y }: Point): boolean {
    const { headHeight, gutterWidth, width, height, places } = this.#viewport;
    const kind = this.#drag?.kind;
    if (!kind || kind === "resize") return false;
    const byX = kind === "rows" ? 0 : dragScroll(x, gutterWidth + places.frozenWidth, width);
    const byY = kind === "columns" ? 0 : dragScroll(y, headHeight, height);
    if (byX === 0 && byY === 0) return false;
    this.#viewport.scrollTo(this.#viewport.top + byY, this.#viewport.left + byX);
    this.move({ x, y });
    return true;
  }

  /** Releases the button. `copies` fills with copies instead of a series. */
  release(copies: boolean): void {
    const { target } = this;
    this.cancel();
    if (target?.fill) fill(this.#sheet, target.source, target.fill, copies);
  }

  cancel(): void {
    this.#drag = null;
    this.target = null;
  }

  #startResize(column: number): boolean {
    const shown = this.#sheet.shown[column];
    if (!shown) return false;
    const { places } = this.#viewport;
    this.#drag = {
      kind: "resize",
      path: shown.column.path,
      start: places.left(column) + (column < places.frozen ? this.#viewport.left : 0),
    };
    return true;
  }

  #sheetX(x: number): number {
    return x - this.#viewport.gutterWidth + this.#viewport.left;
  }

  #cellAt({ x, y }: Point, kind: Drag["kind"]): Cell {
    const { headHeight, gutterWidth, width, height } = this.#viewport;
    // While a cell is dragged out of the rows, the nearest visible one counts.
    const inside = { x: Math.max(gutterWidth, Math.min(x, width - 1)), y: Math.max(headHeight, Math.min(y, height - 1)) };
    const cell = this.#cellOf(this.#viewport.hit(inside.x, inside.y));
    const { active } = this.#sheet;
    if (kind === "rows") return { row: cell.row, column: active.column };
    return kind === "columns" ? { row: active.row, column: cell.column } : cell;
  }

  #cellOf(hit: Hit): Cell {
    const { active } = this.#sheet;
    if (hit.area === "cell") return hit.cell;
    if (hit.area === "head") return { row: this.#firstVisible, column: hit.column };
    return hit.area === "gutter" ? { row: hit.row, column: 0 } : active;
  }

  get #firstVisible(): number {
    return Math.ceil(this.#viewport.top / this.#viewport.rowHeight);
  }
}

function isSame(one: Cell, other: Cell | undefined): boolean {
  return one.row === other?.row && one.column === other.column;
}
