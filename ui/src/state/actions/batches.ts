import Ban from "~icons/lucide/ban";
import ClipboardPaste from "~icons/lucide/clipboard-paste";
import Copy from "~icons/lucide/copy";
import FileSpreadsheet from "~icons/lucide/file-spreadsheet";
import FileText from "~icons/lucide/file-text";
import LayoutTemplate from "~icons/lucide/layout-template";
import Pencil from "~icons/lucide/pencil";
import Plus from "~icons/lucide/plus";
import Send from "~icons/lucide/send";
import Sheet from "~icons/lucide/sheet";
import Trash2 from "~icons/lucide/trash-2";

import { copyRefusedRows, discardBatch, duplicateBatch, newBatch, newBatchOfValues } from "../batchSteps";
import { exportBatch } from "../exportSteps";
import { importRowsFromClipboard, importRowsFromFile } from "../rowImportSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

const exports = [
  { id: "batch.exportCsv", format: "csv", title: "Export the batch as CSV", icon: FileText },
  { id: "batch.exportXlsx", format: "xlsx", title: "Export the batch as an Excel workbook", icon: FileSpreadsheet },
] as const;

/** The actions for batches of retargeting values. */
export const batchActions: Action[] = [
  {
    id: "batch.new",
    title: "New batch",
    group: "Retargeting values",
    icon: Plus,
    words: "sheet spreadsheet enter values create",
    run: (workbench) => newBatch(workbench),
  },
  {
    id: "batch.send",
    title: "Send batch…",
    group: "Retargeting values",
    icon: Send,
    keys: ["Mod+Shift+Enter"],
    words: "create values service outbox release",
    when: (workbench) => openOne(workbench) !== null,
    reason: (workbench) => (openOne(workbench)?.rows === 0 ? "The batch has no rows yet." : null),
    run: (workbench) => {
      const batch = openOne(workbench);
      return batch && workbench.batches.startSending(batch);
    },
  },
  {
    id: "batch.importFile",
    title: "Import rows from a file…",
    group: "Retargeting values",
    icon: FileSpreadsheet,
    words: "csv tsv excel xlsx ods table batch",
    run: (workbench) => importRowsFromFile(workbench),
  },
  {
    id: "batch.importClipboard",
    title: "Import rows from the clipboard…",
    group: "Retargeting values",
    icon: ClipboardPaste,
    words: "paste csv excel table batch",
    run: (workbench) => importRowsFromClipboard(workbench),
  },
  {
    id: "batch.ofValues",
    title: "New batch of the selected values",
    group: "Retargeting values",
    icon: Sheet,
    words: "copy ticked rows sheet",
    when: (workbench) => workbench.lists.of("values").list.ticked.count > 0,
    run: (workbench) => newBatchOfValues(workbench),
  },
  ...exports.map(({ id, format, title, icon }): Action => ({
    id,
    title,
    group: "Retargeting values",
    icon,
    words: "spreadsheet save file download table",
    when: (workbench) => openOne(workbench) !== null,
    reason: (workbench) => (openOne(workbench)?.rows === 0 ? "The batch has no rows yet." : null),
    run: (workbench) => {
      const batch = openOne(workbench);
      return batch && exportBatch(workbench, batch, format);
    },
  })),
  {
    id: "batch.copyRefused",
    title: "New batch of the refused rows",
    group: "Retargeting values",
    icon: Ban,
    words: "failed again copy",
    when: (workbench) => openOne(workbench) !== null,
    run: (workbench) => copyRefusedRows(workbench, openOne(workbench)?.id ?? ""),
  },
  {
    id: "batch.saveTemplate",
    title: "Save batch as template…",
    group: "Retargeting values",
    icon: LayoutTemplate,
    when: (workbench) => openOne(workbench) !== null,
    run: (workbench) => {
      const batch = openOne(workbench);
      if (batch) workbench.templates.openBatchDialog(batch);
    },
  },
  {
    id: "batch.rename",
    title: "Rename batch…",
    group: "Retargeting values",
    icon: Pencil,
    when: (workbench) => openOne(workbench) !== null,
    run: (workbench) => {
      const batch = openOne(workbench);
      if (batch) workbench.batches.startRenaming(batch);
    },
  },
  {
    id: "batch.duplicate",
    title: "Duplicate batch",
    group: "Retargeting values",
    icon: Copy,
    when: (workbench) => openOne(workbench) !== null,
    run: (workbench) => duplicateBatch(workbench, openOne(workbench)?.id ?? ""),
  },
  {
    id: "batch.discard",
    title: "Discard batch",
    group: "Retargeting values",
    icon: Trash2,
    words: "delete remove",
    when: (workbench) => openOne(workbench) !== null,
    run: (workbench) => {
      const batch = openOne(workbench);
      return batch && discardBatch(workbench, batch);
    },
  },
];

function openOne({ route, batches }: Workbench) {
  return route.view === "batches" ? (batches.sheet?.batch ?? null) : null;
}
