// Where the first steps lead; the person takes them.

import type { WelcomeStep } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** Leads to where a step of the guide is done; the person does it. */
export async function showStep(bench: Workbench, { id, target }: WelcomeStep): Promise<void> {
  if (id === "send") return bench.go("review");
  if (id === "receipt") return showNewestReceipt(bench);
  if (!target) return bench.go("campaigns");
  await bench.open(target);
  bench.detail.tab = "fields";
  bench.detail.focusOn = id === "fix" ? "traffickingMode" : "name";
}

export async function closeWelcome(bench: Workbench): Promise<void> {
  await bench.attempt(() => bench.workspace.changeWelcome({ kind: "close" }));
  bench.notices.say("The first steps are closed. You find them again in the menu, under Help.", undefined, { about: "welcome" });
}

async function showNewestReceipt(bench: Workbench): Promise<void> {
  await bench.go("sent");
  const newest = bench.sent.all.find(({ state }) => state === "confirmed");
  if (newest) await bench.sent.open(newest.item);
  await bench.workspace.refresh();
}
