import ArrowLeft from "~icons/lucide/arrow-left";
import CircleStop from "~icons/lucide/circle-stop";
import CloudDownload from "~icons/lucide/cloud-download";
import FileSpreadsheet from "~icons/lucide/file-spreadsheet";
import FileText from "~icons/lucide/file-text";
import FileUp from "~icons/lucide/file-up";
import Funnel from "~icons/lucide/funnel";
import ListChecks from "~icons/lucide/list-checks";
import ShieldCheck from "~icons/lucide/shield-check";
import X from "~icons/lucide/x";

import { canAskService } from "../collection";
import { exportList } from "../exportSteps";
import { importChanges } from "../rowImportSteps";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

const exports = [
  { id: "list.exportCsv", format: "csv", title: "Export the list as CSV", icon: FileText },
  { id: "list.exportXlsx", format: "xlsx", title: "Export the list as an Excel workbook", icon: FileSpreadsheet },
] as const;

/** The actions for the campaign list: filters, the service's answer, ticks. */
export const listActions: Action[] = [
  {
    id: "list.conditions",
    title: "Filter by conditions on any field",
    group: "Campaigns",
    icon: Funnel,
    keys: ["Mod+Shift+F"],
    words: "q query builder advanced",
    run: async (workbench) => {
      if (!isListShown(workbench)) await workbench.go("campaigns");
      workbench.list.filters.builderShown = true;
    },
  },
  {
    id: "list.clearFilters",
    title: "Clear all filters",
    group: "Campaigns",
    icon: X,
    when: ({ list }) => !list.filters.isEmpty || list.search !== "",
    run: ({ list }) => {
      list.searchFor("");
      list.filters.clearAll();
    },
  },
  {
    id: "list.ask",
    title: "Ask the service",
    group: "Campaigns",
    icon: CloudDownload,
    words: "online filter search fetch matching",
    when: ({ route }) => canAskService(route.view),
    reason: ({ serviceQuery }) => (serviceQuery.running ? "The service is already being asked." : null),
    run: (workbench) => workbench.attempt(() => workbench.serviceQuery.start()),
  },
  {
    id: "list.stopAsking",
    title: "Stop asking the service",
    group: "Campaigns",
    icon: CircleStop,
    when: ({ serviceQuery }) => serviceQuery.running,
    run: (workbench) => workbench.attempt(() => workbench.serviceQuery.stop()),
  },
  {
    id: "list.dismissAnswer",
    title: "Back to what is on this computer",
    group: "Campaigns",
    icon: ArrowLeft,
    when: ({ serviceQuery }) => serviceQuery.shown !== null,
    run: (workbench) => workbench.attempt(() => workbench.serviceQuery.dismiss()),
  },
  ...exports.map(({ id, format, title, icon }): Action => ({
    id,
    title,
    group: "Campaigns",
    icon,
    words: "spreadsheet save file download table",
    when: (workbench) => isListShown(workbench) && workbench.list.matched > 0,
    run: (workbench) => exportList(workbench, format),
  })),
  {
    id: "list.importChanges",
    title: "Import changes from a file…",
    group: "Campaigns",
    icon: FileUp,
    words: "csv tsv excel xlsx ods table spreadsheet update ids",
    when: (workbench) => isListShown(workbench) && workbench.list.id !== "values",
    run: (workbench) => importChanges(workbench, workbench.list.id),
  },
  {
    id: "list.selectAll",
    title: "Select all in the list",
    group: "Campaigns",
    icon: ListChecks,
    words: "tick mark",
    when: (workbench) => isListShown(workbench) && workbench.list.matched > 0,
    run: (workbench) => workbench.attempt(() => workbench.list.tickAll()),
  },
  {
    id: "list.clearSelection",
    title: "Clear selection",
    group: "Campaigns",
    icon: X,
    when: (workbench) => tickedIn(workbench).count > 0,
    run: (workbench) => tickedIn(workbench).clear(),
  },
  {
    id: "rules.own",
    title: "Rules of your own…",
    group: "Campaigns",
    icon: ShieldCheck,
    words: "checks house naming convention severity severities",
    run: ({ ownRules }) => ownRules.open(),
  },
];

function tickedIn({ route, list, drafts, sent }: Workbench) {
  if (route.view === "sent") return sent.ticked;
  return route.view === "drafts" ? drafts.ticked : list.ticked;
}

function isListShown({ route, list }: Workbench): boolean {
  return route.view === list.id && route.sheet === null;
}
