import CircleStop from "~icons/lucide/circle-stop";
import Contact from "~icons/lucide/contact";
import Copy from "~icons/lucide/copy";
import CopyPlus from "~icons/lucide/copy-plus";
import FolderOpen from "~icons/lucide/folder-open";
import LayoutTemplate from "~icons/lucide/layout-template";
import ListEnd from "~icons/lucide/list-end";
import Plus from "~icons/lucide/plus";
import RefreshCw from "~icons/lucide/refresh-cw";
import Search from "~icons/lucide/search";
import X from "~icons/lucide/x";
import { tick } from "svelte";

import { isAdList } from "../adLists.svelte";
import { openSubject, type Subject } from "../subject";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { areAdsShown, whyNoAds } from "./ads";
import { copy } from "./copy";
import { openTemplateDialog } from "../templateSteps";

/** The actions for the campaign list and for a whole campaign. */
export const campaignActions: Action[] = [
  {
    id: "campaign.open",
    title: "Open",
    group: "Campaigns",
    icon: FolderOpen,
    on: ["campaign", "draft"],
    when: (workbench, subject) => isCampaign(workbench, subject) && subject?.target !== openSubject(workbench)?.target,
    run: (workbench, subject) => subject && workbench.open(subject.target),
  },
  {
    id: "campaign.new",
    title: "New campaign",
    group: "Campaigns",
    icon: Plus,
    keys: ["Mod+N"],
    words: "create add",
    run: (workbench) => workbench.newCampaign(),
  },
  {
    id: "campaign.copy",
    title: "New campaign from this one",
    group: "Campaigns",
    icon: CopyPlus,
    keys: ["Mod+Shift+N"],
    on: ["campaign", "draft"],
    words: "copy duplicate clone",
    when: (workbench, subject) => isCampaign(workbench, subject),
    run: (workbench, subject) => subject && workbench.copyDraft(subject.target),
  },
  {
    id: "campaign.saveTemplate",
    title: "Save as template…",
    group: "Campaigns",
    icon: LayoutTemplate,
    on: ["campaign", "draft"],
    when: (workbench, subject) => isCampaign(workbench, subject),
    run: (workbench, subject) => subject && openTemplateDialog(workbench, subject.target),
  },
  {
    id: "campaign.fetch",
    title: "Fetch latest",
    group: "Campaigns",
    icon: RefreshCw,
    keys: ["F5"],
    words: "refresh reload fetch",
    reason: (workbench) => {
      if (areAdsShown(workbench)) return whyNoAds(workbench);
      return workbench.fetching.running ? "Campaigns are already being fetched." : null;
    },
    run: (workbench) => (areAdsShown(workbench) ? workbench.fetchAds() : workbench.fetchLatest()),
  },
  {
    id: "campaign.fetchRest",
    title: "Fetch the rest",
    group: "Campaigns",
    icon: ListEnd,
    words: "incomplete go on continue",
    when: ({ workspace }) => workspace.value?.fetch.at != null && !workspace.value.fetch.complete,
    reason: (workbench) => (workbench.fetching.running ? "Campaigns are already being fetched." : null),
    run: (workbench) => workbench.fetchLatest("rest"),
  },
  {
    id: "campaign.stopFetch",
    title: "Stop fetching campaigns",
    group: "Campaigns",
    icon: CircleStop,
    when: (workbench) => workbench.fetching.running,
    run: (workbench) => workbench.attempt(() => workbench.fetching.stop()),
  },
  {
    id: "campaign.search",
    title: "Search the list",
    group: "Campaigns",
    icon: Search,
    keys: ["Mod+F"],
    words: "find filter campaigns drafts",
    run: focusSearch,
  },
  {
    id: "campaign.copyId",
    title: "Copy campaign id",
    group: "Campaigns",
    icon: Copy,
    on: ["campaign", "draft"],
    when: (workbench, subject) => isCampaign(workbench, subject) && subject?.id != null,
    run: (workbench, subject) => copy(workbench, subject?.id ?? "", "Campaign id"),
  },
  {
    id: "campaign.copyName",
    title: "Copy name",
    group: "Campaigns",
    icon: Copy,
    on: ["campaign", "draft"],
    when: (workbench, subject) => isCampaign(workbench, subject) && subject?.title !== "",
    run: (workbench, subject) => copy(workbench, subject?.title ?? "", "Name"),
  },
  {
    id: "campaign.siteContact",
    title: "Show the site contact",
    group: "Campaigns",
    icon: Contact,
    words: "person site ask",
    when: (workbench) => isCampaign(workbench, openSubject(workbench)),
    run: (workbench) => (workbench.detail.tab = "contact"),
  },
  {
    id: "campaign.close",
    title: "Close the open object",
    group: "Campaigns",
    icon: X,
    when: (workbench) => openSubject(workbench) !== null,
    run: (workbench) => workbench.close(),
  },
];

/** Returns whether the subject is a campaign, or the draft of one. */
function isCampaign(_: Workbench, subject: Subject | null): boolean {
  return subject?.collection === "campaigns";
}

async function focusSearch(workbench: Workbench): Promise<void> {
  const { view } = workbench.route;
  if (view !== "campaigns" && view !== "drafts" && !isAdList(view)) await workbench.go("campaigns");
  await tick();
  document.querySelector<HTMLInputElement>("input[type=search]")?.select();
}
