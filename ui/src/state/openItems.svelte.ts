import type { DecideAllSummary, Decision, EvidenceGroup, OpenGroup, OpenItem, SendProgress } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";
import { Operations, type Operation } from "./operations.svelte";
import { plural } from "./wording";

/** The items that wait for a person, grouped by their evidence. */
export class OpenItems {
  groups = $state.raw<Loading<OpenGroup[]>>({ status: "loading" });
  /** The group in the open dialog. */
  dialogGroup = $state.raw<OpenGroup | null>(null);
  /** The running look-up or decision. */
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

  /** Looks up every waiting item again. */
  lookAgain(): Promise<DecideAllSummary | null> {
    return this.#decide(
      "lookAgain",
      this.all.flatMap(({ items }) => items),
    );
  }

  /** Carries out the decision of the open dialog. */
  async decideDialogGroup(): Promise<DecideAllSummary | null> {
    const { dialogGroup } = this;
    this.dialogGroup = null;
    return dialogGroup?.decision ? this.#decide(dialogGroup.decision, dialogGroup.items) : null;
  }

  async stop(): Promise<void> {
    await this.operation?.stop();
  }

  /**
   * Carries out a decision for items in the state that the person saw. Resolves to `null` while another one is running.
   */
  async #decide(decision: Decision, shown: OpenItem[]): Promise<DecideAllSummary | null> {
    if (this.operation || shown.length === 0) return null;
    const items = shown.map(({ item, matchId }) => ({ item, matchId }));
    const label = `Looking again at ${plural(items.length, "item")}`;
    try {
      return await this.#operations.run("decide", label, (operation) => {
        this.operation = operation;
        return this.#desk.decideAll({ operation: operation.id, decision, items }, (progress) => showProgress(operation, label, progress));
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

/** Shows the progress, and the pauses that the service asks for. */
function showProgress(operation: Operation, label: string, progress: SendProgress): void {
  if (progress.kind === "waiting") operation.label = progress.data.message;
  if (progress.kind !== "advanced") return;
  const { done, total } = progress.data;
  operation.label = label;
  operation.done = done;
  operation.total = total;
}
