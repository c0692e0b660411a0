import type { Target } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** The campaign, ad or draft that an action is for. */
export interface Subject {
  target: Target;
  /** Its id; none while it is new. */
  id: string | null;
  title: string;
  /** Whether there is a draft with changes. */
  draft: boolean;
  /** Why its draft cannot be touched, where that is so. */
  lock: string | null;
}

/** What is open beside the list; actions are for this unless a menu was opened on something else. */
export function openSubject(bench: Workbench): Subject | null {
  const { target, value } = bench.detail;
  if (!bench.isOpenHere || !target) return null;
  const draft = value?.draft ?? null;
  return { target, id: value?.id ?? null, title: value?.title ?? "", draft: draft !== null, lock: draft?.lock?.reason ?? null };
}
