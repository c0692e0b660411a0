// What the keys, the menus and the palette do in a sheet.

import { editorKindOf } from "./editorKind";
import { widthStep, moveColumn, resizeColumn } from "./layout";
import { afterStep, afterTab, dataEdge, type Step } from "./movement";
import { fillTarget, type FillTarget } from "./fill";
import { isPlain, rangeOf } from "./ranges";
import {
  currentRect,
  cutRows,
  cycle,
  extendTo,
  isSingleCell,
  movingCorner,
  selectAll,
  selectCell,
  selectedSpans,
  selectRect,
  widen,
  type Cell,
  type Rect,
} from "./selection";
import type { SheetAct, SheetCommand } from "./keys";
import type { Sheet } from "./sheet.svelte";

const steps = { up: -1, down: 1, left: -1, right: 1 } as const;

/** Performs a command. Returns false if the key keeps its usual function. */
export function performCommand(sheet: Sheet, command: SheetCommand): boolean {
  if (command.kind === "next") return goNext(sheet, command.along, command.step);
  sheet.tabColumn = null;
  if (command.kind === "act") sheet.act(command.act);
  else if (command.kind === "edge" || command.kind === "extendToEdge") void moveToEdge(sheet, command.step, command.kind !== "edge");
  else move(sheet, command.step, command.kind === "extend");
  return true;
}

/** What each named act does. */
export const acts: Record<SheetAct, (sheet: Sheet) => void> = {
  edit: (sheet) => sheet.edit(),
  cancel: (sheet) => {
    sheet.select(selectCell(sheet.active), null);
    sheet.leaving = true;
  },
  clear: (sheet) => sheet.clear(),
  clearAndEdit: (sheet) => sheet.edit(""),
  selectAll: (sheet) => sheet.select(selectAll(sheet.selection), null),
  selectRows: (sheet) => sheet.select(widen(sheet.selection, "rows"), null),
  selectColumns: (sheet) => sheet.select(widen(sheet.selection, "columns"), null),
  fillDown: (sheet) => fillDown(sheet),
  fillRight: (sheet) => fillRight(sheet),
  undo: (sheet) => undoOrRedo(sheet, "undo"),
  redo: (sheet) => undoOrRedo(sheet, "redo"),
  insertRows: (sheet) => insertRows(sheet),
  deleteRows: (sheet) => deleteRows(sheet),
  moveRowsUp: (sheet) => moveRows(sheet, -1),
  moveRowsDown: (sheet) => moveRows(sheet, 1),
  replace: (sheet) => sheet.rewriting.open("replace"),
  fillColumn: (sheet) => sheet.rewriting.open("fill", sheet.shown[sheet.active.column]?.stored ?? null),
  nextFinding: (sheet) => void goToFinding(sheet, false),
  previousFinding: (sheet) => void goToFinding(sheet, true),
  findings: (sheet) => sheet.findings.toggle(),
  moveColumnLeft: (sheet) => moveActiveColumn(sheet, -1),
  moveColumnRight: (sheet) => moveActiveColumn(sheet, 1),
  narrowColumn: (sheet) => widenActiveColumn(sheet, -widthStep),
  widenColumn: (sheet) => widenActiveColumn(sheet, widthStep),
  // The grid performs these two, because they need its elements.
  menu: () => undefined,
  pasteTransposed: () => undefined,
};

/** Switches a yes or no in the active cell. Returns false if the cell holds something else. */
export function switchAnswer(sheet: Sheet): boolean {
  const shown = sheet.shown[sheet.active.column];
  const [yes, no] = (shown && editorKindOf(shown.column).choices) ?? [];
  if (!shown || shown.column.kind !== "yesNo" || !yes || !no) return false;
  sheet.put(sheet.text(sheet.active.row, shown.stored) === yes.value ? no.value : yes.value);
  return true;
}

/** Fills from the fill handle: continues the series of the source, or copies it. */
export function fill(sheet: Sheet, source: Rect, target: FillTarget, copies: boolean): void {
  if (target.kind === "columns") {
    sheet.select(selectRect(target.rect), null);
    void sheet.apply({ kind: "fillRight", data: { range: rangeOf(target.rect, sheet.shown) } });
    return;
  }
  const { span } = target;
  const isBelow = span.top > source.top;
  const rect = { ...source, top: Math.min(source.top, span.top), rows: source.rows + span.rows };
  sheet.select(selectRect(rect), null);
  // Only one row above its copies is what filling down means.
  if (copies && isBelow && source.rows === 1) void sheet.apply({ kind: "fillDown", data: { range: rangeOf(rect, sheet.shown) } });
  else void sheet.apply({ kind: "fillSeries", data: { source: rangeOf(source, sheet.shown), target: span } });
}

/** Fills from the current range down to the last row, as a double click on the fill handle does. */
export function fillToEnd(sheet: Sheet): void {
  const source = currentRect(sheet.selection, sheet.extent);
  const target = fillTarget(source, { row: sheet.matched - 1, column: source.left });
  if (target?.kind === "rows" && target.span.top > source.top) fill(sheet, source, target, false);
}

function move(sheet: Sheet, step: Step, extend: boolean): void {
  const from = extend ? movingCorner(sheet.selection) : sheet.active;
  const lastRow = Math.max(0, sheet.matched - 1);
  go(sheet, afterStep(step, from, sheet.extent, sheet.page, lastRow), extend);
}

/** Goes to the edge of the data. The desk finds it if it is beyond the loaded rows. */
async function moveToEdge(sheet: Sheet, step: keyof typeof steps, extend: boolean): Promise<void> {
  const from = extend ? movingCorner(sheet.selection) : sheet.active;
  if (step === "left" || step === "right") {
    const text = (at: number) => sheet.text(from.row, sheet.shown[at]?.stored ?? -1) ?? "";
    const column = dataEdge(text, sheet.extent.columns, from.column, steps[step]) ?? from.column;
    return go(sheet, { row: from.row, column }, extend);
  }
  const stored = sheet.shown[from.column]?.stored ?? 0;
  const loaded = dataEdge((at) => sheet.text(at, stored), sheet.extent.rows, from.row, steps[step]);
  if (loaded !== null) return go(sheet, { row: loaded, column: from.column }, extend);
  const { selection } = sheet;
  await attempt(sheet, async () => {
    const row = await sheet.desk.dataEdge(sheet.id, sheet.filter, { row: from.row, column: stored }, step === "up");
    if (selection === sheet.selection) go(sheet, { row, column: from.column }, extend);
  });
}

function go(sheet: Sheet, cell: Cell, extend: boolean): void {
  sheet.select(extend ? extendTo(sheet.selection, cell) : selectCell(cell), cell);
}

/** Goes to the next cell: inside the selection if there are several, otherwise to the neighbour. */
function goNext(sheet: Sheet, along: "row" | "column", step: 1 | -1): boolean {
  if (along === "row" && sheet.leaving) return false;
  const { selection, extent, active } = sheet;
  if (!isSingleCell(selection, extent)) {
    sheet.select(cycle(selection, extent, along, step));
    return true;
  }
  const { tabColumn } = sheet;
  if (along === "row") {
    sheet.tabColumn ??= active.column;
    go(sheet, afterTab(active, extent, step), false);
  } else {
    sheet.tabColumn = null;
    go(sheet, { row: active.row + step, column: tabColumn ?? active.column }, false);
  }
  return true;
}

function fillDown(sheet: Sheet): void {
  const rect = cutRows(currentRect(sheet.selection, sheet.extent), sheet.matched);
  // A single row takes its texts from the row above.
  const source = rect && rect.rows === 1 && rect.top > 0 ? { ...rect, top: rect.top - 1, rows: 2 } : rect;
  if (source && source.rows > 1) void sheet.apply({ kind: "fillDown", data: { range: rangeOf(source, sheet.shown) } });
}

function fillRight(sheet: Sheet): void {
  const rect = cutRows(currentRect(sheet.selection, sheet.extent), sheet.matched);
  const source = rect && rect.columns === 1 && rect.left > 0 ? { ...rect, left: rect.left - 1, columns: 2 } : rect;
  if (source && source.columns > 1) void sheet.apply({ kind: "fillRight", data: { range: rangeOf(source, sheet.shown) } });
}

function undoOrRedo(sheet: Sheet, direction: "undo" | "redo"): void {
  sheet.commit();
  const isPossible = sheet.edits.saving || sheet.batch[direction] !== null;
  if (isPossible) void sheet.edits.move(direction);
  else sheet.reports.say(direction === "undo" ? "There is nothing to undo." : "There is nothing to redo.");
}

function insertRows(sheet: Sheet): void {
  if (!mayOrder(sheet)) return;
  const { top, rows } = currentRect(sheet.selection, sheet.extent);
  void sheet.apply({ kind: "insertRows", data: { at: Math.min(top, sheet.matched), rows } });
}

function deleteRows(sheet: Sheet): void {
  if (!mayChangeRows(sheet)) return;
  const spans = selectedSpans(sheet.selection, sheet.extent, sheet.matched);
  if (spans.length > 0) void sheet.apply({ kind: "deleteRows", data: { spans } });
}

function moveRows(sheet: Sheet, step: 1 | -1): void {
  if (!mayOrder(sheet)) return;
  const spans = selectedSpans(sheet.selection, sheet.extent, sheet.matched);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return;
  const to = step < 0 ? first.top - 1 : last.top + last.rows + 1;
  if (to >= 0 && to <= sheet.matched) void sheet.apply({ kind: "moveRows", data: { spans, to } });
}

/** Returns whether rows can be added, deleted and moved. Otherwise says why not. */
function mayChangeRows(sheet: Sheet): boolean {
  if (sheet.hasFixedRows) sheet.reports.say("Each row is an object, so rows cannot be inserted, deleted or moved.");
  return !sheet.hasFixedRows;
}

/** Returns whether rows have a place of their own. Otherwise says what to do. */
function mayOrder(sheet: Sheet): boolean {
  if (!mayChangeRows(sheet)) return false;
  const may = isPlain(sheet.filter);
  if (!may) sheet.reports.say("Clear the search, the filter and the sorting first. Then rows can be inserted and moved.");
  return may;
}

async function goToFinding(sheet: Sheet, backwards: boolean): Promise<void> {
  sheet.commit();
  await attempt(sheet, async () => {
    const { row, column } = sheet.active;
    const stored = sheet.shown[column]?.stored ?? 0;
    const found = await sheet.desk.nextFinding(sheet.id, sheet.filter, { row, column: stored }, backwards);
    if (!found) return sheet.reports.say(backwards ? "No finding is before this cell." : "No finding is after this cell.");
    const at = sheet.shown.findIndex((shown) => shown.stored === found.column);
    go(sheet, { row: found.row, column: at < 0 ? column : at }, false);
  });
}

function moveActiveColumn(sheet: Sheet, step: 1 | -1): void {
  const { active, shown } = sheet;
  const path = shown[active.column]?.column.path;
  if (path === undefined || shown[active.column + step] === undefined) return;
  sheet.arrange(moveColumn(sheet.batch.columns, sheet.layout, path, step));
  sheet.select(selectCell({ row: active.row, column: active.column + step }));
}

function widenActiveColumn(sheet: Sheet, by: number): void {
  const column = sheet.shown[sheet.active.column];
  if (column) sheet.arrange(resizeColumn(sheet.layout, column.column.path, column.width + by));
}

async function attempt(sheet: Sheet, job: () => Promise<void>): Promise<void> {
  try {
    await job();
  } catch (thrown) {
    sheet.reports.failed(thrown);
  }
}
