import type { Collection, Detail, DocumentRef } from "../bridge/bindings";
import { isAdList } from "./adLists.svelte";
import type { Workbench } from "./workbench.svelte";

/** The campaign, ad or draft that an action is for. */
export interface Subject {
  target: DocumentRef;
  /** What it is one of. */
  collection: Collection;
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

/** Whether two targets are one. */
export function isSame(one: DocumentRef | null, other: DocumentRef | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}

/** What is open beside the list; actions are for this unless a menu was opened on something else. */
export function openSubject(workbench: Workbench): Subject | null {
  const { target, value } = workbench.detail;
  if (!workbench.isOpenHere || !target) return null;
  const draft = value?.draft ?? null;
  const isAd = value ? isAdList(value.list) : target.kind === "ad";
  const collection = isAd ? "ads" : "campaigns";
  const [file, lock] = [value?.file?.name ?? null, draft?.lock?.reason ?? null];
  return { target, collection, id: value?.id ?? null, file, title: value?.title ?? "", draft: draft !== null, lock };
}

/** What opens something that the service has; nothing where it has no id yet, or cannot be opened. */
export function targetOf({ collection, id }: { collection: Collection; id: string | null }): DocumentRef | null {
  if (id === null || collection === "values") return null;
  return { kind: collection === "ads" ? "ad" : "campaign", id };
}
