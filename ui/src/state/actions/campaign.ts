import Contact from "~icons/lucide/contact";
import Copy from "~icons/lucide/copy";
import CopyPlus from "~icons/lucide/copy-plus";
import FolderOpen from "~icons/lucide/folder-open";
import LayoutTemplate from "~icons/lucide/layout-template";
import Plus from "~icons/lucide/plus";
import Search from "~icons/lucide/search";
import X from "~icons/lucide/x";
import { tick } from "svelte";

import { isList } from "../collection";
import { openSubject, type Subject } from "../subject";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
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
  const isSheet = view === "batches" && workbench.batches.sheet !== null;
  if (view !== "drafts" && !isSheet && !isList(view)) await workbench.go("campaigns");
  await tick();
  const box = document.querySelector<HTMLInputElement>("input[type=search]");
  // The selection alone does not move the focus in every engine.
  box?.focus();
  box?.select();
}
