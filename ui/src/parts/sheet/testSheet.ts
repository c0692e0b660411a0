// A drawn sheet on the real desk, for tests.

import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { vi } from "vitest";

import type { SheetView } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { answered, testDesk } from "../../bridge/testDesk";
import { Sheet } from "../../state/sheet/sheet.svelte";
import SheetBody from "./SheetBody.svelte";

/** What the sheet of a test reports. */
export const reports = { failed: vi.fn(), say: vi.fn(), show: vi.fn(), draftsChanged: vi.fn() };

/** Opens a sheet, draws it and puts the focus into its grid. */
export async function showSheet(
  open: (desk: Desk) => Promise<SheetView> = (desk) => desk.createBatch("April"),
): Promise<{ desk: Desk; sheet: Sheet }> {
  localStorage.clear();
  vi.clearAllMocks();
  // happy-dom has no layout.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  const desk = await testDesk();
  const sheet = new Sheet(desk, await open(desk), reports);
  render(SheetBody, { sheet });
  await sheet.window.refresh();
  (await screen.findByRole("grid")).focus();
  await tick();
  return { desk, sheet };
}

export async function closeSheet(sheet: Sheet): Promise<void> {
  cleanup();
  sheet.close();
  await answered();
  vi.restoreAllMocks();
}
