import type { TableFormat } from "../bridge/bindings";
import { showFileNotice } from "./fileNotice";
import { plural } from "./wording";
import type { Workbench } from "./workbench.svelte";

/** Exports the shown list with its filters, order and columns, and says where the file is. */
export async function exportList(workbench: Workbench, format: TableFormat): Promise<void> {
  const { desk, list, operations } = workbench;
  const query = { ...list.query({ first: 0, end: list.matched }), columns: list.columns.shown.map(({ path }) => path) };
  await workbench.attempt(async () => {
    const file = await operations.run("export", "Exporting the list", ({ id }) => desk.exportList(list.id, id, query, format));
    showFileNotice(workbench, `${plural(file.rows, list.noun)} ${file.rows === 1 ? "is" : "are"} in ${file.path}`, file.path);
  });
}
