import { beforeEach, expect, test } from "vitest";

import type { SheetColumn } from "../../bridge/bindings";
import {
  keepLayout,
  keptLayout,
  moveColumn,
  orderedColumns,
  resizeColumn,
  shownColumns,
  toggleHidden,
  toggleWrapped,
  usualLayout,
} from "./layout";

const columns: SheetColumn[] = ["name", "value", "advertiserId", "note"].map((path) => ({
  path,
  label: path,
  kind: path === "advertiserId" ? "id" : "text",
  required: false,
  choices: [],
  readOnly: false,
  help: "",
}));
const shown = (layout = usualLayout) => shownColumns(columns, layout).map(({ column, stored }) => `${column.path}:${stored}`);

beforeEach(() => localStorage.clear());

test("a moved column keeps its stored position", () => {
  const layout = moveColumn(columns, moveColumn(columns, usualLayout, "note", -1), "note", -1);
  expect(shown(layout)).toEqual(["name:0", "note:3", "value:1", "advertiserId:2"]);
  expect(shown(moveColumn(columns, layout, "note", 1))).toEqual(["name:0", "value:1", "note:3", "advertiserId:2"]);
});

test("a move skips hidden columns", () => {
  const hidden = toggleHidden(usualLayout, "value");
  expect(shown(moveColumn(columns, hidden, "advertiserId", -1))).toEqual(["advertiserId:2", "name:0", "note:3"]);
  expect(moveColumn(columns, hidden, "name", -1)).toBe(hidden);
});

test("a column that appears later comes last", () => {
  const layout = { ...usualLayout, order: ["note", "name"] };
  expect(orderedColumns(columns, layout).map(({ path }) => path)).toEqual(["note", "name", "value", "advertiserId"]);
});

test("one column stays shown", () => {
  const layout = columns.reduce((hidden, { path }) => toggleHidden(hidden, path), usualLayout);
  expect(shown(layout)).toEqual(["name:0"]);
  expect(shown(toggleHidden(layout, "note"))).toEqual(["note:3"]);
});

test("a width has limits", () => {
  const width = (to: number) => shownColumns(columns, resizeColumn(usualLayout, "name", to))[0]?.width;
  expect([width(10), width(222.4), width(5000)]).toEqual([48, 222, 900]);
});

test("wrapping is a switch of one column", () => {
  const layout = toggleWrapped(usualLayout, "note");
  expect(shownColumns(columns, layout).map(({ wrapped }) => wrapped)).toEqual([false, false, false, true]);
  expect(toggleWrapped(layout, "note")).toEqual(usualLayout);
});

test("each batch keeps its own layout", () => {
  keepLayout("one", { ...usualLayout, frozen: 2 });
  keepLayout("other", { ...usualLayout, hidden: ["note"] });
  expect([keptLayout("one").frozen, keptLayout("other").hidden, keptLayout("third")]).toEqual([2, ["note"], usualLayout]);
});

test("the oldest kept layouts are dropped", () => {
  for (let batch = 0; batch < 60; batch += 1) keepLayout(`b${batch}`, { ...usualLayout, frozen: 1 });
  expect([keptLayout("b9").frozen, keptLayout("b10").frozen, keptLayout("b59").frozen]).toEqual([0, 1, 1]);
});

test("a damaged store is the usual layout", () => {
  localStorage.setItem("sheet-layouts", "{");
  expect(keptLayout("one")).toEqual(usualLayout);
});
