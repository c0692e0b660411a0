import CircleDot from "~icons/lucide/circle-dot";
import ListChecks from "~icons/lucide/list-checks";
import Undo2 from "~icons/lucide/undo-2";

import type { BulkScope } from "../../bridge/bindings";
import { bulkToMove, openBulkEditOfAllDrafts, openBulkEdit, undoOrRedoLastBulk } from "../bulkSteps";
import type { Subject } from "../subject";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { draftsTicked } from "./drafts";

/** The actions for many campaigns at once. */
export const bulkActions: Action[] = [
  {
    id: "bulk.selected",
    title: "Edit selected…",
    group: "Campaigns",
    icon: ListChecks,
    keys: ["Mod+E"],
    words: "bulk find replace set many",
    when: (workbench) => (workbench.route.view === "drafts" ? draftsTicked(workbench) : workbench.campaigns.ticked.count > 0),
    run: (workbench) => openBulkEdit(workbench, scopeOf(workbench)),
  },
  {
    id: "bulk.status",
    title: "Change status…",
    group: "Campaigns",
    icon: CircleDot,
    on: ["campaign"],
    words: "pause activate archive set many",
    when: (workbench, subject) => workbench.campaigns.columns.info(statusField) !== undefined && rowsOf(workbench, subject).length > 0,
    run: (workbench, subject) => openBulkEdit(workbench, { kind: "campaigns", ids: rowsOf(workbench, subject) }, statusField),
  },
  {
    id: "bulk.drafts",
    title: "Edit all drafts…",
    group: "Draft",
    icon: ListChecks,
    words: "bulk find replace set many",
    when: ({ workspace }) => workspace.counts.drafts > 0,
    run: (workbench) => openBulkEditOfAllDrafts(workbench),
  },
  {
    id: "bulk.undoLast",
    title: "Undo the last bulk edit",
    group: "Draft",
    icon: Undo2,
    words: "take back all drafts",
    when: (workbench) => bulkToMove(workbench, "undo") !== undefined,
    run: (workbench) => undoOrRedoLastBulk(workbench, "undo"),
  },
];

const statusField = "status";

/** Returns the ticked campaigns. If the subject is not among them, it is the only one. */
function rowsOf({ campaigns: { ticked } }: Workbench, subject: Subject | null): string[] {
  if (subject?.collection !== "campaigns") return ticked.ids;
  return ticked.has(subject.target.id) ? ticked.ids : [subject.target.id];
}

/** Returns the ticked rows of the shown list. */
function scopeOf({ route, campaigns, drafts }: Workbench): BulkScope {
  if (route.view === "drafts") return { kind: "drafts", ids: drafts.ticked.ids };
  return { kind: "campaigns", ids: campaigns.ticked.ids };
}
