// Opens the places of the first steps. The person carries them out.

import type { WelcomeStep } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** Opens the place of a step of the guide. */
export async function showStep(workbench: Workbench, { id, target }: WelcomeStep): Promise<void> {
  if (id === "send") return workbench.go("review");
  if (id === "receipt") return showNewestReceipt(workbench);
  if (!target) return workbench.go("campaigns");
  await workbench.open(target);
  workbench.detail.tab = "fields";
  workbench.detail.focusOn = id === "fix" ? "traffickingMode" : "name";
}

export async function closeWelcome(workbench: Workbench): Promise<void> {
  await workbench.attempt(() => workbench.workspace.changeWelcome({ kind: "close" }));
  workbench.notices.show("The first steps are closed. Menu, Help opens them again.", undefined, { about: "welcome" });
}

async function showNewestReceipt(workbench: Workbench): Promise<void> {
  await workbench.go("sent");
  const newest = workbench.sent.loaded.find(({ state }) => state === "confirmed");
  if (newest) await workbench.sent.open(newest.item);
  await workbench.workspace.refresh();
}
