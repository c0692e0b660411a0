// The deletion of rows that are duplicates.

import type { DuplicateKind } from "../../bridge/bindings";
import { plural } from "../wording";
import type { Workbench } from "../workbench.svelte";
import type { Sheet } from "./sheet.svelte";

/** The commands in words, and what they say if there is nothing to delete. */
export const duplicateCommands = {
  earlierRow: { title: "Keep the first of each value", none: "No row repeats an earlier row." },
  inOtherBatch: { title: "Drop rows that another batch has", none: "No other batch has any of these rows." },
  onService: { title: "Drop rows that the service has", none: "The fetched values have none of these rows." },
} as const satisfies Record<DuplicateKind, { title: string; none: string }>;

/** Deletes duplicates among all rows, and says how many. */
export async function deleteDuplicates({ notices }: Workbench, sheet: Sheet, kind: DuplicateKind): Promise<void> {
  await sheet.settle();
  const { rows } = sheet.batch;
  if (!(await sheet.apply({ kind: "deleteDuplicates", data: kind }))) return;
  const deleted = rows - sheet.batch.rows;
  const about = `duplicates-${sheet.id}`;
  if (deleted === 0) notices.show(duplicateCommands[kind].none, undefined, { about });
  else notices.show(`${plural(deleted, "row was", "rows were")} deleted.`, { label: "Undo", run: () => sheet.act("undo") }, { about });
}
