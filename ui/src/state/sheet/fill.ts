// What a drag on the fill handle fills.

import type { RowSpan } from "../../bridge/bindings";
import type { Cell, Rect } from "./selection";

/** The cells that the fill handle fills: rows above or below the source, or columns to the right of one column. */
export type FillTarget = { kind: "rows"; span: RowSpan } | { kind: "columns"; rect: Rect };

/** Returns what is filled if the handle of a range is dropped on a cell; `null` if nothing is. */
export function fillTarget(source: Rect, { row, column }: Cell): FillTarget | null {
  const below = row - (source.top + source.rows - 1);
  const above = source.top - row;
  const beside = column - (source.left + source.columns - 1);
  if (source.columns === 1 && beside > Math.max(below, above, 0)) return { kind: "columns", rect: { ...source, columns: 1 + beside } };
  if (below > 0) return { kind: "rows", span: { top: source.top + source.rows, rows: below } };
  if (above > 0) return { kind: "rows", span: { top: row, rows: above } };
  return null;
}

/** Returns the rectangle of the source and its target, as it is outlined during the drag. */
export function filledRect(source: Rect, target: FillTarget): Rect {
  if (target.kind === "columns") return target.rect;
  const top = Math.min(source.top, target.span.top);
  return { ...source, top, rows: source.rows + target.span.rows };
}
