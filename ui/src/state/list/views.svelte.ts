import type { SavedView, ViewState } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import type { Listing } from "./listing.svelte";
import type { Notices } from "../notices.svelte";

/** How long after the last change the list's state is saved. */
const saveDelayMs = 500;

/** The saved views of the list, and its last state. */
export class Views {
  saved = $state.raw<readonly SavedView[]>([]);
  /** The id of the last chosen view. */
  chosen = $state<string | null>(null);
  /** The text in the box for the name of a new view. */
  typedName = $state("");
  readonly #desk: Desk;
  readonly #campaigns: Listing;
  readonly #notices: Notices;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loaded = false;

  constructor(desk: Desk, campaigns: Listing, notices: Notices) {
    this.#desk = desk;
    this.#campaigns = campaigns;
    this.#notices = notices;
  }

  get current(): SavedView | undefined {
    return this.saved.find(({ id }) => id === this.chosen);
  }

  /** Returns whether the list's state differs from the chosen view. */
  get isChanged(): boolean {
    const { current } = this;
    return current !== undefined && comparable(current.state) !== comparable(this.#campaigns.state);
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  /** Shows the list in its last state. */
  async load(): Promise<void> {
    const { columns, views, rows } = await this.#desk.openList(this.#campaigns.id);
    this.#campaigns.columns.load(columns);
    this.saved = views.saved;
    await this.#campaigns.show(views.current, rows ?? undefined);
    this.#loaded = true;
  }

  /** Shows the list with the currently known fields. Columns of removed fields disappear. */
  async reloadColumns(): Promise<void> {
    this.#campaigns.columns.load(await this.#desk.columns(this.#campaigns.id));
    const { columns, sort } = this.#campaigns;
    for (const { path } of columns.shown) if (!columns.info(path)) columns.toggle(path);
    if (sort && !columns.info(sort.path)) this.#campaigns.sort = null;
    await this.#campaigns.refresh();
  }

  /** Saves the list's state after a pause. */
  saveStateSoon(): void {
    if (!this.#loaded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#saveState(this.#campaigns.state), saveDelayMs);
  }

  /** Shows a saved view. An unknown id changes nothing. */
  async show(id: string): Promise<void> {
    const view = this.saved.find((one) => one.id === id);
    if (view) await this.choose(view);
  }

  async choose(view: SavedView): Promise<void> {
    this.chosen = view.id;
    await this.#campaigns.show(view.state);
  }

  /** Shows the list in an earlier state. The columns stay unless another view was chosen. */
  async restore({ state, chosen }: { state: ViewState; chosen: string | null }): Promise<void> {
    const { state: now } = this.#campaigns;
    const restored = chosen === this.chosen ? { ...state, columns: now.columns } : state;
    this.chosen = chosen;
    if (comparable(restored) !== comparable(now)) await this.#campaigns.show(restored);
  }

  /** Saves the list's state as a new view. */
  async add(name: string): Promise<void> {
    const before = new Set(this.saved.map(({ id }) => id));
    this.saved = (await this.#desk.saveView(this.#campaigns.id, { id: "", name, state: this.#campaigns.state })).saved;
    this.chosen = this.saved.find(({ id }) => !before.has(id))?.id ?? null;
    this.#notices.spoken = `Saved as “${name}”`;
  }

  /** Replaces the state of a view with the list's state. */
  async overwrite(view: SavedView): Promise<void> {
    this.saved = (await this.#desk.saveView(this.#campaigns.id, { ...view, state: this.#campaigns.state })).saved;
    this.chosen = view.id;
    this.#notices.show(`“${view.name}” now shows what you see.`, { label: "Undo", run: () => this.#put(view) });
  }

  rename(view: SavedView, name: string): Promise<void> {
    return this.#put({ ...view, name });
  }

  async move(view: SavedView, by: number): Promise<void> {
    const place = this.saved.indexOf(view) + by;
    if (place < 0 || place >= this.saved.length) return;
    this.saved = (await this.#desk.moveView(this.#campaigns.id, view.id, place)).saved;
  }

  async remove(view: SavedView): Promise<void> {
    this.saved = (await this.#desk.removeView(this.#campaigns.id, view.id)).saved;
    if (this.chosen === view.id) this.chosen = null;
    this.#notices.show(`The view “${view.name}” was deleted.`, { label: "Undo", run: () => this.#restore(view) });
  }

  async #put(view: SavedView): Promise<void> {
    this.saved = (await this.#desk.saveView(this.#campaigns.id, view)).saved;
  }

  async #restore(view: SavedView): Promise<void> {
    this.saved = (await this.#desk.restoreView(this.#campaigns.id, view.id)).saved;
  }

  async #saveState(state: ViewState): Promise<void> {
    try {
      await this.#desk.keepView(this.#campaigns.id, state);
    } catch (thrown) {
      this.#notices.showFailure(thrown);
    }
  }
}

/** Returns a text that does not depend on the order in which the members were written. */
function comparable(state: ViewState): string {
  return JSON.stringify(state, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part,
  );
}
