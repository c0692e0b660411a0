import { expect, test, vi } from "vitest";

import { testDesk } from "../bridge/testDesk";
import { Workbench } from "./workbench.svelte";

test("an import repeats a first read in progress", async () => {
  const desk = await testDesk();
  const { openList } = desk;
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  vi.spyOn(desk, "openList").mockImplementation(async (list) => {
    await held;
    return openList(list);
  });
  const rows = vi.spyOn(desk, "rows");
  const { lists } = new Workbench(desk);
  const entered = lists.enter("expandable");
  const refreshed = lists.refresh();
  come();
  await Promise.all([entered, refreshed]);
  expect(rows.mock.calls.map(([list]) => list)).toEqual(["expandable"]);
});
