import { expect, test } from "vitest";

import type { TableRow, Table } from "../bridge/bindings";
import { tableOf } from "../bridge/testAdReview";
import { sortedNext, sortedRows } from "./table";

const cell = (text: string, number: number | null = null) => ({ text, number });
const files = tableOf(
  "Files",
  [
    ["File", "words"],
    ["Weight", "number"],
  ],
  [
    ["a", cell("file 10"), cell("9 KB", 9)],
    ["b", cell("file 9"), cell("10 KB", 10)],
    ["c", cell("file 1"), cell("")],
  ],
);
const paths = (rows: TableRow[]) => rows.map(({ path }) => path).join(" ");

test("a heading sorts ascending, descending, then resets", () => {
  const up = sortedNext(null, 1);
  expect(up).toEqual({ column: 1, descending: false });
  expect(sortedNext(up, 1)).toEqual({ column: 1, descending: true });
  expect(sortedNext({ column: 1, descending: true }, 1)).toBeNull();
  expect(sortedNext(up, 0)).toEqual({ column: 0, descending: false });
  expect(sortedRows(files, null)).toBe(files.rows);
});

test("numbers sort by value, empty cells last", () => {
  expect(paths(sortedRows(files, { column: 1, descending: false }))).toBe("a b c");
  expect(paths(sortedRows(files, { column: 1, descending: true }))).toBe("b a c");
  expect(paths(sortedRows(files, { column: 0, descending: false }))).toBe("c b a");
});

test("a sorted tree is a list without folders", () => {
  const [first, second] = files.rows;
  const rows: TableRow[] = [{ path: "", depth: 0, cells: [cell("img/"), cell("19 KB", 19)] }];
  for (const row of [first, second]) if (row) rows.push({ ...row, depth: 1 });
  const tree: Table = { ...files, rows };
  const sorted = sortedRows(tree, { column: 1, descending: true });
  expect(paths(sorted)).toBe("b a");
  expect(sorted.every(({ depth }) => depth === 0)).toBe(true);
});
