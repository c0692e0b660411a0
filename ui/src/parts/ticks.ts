/** The ticks of a grid's rows, including rows that are not loaded. */
export interface Ticks<T> {
  has: (row: T) => boolean;
  toggle: (row: T, index: number) => void;
  /** Ticks all rows from the last ticked one to this one. If none was ticked yet, starts at `from`. */
  range: (index: number, from?: number) => void;
  /** Whether a row can be ticked. The default is every row. */
  may?: (row: T) => boolean;
  /** How many of the listed rows are ticked. */
  all: "none" | "some" | "all";
  /** Ticks or unticks all listed rows. */
  tickAll: () => void;
  untickAll: () => void;
  /** How many rows are ticked, listed or not. */
  count: number;
  /** Unticks all rows, listed or not. */
  clear: () => void;
  /** The label of a row's checkbox. */
  label: (row: T) => string;
  /** The label of the checkbox for all rows. */
  labelAll?: string;
}

/** Ticks or unticks rows for a key press. Returns whether the key does that. */
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
