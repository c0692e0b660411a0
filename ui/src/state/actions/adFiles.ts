import CircleStop from "~icons/lucide/circle-stop";
import FileJson from "~icons/lucide/file-json";
import FolderOpen from "~icons/lucide/folder-open";
import FileX from "~icons/lucide/file-x";
import GitCompare from "~icons/lucide/git-compare";
import Import from "~icons/lucide/import";
import TriangleAlert from "~icons/lucide/triangle-alert";

import { chooseAndImport, removeFileAds } from "../adFileSteps";
import { isAdList } from "../collection";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** The actions for ads from files. */
export const adFileActions: Action[] = [
  {
    id: "ads.import",
    title: "Import ads…",
    group: "Ads",
    icon: Import,
    keys: ["Mod+I"],
    words: "paste json files folders drop bring in",
    reason: whyNoImport,
    run: ({ overlay }) => overlay.show("importAds"),
  },
  {
    id: "ads.importFiles",
    title: "Import ads from files…",
    group: "Ads",
    icon: FileJson,
    words: "open json choose",
    reason: whyNoImport,
    run: (workbench) => chooseAndImport(workbench, "files"),
  },
  {
    id: "ads.importFolders",
    title: "Import ads from folders…",
    group: "Ads",
    icon: FolderOpen,
    words: "open directory json choose",
    reason: whyNoImport,
    run: (workbench) => chooseAndImport(workbench, "folders"),
  },
  {
    id: "ads.stopImport",
    title: "Stop importing ads",
    group: "Ads",
    icon: CircleStop,
    when: ({ adFiles }) => adFiles.running,
    run: (workbench) => workbench.attempt(() => workbench.adFiles.stop()),
  },
  {
    id: "ads.showSkipped",
    title: "Show what the last import skipped",
    group: "Ads",
    icon: TriangleAlert,
    words: "trouble errors files",
    when: ({ adFiles }) => adFiles.skippedCount > 0,
    run: ({ overlay }) => overlay.show("skippedFiles"),
  },
  {
    id: "ads.removeFromFiles",
    title: "Remove selected ads from files",
    group: "Ads",
    icon: FileX,
    words: "delete imported",
    when: ({ route, list }) => isAdList(route.view) && list.ticked.count > 0,
    run: (workbench) => removeFileAds(workbench, workbench.list.id, workbench.list.ticked.ids),
  },
  {
    id: "ad.removeFromFile",
    title: "Remove this ad from a file",
    group: "Ads",
    icon: FileX,
    on: ["ad"],
    words: "delete imported",
    when: (_, subject) => subject?.file != null,
    run: (workbench, subject) => subject && removeFileAds(workbench, workbench.list.id, [subject.target.id]),
  },
  {
    id: "ad.compareCopy",
    title: "Compare with the service's copy",
    group: "Ads",
    icon: GitCompare,
    words: "difference file",
    when: (workbench) => copyOf(workbench) !== null,
    run: (workbench) => compareCopy(workbench),
  },
];

function whyNoImport({ adFiles }: Workbench): string | null {
  return adFiles.running ? "Ads are already being imported." : null;
}

/** Returns the id of the service's ad with the same id as the open ad from a file. */
function copyOf({ isOpenHere, detail }: Workbench): string | null {
  return isOpenHere ? (detail.value?.file?.copy ?? null) : null;
}

function compareCopy(workbench: Workbench): void {
  const [copy, target] = [copyOf(workbench), workbench.detail.target];
  if (copy !== null && target) workbench.lists.compared = [{ kind: "ad", id: copy }, target];
}
