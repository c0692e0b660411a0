// Exports of whatever the view shows as rows.

import type { ExportSource, TableFormat } from "../bridge/bindings";
import { collectionOf, isList } from "./collection";
import { showFileNotice } from "./fileNotice";
import { formatCount, plural, plurals } from "./wording";
import type { Workbench } from "./workbench.svelte";

const everything = { first: 0, end: 4_294_967_295 };

/** Something that the view can export. */
interface ExportChoice {
  /** What it is, such as “3 selected campaigns”. */
  label: string;
  source: ExportSource;
}

/** The formats, each with its name. */
export const formats: { id: TableFormat; label: string; use: string }[] = [
  { id: "csv", label: "CSV", use: "for spreadsheets and other programs" },
  { id: "xlsx", label: "Excel workbook", use: "with every cell as text" },
  { id: "json", label: "JSON", use: "for scripts" },
  { id: "html", label: "Web page", use: "to read, to print, or to save as PDF by the print dialog" },
];

/** Returns everything that the shown view can export. The most specific comes first. */
export function exportChoices(workbench: Workbench): ExportChoice[] {
  const { view } = workbench.route;
  const history = historyChoice(workbench);
  if (workbench.route.sheet === null && isList(view)) return [...listChoices(workbench), ...history];
  if (view === "batches") return batchChoices(workbench);
  if (view === "drafts") return draftChoices(workbench);
  if (view === "review") return reviewChoices(workbench);
  return view === "sent" ? sentChoices(workbench) : [];
}

/** Writes the rows into a file, and says where it is. */
export async function exportRows(workbench: Workbench, source: ExportSource, format: TableFormat): Promise<void> {
  await workbench.batches.settle();
  await workbench.attempt(async () => {
    const { desk, operations } = workbench;
    const { path, rows } = await operations.run("export", "Exporting", ({ id }) => desk.exportTable(source, id, format));
    const noun = source.kind === "list" ? workbench.list.noun : "row";
    const text = `${plural(rows, noun)} ${rows === 1 ? "is" : "are"} in ${path}`;
    const open = { label: "Open to print", run: () => void workbench.attempt(() => desk.openExport(path)) };
    showFileNotice(workbench, text, path, format === "html" ? open : undefined);
  });
}

/** Exports the shown list with its filters, order and columns. */
export function exportList(workbench: Workbench, format: TableFormat): Promise<void> {
  return exportRows(workbench, listSource(workbench, null), format);
}

/** Exports all rows of a batch. */
export function exportBatch(workbench: Workbench, { id }: { id: string }, format: TableFormat): Promise<void> {
  return exportRows(workbench, { kind: "batch", value: id }, format);
}

function listChoices(workbench: Workbench): ExportChoice[] {
  const { list } = workbench;
  const { ids } = list.ticked;
  const noun = plurals[collectionOf(list.id)];
  const selected = { label: `Selected ${noun}: ${formatCount(ids.length)}`, source: listSource(workbench, ids) };
  const all = { label: `Listed ${noun}: ${formatCount(list.matched)}`, source: listSource(workbench, null) };
  return [...(ids.length > 0 ? [selected] : []), ...(list.matched > 0 ? [all] : [])];
}

function listSource({ list }: Workbench, only: string[] | null): ExportSource {
  const query = { ...list.query({ first: 0, end: list.matched }), columns: list.columns.shown.map(({ path }) => path) };
  return { kind: "list", value: { list: list.id, query: only === null ? query : { ...query, only } } };
}

function historyChoice(workbench: Workbench): ExportChoice[] {
  const { target, value } = workbench.detail;
  if (!workbench.isOpenHere || !target || !value || value.file) return [];
  return [{ label: `History of “${value.title ?? ""}”`, source: { kind: "history", value: target } }];
}

function batchChoices({ batches }: Workbench): ExportChoice[] {
  const batch = batches.sheet?.batch;
  return batch ? [{ label: `Batch “${batch.name}”`, source: { kind: "batch", value: batch.id } }] : [];
}

function draftChoices({ drafts }: Workbench): ExportChoice[] {
  const { ids } = drafts.ticked;
  const listed: ExportChoice = {
    label: `Listed drafts: ${formatCount(drafts.matched)}`,
    source: { kind: "drafts", value: drafts.query(everything) },
  };
  const selected: ExportChoice = {
    label: `Selected drafts, field by field: ${formatCount(ids.length)}`,
    source: { kind: "review", value: ids },
  };
  return [...(ids.length > 0 ? [selected] : []), ...(drafts.matched > 0 ? [listed] : [])];
}

function reviewChoices({ review }: Workbench): ExportChoice[] {
  const choice = (label: string, rows: readonly { draft: string }[]): ExportChoice[] =>
    rows.length > 0
      ? [{ label: `${label}: ${formatCount(rows.length)}`, source: { kind: "review", value: rows.map(({ draft }) => draft) } }]
      : [];
  return [...choice("Ticked drafts, field by field", review.chosen), ...choice("Shown drafts, field by field", review.matching)];
}

function sentChoices({ sent }: Workbench): ExportChoice[] {
  const matched = sent.window?.matched ?? 0;
  const listed: ExportChoice = { label: `Listed items: ${formatCount(matched)}`, source: { kind: "sent", value: sent.query(everything) } };
  const receipt: ExportChoice[] = sent.item === null ? [] : [{ label: "The open receipt", source: { kind: "receipt", value: sent.item } }];
  return [...receipt, ...(matched > 0 ? [listed] : [])];
}
