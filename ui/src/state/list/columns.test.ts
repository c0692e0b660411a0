import { expect, test, vi } from "vitest";

import { Columns } from "./columns.svelte";

function setUp() {
  const changed = vi.fn();
  const columns = new Columns(changed);
  const usual = ["name", "advertiserName", "brandName", "lastUpdateOn", "id"].map((path) => ({
    path,
    width: path === "name" ? null : 130,
  }));
  columns.load({ all: [], usual });
  columns.restore([]);
  return { columns, changed, order: (columns: Columns) => columns.shown.map(({ path }) => path) };
}

test("the name is always first and no column", () => {
  const { columns, order } = setUp();
  columns.toggle("name");
  columns.move("name", 2);
  columns.move("id", -9);
  expect(order(columns).slice(0, 2)).toEqual(["name", "id"]);
  expect(columns.cells).not.toContain("name");
});

test("a column is added last and removed", () => {
  const { columns, changed, order } = setUp();
  columns.toggle("budget");
  expect(order(columns).at(-1)).toBe("budget");
  columns.toggle("budget");
  expect(columns.has("budget")).toBe(false);
  expect(changed).toHaveBeenCalledTimes(2);
});

test("a width stays within readable limits", () => {
  const { columns } = setUp();
  columns.resize("id", 3);
  columns.resize("brandName", 5000);
  const width = (path: string) => columns.shown.find((column) => column.path === path)?.width;
  expect([width("id"), width("brandName")]).toEqual([60, 900]);
});

test("a view keeps its column widths", () => {
  const { columns } = setUp();
  columns.restore([
    { path: "name", width: 300 },
    { path: "budget", width: 77 },
    { path: "id", width: null },
  ]);
  expect(columns.shown.map(({ width }) => width)).toEqual([300, 77, 130]);
});

test("a width is automatic until a person sets it", () => {
  const { columns } = setUp();
  columns.restore([]);
  columns.toggle("budget");
  expect(columns.layout[0]).toEqual({ path: "name", width: null });
  expect(columns.layout.at(-1)).toEqual({ path: "budget", width: null });
  columns.resize("name", 300);
  expect(columns.layout[0]).toEqual({ path: "name", width: 300 });
});

test("a view without columns has the defaults", () => {
  const { columns, changed, order } = setUp();
  columns.restore([{ path: "budget", width: null }]);
  expect(order(columns)).toEqual(["name", "budget"]);
  columns.restore([]);
  expect(order(columns)).toContain("advertiserName");
  expect(changed).not.toHaveBeenCalled();
});
