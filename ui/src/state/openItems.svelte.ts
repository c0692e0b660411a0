import type { DecideAllSummary, Decision, EvidenceGroup, OpenGroup, OpenItem, SendProgress } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";
import { Operations, type Operation } from "./operations.svelte";
import { plural } from "./wording";

/** The items that wait for a person, grouped by what is known of them. */
export class OpenItems {
  groups = $state.raw<Loading<OpenGroup[]>>({ status: "loading" });
  /** The group that the person is asked about. */
  asked = $state.raw<OpenGroup | null>(null);
  /** The look, or the decision, that is under way. */
  operation = $state.raw<Operation | null>(null);
  readonly all = $derived(ready(this.groups) ?? []);
  readonly total = $derived(this.all.reduce((sum, { items }) => sum + items.length, 0));
  readonly #desk: Desk;
  readonly #operations: Operations;
  readonly #load = new Coalescer(() => this.#read());

  constructor(desk: Desk, operations: Operations) {
    this.#desk = desk;
    this.#operations = operations;
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  group(evidence: EvidenceGroup): OpenGroup | null {
    return this.all.find((group) => group.evidence === evidence) ?? null;
  }

  /** Looks again at every item that waits. */
  lookAgain(): Promise<DecideAllSummary | null> {
    return this.#decide("lookAgain", this.all.flatMap(({ items }) => items));
  }

  /** Carries out the decision that the person was asked for. */
  async decideAsked(): Promise<DecideAllSummary | null> {
    const { asked } = this;
    this.asked = null;
    return asked?.decision ? this.#decide(asked.decision, asked.items) : null;
  }

  async stop(): Promise<void> {
    await this.operation?.stop();
  }

  /** Carries out a decision for items as the person was shown them; nothing while another one is under way. */
  async #decide(decision: Decision, shown: OpenItem[]): Promise<DecideAllSummary | null> {
    if (this.operation || shown.length === 0) return null;
    const items = shown.map(({ item, matchId }) => ({ item, matchId }));
    const label = `Looking again at ${plural(items.length, "item")}`;
    try {
      return await this.#operations.run("decide", label, (operation) => {
        this.operation = operation;
        return this.#desk.decideAll({ operation: operation.id, decision, items }, (progress) => follow(operation, label, progress));
      });
    } finally {
      this.operation = null;
    }
  }

  async #read(): Promise<void> {
    try {
      this.groups = { status: "ready", value: await this.#desk.openItems() };
    } catch (thrown) {
      this.groups = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}

/** A pause that the service asks for comes as words about an item whose outcome is not known yet. */
function follow(operation: Operation, label: string, progress: SendProgress): void {
  if (progress.kind !== "advanced") return;
  const { done, total, state, outcome } = progress.data;
  operation.label = state === "unknown" ? outcome : label;
  if (state === "unknown") return;
  operation.done = done;
  operation.total = total;
}
