import type { Collection, Detail, DocumentRef, ReviewRow } from "../bridge/bindings";
import { collectionOf } from "./collection";
import { nouns } from "./wording";
import type { Workbench } from "./workbench.svelte";

/** The campaign, ad or draft of an action. */
export interface Subject {
  target: DocumentRef;
  /** The collection that it belongs to. */
  collection: Collection;
  /** Its id; `null` for a new object. */
  id: string | null;
  /** The name of the ad's file. */
  file: string | null;
  title: string;
  /** Whether it has a draft with changes. */
  draft: boolean;
  /** Why its draft is locked; `null` if it is not. */
  lock: string | null;
}

/** Returns the id of the open object's row in the list. A new object has the id of its draft. */
export function keyOf(detail: Detail | null): string | null {
  return detail?.target.id ?? null;
}

/** Returns whether two references are equal. */
export function isSame(one: DocumentRef | null, other: DocumentRef | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}

/** Returns the object that is open beside the list. Actions apply to it unless a row's menu was opened. */
export function openSubject(workbench: Workbench): Subject | null {
  const { target, value } = workbench.detail;
  if (!workbench.isOpenHere || !target) return null;
  if (value) return subjectOf(target, value);
  const collection = target.kind === "ad" ? "ads" : target.kind === "value" ? "values" : "campaigns";
  return { target, collection, id: null, file: null, title: "", draft: false, lock: null };
}

function subjectOf(target: DocumentRef, value: Detail): Subject {
  const collection = collectionOf(value.list);
  const [file, lock] = [value.file?.name ?? null, value.draft?.lock?.reason ?? null];
  return { target, collection, id: value.id ?? null, file, title: value.title ?? "", draft: value.draft != null, lock };
}

/** Returns the reference to an object of the service; `null` if it has no id yet, or cannot be opened. */
export function targetOf({ collection, id }: { collection: Collection; id: string | null }): DocumentRef | null {
  return id === null ? null : { kind: nouns[collection], id };
}

/** Returns the reference to the object of a reviewed draft. */
export function reviewTarget(row: ReviewRow): DocumentRef {
  return targetOf(row) ?? { kind: "draft", id: row.draft };
}
