import ArrowLeft from "~icons/lucide/arrow-left";
import ArrowRight from "~icons/lucide/arrow-right";
import CodeXml from "~icons/lucide/code-xml";
import Expand from "~icons/lucide/expand";
import History from "~icons/lucide/history";
import LayoutTemplate from "~icons/lucide/layout-template";
import List from "~icons/lucide/list";
import MonitorPlay from "~icons/lucide/monitor-play";
import Pencil from "~icons/lucide/pencil";
import PlugZap from "~icons/lucide/plug-zap";
import Send from "~icons/lucide/send";
import Sheet from "~icons/lucide/sheet";
import Shapes from "~icons/lucide/shapes";
import Tags from "~icons/lucide/tags";

import { isTextBox, onMac } from "../keys";
import { focusAfter, focusList } from "../panes";
import { placeOf } from "../places.svelte";
import type { Icon } from "../icon";
import type { ViewId } from "../route.svelte";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

/** The actions that show a view, `go.` and the name of the view, and the way back and forward. */
export const navigationActions: Action[] = [
  travelAction("back", "Back", ArrowLeft, ["Alt+ArrowLeft", "Mod+["]),
  travelAction("forward", "Forward", ArrowRight, ["Alt+ArrowRight", "Mod+]"]),
  { id: "go.campaigns", title: "Campaigns", group: "Go to", icon: List, keys: ["Mod+1"], run: (workbench) => goTo(workbench, "campaigns") },
  {
    id: "go.values",
    title: "Retargeting values",
    group: "Go to",
    icon: Tags,
    keys: ["Mod+Shift+D"],
    words: "data activity",
    run: (workbench) => goTo(workbench, "values"),
  },
  {
    id: "go.batches",
    title: "Batches of retargeting values",
    group: "Go to",
    icon: Sheet,
    keys: ["Mod+Shift+B"],
    words: "sheet spreadsheet enter rows",
    run: (workbench) => goTo(workbench, "batches"),
  },
  {
    id: "go.inStream",
    title: "In-stream ads",
    group: "Go to",
    icon: MonitorPlay,
    keys: ["Mod+7"],
    run: (workbench) => goTo(workbench, "inStream"),
  },
  {
    id: "go.expandable",
    title: "Expandable banners",
    group: "Go to",
    icon: Expand,
    keys: ["Mod+8"],
    words: "ads",
    run: (workbench) => goTo(workbench, "expandable"),
  },
  {
    id: "go.html5Expandable",
    title: "HTML5 expandable banners",
    group: "Go to",
    icon: CodeXml,
    keys: ["Mod+9"],
    words: "ads",
    run: (workbench) => goTo(workbench, "html5Expandable"),
  },
  {
    id: "go.otherAds",
    title: "Other ads",
    group: "Go to",
    icon: Shapes,
    words: "unknown type",
    run: (workbench) => goTo(workbench, "otherAds"),
  },
  { id: "go.drafts", title: "Drafts", group: "Go to", icon: Pencil, keys: ["Mod+2"], run: (workbench) => goTo(workbench, "drafts") },
  { id: "go.review", title: "Review and send", group: "Go to", icon: Send, keys: ["Mod+3"], run: (workbench) => goTo(workbench, "review") },
  {
    id: "go.sent",
    title: "Sent",
    group: "Go to",
    icon: History,
    keys: ["Mod+4"],
    words: "receipts history",
    run: (workbench) => goTo(workbench, "sent"),
  },
  {
    id: "go.templates",
    title: "Templates",
    group: "Go to",
    icon: LayoutTemplate,
    keys: ["Mod+5"],
    run: (workbench) => goTo(workbench, "templates"),
  },
  {
    id: "go.connection",
    title: "Connection",
    group: "Go to",
    icon: PlugZap,
    keys: ["Mod+6"],
    words: "settings dialect doctor service",
    run: (workbench) => goTo(workbench, "connection"),
  },
];

function travelAction(direction: "back" | "forward", title: string, icon: Icon, keys: string[]): Action {
  return {
    id: `go.${direction}`,
    title,
    group: "Go to",
    icon,
    keys,
    words: "history previous next place view",
    // On macOS this key moves the text cursor by a word.
    pressed: (_, { altKey, target }) => !(onMac && altKey && isTextBox(target)),
    reason: (workbench) => (workbench.places.peek(direction, placeOf(workbench)) ? null : `There is nothing to go ${direction} to.`),
    run: (workbench) => workbench.travel(direction),
  };
}

/** Shows a view and focuses the element for the arrow keys. */
async function goTo(workbench: Workbench, view: ViewId): Promise<void> {
  await focusAfter(
    () => workbench.go(view),
    () => workbench.route.view === view && focusList(),
  );
}
