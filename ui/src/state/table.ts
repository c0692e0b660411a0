import type { TableRow, Table } from "../bridge/bindings";

/** By which column a table is sorted. */
export interface Sorting {
  column: number;
  descending: boolean;
}

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What a press on a column's heading leads to: up, down, and back to the order of the ad. */
export function sortedNext(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}

/** The rows of a table in an order. Sorted, a tree is a plain list: what is no thing of the ad, such as a folder, is left out. */
export function sortedRows(table: Table, sorting: Sorting | null): TableRow[] {
  if (!sorting) return table.rows;
  const { column, descending } = sorting;
  const isTree = table.rows.some(({ depth }) => depth > 0);
  const rows = isTree ? table.rows.filter(({ path }) => path !== "").map((row) => ({ ...row, depth: 0 })) : [...table.rows];
  rows.sort((a, b) => {
    const [one, other] = [a.cells[column], b.cells[column]];
    if (!one || !other) return 0;
    // What has nothing there stays below, whichever way it is sorted.
    if (one.text === "" || other.text === "") return Number(one.text === "") - Number(other.text === "");
    const order =
      one.number !== null && other.number !== null ? one.number - other.number : words.compare(one.text, other.text);
    return descending ? -order : order;
  });
  return rows;
}
