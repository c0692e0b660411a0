// Where the keys move the active cell. Contains only positions, no DOM and no cells.

import { clampCell, type Cell, type Extent } from "./selection";

/** A step of the active cell that needs no cells. */
export type Step = "up" | "down" | "left" | "right" | "rowStart" | "rowEnd" | "start" | "end" | "pageUp" | "pageDown";

/** Returns the cell after a step. `lastRow` is the last row with data, `page` the number of visible rows. */
export function afterStep(step: Step, { row, column }: Cell, extent: Extent, page: number, lastRow: number): Cell {
  const steps: Record<Step, Cell> = {
    up: { row: row - 1, column },
    down: { row: row + 1, column },
    left: { row, column: column - 1 },
    right: { row, column: column + 1 },
    rowStart: { row, column: 0 },
    rowEnd: { row, column: extent.columns - 1 },
    start: { row: 0, column: 0 },
    end: { row: lastRow, column: extent.columns - 1 },
    pageUp: { row: row - page, column },
    pageDown: { row: row + page, column },
  };
  return clampCell(steps[step], extent);
}

/** Returns the cell after Tab: the next one of the row, then the first one of the next row. */
export function afterTab({ row, column }: Cell, extent: Extent, step: 1 | -1): Cell {
  const place = row * extent.columns + column + step;
  if (place < 0 || place >= extent.rows * extent.columns) return { row, column };
  return { row: Math.floor(place / extent.columns), column: place % extent.columns };
}

/**
 * Returns the edge of the data in a line of cells, as Ctrl and an arrow key reach it: the end of a run of filled cells,
 * otherwise the next filled cell, otherwise the last cell. Returns `null` if it depends on a cell that is not loaded.
 */
export function dataEdge(text: (at: number) => string | undefined, count: number, from: number, step: 1 | -1): number | null {
  const isInside = (at: number) => at >= 0 && at < count;
  const inside = (at: number) => (isInside(at) ? text(at) : "");
  if (!isInside(from + step)) return from;
  const nearest = [inside(from), inside(from + step)];
  if (nearest.includes(undefined)) return null;
  const isInRun = !nearest.includes("");
  for (let at = from + step; isInside(at); at += step) {
    const decisive = inside(isInRun ? at + step : at);
    if (decisive === undefined) return null;
    if ((decisive === "") === isInRun) return at;
  }
  return step > 0 ? count - 1 : 0;
}
