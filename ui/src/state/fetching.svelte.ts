import type { FetchProgress, FetchSummary } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { mintOperation } from "./operation";

/** Getting the latest campaigns from the service. */
export class Fetching {
  running = $state(false);
  stopping = $state(false);
  done = $state(0);
  total = $state<number | null>(null);
  readonly #desk: Desk;
  readonly #advanced: () => void;
  #operation = "";

  /** @param advanced called whenever more campaigns are in the cache */
  constructor(desk: Desk, advanced: () => void) {
    this.#desk = desk;
    this.#advanced = advanced;
  }

  /** Resolves to nothing when a fetch is running already. */
  async start(): Promise<FetchSummary | null> {
    if (this.running) return null;
    this.running = true;
    this.stopping = false;
    this.done = 0;
    this.total = null;
    this.#operation = mintOperation("fetch");
    try {
      return await this.#desk.fetch(this.#operation, (progress) => this.#follow(progress));
    } finally {
      this.running = false;
      this.#advanced();
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.#desk.stop(this.#operation);
  }

  #follow(progress: FetchProgress): void {
    if (progress.kind === "finished") return;
    this.total = progress.data.total;
    if (progress.kind === "advanced") {
      this.done = progress.data.done;
      this.#advanced();
    }
  }
}
