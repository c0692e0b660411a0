import Command from "~icons/lucide/command";
import Footprints from "~icons/lucide/footprints";
import Keyboard from "~icons/lucide/keyboard";
import X from "~icons/lucide/x";

import type { Action } from "./action";
import { closeWelcome } from "../welcomeSteps";

/** The actions for orientation and help. */
export const helpActions: Action[] = [
  {
    id: "palette.open",
    title: "Search campaigns and commands",
    group: "Help",
    icon: Command,
    keys: ["Mod+K"],
    run: (workbench) => workbench.palette.open(),
  },
  {
    id: "help.welcome",
    title: "First steps",
    group: "Help",
    icon: Footprints,
    words: "welcome guide tutorial start tour",
    when: ({ workspace }) => workspace.value?.practice === true && !workspace.value.welcome.open,
    run: (workbench) => workbench.attempt(() => workbench.workspace.changeWelcome({ kind: "open" })),
  },
  {
    id: "help.closeWelcome",
    title: "Close the first steps",
    group: "Help",
    icon: X,
    words: "welcome guide",
    when: ({ workspace }) => workspace.value?.welcome.open === true,
    run: (workbench) => closeWelcome(workbench),
  },
  {
    id: "help.keys",
    title: "Keyboard shortcuts",
    group: "Help",
    icon: Keyboard,
    keys: ["F1", "?"],
    run: (workbench) => workbench.overlay.show("keys"),
  },
];
