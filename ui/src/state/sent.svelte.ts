import type { Decision, ItemState, ReceiptView, SentRow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";
import { OpenItems } from "./openItems.svelte";
import { Operations } from "./operations.svelte";

/** A filter for sent items. */
export type SentFilter = "all" | "needsYou" | "refused" | "confirmed";

/** The list of sent items, and the open receipt. */
export class Sent {
  rows = $state.raw<Loading<SentRow[]>>({ status: "loading" });
  filter = $state<SentFilter>("all");
  cursor = $state(0);
  item = $state<string | null>(null);
  receipt = $state.raw<Loading<ReceiptView>>({ status: "loading" });
  /** The decision that is being carried out. */
  deciding = $state<Decision | null>(null);
  readonly all = $derived(ready(this.rows) ?? []);
  readonly matching = $derived(this.all.filter(({ state }) => passes(this.filter, state)));
  readonly waiting: OpenItems;
  readonly #desk: Desk;
  readonly #load = new Coalescer(() => this.#loadRows());

  constructor(desk: Desk, operations = new Operations(desk)) {
    this.#desk = desk;
    this.waiting = new OpenItems(desk, operations);
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  count(filter: SentFilter): number {
    return this.all.filter(({ state }) => passes(filter, state)).length;
  }

  show(filter: SentFilter): void {
    this.filter = filter;
    this.cursor = 0;
  }

  async open(item: string): Promise<void> {
    this.item = item;
    this.receipt = { status: "loading" };
    try {
      const value = await this.#desk.receipt(item);
      if (this.item === item) this.receipt = { status: "ready", value };
    } catch (thrown) {
      if (this.item === item) this.receipt = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  close(): void {
    this.item = null;
  }

  async decide(decision: Decision): Promise<void> {
    const { item } = this;
    if (!item || this.deciding) return;
    this.deciding = decision;
    try {
      const value = await this.#desk.decide(item, decision);
      if (this.item === item) this.receipt = { status: "ready", value };
    } finally {
      this.deciding = null;
      await this.refresh();
    }
  }

  /** Reloads everything after several decisions. The open receipt stays visible during the reload. */
  async reread(): Promise<void> {
    await this.refresh();
    const { item } = this;
    if (item === null) return;
    const value = await this.#desk.receipt(item);
    if (this.item === item) this.receipt = { status: "ready", value };
  }

  async #loadRows(): Promise<void> {
    const waiting = this.waiting.refresh();
    try {
      this.rows = { status: "ready", value: await this.#desk.sent() };
    } catch (thrown) {
      this.rows = { status: "failed", failure: CommandFailure.from(thrown) };
    }
    await waiting;
  }
}

function passes(filter: SentFilter, state: ItemState): boolean {
  return filter === "all" || filter === state;
}
