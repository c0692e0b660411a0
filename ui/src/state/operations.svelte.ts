import type { Desk } from "../bridge/desk";
import { newOperationId } from "./operationId";

/** A running operation: its progress, and the way to stop it. */
export class Operation {
  done = $state(0);
  /** The total, if known. */
  total = $state<number | null>(null);
  /** How many seconds the service asked to wait, during the wait. */
  pause = $state<number | null>(null);
  stopping = $state(false);
  /** The name of the operation. It includes the progress if `done` does not show it. */
  label = $state("");
  readonly id: string;
  readonly #desk: Desk;

  constructor(desk: Desk, what: string, label: string) {
    this.#desk = desk;
    this.id = newOperationId(what);
    this.label = label;
  }

  /** Returns the current activity in words. */
  get statusText(): string {
    return this.pause === null ? this.label : `${this.label}: waiting ${this.pause} s, because the service is busy`;
  }

  /** Asks the operation to end after its current step. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.#desk.stop(this.id);
  }
}

/** All running operations, as the status bar shows them. */
export class Operations {
  running = $state.raw<readonly Operation[]>([]);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Shows an operation while its job runs. */
  async run<T>(what: string, label: string, job: (operation: Operation) => Promise<T>): Promise<T> {
    const operation = new Operation(this.#desk, what, label);
    this.running = [...this.running, operation];
    try {
      return await job(operation);
    } finally {
      this.running = this.running.filter((one) => one !== operation);
    }
  }
}
