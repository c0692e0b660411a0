// Geometry of a list whose rows all have the same height. Pixels and row numbers only, no DOM.

/** A run of rows, the end not included. */
export interface Span {
  first: number;
  end: number;
}

/** What can be seen of a list: how far it is scrolled and how high its frame is, in pixels. */
export interface View {
  top: number;
  height: number;
}

/** The rows to draw: those in sight and `spare` more on either side. */
export function rowsInView(view: View, rowHeight: number, count: number, spare: number): Span {
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare);
  return { first: Math.min(first, count), end: Math.max(end, Math.min(first, count)) };
}

/** The scroll position, nearest to the present one, at which a row is wholly in sight. */
export function scrollToRow(view: View, rowHeight: number, index: number): number {
  const top = index * rowHeight;
  if (top < view.top) return top;
  return Math.max(view.top, top + rowHeight - view.height);
}

/** The scroll position at which a row is in the middle, as far as the list allows. */
export function scrollToMiddle(view: View, rowHeight: number, index: number): number {
  return Math.max(0, index * rowHeight - (view.height - rowHeight) / 2);
}

/** Whether all wanted rows are held. */
export function covers(held: Span, wanted: Span): boolean {
  return wanted.first >= wanted.end || (held.first <= wanted.first && wanted.end <= held.end);
}

/** The run of at least `size` rows to ask for, with the wanted ones in its middle. */
export function spanAround(wanted: Span, size: number): Span {
  const spare = Math.max(0, Math.ceil((size - (wanted.end - wanted.first)) / 2));
  const first = Math.max(0, wanted.first - spare);
  return { first, end: Math.max(first + size, wanted.end) };
}

/** Where the cursor goes for a key; `null` for a key that does not move it. */
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
  const wanted = moves[key];
  return wanted === undefined || count === 0 ? null : Math.min(last, Math.max(0, wanted));
}
