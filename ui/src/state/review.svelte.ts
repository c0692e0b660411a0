import { SvelteMap } from "svelte/reactivity";

import type { FindingKey, ItemState, RuleOverride, SendReview, ReviewItem, ReviewRow, SendProgress, SendSummary } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";
import { Operations, type Operation } from "./operations.svelte";

/** The result of an item in the send that was just released. */
export interface Result {
  state: ItemState;
  outcome: string;
}

/** A filter for the drafts in the review. */
export type ReviewFilter = "all" | "ready" | "errors";

/** The review of the drafts to send: the person's choices, and the progress of the send. */
export class ReviewState {
  review = $state.raw<Loading<SendReview>>({ status: "loading" });
  filter = $state<ReviewFilter>("all");
  cursor = $state(0);
  /** The row to scroll to; a new object each time. */
  scrollTarget = $state.raw<{ row: number } | null>(null);
  /** The opened draft in full; `null` if the draft no longer exists. */
  item = $state.raw<Loading<ReviewItem | null>>({ status: "loading" });
  progress = $state.raw<{ done: number; total: number } | null>(null);
  summary = $state.raw<SendSummary | null>(null);
  /** The name for the receipts, if the person typed a new one. */
  person = $state<string | null>(null);
  /** The workspace's name that the person typed to confirm a large send. */
  typedName = $state("");
  /** The ids of the drafts that are reviewed alone; `null` for all. */
  only = $state.raw<ReadonlySet<string> | null>(null);
  readonly results = new SvelteMap<string, Result>();
  readonly all = $derived(ready(this.review)?.rows ?? []);
  readonly rows = $derived(this.only ? this.all.filter(({ draft }) => this.only?.has(draft)) : this.all);
  readonly matching = $derived(this.rows.filter((row) => passes(this.filter, row)));
  readonly chosen = $derived(this.rows.filter((row) => this.isTicked(row)));
  readonly guard = $derived(ready(this.review)?.guard ?? null);
  /** The name to type for the ticked drafts; `null` if no confirmation is needed. */
  readonly nameToType = $derived(this.guard && this.chosen.length > this.guard.above ? this.guard.name : null);
  #opened = $state<string | null>(null);
  #unticked = $state.raw<ReadonlySet<string>>(new Set());
  #overrides = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: number | null = null;
  readonly #desk: Desk;
  readonly #operations: Operations;
  readonly #open = new Coalescer(() => this.#readItem());
  #operation = $state.raw<Operation | null>(null);

  constructor(desk: Desk, operations = new Operations(desk)) {
    this.#desk = desk;
    this.#operations = operations;
  }

  get stopping(): boolean {
    return this.#operation?.stopping ?? false;
  }

  /** Returns the opened row. */
  get opened(): ReviewRow | null {
    return this.matching.find(({ draft }) => draft === this.#opened) ?? null;
  }

  /** Loads the review, and clears the results of the last send. */
  async load(): Promise<void> {
    if (!this.progress) await this.#read();
  }

  /** Shows only these drafts; `null` shows all. */
  narrow(drafts: string[] | null): void {
    this.only = drafts && new Set(drafts);
    this.show("all");
  }

  show(filter: ReviewFilter): void {
    this.filter = filter;
    this.#anchor = null;
    this.goTo(0);
  }

  count(filter: ReviewFilter): number {
    return this.rows.filter((row) => passes(filter, row)).length;
  }

  /** Moves the cursor to a row, scrolls to it and opens it. */
  goTo(index: number): void {
    this.cursor = Math.max(0, Math.min(index, this.matching.length - 1));
    this.scrollTarget = { row: this.cursor };
    void this.open(this.cursor);
  }

  /** Moves the cursor to a visible row and opens it. */
  move(index: number): void {
    this.cursor = index;
    void this.open(index);
  }

  /** Reloads the opened draft. */
  reloadOpened(): Promise<void> {
    return this.#open.run();
  }

  /** Opens the row at an index: loads its draft in full. */
  async open(index: number): Promise<void> {
    const draft = this.matching[index]?.draft ?? null;
    if (draft === this.#opened) return;
    this.#opened = draft;
    this.item = { status: "loading" };
    if (draft !== null) await this.#open.run();
  }

  /** Goes to the next row with findings, or to the one before. Returns whether there is one. */
  goToFindings(step: 1 | -1): boolean {
    const { length } = this.matching;
    const places = Array.from({ length }, (_, at) => (this.cursor + step * (at + 1) + length * 2) % length);
    const next = places.find((at) => {
      const row = this.matching[at];
      return row !== undefined && row.errors.length + row.warnings > 0;
    });
    if (next !== undefined) this.goTo(next);
    return next !== undefined;
  }

  /** Returns whether the draft may be sent: it is not blocked, and all its errors are overridden. */
  canSend(row: ReviewRow): boolean {
    return row.blocked === null && row.errors.every((error) => this.isOverridden(row, error));
  }

  isTicked(row: ReviewRow): boolean {
    return this.canSend(row) && !this.#unticked.has(row.draft) && !this.results.has(row.draft);
  }

  tick(rows: ReviewRow[]): void {
    const unticked = new Set(this.#unticked);
    for (const { draft } of rows) unticked.delete(draft);
    this.#unticked = unticked;
  }

  untick(rows: ReviewRow[]): void {
    this.#unticked = new Set([...this.#unticked, ...rows.map(({ draft }) => draft)]);
  }

  /** Ticks or unticks the row at an index, which becomes the start of a range. */
  toggle(row: ReviewRow, index: number): void {
    this.#anchor = index;
    if (this.isTicked(row)) this.untick([row]);
    else this.tick([row]);
  }

  /** Ticks the rows from the last ticked row, or else from `fallbackStart`, to this one. */
  tickRange(index: number, fallbackStart = index): void {
    this.#anchor ??= fallbackStart;
    this.tick(this.matching.slice(Math.min(this.#anchor, index), Math.max(this.#anchor, index) + 1));
  }

  isOverridden({ draft }: ReviewRow, { rule, path }: FindingKey): boolean {
    return this.#overrides.has(keyOf({ draft, rule, path }));
  }

  /** Overrides one error. The others still block the draft. */
  override({ draft }: ReviewRow, { rule, path }: FindingKey): void {
    this.#overrides = new Set([...this.#overrides, keyOf({ draft, rule, path })]);
  }

  /** Makes one error block the draft again. */
  removeOverride({ draft }: ReviewRow, { rule, path }: FindingKey): void {
    const overrides = new Set(this.#overrides);
    overrides.delete(keyOf({ draft, rule, path }));
    this.#overrides = overrides;
  }

  async send(): Promise<void> {
    const { chosen } = this;
    const drafts = chosen.map(({ draft, revision }) => ({ draft, revision }));
    if (this.progress || drafts.length === 0) return;
    this.progress = { done: 0, total: drafts.length };
    this.#listAll();
    try {
      this.summary = await this.#operations.run("send", "Sending", (operation) => {
        this.#operation = operation;
        operation.total = drafts.length;
        const request = { operation: operation.id, drafts, overrides: chosen.flatMap(overridesOf), typedName: this.typedName };
        return this.#desk.send(request, (progress) => this.#showProgress(operation, progress));
      });
    } catch (thrown) {
      throw await this.#reloadAfterConflict(CommandFailure.from(thrown));
    } finally {
      this.progress = null;
      this.typedName = "";
      this.#operation = null;
      this.#overrides = new Set();
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
      if (this.only && this.rows.length === 0) this.only = null;
      await this.#keepOpened();
    } catch (thrown) {
      this.review = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Shows the results of all drafts, whatever the filter was. */
  #listAll(): void {
    this.filter = "all";
    this.#anchor = null;
    this.cursor = Math.max(
      0,
      this.matching.findIndex(({ draft }) => draft === this.#opened),
    );
  }

  /** Keeps the opened draft and reloads it. If it no longer exists, opens the row in its place. */
  async #keepOpened(): Promise<void> {
    const index = this.matching.findIndex(({ draft }) => draft === this.#opened);
    this.cursor = index >= 0 ? index : Math.max(0, Math.min(this.cursor, this.matching.length - 1));
    this.#opened = this.matching[this.cursor]?.draft ?? null;
    if (this.#opened !== null) await this.#open.run();
  }

  async #readItem(): Promise<void> {
    const draft = this.#opened;
    if (draft === null) return;
    let item: Loading<ReviewItem | null>;
    try {
      item = { status: "ready", value: await this.#desk.reviewItem(draft) };
    } catch (thrown) {
      item = { status: "failed", failure: CommandFailure.from(thrown) };
    }
    if (draft !== this.#opened) return;
    this.item = item;
    if (item.status === "ready" && item.value) this.#updateRow(item.value.row);
  }

  /** Updates a row that was changed since the list was loaded, so that the shown state is the sent state. */
  #updateRow(row: ReviewRow): void {
    const review = ready(this.review);
    const listed = this.all.find(({ draft }) => draft === row.draft);
    if (!review || !listed || listed.revision === row.revision || this.progress) return;
    const rows = review.rows.map((one) => (one === listed ? row : one));
    this.review = { status: "ready", value: { ...review, rows } };
  }

  /** Reloads the review after a conflict, so that the person sees the current state. */
  async #reloadAfterConflict(failure: CommandFailure): Promise<CommandFailure> {
    if (failure.code !== "Conflict") return failure;
    await this.#read();
    if (this.review.status === "failed") return failure;
    const message = `${failure.message} The review is up to date again. Check it before you send.`;
    return new CommandFailure({ code: failure.code, message, details: failure.details });
  }

  #showProgress(operation: Operation, progress: SendProgress): void {
    // A send of drafts has no other items.
    if (progress.kind === "started" || progress.kind === "finished" || progress.data.draft === null) return;
    if (progress.kind === "waiting") this.results.set(progress.data.draft, { state: "intent", outcome: progress.data.message });
    if (progress.kind !== "advanced") return;
    const { done, total, draft, state, outcome } = progress.data;
    this.progress = { done, total };
    operation.done = done;
    this.results.set(draft, { state, outcome });
  }
}

function passes(filter: ReviewFilter, { errors, blocked }: ReviewRow): boolean {
  if (filter === "ready") return errors.length === 0 && blocked === null;
  return filter === "all" || errors.length > 0;
}

function overridesOf({ draft, errors }: ReviewRow): RuleOverride[] {
  return errors.map(({ rule, path }) => ({ draft, rule, path }));
}

function keyOf({ draft, rule, path }: RuleOverride): string {
  return JSON.stringify([draft, rule, path]);
}
