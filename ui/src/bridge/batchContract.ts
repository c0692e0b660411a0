// The commands of batches, typed by hand until the generated bindings have them. Names and shapes are those of
// crates/adwright-views/src/batch.rs.

import { invoke } from "@tauri-apps/api/core";

import type { Failure, FieldChoice, FieldKind, Severity, SortBy } from "./bindings";
import { CommandFailure } from "./failure";

/** One line in the list of batches. */
export interface BatchSummary {
  id: string;
  name: string;
  rows: number;
  changedAt: string;
}

/** An open batch: everything around its cells. */
export interface BatchView {
  id: string;
  name: string;
  revision: number;
  columns: SheetColumn[];
  rows: number;
  undo: string | null;
  redo: string | null;
}

/** One column of a batch. */
export interface SheetColumn {
  path: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  choices: FieldChoice[];
  help: string;
}

/** Which rows of a batch are shown, and in which order. */
export interface SheetFilter {
  search: string;
  findingsOnly: boolean;
  sort: SortBy | null;
}

interface SheetQuery {
  filter: SheetFilter;
  offset: number;
  limit: number;
}

/** A window of rows. */
export interface SheetRows {
  revision: number;
  matched: number;
  offset: number;
  rows: SheetLine[];
  check: SheetCheck | null;
}

/** One row. */
export interface SheetLine {
  number: number;
  cells: string[];
  findings: CellFinding[];
}

/** One finding of a row. */
export interface CellFinding {
  column: number | null;
  severity: Severity;
  rule: string;
  message: string;
}

/** The counts of a checked batch. */
interface SheetCheck {
  errors: number;
  warnings: number;
  rowsWithFindings: number;
}

/** Consecutive shown rows and some columns: a selected rectangle. */
export interface SheetRange {
  top: number;
  rows: number;
  columns: number[];
}

/** A span of shown rows. */
export interface RowSpan {
  top: number;
  rows: number;
}

interface SheetEditRequest {
  revision: number;
  filter: SheetFilter;
  edit: SheetEdit;
}

/** A change of a batch. */
export type SheetEdit =
  | { kind: "set"; data: { ranges: SheetRange[]; text: string } }
  | { kind: "paste"; data: { range: SheetRange; shown: number[]; text: string; html: string | null; transposed: boolean } }
  | { kind: "fillDown"; data: { range: SheetRange } }
  | { kind: "fillRight"; data: { range: SheetRange } }
  | { kind: "fillSeries"; data: { source: SheetRange; target: RowSpan } }
  | { kind: "insertRows"; data: { at: number; rows: number } }
  | { kind: "deleteRows"; data: { spans: RowSpan[] } }
  | { kind: "moveRows"; data: { spans: RowSpan[]; to: number } }
  | { kind: "addColumn"; data: { path: string } };

/** A changed batch. */
export interface SheetEditResult {
  batch: BatchView;
  selected: SheetRange | null;
}

/** The text of selected cells for the clipboard. */
export interface CopiedCells {
  text: string;
  html: string;
}

/** Figures about selected cells. */
export interface SelectionSummary {
  count: number;
  distinct: number;
  sum: string | null;
}

/** A place in the sheet: the position of a shown row, and of a column in {@link BatchView.columns}. */
interface SheetPlace {
  row: number;
  column: number | null;
}

async function call<T>(command: string, given: Record<string, unknown> = {}): Promise<T> {
  try {
    return await invoke<T>(command, given);
  } catch (thrown) {
    if (thrown instanceof Error) throw CommandFailure.from(thrown);
    throw new CommandFailure(thrown as Failure);
  }
}

/** The use cases of batches. */
export const batchDesk = {
  batches: () => call<BatchSummary[]>("batches"),
  discardedBatches: () => call<BatchSummary[]>("discarded_batches"),
  createBatch: (name: string) => call<BatchView>("create_batch", { name }),
  renameBatch: (id: string, name: string) => call<BatchView>("rename_batch", { id, name }),
  duplicateBatch: (id: string) => call<BatchView>("duplicate_batch", { id }),
  discardBatch: (id: string) => call<void>("discard_batch", { id }),
  restoreBatch: (id: string) => call<void>("restore_batch", { id }),
  openBatch: (id: string) => call<BatchView>("open_batch", { id }),
  sheetRows: (id: string, query: SheetQuery) => call<SheetRows>("sheet_rows", { id, query }),
  editSheet: (id: string, request: SheetEditRequest) => call<SheetEditResult>("edit_sheet", { id, request }),
  undoSheet: (id: string) => call<SheetEditResult>("undo_sheet", { id }),
  redoSheet: (id: string) => call<SheetEditResult>("redo_sheet", { id }),
  copyCells: (id: string, filter: SheetFilter, ranges: SheetRange[], transposed: boolean) =>
    call<CopiedCells>("copy_cells", { id, filter, ranges, transposed }),
  summarizeSelection: (id: string, filter: SheetFilter, ranges: SheetRange[]) =>
    call<SelectionSummary>("summarize_selection", { id, filter, ranges }),
  nextFinding: (id: string, filter: SheetFilter, row: number, column: number, backwards: boolean) =>
    call<SheetPlace | null>("next_finding", { id, filter, row, column, backwards }),
  dataEdge: (id: string, filter: SheetFilter, row: number, column: number, backwards: boolean) =>
    call<number>("data_edge", { id, filter, row, column, backwards }),
};

/** The part of the desk that batches need. */
export type BatchDesk = typeof batchDesk;
