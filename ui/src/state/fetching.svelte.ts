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
  readonly #advanced: () => void;
  readonly #collection: Collection;

  /** @param advanced called whenever more is in the cache */
  constructor(desk: Desk, advanced: () => void, operations = new Operations(desk), collection: Collection = "campaigns") {
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
      this.#operation = null;
      this.#advanced();
    }
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }

  #follow(operation: Operation, progress: FetchProgress): void {
    follow(operation, progress);
    if (progress.kind === "advanced") this.#advanced();
  }
}

/** Shows how far a fetch is. */
export function follow(operation: Operation, progress: FetchProgress): void {
  operation.pause = progress.kind === "waiting" ? progress.data.seconds : null;
  if (progress.kind === "finished" || progress.kind === "waiting") return;
  operation.total = progress.data.total;
  if (progress.kind !== "started") operation.done = progress.data.done;
}
