import type {
  SheetView,
  SelectionSummary,
  CopiedCells,
  SheetEdit,
  RewriteQuery,
  SheetEditResult,
  SheetFilter,
  SheetLine,
  SheetRange,
  SheetRows,
} from "../../bridge/bindings";
import type { BatchDesk } from "../../bridge/desk";
import type { CommandFailure } from "../../bridge/failure";
import { formatCount } from "../wording";
import { CellEditor } from "./cellEditor.svelte";
import { CellRewriting } from "./cellRewriting.svelte";
import { acts } from "./commands";
import { FindingPanel } from "./findingPanel.svelte";
import type { SheetAct } from "./keys";
import { keepLayout, keptLayout, shownColumns, type SheetLayout } from "./layout";
import { isPlain, plainFilter, rangeOf, rectOf } from "./ranges";
import type { SeenSheet } from "./rebase";
import * as selecting from "./selection";
import type { Cell, Extent, Rect, Selection } from "./selection";
import { SheetEdits, type SheetChange, type UnsavedText } from "./sheetEdits.svelte";
import { SheetWindow } from "./sheetWindow.svelte";

/** How long after the last key the search starts. */
const searchDelayMs = 80;
/** How long the selection must rest before its figures are requested. */
const summaryDelayMs = 120;
/** The number of selected cells up to which their text is ready before anyone copies it. */
const readyToCopy = 5000;

/** The reports of a sheet to the rest of the window. */
export interface SheetReports {
  failed(thrown: unknown, again?: () => void): void;
  /** Tells a screen reader. */
  say(text: string): void;
  /** Shows a notice. */
  show(text: string): void;
  /** Called after an edit of objects, which changes their drafts. */
  draftsChanged(): void;
}

/** An open batch, or existing objects, as a sheet: its shown rows and columns, the selection, and the changes. */
export class Sheet {
  readonly id: string;
  readonly window: SheetWindow;
  readonly edits: SheetEdits;
  readonly editor = new CellEditor();
  readonly rewriting: CellRewriting;
  readonly findings: FindingPanel;
  batch = $state.raw() as SheetView;
  filter = $state.raw<SheetFilter>(plainFilter);
  /** The search as typed. It is applied shortly after the last key. */
  search = $state("");
  layout = $state.raw() as SheetLayout;
  summary = $state.raw<SelectionSummary | null>(null);
  /** The cell to scroll to; a new object each time. */
  scrollTarget = $state.raw<Cell | null>(null);
  /** Whether Escape was pressed, so that Tab leaves the sheet. */
  leaving = $state(false);
  /** The number of visible rows. */
  page = 20;
  /** The column in which a run of Tab keys began. Enter returns to it. */
  tabColumn: number | null = null;
  readonly desk: BatchDesk;
  readonly reports: SheetReports;
  readonly shown = $derived.by(() => shownColumns(this.batch.columns, this.layout));
  readonly extent = $derived.by((): Extent => ({
    rows: this.#reachableRows,
    columns: this.shown.length,
    dataRows: this.matched,
  }));
  readonly #labels = $derived.by(() => this.batch.columns.map(({ choices }) => new Map(choices.map(({ value, label }) => [value, label]))));
  #selection = $state.raw<Selection>(selecting.selectCell({ row: 0, column: 0 }));
  /** The selected rectangles, the current one last. */
  readonly rects: Rect[] = $derived.by(() => selecting.rectsOf(this.#selection, this.extent));
  /** The last known text of the active row, also if it is not loaded now. */
  #activeLine = $state.raw<{ row: number; line: SheetLine } | null>(null);
  #copied: { selection: Selection; revision: number; cells: CopiedCells } | null = null;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  #summaryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: BatchDesk, batch: SheetView, reports: SheetReports) {
    this.id = batch.id;
    this.batch = batch;
    this.layout = keptLayout(this.#layoutKey);
    this.desk = desk;
    this.reports = reports;
    this.edits = new SheetEdits(desk, this);
    this.rewriting = new CellRewriting(this);
    this.findings = new FindingPanel(this);
    this.window = new SheetWindow(
      (offset, limit) => this.#requestRows(offset, limit),
      (rows) => this.#arrive(rows),
    );
  }

  get selection(): Selection {
    return this.#selection;
  }

  get active(): Cell {
    return this.#selection.active;
  }

  /** Returns whether the rows are existing objects, so that they are not added, deleted or moved. */
  get hasFixedRows(): boolean {
    return this.batch.source.kind === "objects";
  }

  /** Returns the number of shown rows. */
  get matched(): number {
    return isPlain(this.filter) ? this.batch.rows : (this.window.value?.matched ?? 0);
  }

  /** Returns what the person sees now. */
  get seen(): SeenSheet {
    return { revision: this.window.value?.revision ?? this.batch.revision, filter: this.filter, rows: this.batch.rows, line: null };
  }

  /** Returns the selected ranges without the new row at the end. */
  get ranges(): SheetRange[] {
    return this.rects.flatMap((rect) => selecting.cutRows(rect, this.matched) ?? []).map((rect) => rangeOf(rect, this.shown));
  }

  /** Returns the text of a cell as it is shown; `undefined` while it is not loaded. */
  text(row: number, stored: number): string | undefined {
    return this.edits.pendingText(row, stored) ?? this.line(row)?.cells[stored] ?? (row >= this.matched ? "" : undefined);
  }

  /** Returns the name of a chosen value, such as an advertiser's. */
  choiceLabel(stored: number, value: string): string | undefined {
    return this.#labels[stored]?.get(value);
  }

  /** Returns what a finding is about. A finding about a field without a column names its field itself. */
  findingPlace(column: number | null): string {
    if (column !== null) return `${this.batch.columns[column]?.label ?? ""}: `;
    return this.hasFixedRows ? "" : "Whole row: ";
  }

  line(row: number): SheetLine | undefined {
    return this.window.line(row) ?? (this.#activeLine?.row === row ? this.#activeLine.line : undefined);
  }

  /** Selects cells, and scrolls to the active cell or to another one. */
  select(selection: Selection, target: Cell | null = selection.active): void {
    const old = this.active;
    this.#selection = selecting.clampSelection(selection, this.extent);
    this.leaving = false;
    if (old.row !== this.active.row) this.#keepActiveLine();
    if (target) this.scrollTarget = { ...target };
    this.#figureSoon();
  }

  /** Applies another filter. An open edit ends before. */
  show(filter: Partial<SheetFilter>): Promise<void> {
    this.commit();
    this.filter = { ...this.filter, ...filter };
    this.select(selecting.selectCell({ row: 0, column: this.active.column }));
    this.#activeLine = null;
    return this.window.refresh();
  }

  searchFor(text: string): void {
    this.search = text;
    clearTimeout(this.#searchTimer);
    this.#searchTimer = setTimeout(() => void this.show({ search: text }), searchDelayMs);
  }

  arrange(layout: SheetLayout): void {
    this.commit();
    this.layout = layout;
    keepLayout(this.#layoutKey, layout);
    this.select(this.#selection, null);
  }

  /** Opens the editor of the active cell, with its text or with a typed one. */
  edit(typed?: string): void {
    const stored = this.shown[this.active.column]?.stored;
    const { row } = this.active;
    const column = this.shown[this.active.column]?.column;
    if (column?.readOnly) return this.reports.say(`${column.label} is supplied by the service.`);
    const text = stored === undefined ? undefined : this.text(row, stored);
    // Without its text a cell can only be replaced.
    if (stored === undefined || (text === undefined && typed === undefined)) return;
    this.editor.begin(this.active, stored, text ?? "", this.line(row), this.seen, typed);
    this.window.holdWhile((rows) => !isPlain(this.filter) && rows.rows[row - rows.offset]?.number !== this.line(row)?.number);
  }

  /** Ends the open edit and saves its text. */
  commit(): void {
    const ended = this.editor.end();
    if (ended && ended.text !== ended.before) {
      const { cell, stored, text, seen } = ended;
      const range = { top: cell.row, rows: 1, columns: [stored] };
      void this.edits.add({ edit: { kind: "set", data: { ranges: [range], text } }, seen, place: this.placeName(cell), active: cell });
    }
    this.window.release();
  }

  /** Ends the open edit and writes its text into all selected cells. */
  commitAll(): void {
    const ended = this.editor.end();
    if (ended) void this.apply({ kind: "set", data: { ranges: this.#editableRanges, text: ended.text } });
    this.window.release();
  }

  /** Ends the open edit without saving. */
  cancelEdit(): void {
    this.editor.end();
    this.window.release();
  }

  /** Changes the batch. Resolves to whether it has the change. */
  apply(edit: SheetEdit): Promise<boolean> {
    this.commit();
    return this.edits.add({ edit, seen: this.seen, place: null, active: this.active });
  }

  /** Makes a previewed rewrite in the rows that the preview saw. */
  rewrite({ revision, filter, rewrite }: RewriteQuery): Promise<boolean> {
    const seen: SeenSheet = { revision, filter, rows: this.batch.rows, line: null };
    return this.edits.add({ edit: { kind: "rewrite", data: rewrite }, seen, place: null, active: this.active });
  }

  /** Clears the selected cells. */
  clear(): void {
    const { ranges } = this;
    const [range] = ranges;
    if (!range) return;
    const isSingle = ranges.length === 1 && range.rows === 1 && range.columns.length === 1;
    const seen = { ...this.seen, line: isSingle ? (this.line(range.top) ?? null) : null };
    this.commit();
    void this.edits.add({ edit: { kind: "set", data: { ranges, text: "" } }, seen, place: null, active: this.active });
  }

  /** Writes a text into the active cell. */
  put(text: string): void {
    this.edit(text);
    this.commit();
  }

  /** Puts a text that could not be saved into the active cell. */
  putBack(unsaved: UnsavedText): void {
    this.edits.forget(unsaved);
    this.put(unsaved.text);
  }

  /** Returns the text of the selected cells if it is ready. */
  get readyCopy(): CopiedCells | null {
    const isCurrent = this.#copied?.selection === this.#selection && this.#copied.revision === this.batch.revision && !this.edits.saving;
    return isCurrent ? (this.#copied?.cells ?? null) : null;
  }

  /** Fetches the text of the selected cells. */
  async copy(transposed = false): Promise<CopiedCells> {
    await this.edits.finish();
    const selection = this.#selection;
    const { revision } = this.batch;
    const cells = await this.desk.copyCells(this.id, this.filter, this.ranges, transposed);
    if (!transposed) this.#copied = { selection, revision, cells };
    return cells;
  }

  /** Names a cell, such as “Row 12, Name”. */
  placeName({ row, column }: Cell): string {
    const number = this.line(row)?.number ?? row + 1;
    return `Row ${formatCount(number)}, ${this.shown[column]?.column.label ?? ""}`;
  }

  /** Performs a command of the keys, the menus or the palette. */
  act(name: SheetAct): void {
    acts[name](this);
  }

  /** Saves the open edit. Resolves to whether every text is saved. */
  settle(): Promise<boolean> {
    this.commit();
    return this.edits.finish();
  }

  close(): void {
    this.rewriting.close();
    clearTimeout(this.#searchTimer);
    clearTimeout(this.#summaryTimer);
    this.window.close();
  }

  /** Shows a changed batch, and selects the changed cells unless the person moved on. */
  async changed({ batch, selected, message }: SheetEditResult, change: SheetChange | null): Promise<void> {
    const { revision, rows, undo, redo } = batch;
    const known = this.batch.columns.map(({ path }) => path);
    const isOutdated = known.join("\n") !== batch.columns.join("\n");
    this.batch = { ...this.batch, revision, rows, undo, redo };
    if (isOutdated) await this.#reload();
    const rect = selected && rectOf(selected, this.shown);
    const isHere = change === null || (change.active.row === this.active.row && change.active.column === this.active.column);
    if (rect && isHere && !this.editor.open) this.select(selecting.selectRect(rect));
    else this.select(this.#selection, null);
    if (message !== null) this.reports.show(message);
    if (this.hasFixedRows) this.reports.draftsChanged();
    void this.window.refresh();
  }

  reloaded(batch: SheetView): void {
    this.batch = batch;
    void this.window.refresh();
  }

  failed(failure: CommandFailure, again: () => void): void {
    this.reports.failed(failure, again);
    void this.window.refresh();
  }

  /** Returns the selected ranges, with the new row at the end. */
  get #editableRanges(): SheetRange[] {
    return this.rects.map((rect) => rangeOf(rect, this.shown));
  }

  /** Returns the key of the kept layout. All sheets over objects of one list share it. */
  get #layoutKey(): string {
    const { source } = this.batch;
    return source.kind === "objects" ? `objects-${source.list}` : this.id;
  }

  /** Returns the number of rows that the active cell can reach. A plain batch has an empty row at its end. */
  get #reachableRows(): number {
    if (!isPlain(this.filter) || this.hasFixedRows) return Math.max(1, this.matched);
    return Math.max(this.batch.rows, this.edits.pendingEnd) + 1;
  }

  /** Returns `null` if another filter was applied in the meantime. */
  async #requestRows(offset: number, limit: number): Promise<SheetRows | null> {
    const { filter } = this;
    const rows = await this.desk.sheetRows(this.id, { filter, offset, limit });
    return filter === this.filter ? rows : null;
  }

  #arrive(rows: SheetRows): void {
    this.edits.settle(rows.revision);
    if (rows.revision > this.batch.revision && !this.edits.saving) void this.#reload();
    if (!isPlain(this.filter)) this.#follow(rows);
    if (this.active.row >= this.extent.rows) this.select(this.#selection);
    const line = rows.rows[this.active.row - rows.offset];
    if (line) this.#activeLine = { row: this.active.row, line };
  }

  /** Keeps the active cell on its row, if the row moved within the loaded ones. */
  #follow(rows: SheetRows): void {
    const number = this.#activeLine?.row === this.active.row ? this.#activeLine.line.number : undefined;
    const at = rows.rows.findIndex((line) => line.number === number);
    if (number === undefined || at < 0 || rows.offset + at === this.active.row) return;
    if (selecting.isSingleCell(this.#selection, this.extent)) {
      this.#selection = selecting.selectCell({ row: rows.offset + at, column: this.active.column });
      this.scrollTarget = { ...this.active };
    }
  }

  async #reload(): Promise<void> {
    try {
      const batch = await this.desk.openBatch(this.id);
      // An edit may have been answered in the meantime.
      if (batch.revision < this.batch.revision) return;
      this.batch = batch;
      this.select(this.#selection, null);
    } catch (thrown) {
      this.reports.failed(thrown);
    }
  }

  #keepActiveLine(): void {
    const line = this.window.line(this.active.row);
    this.#activeLine = line ? { row: this.active.row, line } : null;
  }

  #figureSoon(): void {
    this.summary = null;
    clearTimeout(this.#summaryTimer);
    this.#summaryTimer = setTimeout(() => void this.#figure(), summaryDelayMs);
  }

  /** Requests the figures of the selection, and the text of a small one. */
  async #figure(): Promise<void> {
    const selection = this.#selection;
    const cells = this.rects.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
    if (this.edits.saving || this.ranges.length === 0) return;
    try {
      if (cells <= readyToCopy) await this.copy();
      if (cells < 2 || selection !== this.#selection) return;
      const summary = await this.desk.summarizeSelection(this.id, this.filter, this.ranges);
      if (selection === this.#selection) this.summary = summary;
    } catch {
      // The figures are only a convenience; a failing disk is reported where rows and edits fail.
    }
  }
}
