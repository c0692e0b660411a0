import type { ListId, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Listing } from "./list/listing.svelte";
import type { ShownList } from "./list/current";
import { Views } from "./list/views.svelte";
import type { Notices } from "./notices.svelte";

/** The lists of ads, in the navigation's order. */
export const adLists = ["inStream", "expandable", "html5Expandable", "otherAds"] as const satisfies ListId[];

/** The id of a list of ads. */
export type AdListId = (typeof adLists)[number];

/** Returns whether an id is a list of ads. */
export function isAdList(id: string): id is AdListId {
  return (adLists as readonly string[]).includes(id);
}

/** The lists of ads. Each is loaded when it is first shown. */
export class AdLists {
  /** The ads in the comparison beside the list. */
  compared = $state.raw<DocumentRef[] | null>(null);
  readonly #lists: Record<AdListId, ShownList>;
  /** The first load of each list. */
  readonly #loading = new Map<AdListId, Promise<void>>();

  constructor(desk: Desk, notices: Notices) {
    this.#lists = Object.fromEntries(adLists.map((id) => [id, shownList(desk, notices, id)])) as Record<AdListId, ShownList>;
  }

  of(id: AdListId): ShownList {
    return this.#lists[id];
  }

  /** Shows a list in its last state, with current rows. */
  async enter(id: AdListId): Promise<void> {
    const { list, views } = this.#lists[id];
    if (views.loaded) return list.refresh();
    const loading = views.load();
    this.#loading.set(id, loading);
    await loading;
  }

  /** Reloads the lists that were shown, including one whose first load is still running. */
  async refresh(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    const entered = adLists.map((id) => this.#lists[id]).filter(({ views }) => views.loaded);
    await Promise.all(entered.map(({ list }) => list.refresh()));
  }
}

function shownList(desk: Desk, notices: Notices, id: AdListId): ShownList {
  const list = new Listing(desk, () => views.saveStateSoon(), id);
  const views = new Views(desk, list, notices);
  return { list, views };
}
