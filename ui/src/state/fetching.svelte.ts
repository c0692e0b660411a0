import type { Collection, FetchProgress, FetchSummary, RawReply } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Operations, type Operation } from "./operations.svelte";

/** Getting the latest of a list from the service. */
export class Fetching {
  /** The answer of the service that the last fetch ended with, where that is why it is incomplete. */
  reply = $state.raw<RawReply | null>(null);
  #operation = $state.raw<Operation | null>(null);
  readonly #desk: Desk;
  readonly #operations: Operations;
  readonly #advanced: () => Promise<void>;
  readonly #collection: Collection;

  /** @param advanced called whenever more is in the cache; shows it */
  constructor(desk: Desk, advanced: () => Promise<void>, operations = new Operations(desk), collection: Collection = "campaigns") {
    this.#collection = collection;
    this.#desk = desk;
    this.#advanced = advanced;
    this.#operations = operations;
  }

  get running(): boolean {
    return this.#operation !== null;
  }

  get stopping(): boolean {
    return this.#operation?.stopping ?? false;
  }

  /** Resolves to nothing when a fetch is running already. */
  async start(what: "all" | "rest" = "all"): Promise<FetchSummary | null> {
    if (this.running) return null;
    this.reply = null;
    try {
      const summary = await this.#operations.run(this.#collection === "campaigns" ? "fetch" : `fetch-${this.#collection}`, `Getting ${this.#collection}`, (operation) => {
        this.#operation = operation;
        const follow = (progress: FetchProgress) => this.#follow(operation, progress);
        return what === "all" ? this.#desk.fetch(this.#collection, operation.id, follow) : this.#desk.fetchRest(this.#collection, operation.id, follow);
      });
      this.reply = summary.reply;
      return summary;
    } finally {
      // It runs until what came is shown: a list that is still empty must not look as if nothing had come.
      await this.#advanced();
      this.#operation = null;
    }
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }

  #follow(operation: Operation, progress: FetchProgress): void {
    follow(operation, progress);
    if (progress.kind === "advanced") void this.#advanced();
  }
}

/** Shows how far a fetch is. */
export function follow(operation: Operation, progress: FetchProgress): void {
  operation.pause = progress.kind === "waiting" ? progress.data.seconds : null;
  if (progress.kind === "finished" || progress.kind === "waiting") return;
  operation.total = progress.data.total;
  if (progress.kind !== "started") operation.done = progress.data.done;
}
