import ListChecks from "~icons/lucide/list-checks";
import Undo2 from "~icons/lucide/undo-2";

import type { BulkScope } from "../../bridge/bindings";
import { editAllDrafts, editMany, moveBulk } from "../bulkSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { draftsTicked } from "./drafts";

/** What is done with many campaigns at once. */
export const bulkActions: Action[] = [
  {
    id: "bulk.selected", title: "Edit selected…", group: "Campaigns", icon: ListChecks, keys: ["Mod+E"], words: "bulk find replace set many",
    when: (bench) => (bench.route.view === "drafts" ? draftsTicked(bench) : bench.campaigns.picked.count > 0),
    run: (bench) => editMany(bench, scopeOf(bench)),
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

/** What is ticked in the list that is shown. */
function scopeOf({ route, campaigns, drafts }: Workbench): BulkScope {
  if (route.view === "drafts") return { kind: "drafts", ids: drafts.ticked.ids };
  return { kind: "campaigns", selection: campaigns.picked.selection };
}

function last({ drafts }: Workbench) {
  return drafts.bulkEdits.find(({ applied }) => applied > 0);
}
