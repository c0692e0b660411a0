import type { Desk } from "../bridge/desk";
import { mintOperation } from "./operation";

/** Long work that runs now: how far it is, and the way to stop it. */
export class Operation {
  done = $state(0);
  /** How much there is to do, where that is known. */
  total = $state<number | null>(null);
  /** How many seconds the service asked to wait, while that lasts. */
  pause = $state<number | null>(null);
  stopping = $state(false);
  /** What it is, and how far where `done` does not say so. */
  label = $state("");
  readonly id: string;
  readonly #desk: Desk;

  constructor(desk: Desk, what: string, label: string) {
    this.#desk = desk;
    this.id = mintOperation(what);
    this.label = label;
  }

  /** What it does now, in words. */
  get told(): string {
    return this.pause === null ? this.label : `${this.label}: waiting ${this.pause} s, as the busy service asked`;
  }

  /** Asks it to end after the step that it is in. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.#desk.stop(this.id);
  }
}

/** All long work; the status bar shows it. */
export class Operations {
  running = $state.raw<readonly Operation[]>([]);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Shows an operation for as long as its job takes. */
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
