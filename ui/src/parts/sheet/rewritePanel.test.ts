// Find and replace, and filling a column, on the real desk.

import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { selectCell, selectRect } from "../../state/sheet/selection";
import type { Sheet } from "../../state/sheet/sheet.svelte";
import { closeSheet, reports, showSheet } from "./testSheet";

let sheet: Sheet;

beforeEach(async () => {
  ({ sheet } = await showSheet());
  const range = { top: 0, rows: 1, columns: [0] };
  const text = "Cart 1\tcart|1\nHome\thome\nCart 3\tcart|3";
  await sheet.apply({ kind: "paste", data: { range, shown: [0, 1, 2, 3, 4], text, html: null, transposed: false } });
  sheet.select(selectCell({ row: 0, column: 0 }));
  await sheet.window.refresh();
});
afterEach(() => closeSheet(sheet));

const names = () => sheet.window.value?.rows.map(({ cells }) => cells[0]);
const panel = () => screen.findByRole("form");

async function enter(label: string, text: string): Promise<void> {
  await fireEvent.input(within(await panel()).getByLabelText(label), { target: { value: text } });
}

test("replacing is previewed and is one step of undo", async () => {
  await fireEvent.keyDown(document.activeElement!, { key: "h", ctrlKey: true });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Find")));
  await enter("Find", "cart");
  await enter("Replace with", "{row:00}");
  expect(await screen.findByText("4 cells in 2 rows will change.")).toBeTruthy();
  const lines = within(await panel()).getAllByRole("row");
  const cells = within(lines[1]!).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent?.trim())).toEqual(["1", "Name", "Cart 1", "01 1"]);
  await fireEvent.click(await screen.findByRole("button", { name: "Replace 4 cells" }));
  await waitFor(() => expect(names()).toEqual(["01 1", "Home", "03 3"]));
  expect(reports.say).toHaveBeenCalledWith("Replaced in 4 cells.");
  expect(sheet.batch.undo).toBe("replacement in 4 cells");
  sheet.act("undo");
  await waitFor(() => expect(names()).toEqual(["Cart 1", "Home", "Cart 3"]));
});

test("several selected cells are the scope", async () => {
  sheet.select(selectRect({ top: 1, left: 0, rows: 2, columns: 1 }));
  sheet.act("replace");
  await enter("Find", "cart");
  expect(await screen.findByText("1 cell in 1 row will change.")).toBeTruthy();
  await fireEvent.change(await screen.findByLabelText("In"), { target: { value: "allRows" } });
  expect(await screen.findByText("4 cells in 2 rows will change.")).toBeTruthy();
});

test("an invalid expression says where", async () => {
  sheet.act("replace");
  await fireEvent.click(await screen.findByLabelText("Regular expression"));
  await enter("Find", "a(b");
  expect((await screen.findByRole("alert")).textContent).toContain("Character 2");
  expect(screen.getByRole("button", { name: "Replace" }).hasAttribute("disabled")).toBe(true);
});

test("Escape returns to the cell", async () => {
  sheet.act("replace");
  const find = await screen.findByLabelText("Find");
  await fireEvent.keyDown(find, { key: "Escape" });
  expect(screen.queryByRole("form")).toBeNull();
  expect(document.activeElement?.closest("[role=gridcell]")).not.toBeNull();
});

test("a column is filled with tokens", async () => {
  sheet.act("fillColumn");
  await enter("Fill with", "{value} {row}");
  expect(await screen.findByText("3 cells in 3 rows will change.")).toBeTruthy();
  await fireEvent.click(await screen.findByRole("button", { name: "Fill 3 cells" }));
  await waitFor(() => expect(names()).toEqual(["cart|1 1", "home 2", "cart|3 3"]));
});
