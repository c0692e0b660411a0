import type { ServiceAnswer } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import type { Listing } from "./listing.svelte";
import { follow } from "../fetching.svelte";
import type { Operation, Operations } from "../operations.svelte";

/** Asking the service with the list's filters, and what it answered. */
export class Asking {
  /** The last answer; it is what the list shows while {@link Listing.answer} names it. */
  answer = $state.raw<ServiceAnswer | null>(null);
  #operation = $state.raw<Operation | null>(null);
  readonly #desk: Desk;
  readonly #campaigns: Listing;
  readonly #operations: Operations;

  constructor(desk: Desk, campaigns: Listing, operations: Operations) {
    this.#desk = desk;
    this.#campaigns = campaigns;
    this.#operations = operations;
  }

  get running(): boolean {
    return this.#operation !== null;
  }

  /** The answer that the list shows. */
  get shown(): ServiceAnswer | null {
    return this.answer?.id === this.#campaigns.answer ? this.answer : null;
  }

  /** Asks with what the list is filtered and sorted by, and shows the rows that come, in their order. */
  async start(): Promise<void> {
    if (this.running) return;
    const query = this.#campaigns.query({ first: 0, end: 0 });
    try {
      this.answer = await this.#operations.run("ask", "Asking the service", (operation) => {
        this.#operation = operation;
        return this.#desk.ask(operation.id, query, (progress) => follow(operation, progress));
      });
      await this.#campaigns.showAnswer(this.answer.id);
    } finally {
      this.#operation = null;
    }
  }

  /** Shows again what is on this computer. */
  dismiss(): Promise<void> {
    return this.#campaigns.showAnswer(null);
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }
}
