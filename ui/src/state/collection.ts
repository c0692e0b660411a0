import type { Collection, ListId } from "../bridge/bindings";

/** The lists of ads, in the navigation's order. */
const adLists = ["inStream", "expandable", "html5Expandable", "otherAds"] as const satisfies ListId[];

/** The id of a list of ads. */
export type AdListId = (typeof adLists)[number];

/** Returns whether an id is a list of ads. */
export function isAdList(id: string): id is AdListId {
  return (adLists as readonly string[]).includes(id);
}

/** All lists, in the navigation's order. */
export const listIds = ["campaigns", "values", ...adLists] as const satisfies ListId[];

/** Returns whether an id is a list. */
export function isList(id: string): id is ListId {
  return (listIds as readonly string[]).includes(id);
}

/** Returns whether the service can be asked with the filters of a list. The interface has no query for ads. */
export function canAskService(id: string): boolean {
  return id === "campaigns" || id === "values";
}

/** Returns the collection of a list's objects. */
export function collectionOf(list: ListId): Collection {
  return isAdList(list) ? "ads" : list;
}
