import History from "@lucide/svelte/icons/history";
import LayoutTemplate from "@lucide/svelte/icons/layout-template";
import List from "@lucide/svelte/icons/list";
import Pencil from "@lucide/svelte/icons/pencil";
import Send from "@lucide/svelte/icons/send";

import type { Action } from "./action";

/** The views; `go.` and the name of the view. */
export const goActions: Action[] = [
  { id: "go.campaigns", title: "Campaigns", group: "Go to", icon: List, keys: ["Mod+1"], run: (bench) => bench.go("campaigns") },
  { id: "go.drafts", title: "Drafts", group: "Go to", icon: Pencil, keys: ["Mod+2"], run: (bench) => bench.go("drafts") },
  { id: "go.review", title: "Review and send", group: "Go to", icon: Send, keys: ["Mod+3"], run: (bench) => bench.go("review") },
  { id: "go.sent", title: "Sent", group: "Go to", icon: History, keys: ["Mod+4"], words: "receipts history", run: (bench) => bench.go("sent") },
  { id: "go.templates", title: "Templates", group: "Go to", icon: LayoutTemplate, keys: ["Mod+5"], run: (bench) => bench.go("templates") },
];
