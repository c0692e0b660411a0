import type { ListId, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Listing } from "./list/listing.svelte";
import type { ShownList } from "./list/current";
import { Views } from "./list/views.svelte";
import type { Notices } from "./notices.svelte";

/** The lists of ads, in the order of the navigation. */
export const adLists = ["inStream", "expandable", "html5Expandable", "otherAds"] as const satisfies ListId[];

/** One of them. */
export type AdListId = (typeof adLists)[number];

/** Whether a view or a list is one of ads. */
export function isAdList(id: string): id is AdListId {
  return (adLists as readonly string[]).includes(id);
}

/** The ads, list by list; each is read when it is first entered. */
export class AdLists {
  /** The ads that are compared beside the list. */
  compared = $state.raw<DocumentRef[] | null>(null);
  readonly #lists: Record<AdListId, ShownList>;
  /** How each list was or is read for the first time. */
  readonly #loading = new Map<AdListId, Promise<void>>();

  constructor(desk: Desk, notices: Notices) {
    this.#lists = Object.fromEntries(adLists.map((id) => [id, shownList(desk, notices, id)])) as Record<AdListId, ShownList>;
  }

  of(id: AdListId): ShownList {
    return this.#lists[id];
  }

  /** Shows a list as it was left, or with what is there now. */
  async enter(id: AdListId): Promise<void> {
    const { list, views } = this.#lists[id];
    if (views.loaded) return list.refresh();
    const loading = views.load();
    this.#loading.set(id, loading);
    await loading;
  }

  /** Reads afresh the lists that were entered, also one that is just being read for the first time. */
  async refresh(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    const entered = adLists.map((id) => this.#lists[id]).filter(({ views }) => views.loaded);
    await Promise.all(entered.map(({ list }) => list.refresh()));
  }
}

function shownList(desk: Desk, notices: Notices, id: AdListId): ShownList {
  const list = new Listing(desk, () => views.keepSoon(), id);
  const views = new Views(desk, list, notices);
  return { list, views };
}
