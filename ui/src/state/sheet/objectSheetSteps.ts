// Steps with sheets over existing objects that involve several parts of the window.

import { tick } from "svelte";

import type { ListId } from "../../bridge/bindings";
import { isList } from "../collection";
import { codeLoaded } from "../lazyCode.svelte";
import { focusList } from "../panes";
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
    await showObjects(workbench, list.id, opened.id);
  });
}

/** Shows an open sheet over objects of a list. */
export async function showObjects(workbench: Workbench, list: ListId, sheet: string): Promise<void> {
  workbench.leavePlace();
  workbench.route.go(list, sheet);
  await workbench.enter(list);
  void workbench.refreshLists();
  await codeLoaded();
  focusList();
}

/** Goes back from the open sheet to its list. */
export async function closeObjects(workbench: Workbench): Promise<void> {
  const { view } = workbench.route;
  // The sheet cannot be opened again, so its unsaved texts would be lost.
  if ((await workbench.batches.sheet?.settle()) === false) {
    workbench.notices.show("Some texts are not saved. Save them again, or drop them, before you leave the sheet.");
    return;
  }
  await workbench.go(isList(view) ? view : ("campaigns" satisfies ListId));
  await workbench.refreshLists();
  await tick();
  focusList();
}
