import ArchiveRestore from "~icons/lucide/archive-restore";
import ListChecks from "~icons/lucide/list-checks";
import Send from "~icons/lucide/send";
import Trash2 from "~icons/lucide/trash-2";

import { discardMany, restoreMany, reviewAlone } from "../draftSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** The actions for the list of drafts and its ticked drafts. */
export const draftsActions: Action[] = [
  {
    id: "drafts.errors",
    title: "Show drafts with errors",
    group: "Draft",
    icon: ListChecks,
    words: "filter findings wrong",
    when: ({ workspace }) => workspace.counts.errors > 0,
    run: async (workbench) => {
      await workbench.drafts.show("errors");
      await workbench.go("drafts");
    },
  },
  {
    id: "drafts.selectAll",
    title: "Select all drafts in the list",
    group: "Draft",
    icon: ListChecks,
    words: "tick mark",
    when: ({ route, drafts }) => route.view === "drafts" && drafts.matched > 0,
    run: (workbench) => workbench.attempt(() => workbench.drafts.tickAll()),
  },
  {
    id: "drafts.reviewSelected",
    title: "Review selected drafts",
    group: "Draft",
    icon: Send,
    words: "send ticked",
    when: draftsTicked,
    run: (workbench) => reviewAlone(workbench, workbench.drafts.ticked.ids),
  },
  {
    id: "drafts.discardSelected",
    title: "Discard selected drafts",
    group: "Draft",
    icon: Trash2,
    words: "delete remove ticked",
    when: draftsTicked,
    run: (workbench) => discardMany(workbench, workbench.drafts.ticked.ids),
  },
  {
    id: "drafts.restoreSelected",
    title: "Restore selected drafts",
    group: "Draft",
    icon: ArchiveRestore,
    words: "bring back ticked",
    when: ({ route, drafts }) => route.view === "drafts" && drafts.filter === "discarded" && drafts.ticked.count > 0,
    run: (workbench) => restoreMany(workbench, workbench.drafts.ticked.ids),
  },
];

/** Returns whether drafts are ticked in the shown list. */
export function draftsTicked({ route, drafts }: Workbench): boolean {
  return route.view === "drafts" && drafts.filter !== "discarded" && drafts.ticked.count > 0;
}
