import CircleStop from "~icons/lucide/circle-stop";
import ListEnd from "~icons/lucide/list-end";
import RefreshCw from "~icons/lucide/refresh-cw";

import type { Collection } from "../../bridge/bindings";
import { plurals } from "../wording";
import type { Workbench } from "../workbench.svelte";
import type { Action, ActionGroup } from "./action";

const noAdsPath = "The path of ads is not set. Set it under Connection.";

/** The actions that fetch the lists of the service. */
export const fetchActions: Action[] = [
  {
    id: "list.fetch",
    title: "Fetch latest",
    group: "Campaigns",
    icon: RefreshCw,
    keys: ["F5"],
    words: "refresh reload fetch",
    reason: (workbench) => whyNotFetched(workbench, workbench.shownCollection),
    run: (workbench) => workbench.fetch(workbench.shownCollection),
  },
  ...actionsOf("campaigns", "Campaigns"),
  ...actionsOf("values", "Retargeting values"),
  ...actionsOf("ads", "Ads"),
];

function actionsOf(collection: Collection, group: ActionGroup): Action[] {
  const name = plurals[collection];
  const reason = (workbench: Workbench) => whyNotFetched(workbench, collection);
  return [
    {
      id: `${collection}.fetch`,
      title: `Fetch the ${name}`,
      group,
      icon: RefreshCw,
      words: "refresh reload fetch latest",
      reason,
      run: (workbench) => workbench.fetch(collection),
    },
    {
      id: `${collection}.fetchRest`,
      title: `Fetch the rest of the ${name}`,
      group,
      icon: ListEnd,
      words: "incomplete go on continue",
      when: ({ workspace }) => {
        const fetched = workspace.value?.fetched[collection];
        return fetched?.at != null && !fetched.complete;
      },
      reason,
      run: (workbench) => workbench.fetch(collection, "rest"),
    },
    {
      id: `${collection}.stopFetch`,
      title: `Stop fetching ${name}`,
      group,
      icon: CircleStop,
      when: ({ fetches }) => fetches[collection].running,
      run: (workbench) => workbench.attempt(() => workbench.fetches[collection].stop()),
    },
  ];
}

/** Returns why a list cannot be fetched now. */
function whyNotFetched({ fetches, workspace }: Workbench, collection: Collection): string | null {
  if (collection === "ads" && workspace.value?.adsPath == null) return noAdsPath;
  const name = plurals[collection];
  return fetches[collection].running ? `${name[0]?.toUpperCase()}${name.slice(1)} are already being fetched.` : null;
}
