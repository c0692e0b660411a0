import { SvelteMap, SvelteSet } from "svelte/reactivity";

import type { Finding, ItemState, Override, Review, ReviewItem, SendProgress, SendSummary } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { ready, type Loading } from "./loading";
import { Operations, type Operation } from "./operations.svelte";

/** What became of an item in the send that was just released. */
export interface Result {
  state: ItemState;
  outcome: string;
}

/** What would be sent, what the person chose of it, and how the sending goes. */
export class ReviewState {
  review = $state.raw<Loading<Review>>({ status: "loading" });
  progress = $state.raw<{ done: number; total: number } | null>(null);
  summary = $state.raw<SendSummary | null>(null);
  /** The name for the receipts, where it was typed anew. */
  person = $state<string | null>(null);
  readonly results = new SvelteMap<string, Result>();
  readonly items = $derived(ready(this.review)?.items ?? []);
  readonly chosen = $derived(this.items.filter((item) => this.isTicked(item)));
  readonly #unticked = new SvelteSet<string>();
  readonly #overrides = new SvelteSet<string>();
  readonly #desk: Desk;
  readonly #operations: Operations;
  #operation = $state.raw<Operation | null>(null);

  constructor(desk: Desk, operations = new Operations(desk)) {
    this.#desk = desk;
    this.#operations = operations;
  }

  get stopping(): boolean {
    return this.#operation?.stopping ?? false;
  }

  /** Reads what would be sent now; the results of the last send go away. */
  async load(): Promise<void> {
    if (!this.progress) await this.#read();
  }

  /** Whether nothing stands against sending the item, except that the person does not want to. */
  canSend(item: ReviewItem): boolean {
    return item.blocked === null && errorsOf(item).every((error) => this.isOverridden(item, error));
  }

  isTicked(item: ReviewItem): boolean {
    return this.canSend(item) && !this.#unticked.has(item.draft) && !this.results.has(item.draft);
  }

  tick(item: ReviewItem, wanted: boolean): void {
    if (wanted) this.#unticked.delete(item.draft);
    else this.#unticked.add(item.draft);
  }

  isOverridden(item: ReviewItem, finding: Finding): boolean {
    return this.#overrides.has(keyOf(overrideOf(item, finding)));
  }

  /** Releases one finding; the others still stand in the way. */
  override(item: ReviewItem, finding: Finding, wanted: boolean): void {
    const key = keyOf(overrideOf(item, finding));
    if (wanted) this.#overrides.add(key);
    else this.#overrides.delete(key);
  }

  async send(): Promise<void> {
    const drafts = this.chosen.map(({ draft, revision }) => ({ draft, revision }));
    if (this.progress || drafts.length === 0) return;
    this.progress = { done: 0, total: drafts.length };
    try {
      this.summary = await this.#operations.run("send", "Sending", (operation) => {
        this.#operation = operation;
        operation.total = drafts.length;
        const request = { operation: operation.id, drafts, overrides: this.#overridesOf(this.chosen) };
        return this.#desk.send(request, (progress) => this.#follow(operation, progress));
      });
    } catch (thrown) {
      throw await this.#unsent(CommandFailure.from(thrown));
    } finally {
      this.progress = null;
      this.#operation = null;
      this.#overrides.clear();
    }
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }

  async #read(): Promise<void> {
    try {
      this.review = { status: "ready", value: await this.#desk.review() };
      this.results.clear();
      this.summary = null;
    } catch (thrown) {
      this.review = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Where things are not as they were reviewed, the person is shown how they are now. */
  async #unsent(failure: CommandFailure): Promise<CommandFailure> {
    if (failure.code !== "Conflict") return failure;
    await this.#read();
    if (this.review.status === "failed") return failure;
    const message = `${failure.message} The review now shows how it is; look at it again before you send.`;
    return new CommandFailure({ code: failure.code, message, details: failure.details });
  }

  #overridesOf(items: ReviewItem[]): Override[] {
    const made = items.flatMap((item) => errorsOf(item).map((error) => overrideOf(item, error)));
    return [...new Map(made.map((override) => [keyOf(override), override])).values()];
  }

  #follow(operation: Operation, progress: SendProgress): void {
    if (progress.kind !== "advanced") return;
    const { done, total, draft, state, outcome } = progress.data;
    this.progress = { done, total };
    operation.done = done;
    this.results.set(draft, { state, outcome });
  }
}

/** The findings that stop an item from being sent unless they are overridden. */
export function errorsOf(item: ReviewItem): Finding[] {
  return item.findings.filter(({ severity }) => severity === "error");
}

function overrideOf({ draft }: ReviewItem, { rule, path }: Finding): Override {
  return { draft, rule, path };
}

function keyOf({ draft, rule, path }: Override): string {
  return JSON.stringify([draft, rule, path]);
}
