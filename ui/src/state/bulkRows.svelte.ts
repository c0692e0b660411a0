import type { BulkList, BulkPreview, BulkRow, BulkWindow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Coalescer } from "./serial";
import { covers, spanAround, type Span } from "./rows";

export type BulkListId = "changed" | "unchanged" | "skipped";

const rowsPerRequest = 120;

/** A window of rows of one list of a preview. */
export class BulkListRows {
  window = $state.raw<BulkWindow | null>(null);
  readonly #desk: Desk;
  readonly #operation: string;
  readonly #list: BulkList;
  readonly #load = new Coalescer(() => this.#loadRows());
  #visible: Span = { first: 0, end: 0 };

  constructor(desk: Desk, operation: string, list: BulkList) {
    this.#desk = desk;
    this.#operation = operation;
    this.#list = list;
  }

  row(index: number): BulkRow | undefined {
    return this.window?.rows[index - this.window.offset];
  }

  setVisibleRows(visible: Span): void {
    this.#visible = visible;
    const loaded = this.window && { first: this.window.offset, end: this.window.offset + this.window.rows.length };
    if (loaded && covers(loaded, visible)) return;
    void this.#load.run();
  }

  async #loadRows(): Promise<void> {
    const { first, end } = spanAround(this.#visible, rowsPerRequest);
    const query = { operation: this.#operation, list: this.#list, offset: first, limit: end - first };
    try {
      this.window = await this.#desk.bulkRows(query);
    } catch {
      // A newer preview has replaced this one and its rows.
    }
  }
}

/** The lists of the shown preview, and the selected one. */
export class BulkRows {
  selected = $state<BulkListId>("changed");
  shown = $state.raw<BulkListRows | null>(null);
  /** The finding whose campaigns are listed, by its index in the preview. */
  finding = $state<number | null>(null);
  ofFinding = $state.raw<BulkListRows | null>(null);
  readonly #desk: Desk;
  #preview: BulkPreview | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  show(preview: BulkPreview | null): void {
    this.#preview = preview;
    this.finding = null;
    this.ofFinding = null;
    this.select(this.selected);
  }

  select(list: BulkListId): void {
    this.selected = list;
    this.shown = this.#preview && new BulkListRows(this.#desk, this.#preview.operation, { kind: list });
  }

  /** Lists the campaigns of a finding, or closes that list. */
  expand(index: number): void {
    this.finding = this.finding === index ? null : index;
    this.ofFinding =
      this.#preview && this.finding !== null ? new BulkListRows(this.#desk, this.#preview.operation, { kind: "finding", index }) : null;
  }
}
