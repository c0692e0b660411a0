// The lines of a list that a person moves by dragging or with Alt and the arrow keys.

/** Returns by how many places a key press moves its line; 0 if it does not. */
export function stepOf({ key, altKey }: KeyboardEvent): number {
  if (!altKey) return 0;
  return key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
}

/** Returns the place in its list over which a line is dragged; `null` if it is not dragged. */
export function placeUnder(
  event: PointerEvent & { currentTarget: HTMLElement },
  line: HTMLElement | undefined,
  height: number,
): number | null {
  const list = line?.parentElement;
  if (!list || !event.currentTarget.hasPointerCapture(event.pointerId)) return null;
  return Math.floor((event.clientY - list.getBoundingClientRect().top + list.scrollTop) / height);
}
