import type { Collection, FetchProgress, FetchSummary, ReplyView } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Operations, type Operation } from "./operations.svelte";

/** The fetch of a list from the service. */
export class Fetching {
  /** The service's reply that made the last fetch incomplete. */
  reply = $state.raw<ReplyView | null>(null);
  #operation = $state.raw<Operation | null>(null);
  readonly #desk: Desk;
  readonly #operations: Operations;
  readonly #showFetched: () => Promise<void>;
  readonly #collection: Collection;

  /** @param showFetched called whenever the cache has more objects. It shows them. */
  constructor(desk: Desk, showFetched: () => Promise<void>, operations = new Operations(desk), collection: Collection = "campaigns") {
    this.#collection = collection;
    this.#desk = desk;
    this.#showFetched = showFetched;
    this.#operations = operations;
  }

  get running(): boolean {
    return this.#operation !== null;
  }

  get stopping(): boolean {
    return this.#operation?.stopping ?? false;
  }

  /** Resolves to `null` if a fetch is already running. */
  async start(what: "all" | "rest" = "all"): Promise<FetchSummary | null> {
    if (this.running) return null;
    this.reply = null;
    try {
      const summary = await this.#operations.run(
        this.#collection === "campaigns" ? "fetch" : `fetch-${this.#collection}`,
        `Fetching ${this.#collection}`,
        (operation) => {
          this.#operation = operation;
          const onProgress = (progress: FetchProgress) => this.#showProgress(operation, progress);
          return what === "all"
            ? this.#desk.fetch(this.#collection, operation.id, onProgress)
            : this.#desk.fetchRest(this.#collection, operation.id, onProgress);
        },
      );
      this.reply = summary.reply;
      return summary;
    } finally {
      // The operation ends only after the new rows are shown. Otherwise an empty list would look as if the fetch had
      // brought nothing.
      await this.#showFetched();
      this.#operation = null;
    }
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }

  #showProgress(operation: Operation, progress: FetchProgress): void {
    showFetchProgress(operation, progress);
    if (progress.kind === "advanced") void this.#showFetched();
  }
}

/** Shows the progress of a fetch. */
export function showFetchProgress(operation: Operation, progress: FetchProgress): void {
  operation.pause = progress.kind === "waiting" ? progress.data.seconds : null;
  if (progress.kind === "finished" || progress.kind === "waiting") return;
  operation.total = progress.data.total;
  if (progress.kind !== "started") operation.done = progress.data.done;
}
