// The findings of all rows by rule and column, on the real desk.

import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { Desk } from "../../bridge/desk";
import { plainFilter } from "../../state/sheet/ranges";
import { selectCell } from "../../state/sheet/selection";
import type { Sheet } from "../../state/sheet/sheet.svelte";
import { closeSheet, reports, showSheet } from "./testSheet";

let desk: Desk;
let sheet: Sheet;

beforeEach(async () => {
  ({ desk, sheet } = await showSheet());
  const range = { top: 0, rows: 1, columns: [0] };
  const text = "A\ta\t\tx\t52024\n B\tb\t\t4401\t52024\nC \tc\t\tx\t52024\nD\td\t\t4401\t52024\nE\te\t\t\t52024";
  await sheet.apply({ kind: "paste", data: { range, shown: [0, 1, 2, 3, 4], text, html: null, transposed: false } });
  sheet.select(selectCell({ row: 0, column: 0 }));
  await sheet.window.refresh();
});
afterEach(() => closeSheet(sheet));

const panel = async () => within(await screen.findByRole("region", { name: "Findings of all rows" }));
const names = () => sheet.window.value?.rows.map(({ cells }) => cells[0]);
const advertisers = async () =>
  (await desk.sheetRows(sheet.id, { filter: plainFilter, offset: 0, limit: 9 })).rows.map(({ cells }) => cells[3]);

/** Opens the panel and a group by the keyboard. */
async function unfold(group: RegExp): Promise<void> {
  if (!sheet.findings.open) await fireEvent.keyDown(document.activeElement!, { key: "F8", ctrlKey: true });
  await fireEvent.click(await (await panel()).findByRole("button", { name: group }));
}

test("groups unfold to the texts of their cells", async () => {
  await fireEvent.click(await screen.findByText(/errors?, .* in 4 rows/));
  const first = await (await panel()).findByRole("button", { name: /Advertiser ID: Value of the wrong type/ });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Findings of all rows" }).querySelector(".head")),
  );
  await fireEvent.click(first);
  const texts = within(await screen.findByRole("list", { name: "Texts of the cells" })).getAllByRole("listitem");
  expect(texts.map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim())).toEqual(["“x” 2 Replace…"]);
});

test("a text leads to the first of its rows", async () => {
  await unfold(/wrong type/);
  await fireEvent.click(screen.getByTitle("Show the rows with “x”"));
  await waitFor(() => expect(names()).toEqual(["A", "C "]));
  expect(sheet.active).toEqual({ row: 0, column: 3 });
  expect(document.activeElement?.closest("[role=gridcell]")).not.toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /Advertiser ID: x/ }));
  await waitFor(() => expect(names()).toHaveLength(5));
});

test("one fix changes all alike cells", async () => {
  await unfold(/blanks/);
  await fireEvent.click(await screen.findByRole("button", { name: "Fix 2 cells" }));
  await waitFor(() => expect(names()).toEqual(["A", "B", "C", "D", "E"]));
  expect(reports.say).toHaveBeenCalledWith("Undo takes back the fix of 2 cells.");
  await waitFor(async () => expect((await panel()).queryByRole("button", { name: /blanks/ })).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest("section")?.getAttribute("aria-label")).toBe("Findings of all rows"));
});

test("alike cells are replaced and filled", async () => {
  await unfold(/wrong type/);
  await fireEvent.click(screen.getByRole("button", { name: "Replace “x”" }));
  const box = await screen.findByLabelText("Replace with");
  await waitFor(() => expect(document.activeElement).toBe(box));
  await fireEvent.input(box, { target: { value: "4412" } });
  await fireEvent.click(await screen.findByRole("button", { name: "Replace 2 cells" }));
  await waitFor(async () => expect(await advertisers()).toEqual(["4412", "4401", "4412", "4401", ""]));
  await unfold(/Advertiser ID: .*missing|Advertiser ID: .*required/i);
  await fireEvent.click(screen.getByRole("button", { name: "Fill Empty" }));
  await fireEvent.input(await screen.findByLabelText("Fill with"), { target: { value: "4401" } });
  await fireEvent.click(await screen.findByRole("button", { name: "Fill 1 cell" }));
  await waitFor(async () => expect((await advertisers())?.at(-1)).toBe("4401"));
});

test("Escape closes the panel and returns to the cell", async () => {
  await unfold(/wrong type/);
  await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  expect(screen.queryByRole("region", { name: "Findings of all rows" })).toBeNull();
  expect(document.activeElement?.closest("[role=gridcell]")).not.toBeNull();
});
