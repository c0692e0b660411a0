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

import { openSubject } from "../subject";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { askTemplate } from "../templateSteps";

/** What is done with the list and with a campaign as a whole. */
export const campaignActions: Action[] = [
  {
    id: "campaign.open", title: "Open", group: "Campaigns", icon: FolderOpen, on: ["campaign", "draft"],
    when: (bench, subject) => subject !== null && subject.target !== openSubject(bench)?.target,
    run: (bench, subject) => subject && bench.open(subject.target),
  },
  { id: "campaign.new", title: "New campaign", group: "Campaigns", icon: Plus, keys: ["Mod+N"], words: "create add", run: (bench) => bench.newCampaign() },
  {
    id: "campaign.copy", title: "New campaign from this one", group: "Campaigns", icon: CopyPlus, keys: ["Mod+Shift+N"], on: ["campaign", "draft"],
    words: "copy duplicate clone", when: (_, subject) => subject !== null,
    run: (bench, subject) => subject && bench.copyCampaign(subject.target),
  },
  {
    id: "campaign.saveTemplate", title: "Save as template…", group: "Campaigns", icon: LayoutTemplate, on: ["campaign", "draft"],
    when: (_, subject) => subject !== null,
    run: (bench, subject) => subject && askTemplate(bench, subject.target),
  },
  {
    id: "campaign.fetch", title: "Get latest", group: "Campaigns", icon: RefreshCw, keys: ["F5"], words: "refresh reload fetch",
    reason: (bench) => (bench.fetching.running ? "The campaigns are being got already." : null),
    run: (bench) => bench.getLatest(),
  },
  {
    id: "campaign.fetchRest", title: "Get the rest", group: "Campaigns", icon: ListEnd, words: "incomplete go on continue",
    when: ({ workspace }) => workspace.value?.fetch.at != null && !workspace.value.fetch.complete,
    reason: (bench) => (bench.fetching.running ? "The campaigns are being got already." : null),
    run: (bench) => bench.getLatest("rest"),
  },
  {
    id: "campaign.stopFetch", title: "Stop getting campaigns", group: "Campaigns", icon: CircleStop,
    when: (bench) => bench.fetching.running,
    run: (bench) => bench.attempt(() => bench.fetching.stop()),
  },
  { id: "campaign.search", title: "Search the list", group: "Campaigns", icon: Search, keys: ["Mod+F"], words: "find filter campaigns drafts", run: focusSearch },
  {
    id: "campaign.copyId", title: "Copy campaign id", group: "Campaigns", icon: Copy, on: ["campaign", "draft"],
    when: (_, subject) => subject !== null && subject.id !== null,
    run: (bench, subject) => copy(bench, subject?.id ?? "", "Campaign id"),
  },
  {
    id: "campaign.copyName", title: "Copy name", group: "Campaigns", icon: Copy, on: ["campaign", "draft"],
    when: (_, subject) => subject !== null && subject.title !== "",
    run: (bench, subject) => copy(bench, subject?.title ?? "", "Name"),
  },
  {
    id: "campaign.siteContact", title: "Show the site contact", group: "Campaigns", icon: Contact, words: "person site ask",
    when: (bench) => openSubject(bench) !== null,
    run: (bench) => (bench.detail.tab = "contact"),
  },
  {
    id: "campaign.close", title: "Close the open campaign", group: "Campaigns", icon: X,
    when: (bench) => openSubject(bench) !== null,
    run: (bench) => bench.close(),
  },
];

async function focusSearch(bench: Workbench): Promise<void> {
  if (bench.route.view !== "campaigns" && bench.route.view !== "drafts") await bench.go("campaigns");
  await tick();
  document.querySelector<HTMLInputElement>("input[type=search]")?.select();
}

async function copy(bench: Workbench, text: string, what: string): Promise<void> {
  await bench.attempt(async () => {
    await navigator.clipboard.writeText(text);
    bench.notices.spoken = `${what} copied`;
  });
}
