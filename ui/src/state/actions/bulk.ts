import ListChecks from "@lucide/svelte/icons/list-checks";
import Undo2 from "@lucide/svelte/icons/undo-2";

import { editAllDrafts, editMany, moveBulk } from "../bulkSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** What is done with many campaigns at once. */
export const bulkActions: Action[] = [
  {
    id: "bulk.selected", title: "Edit selected…", group: "Campaigns", icon: ListChecks, keys: ["Mod+E"], words: "bulk find replace set many",
    when: ({ campaigns }) => campaigns.picked.count > 0,
    run: (bench) => editMany(bench, { kind: "campaigns", selection: bench.campaigns.picked.selection }),
  },
  {
    id: "bulk.drafts", title: "Edit all drafts…", group: "Draft", icon: ListChecks, words: "bulk find replace set many",
    when: ({ workspace }) => workspace.counts.drafts > 0,
    run: (bench) => editAllDrafts(bench),
  },
  {
    id: "bulk.undoLast", title: "Undo the last bulk edit", group: "Draft", icon: Undo2, words: "take back all drafts",
    when: (bench) => last(bench) !== undefined,
    run: (bench) => {
      const edit = last(bench);
      return edit && moveBulk(bench, edit, "undo");
    },
  },
];

function last({ drafts }: Workbench) {
  return drafts.bulkEdits.find(({ applied }) => applied > 0);
}
