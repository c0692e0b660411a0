// The saved views of the fake desk.

import type { ListId, SavedView, ViewState, SavedViews } from "./bindings";
import { noFilters } from "../state/list/filters.svelte";

export class FakeViews {
  readonly #views: SavedViews = { current: { search: "", filters: noFilters, sort: null, columns: [] }, saved: [] };
  readonly #gone: SavedView[] = [];
  #minted = 0;

  list = async (_?: ListId): Promise<SavedViews> => structuredClone(this.#views);

  keep = async (_: ListId, state: ViewState): Promise<null> => {
    this.#views.current = state;
    return null;
  };

  save = async (_: ListId, view: SavedView): Promise<SavedViews> => {
    const { saved } = this.#views;
    const at = saved.findIndex(({ id }) => id === view.id);
    if (at < 0) saved.push({ ...view, id: view.id || `view-${++this.#minted}` });
    else saved[at] = view;
    return this.list();
  };

  remove = async (_: ListId, id: string): Promise<SavedViews> => {
    const at = this.#views.saved.findIndex((view) => view.id === id);
    this.#gone.push(...this.#views.saved.splice(at, 1));
    return this.list();
  };

  restore = async (_: ListId, id: string): Promise<SavedViews> => {
    this.#views.saved.push(...this.#gone.filter((view) => view.id === id));
    return this.list();
  };

  move = async (_: ListId, id: string, to: number): Promise<SavedViews> => {
    const { saved } = this.#views;
    const at = saved.findIndex((view) => view.id === id);
    saved.splice(to, 0, ...saved.splice(at, 1));
    return this.list();
  };
}
