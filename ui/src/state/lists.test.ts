import { expect, test, vi } from "vitest";

import { holdReplies, testDesk } from "../bridge/testDesk";
import { Workbench } from "./workbench.svelte";

test("an import repeats a first read in progress", async () => {
  const desk = await testDesk();
  const come = holdReplies(desk, "openList");
  const rows = vi.spyOn(desk, "rows");
  const { lists } = new Workbench(desk);
  const entered = lists.enter("expandable");
  const refreshed = lists.refresh();
  come();
  await Promise.all([entered, refreshed]);
  expect(rows.mock.calls.map(([list]) => list)).toEqual(["expandable"]);
});
