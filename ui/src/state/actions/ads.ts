import Copy from "~icons/lucide/copy";
import CopyPlus from "~icons/lucide/copy-plus";
import GitCompare from "~icons/lucide/git-compare";
import FolderOpen from "~icons/lucide/folder-open";

import { isAdList } from "../collection";
import { copySelected } from "../draftSteps";
import { openSubject, type Subject } from "../subject";
import type { RowSelection } from "../list/rowSelection.svelte";
import { formatCount } from "../wording";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { copy } from "./copy";

/** The greatest number of ads in one comparison. */
const mostCompared = 6;

/** The actions for the lists of ads. */
export const adActions: Action[] = [
  {
    id: "ads.compare",
    title: "Compare selected ads",
    group: "Ads",
    icon: GitCompare,
    words: "difference side by side overlay",
    when: ({ route, list }) => isAdList(route.view) && list.ticked.count > 0,
    reason: ({ list }) => whyNotCompared(list.ticked),
    run: compareTicked,
  },
  {
    id: "ad.compareWithMaster",
    title: "Compare with its master",
    group: "Ads",
    icon: GitCompare,
    words: "difference side by side overlay placement",
    when: ({ detail }) => detail.value?.master != null,
    reason: whyNoMaster,
    run: (workbench) => compareWithMaster(workbench),
  },
  {
    id: "ad.open",
    title: "Open",
    group: "Ads",
    icon: FolderOpen,
    on: ["ad", "draft"],
    when: (workbench, subject) => isAd(workbench, subject) && subject?.target !== openSubject(workbench)?.target,
    run: (workbench, subject) => subject && workbench.open(subject.target),
  },
  {
    id: "ad.copy",
    title: "New ad from this one",
    group: "Ads",
    icon: CopyPlus,
    on: ["ad", "draft"],
    words: "copy duplicate clone",
    when: isAd,
    run: (workbench, subject) => subject && workbench.copyDraft(subject.target),
  },
  {
    id: "ads.copySelected",
    title: "New ads from the selected ones",
    group: "Ads",
    icon: CopyPlus,
    words: "copy duplicate clone ticked",
    when: ({ route, list }) => isAdList(route.view) && list.ticked.count > 0,
    run: copySelected,
  },
  {
    id: "ad.copyId",
    title: "Copy ad id",
    group: "Ads",
    icon: Copy,
    on: ["ad", "draft"],
    when: (workbench, subject) => isAd(workbench, subject) && subject?.id != null,
    run: (workbench, subject) => copy(workbench, subject?.id ?? "", "Ad id"),
  },
  {
    id: "ad.copyName",
    title: "Copy the ad's name",
    group: "Ads",
    icon: Copy,
    on: ["ad", "draft"],
    when: (workbench, subject) => isAd(workbench, subject) && subject?.title !== "",
    run: (workbench, subject) => copy(workbench, subject?.title ?? "", "Name"),
  },
];

/** Returns whether the subject is an ad, or the draft of one. */
function isAd(_: Workbench, subject: Subject | null): boolean {
  return subject?.collection === "ads";
}

/** Shows the ticked ads side by side. */
function compareTicked(workbench: Workbench): void {
  const { list } = workbench;
  workbench.lists.compared = list.ticked.ids.map((id) => list.target(id));
}

/** Shows the open ad beside its master ad. */
function compareWithMaster({ lists, detail }: Workbench): void {
  const { value } = detail;
  if (value?.master?.documentRef) lists.compared = [value.master.documentRef, value.target];
}

function whyNoMaster({ detail }: Workbench): string | null {
  const master = detail.value?.master;
  if (!master || master.documentRef) return null;
  return `Its master, ad ${master.id}, is not in this workspace. Fetch the ads, or import a file that has it.`;
}

function whyNotCompared({ count: ticked }: RowSelection): string | null {
  if (ticked >= 2 && ticked <= mostCompared) return null;
  return `${formatCount(ticked)} ${ticked === 1 ? "ad is" : "ads are"} selected. Select between two and ${mostCompared} to compare them.`;
}
