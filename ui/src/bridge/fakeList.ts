// The campaign list of the fake desk: enough to show every state.

import type { RowFilters, RowsQuery, ListRow, RowsWindow, FieldChoice, ColumnInfo, FilterDescription, ListColumns, CustomFieldView } from "./bindings";
import { specs, type Values } from "./fakeData";
import { changesOf, countOf, valueOf, type Draft } from "./fakeDocument";

type DraftOf = (values: Values) => Draft | undefined;

export function windowOf(query: RowsQuery, held: Values[], draftOf: DraftOf): RowsWindow {
  const words = query.search.toLowerCase().split(/\s+/u);
  const path = query.sort?.path ?? "name";
  const by = (values: Values) => valueOf(values, path);
  const fits = (values: Values) => words.every((word) => `${values["name"]} ${values["brandName"]} ${values["id"]}`.toLowerCase().includes(word));
  const { only } = query;
  const isFound = (values: Values) => (only ? only.includes(values["id"] ?? "") : fits(values) && passes(query.filters, values));
  const found = held.filter(isFound);
  found.sort((one, other) => by(one).localeCompare(by(other), "en", { numeric: true }) * (query.sort?.descending ? -1 : 1));
  const at = found.findIndex(({ id }) => id === query.locate);
  const rows = found.slice(query.offset, query.offset + query.limit).map((values) => rowOf(values, draftOf(values), query.columns));
  const drafts = found.filter((values) => draftOf(values)).length;
  return {
    total: held.length, found: found.length, matched: found.length, drafts, offset: query.offset, rows,
    place: at < 0 ? null : at, problems: [], excluding: [],
  };
}

export function columnsOf(kept: CustomFieldView[]): ListColumns {
  const learned = kept.map(({ path }): ColumnInfo => ({
    path, label: path, group: "Fields of this workspace", kind: "text", alignEnd: false, filterField: path.toUpperCase(), learned: true,
  }));
  const known = specs
    .filter(({ kind, unknown }) => kind !== "json" && !unknown)
    .map(({ path, label, group, kind }) => ({
      path, label, group, kind, alignEnd: kind === "id" || kind === "decimal", filterField: path.split(".").at(-1)?.toUpperCase() ?? null,
      learned: false,
    }));
  const usual = ["name", "advertiserName", "brandName", "lastUpdateOn", "id"].map((path) => ({ path, width: 130 }));
  return { all: [...known, ...learned], usual };
}

export function valuesOf(path: string, held: Values[]): FieldChoice[] {
  const seen = new Set(held.map((values) => valueOf(values, path)));
  return [...seen].filter((value) => value !== "").map((value) => ({ value, label: value }));
}

export function descriptionOf(filters: RowFilters): FilterDescription {
  const set = Object.entries(filters).filter(([, value]) => value.length > 0);
  const chips = set.map(([filter, value]) => ({ filter, label: filter === "q" ? "Conditions" : `${filter}: ${String(value)}` }));
  const isText = filters.advertiserId !== "" && !/^\d+$/u.test(filters.advertiserId);
  return {
    chips,
    words: filters.q.length > 0 ? "Name contains what you typed" : "",
    json: filters.q.length > 0 ? JSON.stringify({ 1: { NAME: ["…"] } }) : "",
    parameters: [],
    caution: null,
    problems: isText ? [{ filter: "advertiserId", message: "An id is a whole number." }] : [],
  };
}

function passes(filters: RowFilters, values: Values): boolean {
  const texts = Object.entries(filters).filter(([name, value]) => typeof value === "string" && value !== "" && name in values);
  return texts.every(([name, value]) => values[name]?.toLowerCase().includes(String(value).toLowerCase()));
}

function rowOf(values: Values, draft: Draft | undefined, columns: string[]): ListRow {
  const shown = draft?.now ?? values;
  const changed = columns.flatMap((path, index) => (draft && draft.base[path] !== draft.now[path] ? [index] : []));
  return {
    id: values["id"] ?? "", name: shown["name"] ?? "",
    draft: draft !== undefined && changesOf(draft).length > 0,
    errors: draft ? countOf(draft, "error") : 0, warnings: draft ? countOf(draft, "warning") : 0,
    cells: columns.map((path) => valueOf(shown, path)), changed, file: null,
  };
}
