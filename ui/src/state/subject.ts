import type { Target } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** The campaign or draft that an action is for. */
export interface Subject {
  target: Target;
  /** The campaign's id; none while it is new. */
  id: string | null;
  title: string;
  /** Whether there is a draft with changes. */
  draft: boolean;
  /** Why its draft cannot be touched, where that is so. */
  lock: string | null;
}

/** What is open beside the list; actions are for this unless a menu was opened on something else. */
export function openSubject({ route, detail }: Workbench): Subject | null {
  const { target, value } = detail;
  if (route.view !== "campaigns" || !target) return null;
  const draft = value?.draft ?? null;
  return { target, id: value?.id ?? null, title: value?.title ?? "", draft: draft !== null, lock: draft?.lock?.reason ?? null };
}
