import type { ListId, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { listIds } from "./collection";
import { Listing } from "./list/listing.svelte";
import type { ShownList } from "./list/current";
import { ServiceQuery } from "./list/serviceQuery.svelte";
import { Views } from "./list/views.svelte";
import type { Notices } from "./notices.svelte";
import type { Operations } from "./operations.svelte";

/** The lists of values and ads. Each is loaded when it is first shown. */
export class Lists {
  /** The ads in the comparison beside the list. */
  compared = $state.raw<DocumentRef[] | null>(null);
  readonly #lists: Record<ListId, ShownList>;
  /** The first load of each list. */
  readonly #loading = new Map<ListId, Promise<void>>();

  /** @param campaigns the list of campaigns, which the window loads at its start */
  constructor(desk: Desk, notices: Notices, operations: Operations, campaigns: Omit<ShownList, "serviceQuery">) {
    const shown = listIds.map((id) => {
      const { list, views } = id === "campaigns" ? campaigns : listWithViews(desk, notices, id);
      return [id, { list, views, serviceQuery: new ServiceQuery(desk, list, operations) }];
    });
    this.#lists = Object.fromEntries(shown) as Record<ListId, ShownList>;
  }

  of(id: ListId): ShownList {
    return this.#lists[id];
  }

  /** Shows a list in its last state, with current rows. The campaigns refresh themselves. */
  async enter(id: ListId): Promise<void> {
    if (id === "campaigns") return;
    const { list, views } = this.#lists[id];
    if (views.loaded) return list.refresh();
    const loading = views.load();
    this.#loading.set(id, loading);
    await loading;
  }

  /** Reloads the values and ads that were shown, including a list whose first load is still running. */
  async refresh(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    const entered = [...this.#loading.keys()].map((id) => this.#lists[id]).filter(({ views }) => views.loaded);
    await Promise.all(entered.map(({ list }) => list.refresh()));
  }
}

function listWithViews(desk: Desk, notices: Notices, id: ListId): Omit<ShownList, "serviceQuery"> {
  const list = new Listing(desk, () => views.saveStateSoon(), id);
  const views = new Views(desk, list, notices);
  return { list, views };
}
