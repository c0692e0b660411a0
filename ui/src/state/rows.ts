// Geometry of a list with rows of equal height. Contains only pixels and row numbers, no DOM.

/** A range of rows, without the end. */
export interface Span {
  first: number;
  end: number;
}

/** The visible part of a list: its scroll position and its height, in pixels. */
export interface View {
  top: number;
  height: number;
}

/** Returns the rows to draw: the visible ones and `overscan` more on either side. */
export function rowsInView(view: View, rowHeight: number, count: number, overscan: number): Span {
  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + overscan);
  return { first: Math.min(first, count), end: Math.max(end, Math.min(first, count)) };
}

/** Returns the nearest scroll position at which a row is fully visible. */
export function scrollToRow(view: View, rowHeight: number, index: number): number {
  const top = index * rowHeight;
  if (top < view.top) return top;
  return Math.max(view.top, top + rowHeight - view.height);
}

/** Returns the scroll position at which a row is in the middle, as far as the list allows. */
export function scrollToMiddle(view: View, rowHeight: number, index: number): number {
  return Math.max(0, index * rowHeight - (view.height - rowHeight) / 2);
}

/** Returns whether all needed rows are loaded. */
export function covers(loaded: Span, needed: Span): boolean {
  return needed.first >= needed.end || (loaded.first <= needed.first && needed.end <= loaded.end);
}

/** Returns the range of at least `size` rows to load, with the visible ones in its middle. */
export function spanAround(visible: Span, size: number): Span {
  const margin = Math.max(0, Math.ceil((size - (visible.end - visible.first)) / 2));
  const first = Math.max(0, visible.first - margin);
  return { first, end: Math.max(first + size, visible.end) };
}

/** Returns the cursor's new row for a key; `null` for a key that does not move it. */
export function moveCursor(key: string, cursor: number, count: number, page: number): number | null {
  const last = count - 1;
  const moves: Record<string, number> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: last,
  };
  const row = moves[key];
  return row === undefined || count === 0 ? null : Math.min(last, Math.max(0, row));
}
