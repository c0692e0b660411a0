import type { ServiceAnswer } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import type { Listing } from "./listing.svelte";
import { showFetchProgress } from "../fetching.svelte";
import type { Operation, Operations } from "../operations.svelte";

/** A query to the service with the list's filters, and its answer. */
export class ServiceQuery {
  /** The last answer. The list shows it while {@link Listing.answer} has its id. */
  answer = $state.raw<ServiceAnswer | null>(null);
  #operation = $state.raw<Operation | null>(null);
  readonly #desk: Desk;
  readonly #list: Listing;
  readonly #operations: Operations;

  constructor(desk: Desk, list: Listing, operations: Operations) {
    this.#desk = desk;
    this.#list = list;
    this.#operations = operations;
  }

  get running(): boolean {
    return this.#operation !== null;
  }

  /** Returns the answer that the list shows. */
  get shown(): ServiceAnswer | null {
    return this.answer?.id === this.#list.answer ? this.answer : null;
  }

  /** Queries the service with the list's filters and order, and shows the rows in the service's order. */
  async start(): Promise<void> {
    if (this.running) return;
    const query = this.#list.query({ first: 0, end: 0 });
    try {
      this.answer = await this.#operations.run("ask", "Asking the service", (operation) => {
        this.#operation = operation;
        return this.#desk.ask(this.#list.id, operation.id, query, (progress) => showFetchProgress(operation, progress));
      });
      await this.#list.showAnswer(this.answer.id);
    } finally {
      this.#operation = null;
    }
  }

  /** Shows the local rows again. */
  dismiss(): Promise<void> {
    return this.#list.showAnswer(null);
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }
}
