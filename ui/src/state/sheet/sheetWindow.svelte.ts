import type { SheetLine, SheetRows } from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { covers, spanAround, type Span } from "../rows";
import { Coalescer } from "../serial";
import { checkDelaysMs } from "./checkDelays";

const rowsPerRequest = 300;

/** The loaded rows of a sheet: those around the visible ones. The desk holds all of them. */
export class SheetWindow {
  value = $state.raw<SheetRows | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** Whether the rows of an earlier filter or revision are still shown. */
  busy = $state(false);
  readonly #request: (offset: number, limit: number) => Promise<SheetRows | null>;
  readonly #arrived: (rows: SheetRows) => void;
  readonly #load = new Coalescer(() => this.#loadRows());
  #visible: Span = { first: 0, end: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #uncheckedReplies = 0;
  #held: SheetRows | null = null;
  #isFrozen: (rows: SheetRows) => boolean = () => false;

  /**
   * @param request resolves to `null` if its answer is of no use any more, because another request follows
   * @param arrived called once new rows are here
   */
  constructor(request: (offset: number, limit: number) => Promise<SheetRows | null>, arrived: (rows: SheetRows) => void) {
    this.#request = request;
    this.#arrived = arrived;
  }

  /** Returns the row at a position; `undefined` while it is not loaded. */
  line(row: number): SheetLine | undefined {
    return this.value?.rows[row - this.value.offset];
  }

  /** Sets the visible rows, and loads them if they are not loaded yet. */
  setVisible(visible: Span): void {
    this.#visible = visible;
    if (this.value && covers(loadedSpan(this.value), visible)) return;
    void this.#load.run();
  }

  /** Loads the visible rows again. */
  refresh(): Promise<void> {
    this.busy = true;
    return this.#load.run();
  }

  /** Holds back rows for which `isFrozen` returns true, until {@link release}. */
  holdWhile(isFrozen: (rows: SheetRows) => boolean): void {
    this.#isFrozen = isFrozen;
  }

  /** Shows rows that were held back. */
  release(): void {
    this.#isFrozen = () => false;
    if (this.#held) this.#show(this.#held);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #loadRows(): Promise<void> {
    clearTimeout(this.#timer);
    const { first, end } = spanAround(this.#visible, rowsPerRequest);
    try {
      const rows = await this.#request(first, end - first);
      if (!rows) return;
      if (this.#isFrozen(rows)) this.#held = rows;
      else this.#show(rows);
      this.failure = null;
      this.busy = false;
      this.#checkLater(rows);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
      this.busy = false;
    }
  }

  #show(rows: SheetRows): void {
    this.#held = null;
    this.value = rows;
    this.#arrived(rows);
  }

  /** Asks again while the batch is being checked. */
  #checkLater({ check }: SheetRows): void {
    this.#uncheckedReplies = check === null ? this.#uncheckedReplies + 1 : 0;
    if (check !== null) return;
    const delay = checkDelaysMs[Math.min(this.#uncheckedReplies, checkDelaysMs.length) - 1];
    this.#timer = setTimeout(() => void this.#load.run(), delay);
  }
}

/** Returns the range of the loaded rows. It is open-ended if the window reaches the end of the sheet. */
function loadedSpan({ offset, rows, matched }: SheetRows): Span {
  const end = offset + rows.length;
  return { first: offset, end: end >= matched ? Number.MAX_SAFE_INTEGER : end };
}
