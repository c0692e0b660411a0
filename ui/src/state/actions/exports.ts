import Download from "~icons/lucide/download";

import { exportChoices } from "../exportSteps";
import type { Action } from "./action";

/** The export of whatever the view shows. */
export const exportActions: Action[] = [
  {
    id: "export.choose",
    title: "Export…",
    group: "View",
    icon: Download,
    keys: ["Mod+Shift+E"],
    words: "save file download print pdf csv excel xlsx json html receipt history review selection",
    when: (workbench) => exportChoices(workbench).length > 0,
    run: ({ overlay }) => overlay.show("export"),
  },
];
