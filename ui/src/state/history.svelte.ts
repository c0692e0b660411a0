import type { HistoryComparison, History, HistoryEntry, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";

/** The history of the open campaign, and a comparison of two of its versions. */
export class HistoryState {
  history = $state.raw<Loading<History>>({ status: "loading" });
  comparison = $state.raw<Loading<HistoryComparison> | null>(null);
  /** The ids of the selected entry and of the entry to compare it with; `null` for the default. */
  selected = $state<string | null>(null);
  comparedWith = $state<string | null>(null);
  cursor = $state(0);
  readonly entries = $derived(ready(this.history)?.entries ?? []);
  readonly entry = $derived(this.entries.find(({ id }) => id === this.selected));
  /** The id of the entry on the left. */
  readonly before = $derived.by(() => {
    const { comparedWith, selected, entries } = this;
    const isListed = comparedWith !== selected && entries.some(({ id }) => id === comparedWith);
    return isListed ? comparedWith : (this.entry?.before ?? null);
  });
  readonly #desk: Desk;
  readonly #reading = new Coalescer(() => this.#read());
  #target: DocumentRef | null = null;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Shows the history of the open object, again after each change. */
  show(target: DocumentRef): Promise<void> {
    const isSameTarget = this.#target?.kind === target.kind && this.#target.id === target.id;
    if (!isSameTarget) {
      this.history = { status: "loading" };
      this.comparison = null;
      this.selected = this.comparedWith = null;
      this.cursor = 0;
    }
    this.#target = target;
    return this.#reading.run();
  }

  select(entry: HistoryEntry): Promise<void> {
    this.selected = entry.id;
    this.comparedWith = null;
    return this.#compare();
  }

  /** Compares the selected entry with another one. An empty id means the default. */
  compareWith(id: string): Promise<void> {
    this.comparedWith = id === "" ? null : id;
    return this.#compare();
  }

  /** Returns both compared layouts, overlaid, as an SVG file. */
  async layoutsSvg(): Promise<string> {
    const { before, selected } = this;
    if (!this.#target || before === null || selected === null) return "";
    return this.#desk.compareSvg(this.#target, before, selected);
  }

  async #read(): Promise<void> {
    const target = this.#target;
    if (!target) return;
    try {
      const history = await this.#desk.history(target);
      if (target !== this.#target) return;
      const newest = this.selected === null || this.selected === this.entries[0]?.id;
      this.history = { status: "ready", value: history };
      const isSelectedMissing = !history.entries.some(({ id }) => id === this.selected);
      if (newest || isSelectedMissing) this.selected = history.entries[0]?.id ?? null;
      this.cursor = Math.max(
        0,
        this.entries.findIndex(({ id }) => id === this.selected),
      );
      await this.#compare();
    } catch (thrown) {
      if (target === this.#target) this.history = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  async #compare(): Promise<void> {
    const turn = ++this.#turn;
    const { before, selected } = this;
    if (!this.#target || before === null || selected === null) {
      this.comparison = null;
      return;
    }
    try {
      const value = await this.#desk.compare(this.#target, before, selected);
      if (turn === this.#turn) this.comparison = { status: "ready", value };
    } catch (thrown) {
      if (turn === this.#turn) this.comparison = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}
