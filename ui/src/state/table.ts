import type { TableRow, Table } from "../bridge/bindings";

/** The sort order of a table. */
export interface Sorting {
  column: number;
  descending: boolean;
}

/** Returns the next sort order after a click on a heading: ascending, descending, then the ad's own order. */
export function sortedNext(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}

/**
 * Returns the sorted rows of a table. A sorted tree becomes a flat list without rows that have no path, such as
 * folders.
 */
export function sortedRows(table: Table, sorting: Sorting | null): TableRow[] {
  if (!sorting) return table.rows;
  const { column, descending } = sorting;
  const isTree = table.rows.some(({ depth }) => depth > 0);
  const rows = isTree ? table.rows.filter(({ path }) => path !== "").map((row) => ({ ...row, depth: 0 })) : [...table.rows];
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  rows.sort((a, b) => {
    const [one, other] = [a.cells[column], b.cells[column]];
    if (!one || !other) return 0;
    // Rows with an empty cell stay at the end in both directions.
    if (one.text === "" || other.text === "") return Number(one.text === "") - Number(other.text === "");
    const order = one.number !== null && other.number !== null ? one.number - other.number : words.compare(one.text, other.text);
    return descending ? -order : order;
  });
  return rows;
}
