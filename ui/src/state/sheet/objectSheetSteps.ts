// Steps with sheets over existing objects that involve several parts of the window.

import { tick } from "svelte";

import type { ListId } from "../../bridge/bindings";
import { isList } from "../collection";
import { focusList } from "../focusList";
import type { Workbench } from "../workbench.svelte";

/** Returns whether objects are selected that can be edited in a sheet. */
export function canOpenObjects({ route, list }: Workbench): boolean {
  return route.view === list.id && list.id !== "values" && route.sheet === null && list.ticked.count > 0;
}

/** Opens the selected objects of the shown list as a sheet, with the columns of the list. */
export async function openObjects(workbench: Workbench): Promise<void> {
  const { desk, list, operations } = workbench;
  await workbench.close();
  if (workbench.detail.target !== null) return;
  const targets = list.ticked.ids.map((id) => list.target(id));
  const columns = list.columns.shown.map(({ path }) => path);
  await workbench.attempt(async () => {
    const opened = await operations.run("sheet", "Opening the sheet", (operation) =>
      desk.openObjects({ operation: operation.id, list: list.id, targets, columns }, ({ finished, total }) => {
        operation.done = finished;
        operation.total = total;
      }),
    );
    workbench.route.go(list.id, opened.id);
    await workbench.enter(list.id);
    await tick();
    focusList();
  });
}

/** Goes back from the open sheet to its list. */
export async function closeObjects(workbench: Workbench): Promise<void> {
  const { view } = workbench.route;
  await workbench.batches.sheet?.settle();
  await workbench.go(isList(view) ? view : ("campaigns" satisfies ListId));
  await workbench.refreshLists();
  await tick();
  focusList();
}
