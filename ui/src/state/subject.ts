import type { Detail, Target } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** The campaign, ad or draft that an action is for. */
export interface Subject {
  target: Target;
  /** Its id; none while it is new. */
  id: string | null;
  /** The name of the file that an ad came from. */
  file: string | null;
  title: string;
  /** Whether there is a draft with changes. */
  draft: boolean;
  /** Why its draft cannot be touched, where that is so. */
  lock: string | null;
}

/** What the list names what is open by; nothing for a draft that the service does not have. */
export function keyOf(detail: Detail | null): string | null {
  return detail && detail.target.kind !== "draft" ? detail.target.id : null;
}

/** What is open beside the list; actions are for this unless a menu was opened on something else. */
export function openSubject(bench: Workbench): Subject | null {
  const { target, value } = bench.detail;
  if (!bench.isOpenHere || !target) return null;
  const draft = value?.draft ?? null;
  return { target, id: value?.id ?? null, file: value?.file?.name ?? null, title: value?.title ?? "", draft: draft !== null, lock: draft?.lock?.reason ?? null };
}
