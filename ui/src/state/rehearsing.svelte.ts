import type { FactQuestion, Rehearsal, RehearsalProgress, RehearsalSubject, RehearsedRow } from "../bridge/bindings";
import type { RehearsalDesk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { newOperationId } from "./operationId";

/** A rehearsal in the background: its result, its progress, and the questions that a person can answer. */
export class Rehearsing {
  result = $state.raw<Rehearsal | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** The progress of the running rehearsal; `null` if none runs. */
  progress = $state.raw<RehearsalProgress | null>(null);
  readonly #drafts = $derived(new Map(this.result?.items.map((item) => [item.draft, item]) ?? []));
  readonly #desk: RehearsalDesk;
  /** The operation of the running rehearsal. An older one no longer counts. */
  #operation: string | null = null;

  constructor(desk: RehearsalDesk) {
    this.#desk = desk;
  }

  /** Returns what would happen to a draft; `null` before it was rehearsed. */
  verdict(draft: string): RehearsedRow | null {
    return this.#drafts.get(draft) ?? null;
  }

  /** Rehearses in place of a running rehearsal. The last result stays until the next one. */
  async run(subject: RehearsalSubject): Promise<void> {
    const stopping = this.stop();
    const operation = newOperationId("rehearse");
    this.#operation = operation;
    this.progress = { done: 0, total: 0 };
    this.failure = null;
    const isCurrent = () => this.#operation === operation;
    try {
      await stopping;
      if (!isCurrent()) return;
      const result = await this.#desk.rehearse(subject, operation, (progress) => {
        if (isCurrent()) this.progress = progress;
      });
      if (isCurrent()) this.result = result;
    } catch (thrown) {
      const failure = CommandFailure.from(thrown);
      if (isCurrent() && failure.code !== "Cancelled") this.failure = failure;
    } finally {
      if (isCurrent()) this.#end();
    }
  }

  /** Stops the running rehearsal. */
  async stop(): Promise<void> {
    const operation = this.#operation;
    if (operation === null) return;
    this.#end();
    await this.#desk.stop(operation);
  }

  /** Forgets the result, because the drafts were sent or changed. */
  clear(): void {
    this.result = null;
    this.failure = null;
  }

  /** Enters the answer to a question. */
  async answer({ key }: FactQuestion, value: boolean): Promise<void> {
    await this.#desk.setFact(key, value);
  }

  #end(): void {
    this.#operation = null;
    this.progress = null;
  }
}
