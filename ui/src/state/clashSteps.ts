// Settles fields that the draft and someone else changed.

import type { ClashChoice, ClashView, DocumentRef, SentRow } from "../bridge/bindings";
import { targetOf } from "./subject";
import type { Workbench } from "./workbench.svelte";
import { plural } from "./wording";

/** Settles a clash of the open draft, and on request the same field in all other drafts. */
export async function settleClash(workbench: Workbench, clash: ClashView, choice: ClashChoice, alike: boolean): Promise<void> {
  await workbench.attempt(async () => {
    if (!alike) return void (await workbench.detail.settleClash(clash.place, choice));
    const drafts = await workbench.detail.settleAlike(clash.place, choice);
    workbench.notices.show(`Settled ${clash.values.label} in ${plural(drafts, "draft")}.`);
  });
}

/** Opens an object at its clashes, if its draft has open ones. */
export async function openClashes(workbench: Workbench, target: DocumentRef): Promise<void> {
  await workbench.open(target);
  if ((workbench.detail.value?.clashes?.open ?? 0) > 0) workbench.detail.showClashes();
}

/** Opens the object of an item whose draft was merged, if both sides changed the same fields. */
export async function settleAfterRebase(workbench: Workbench, item: SentRow): Promise<void> {
  const target = targetOf(item);
  if (target && ((await workbench.desk.read(target)).clashes?.open ?? 0) > 0) await openClashes(workbench, target);
}

/** Settles the focused clash, or the first open one. */
export async function settleCurrent(workbench: Workbench, choice: ClashChoice): Promise<void> {
  const clash = currentClash(workbench);
  if (!clash) return;
  await settleClash(workbench, clash, choice, false);
  workbench.detail.showClashes();
}

/** Returns the focused clash of the open draft, or its first open one. */
export function currentClash({ detail }: Workbench): ClashView | undefined {
  const clashes = detail.value?.clashes?.clashes ?? [];
  const focused = clashes.find(({ place }) => detail.tab === "clashes" && place === detail.clashAt);
  return focused ?? clashes.find(({ state }) => state === "open");
}
