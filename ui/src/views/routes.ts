import History from "~icons/lucide/history";
import LayoutTemplate from "~icons/lucide/layout-template";
import List from "~icons/lucide/list";
import Pencil from "~icons/lucide/pencil";
import PlugZap from "~icons/lucide/plug-zap";
import Send from "~icons/lucide/send";
import type { Component } from "svelte";

import type { Counts } from "../bridge/bindings";
import type { Icon } from "../parts/icons";
import type { ViewId } from "../state/route.svelte";
import Campaigns from "./Campaigns.svelte";
import Connection from "./Connection.svelte";
import Drafts from "./Drafts.svelte";
import Review from "./Review.svelte";
import Sent from "./Sent.svelte";
import Templates from "./Templates.svelte";

/** A view as the navigation lists it. */
export interface RouteEntry {
  id: ViewId;
  label: string;
  icon: Icon;
  component: Component;
  /** The number beside it. */
  count?: (counts: Counts) => number;
  /** How many of them wait for the person. */
  waiting?: (counts: Counts) => number;
}

export const routes: RouteEntry[] = [
  { id: "campaigns", label: "Campaigns", icon: List, component: Campaigns, count: ({ campaigns }) => campaigns },
  { id: "drafts", label: "Drafts", icon: Pencil, component: Drafts, count: ({ drafts }) => drafts },
  { id: "review", label: "Review and send", icon: Send, component: Review, count: ({ ready }) => ready },
  { id: "sent", label: "Sent", icon: History, component: Sent, count: ({ sent }) => sent, waiting: ({ needsYou }) => needsYou },
  { id: "templates", label: "Templates", icon: LayoutTemplate, component: Templates },
  { id: "connection", label: "Connection", icon: PlugZap, component: Connection },
];
