import CodeXml from "~icons/lucide/code-xml";
import Expand from "~icons/lucide/expand";
import History from "~icons/lucide/history";
import LayoutTemplate from "~icons/lucide/layout-template";
import List from "~icons/lucide/list";
import MonitorPlay from "~icons/lucide/monitor-play";
import Pencil from "~icons/lucide/pencil";
import PlugZap from "~icons/lucide/plug-zap";
import Send from "~icons/lucide/send";
import Shapes from "~icons/lucide/shapes";
import Sheet from "~icons/lucide/sheet";
import Tags from "~icons/lucide/tags";
import type { Component } from "svelte";

import type { WorkspaceCounts } from "../bridge/bindings";
import type { Icon } from "../state/icon";
import { LazyCode } from "../state/lazyCode.svelte";
import type { ViewId } from "../state/route.svelte";
import Ads from "./Ads.svelte";
import Campaigns from "./Campaigns.svelte";
import Values from "./Values.svelte";

/** A view as the navigation lists it. */
export interface RouteEntry {
  id: ViewId;
  /** The heading above the view, if it starts a section. */
  heading?: string;
  /** Whether the navigation shows the view even if it is empty. */
  always?: false;
  label: string;
  icon: Icon;
  component: LazyCode<Component>;
  /** The number next to the view's name. */
  count?: (counts: WorkspaceCounts) => number;
  /** How many objects wait for the person. */
  waiting?: (counts: WorkspaceCounts) => number;
}

export const routes: RouteEntry[] = [
  { id: "campaigns", label: "Campaigns", icon: List, component: LazyCode.loaded(Campaigns), count: ({ campaigns }) => campaigns },
  {
    id: "values",
    heading: "Retargeting values",
    label: "On the service",
    icon: Tags,
    component: LazyCode.loaded(Values),
    count: ({ values }) => values,
  },
  { id: "batches", label: "Batches", icon: Sheet, component: new LazyCode(() => import("./Batches.svelte")) },
  {
    id: "inStream",
    heading: "Ads",
    label: "In-stream",
    icon: MonitorPlay,
    component: LazyCode.loaded(Ads),
    count: ({ adLists }) => adLists?.inStream ?? 0,
  },
  {
    id: "expandable",
    label: "Expandable",
    icon: Expand,
    component: LazyCode.loaded(Ads),
    count: ({ adLists }) => adLists?.expandable ?? 0,
  },
  {
    id: "html5Expandable",
    label: "HTML5 expandable",
    icon: CodeXml,
    component: LazyCode.loaded(Ads),
    count: ({ adLists }) => adLists?.html5Expandable ?? 0,
  },
  {
    id: "otherAds",
    always: false,
    label: "Other ads",
    icon: Shapes,
    component: LazyCode.loaded(Ads),
    count: ({ adLists }) => adLists?.other ?? 0,
  },
  {
    id: "drafts",
    heading: "Your work",
    label: "Drafts",
    icon: Pencil,
    component: new LazyCode(() => import("./Drafts.svelte")),
    count: ({ drafts }) => drafts,
  },
  {
    id: "review",
    label: "Review and send",
    icon: Send,
    component: new LazyCode(() => import("./Review.svelte")),
    count: ({ ready }) => ready,
  },
  {
    id: "sent",
    label: "Sent",
    icon: History,
    component: new LazyCode(() => import("./Sent.svelte")),
    count: ({ sent }) => sent,
    waiting: ({ needsYou }) => needsYou,
  },
  { id: "templates", label: "Templates", icon: LayoutTemplate, component: new LazyCode(() => import("./Templates.svelte")) },
  { id: "connection", label: "Connection", icon: PlugZap, component: new LazyCode(() => import("./Connection.svelte")) },
];

/** Loads the code of a view before the page draws it. */
export async function loadView(view: ViewId): Promise<void> {
  await routes.find(({ id }) => id === view)?.component.load();
}
