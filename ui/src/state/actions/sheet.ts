import ArrowDownToLine from "~icons/lucide/arrow-down-to-line";
import ArrowRightToLine from "~icons/lucide/arrow-right-to-line";
import BetweenHorizontalStart from "~icons/lucide/between-horizontal-start";
import CircleAlert from "~icons/lucide/circle-alert";
import Eraser from "~icons/lucide/eraser";
import Files from "~icons/lucide/files";
import Funnel from "~icons/lucide/funnel";
import ListFilter from "~icons/lucide/list-filter";
import ListTree from "~icons/lucide/list-tree";
import MoveDown from "~icons/lucide/move-down";
import MoveUp from "~icons/lucide/move-up";
import PencilLine from "~icons/lucide/pencil-line";
import Redo2 from "~icons/lucide/redo-2";
import Replace from "~icons/lucide/replace";
import Rows3 from "~icons/lucide/rows-3";
import CloudOff from "~icons/lucide/cloud-off";
import Columns3 from "~icons/lucide/columns-3";
import SheetIcon from "~icons/lucide/sheet";
import ArrowLeft from "~icons/lucide/arrow-left";
import Trash2 from "~icons/lucide/trash-2";
import Undo2 from "~icons/lucide/undo-2";

import type { DuplicateKind } from "../../bridge/bindings";
import type { Icon } from "../icon";
import { deleteDuplicates, duplicateCommands } from "../sheet/duplicateSteps";
import { actKeys, type SheetAct } from "../sheet/keys";
import { canOpenObjects, closeObjects, openObjects } from "../sheet/objectSheetSteps";
import { isPlain, plainFilter } from "../sheet/ranges";
import type { Sheet } from "../sheet/sheet.svelte";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

const orderReason = (sheet: Sheet) => (isPlain(sheet.filter) ? null : "Clear the search, the filter and the sorting first.");

/** The actions for the open sheet. Their keys work while the sheet has the focus. */
export const sheetActions: Action[] = [
  {
    id: "sheet.openObjects",
    title: "Open in sheet",
    group: "Sheet",
    icon: SheetIcon,
    words: "spreadsheet edit selected cells excel table",
    when: canOpenObjects,
    run: openObjects,
  },
  {
    id: "sheet.closeObjects",
    title: "Back to the list",
    group: "Sheet",
    icon: ArrowLeft,
    when: (workbench) => shownSheet(workbench)?.hasFixedRows === true,
    run: closeObjects,
  },
  sheetAction("undo", "Undo in the sheet", Undo2, { reason: ({ batch }) => (batch.undo === null ? "There is nothing to undo." : null) }),
  sheetAction("redo", "Redo in the sheet", Redo2, { reason: ({ batch }) => (batch.redo === null ? "There is nothing to redo." : null) }),
  sheetAction("nextFinding", "Next finding in the sheet", CircleAlert, { words: "error warning problem" }),
  sheetAction("previousFinding", "Previous finding in the sheet", CircleAlert, { words: "error warning problem" }),
  sheetAction("findings", "Findings of all rows by rule", ListTree, { words: "error warning problem group fix alike" }),
  sheetAction("fillDown", "Fill down", ArrowDownToLine, { words: "copy repeat" }),
  sheetAction("fillRight", "Fill right", ArrowRightToLine, { words: "copy repeat" }),
  sheetAction("replace", "Find and replace in the sheet…", Replace, { words: "search regular expression" }),
  sheetAction("fillColumn", "Fill column with…", PencilLine, { words: "token expression text" }),
  sheetAction("insertRows", "Insert rows above", BetweenHorizontalStart, { ofRows: true, words: "add new", reason: orderReason }),
  sheetAction("deleteRows", "Delete rows", Trash2, { ofRows: true, words: "remove" }),
  sheetAction("moveRowsUp", "Move rows up", MoveUp, { ofRows: true, reason: orderReason }),
  sheetAction("moveRowsDown", "Move rows down", MoveDown, { ofRows: true, reason: orderReason }),
  sheetAction("clear", "Clear cells", Eraser, { words: "empty delete" }),
  sheetAction("selectRows", "Select whole rows", Rows3),
  sheetAction("selectColumns", "Select whole columns", Columns3),
  duplicateAction("earlierRow", ListFilter),
  duplicateAction("inOtherBatch", Files),
  duplicateAction("onService", CloudOff),
  {
    id: "sheet.findingsOnly",
    title: "Show only rows with findings",
    group: "Sheet",
    icon: Funnel,
    words: "filter errors warnings problems",
    when: (workbench) => shownSheet(workbench)?.filter.findingsOnly === false,
    run: (workbench) => shownSheet(workbench)?.show({ findingsOnly: true }),
  },
  {
    id: "sheet.allRows",
    title: "Show all rows",
    group: "Sheet",
    icon: Funnel,
    words: "clear filter search sort",
    when: (workbench) => !isPlain(shownSheet(workbench)?.filter ?? plainFilter),
    run: (workbench) => {
      const sheet = shownSheet(workbench);
      if (sheet) sheet.search = "";
      return sheet?.show(plainFilter);
    },
  },
];

function sheetAction(
  name: SheetAct,
  title: string,
  icon: Icon,
  more: { words?: string; ofRows?: boolean; reason?: (sheet: Sheet) => string | null } = {},
): Action {
  return {
    id: `sheet.${name}`,
    title,
    group: "Sheet",
    icon,
    sheetKeys: actKeys[name],
    words: more.words,
    when: (workbench) => (more.ofRows ? shownBatch(workbench) : shownSheet(workbench)) !== null,
    reason: (workbench) => {
      const sheet = shownSheet(workbench);
      return sheet ? (more.reason?.(sheet) ?? null) : null;
    },
    run: (workbench) => {
      const sheet = shownSheet(workbench);
      if (sheet) sheet.act(name);
    },
  };
}

function duplicateAction(kind: DuplicateKind, icon: Icon): Action {
  return {
    id: `sheet.delete.${kind}`,
    title: duplicateCommands[kind].title,
    group: "Sheet",
    icon,
    words: "duplicates delete remove twice",
    when: (workbench) => shownBatch(workbench) !== null,
    run: (workbench) => {
      const sheet = shownBatch(workbench);
      return sheet && deleteDuplicates(workbench, sheet, kind);
    },
  };
}

function shownSheet({ route, batches }: Workbench): Sheet | null {
  return route.sheet === null ? null : batches.sheet;
}

/** Returns the shown sheet if its rows are those of a batch. */
function shownBatch(workbench: Workbench): Sheet | null {
  const sheet = shownSheet(workbench);
  return sheet?.hasFixedRows === false ? sheet : null;
}
