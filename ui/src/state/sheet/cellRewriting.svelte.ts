import type { CellFindReplace, CellRewrite, CellScope, RewritePreviewResult, RewriteQuery } from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { isPlain } from "./ranges";
import { isSingleCell } from "./selection";
import type { Sheet } from "./sheet.svelte";

/** What the panel does: find and replace, or fill a column with a text. */
export type RewriteMode = "replace" | "fill";

/** How long after the last change the preview is computed again. */
const previewDelayMs = 150;

/** The panel that rewrites many cells: its form and its preview. */
export class CellRewriting {
  /** `null` while the panel is closed. */
  mode = $state<RewriteMode | null>(null);
  /** Whether only the new text is to be typed. */
  isFilledIn = $state(false);
  /** Changes each time the panel is opened, also if it is open already. */
  opened = $state(0);
  find = $state<CellFindReplace>({ find: "", replace: "", regular: false, matchCase: false, wholeCell: false });
  fillText = $state("");
  scope = $state<CellScope["kind"]>("allRows");
  /** The stored column to change; `null` for all shown ones. */
  column = $state<number | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  applying = $state(false);
  readonly #sheet: Sheet;
  readonly #revision = $derived.by(() => this.#sheet.seen.revision);
  /** What the form asks for now; `null` if nothing is typed yet. */
  readonly query = $derived.by(() => this.#query());
  #answer = $state.raw<{ query: RewriteQuery; result: RewritePreviewResult } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** Returns the last preview. It may belong to an earlier input. */
  get preview() {
    return this.#answer?.result.kind === "ready" ? this.#answer.result.data : null;
  }

  /** Returns what is wrong with the typed text. */
  get problem() {
    return this.#answer?.result.kind === "refused" ? this.#answer.result.data : null;
  }

  /** Returns whether the preview shows what would happen now. */
  get isCurrent(): boolean {
    const { edits, batch } = this.#sheet;
    return this.#answer !== null && this.#answer.query === this.query && this.query.revision === batch.revision && !edits.saving;
  }

  /** Opens the panel for the selected cells, or otherwise for the rows of the filter. */
  open(mode: RewriteMode, column: number | null = null): void {
    const sheet = this.#sheet;
    sheet.commit();
    const isOneCell = sheet.ranges.length === 0 || isSingleCell(sheet.selection, sheet.extent);
    const isOneColumn = mode === "fill" && sheet.rects.every(({ rows }) => rows >= sheet.matched);
    if (this.mode !== mode) {
      const rows = isPlain(sheet.filter) ? "allRows" : "shownRows";
      this.scope = isOneCell || isOneColumn ? rows : "ranges";
      this.column = null;
      this.#answer = null;
    }
    if (column !== null) this.column = column;
    this.mode = mode;
    this.isFilledIn = false;
    this.opened += 1;
  }

  /** Opens the panel to change the shown cells of a column that have a text. */
  openFor(column: number, text: string): void {
    const isEmpty = text === "";
    this.open(isEmpty ? "fill" : "replace", column);
    this.scope = "shownRows";
    this.fillText = "";
    if (!isEmpty) this.find = { find: text, replace: "", regular: false, matchCase: true, wholeCell: true };
    this.isFilledIn = true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.mode = null;
    this.failure = null;
  }

  /** Schedules a new preview after a change. */
  changed(): void {
    clearTimeout(this.#timer);
    if (!this.query) this.#answer = null;
    else if (!this.isCurrent) this.#timer = setTimeout(() => void this.computePreview(), previewDelayMs);
  }

  async computePreview(): Promise<void> {
    const { query } = this;
    if (!query) return;
    try {
      const result = await this.#sheet.desk.previewRewrite(this.#sheet.id, query);
      if (query !== this.query) return;
      this.#answer = { query, result };
      this.failure = null;
    } catch (thrown) {
      if (query !== this.query) return;
      const failure = CommandFailure.from(thrown);
      // The batch was changed elsewhere. Its new rows cause another preview.
      if (failure.code === "Conflict") void this.#sheet.window.refresh();
      else this.failure = failure;
    }
  }

  /** Makes the previewed change. Resolves to the number of changed cells; `null` if nothing changed. */
  async apply(): Promise<number | null> {
    const { preview, query } = this;
    if (!preview || !query || !this.isCurrent || preview.cells === 0 || this.applying) return null;
    this.applying = true;
    const isDone = await this.#sheet.rewrite(query);
    this.applying = false;
    return isDone ? preview.cells : null;
  }

  #query(): RewriteQuery | null {
    const change = this.#change();
    return change && { revision: this.#revision, filter: this.#sheet.filter, rewrite: { scope: this.#scope(), change } };
  }

  #change(): CellRewrite["change"] | null {
    if (this.mode === "replace" && this.find.find !== "") return { kind: "replace", data: $state.snapshot(this.find) };
    return this.mode === "fill" && this.fillText !== "" ? { kind: "fill", data: this.fillText } : null;
  }

  #scope(): CellScope {
    const columns = this.column === null ? this.#sheet.shown.map(({ stored }) => stored) : [this.column];
    if (this.scope !== "ranges") return { kind: this.scope, data: columns };
    const { ranges } = this.#sheet;
    return { kind: "ranges", data: this.mode === "fill" ? ranges.map((range) => ({ ...range, columns })) : ranges };
  }
}
