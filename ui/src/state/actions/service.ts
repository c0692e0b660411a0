import CirclePause from "~icons/lucide/circle-pause";
import CirclePlay from "~icons/lucide/circle-play";
import Plug from "~icons/lucide/plug";
import Stethoscope from "~icons/lucide/stethoscope";

import type { Workbench } from "../workbench.svelte";
import { pausePractice } from "../workspaceSteps";
import type { Action } from "./action";

/** The actions for the service itself. */
export const serviceActions: Action[] = [
  {
    id: "service.check",
    title: "Check the connection",
    group: "Service",
    icon: Plug,
    words: "online offline test try again",
    reason: (workbench) => (isPaused(workbench) ? "The practice service is paused. Resume it first." : null),
    run: (workbench) => workbench.checkConnection(),
  },
  {
    id: "connection.examine",
    title: "Run the connection doctor",
    group: "Service",
    icon: Stethoscope,
    words: "test try diagnose settings login address help",
    when: ({ workspace }) => workspace.value !== null,
    reason: ({ connection }) => (connection.running ? "The doctor is already running." : null),
    run: examine,
  },
  {
    id: "practice.pause",
    title: "Pause the practice service",
    group: "Service",
    icon: CirclePause,
    words: "outage offline stop train",
    when: (workbench) => isPractice(workbench) && !isPaused(workbench),
    run: (workbench) => pausePractice(workbench),
  },
  {
    id: "practice.resume",
    title: "Resume the practice service",
    group: "Service",
    icon: CirclePlay,
    words: "outage online start",
    when: (workbench) => isPractice(workbench) && isPaused(workbench),
    run: (workbench) => workbench.attempt(() => workbench.workspace.resumePractice()),
  },
];

/** Runs the doctor in its view, which shows the steps. */
async function examine(workbench: Workbench): Promise<void> {
  if (workbench.route.view !== "connection") await workbench.go("connection");
  await workbench.connection.examine();
}

function isPractice({ workspace }: Workbench): boolean {
  return workspace.value?.practice === true;
}

function isPaused({ workspace }: Workbench): boolean {
  return workspace.value?.connection.state === "paused";
}
