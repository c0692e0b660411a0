// A sheet on the real desk: what people see of its checks, its clipboard and its undo.

import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { selectCell } from "../../state/sheet/selection";
import type { Sheet } from "../../state/sheet/sheet.svelte";
import { closeSheet, reports, showSheet } from "./testSheet";

let sheet: Sheet;

beforeEach(async () => {
  ({ sheet } = await showSheet());
});
afterEach(() => closeSheet(sheet));

/** Pastes at the active cell. */
async function paste(text: string): Promise<void> {
  const range = { top: sheet.active.row, rows: 1, columns: [sheet.shown[sheet.active.column]!.stored] };
  const shown = sheet.shown.map(({ stored }) => stored);
  await sheet.apply({ kind: "paste", data: { range, shown, text, html: null, transposed: false } });
}

test("a pasted block is selected, checked and undone", async () => {
  await paste("A\ta\t\t4401\t52024\nB\tb\t\twrong\t52024");
  expect(sheet.rects).toEqual([{ top: 0, left: 0, rows: 2, columns: 5 }]);
  expect(await screen.findByText("1 error in 1 row")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Next finding" }));
  await waitFor(() => expect(sheet.active).toEqual({ row: 1, column: 3 }));
  await fireEvent.click(screen.getByRole("button", { name: "Undo paste of 2 rows" }));
  await waitFor(() => expect(sheet.batch.rows).toBe(0));
});

test("a fixed cell leaves the rows with findings", async () => {
  await paste("A\ta\t\tx\t52024\nB\tb\t\ty\t52024");
  await sheet.show({ findingsOnly: true });
  expect(sheet.matched).toBe(2);
  sheet.select(selectCell({ row: 0, column: 3 }));
  sheet.put("4401");
  await waitFor(() => expect(sheet.window.value?.rows.map(({ number }) => number)).toEqual([2]));
});

test("a damaged id is refused with its place", async () => {
  sheet.select(selectCell({ row: 0, column: 3 }));
  await paste("1.23E+18");
  expect(reports.failed).toHaveBeenCalledOnce();
  expect(String(reports.failed.mock.calls[0]?.[0].message)).toContain("Row 1, Advertiser ID");
  expect(sheet.batch.rows).toBe(0);
});

test("a field becomes a column", async () => {
  await sheet.apply({ kind: "addColumn", data: { path: "clientRefId" } });
  expect(sheet.shown.at(-1)?.column.label).toBe("Your reference");
  sheet.act("undo");
  await waitFor(() => expect(sheet.shown).toHaveLength(5));
});
