import type { BatchSendPlan, FactQuestion, SendProgress, SendSummary } from "../../bridge/bindings";
import type { BatchDesk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { ready, type Loading } from "../loading";
import type { Operation, Operations } from "../operations.svelte";
import { Rehearsing } from "../rehearsing.svelte";

/** A send of one batch: the plan, the progress and the result. */
export class BatchSending {
  plan = $state.raw<Loading<BatchSendPlan>>({ status: "loading" });
  /** The workspace's name, typed to confirm the target. */
  typedName = $state("");
  progress = $state.raw<{ done: number; total: number } | null>(null);
  /** Why the service makes the send wait, in sentences. */
  wait = $state<string | null>(null);
  summary = $state.raw<SendSummary | null>(null);
  /** Why the send did not begin or did not end. */
  failure = $state.raw<CommandFailure | null>(null);
  readonly id: string;
  readonly name: string;
  readonly rehearsing: Rehearsing;
  /** The name to type first; `null` if none is required. */
  readonly nameToType = $derived.by(() => {
    const plan = ready(this.plan);
    return plan && plan.rows > plan.guard.above ? plan.guard.name : null;
  });
  readonly #desk: BatchDesk;
  readonly #operations: Operations;
  readonly #changed: () => void;
  #operation = $state.raw<Operation | null>(null);

  /** @param changed called whenever rows may have another state */
  constructor(desk: BatchDesk, operations: Operations, batch: { id: string; name: string }, changed: () => void) {
    this.#desk = desk;
    this.rehearsing = new Rehearsing(desk);
    this.#operations = operations;
    this.id = batch.id;
    this.name = batch.name;
    this.#changed = changed;
  }

  get stopping(): boolean {
    return this.#operation?.stopping ?? false;
  }

  /** Plans the send. Every row is checked first. */
  async load(): Promise<void> {
    this.plan = { status: "loading" };
    this.summary = null;
    this.failure = null;
    try {
      this.plan = { status: "ready", value: await this.#desk.planBatchSend(this.id) };
      void this.rehearse();
    } catch (thrown) {
      this.plan = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Rehearses the rows that can be sent, in the background. */
  rehearse(): Promise<void> {
    return this.rehearsing.run({ kind: "batch", data: { batch: this.id, overrides: [] } });
  }

  /** Enters a fact, and plans and rehearses again with it. */
  async answer(question: FactQuestion, value: boolean): Promise<void> {
    await this.rehearsing.answer(question, value);
    this.#changed();
    await this.load();
  }

  async send(): Promise<void> {
    const plan = ready(this.plan);
    if (!plan || this.progress) return;
    this.progress = { done: 0, total: plan.rows };
    await this.rehearsing.stop();
    this.failure = null;
    try {
      this.summary = await this.#operations.run("send", `Sending “${this.name}”`, (operation) => {
        this.#operation = operation;
        operation.total = plan.rows;
        const { id: batch, typedName } = this;
        const request = { operation: operation.id, batch, revision: plan.revision, typedName, overrides: [] };
        return this.#desk.sendBatch(request, (progress) => this.#showProgress(operation, progress));
      });
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    } finally {
      this.progress = null;
      this.wait = null;
      this.typedName = "";
      this.#operation = null;
      this.#changed();
    }
  }

  /** Asks the send to end after the calls that are on their way. */
  async stop(): Promise<void> {
    await this.#operation?.stop();
  }

  #showProgress(operation: Operation, progress: SendProgress): void {
    // The last reports may arrive after the end of the send, which they would show as running.
    if (operation !== this.#operation) return;
    if (progress.kind === "waiting") this.wait = progress.data.message;
    if (progress.kind !== "advanced") return;
    const { done, total } = progress.data;
    if (done !== this.progress?.done) this.#changed();
    this.wait = null;
    this.progress = { done, total };
    operation.done = done;
  }
}
