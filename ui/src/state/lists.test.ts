import { expect, test, vi } from "vitest";

import { testDesk } from "../bridge/testDesk";
import { Workbench } from "./workbench.svelte";

test("an import repeats a first read in progress", async () => {
  const desk = await testDesk();
  const answer = desk.rows;
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  const rows = vi.spyOn(desk, "rows").mockImplementation(async (list, query) => {
    await held;
    return answer(list, query);
  });
  const { lists } = new Workbench(desk);
  const entered = lists.enter("expandable");
  const refreshed = lists.refresh();
  come();
  await Promise.all([entered, refreshed]);
  expect(rows.mock.calls.map(([list]) => list)).toEqual(["expandable", "expandable"]);
});
