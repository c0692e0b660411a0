/** How the rows of a grid are ticked, whether they are held or not. */
export interface Ticks<T> {
  has: (row: T) => boolean;
  toggle: (row: T, index: number) => void;
  /** Ticks all rows from the last ticked one to this one; where none was ticked yet, from the given one. */
  range: (index: number, from?: number) => void;
  /** Whether a row can be ticked at all; every row where nothing is said. */
  may?: (row: T) => boolean;
  /** How many of the rows that are listed are ticked. */
  all: "none" | "some" | "all";
  /** Ticks, or unticks, all rows that are listed. */
  tickAll: () => void;
  untickAll: () => void;
  /** How many rows are ticked, listed or not. */
  count: number;
  /** Unticks all rows, listed or not. */
  clear: () => void;
  /** What ticking a row means, as its box is called. */
  label: (row: T) => string;
  /** The same for all rows. */
  labelAll?: string;
}

/** Ticks as a key says; whether the key was one of those that tick. */
export function ticksPressed<T>(event: KeyboardEvent, ticks: Ticks<T>, row: T | undefined, cursor: number): boolean {
  const isMod = event.ctrlKey || event.metaKey;
  const ticked = () => {
    if (event.key === " " && event.shiftKey) ticks.range(cursor);
    else if (event.key === " " && row !== undefined) ticks.toggle(row, cursor);
    else if (isMod && event.key.toLowerCase() === "a") ticks.tickAll();
    else if (event.key === "Escape" && ticks.count > 0) ticks.clear();
    else return false;
    return true;
  };
  if (!ticked()) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
