import Command from "@lucide/svelte/icons/command";
import Keyboard from "@lucide/svelte/icons/keyboard";

import type { Action } from "./action";

/** Finding one's way. */
export const helpActions: Action[] = [
  {
    id: "palette.open", title: "Search campaigns and commands", group: "Help", icon: Command, keys: ["Mod+K"],
    run: (bench) => bench.palette.open(),
  },
  {
    id: "help.keys", title: "Keyboard shortcuts", group: "Help", icon: Keyboard, keys: ["F1", "?"],
    run: (bench) => bench.overlay.show("keys"),
  },
];
