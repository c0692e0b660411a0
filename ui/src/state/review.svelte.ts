import { SvelteMap } from "svelte/reactivity";

import type {
  ChangeGroup,
  EditRequest,
  FactQuestion,
  FindingKey,
  ItemState,
  ReviewItem,
  ReviewRow,
  RuleOverride,
  SendProgress,
  SendReview,
  SendSummary,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";
import { Operations, type Operation } from "./operations.svelte";
import { FieldEditing } from "./fieldEditing.svelte";
import { Rehearsing } from "./rehearsing.svelte";
import { draftLines, groupLines, rowsOf, type GroupLine, type ReviewLine } from "./reviewLines";
import { reviewTarget } from "./subject";

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
  /** The groups of like changes; `null` while each draft has one line. */
  groups = $state.raw<ChangeGroup[] | null>(null);
  /** How many ticked drafts the filter hid from the last send. */
  leftHidden = $state(0);
  readonly editing: FieldEditing;
  readonly rehearsing: Rehearsing;
  readonly results = new SvelteMap<string, Result>();
  #unfolded = $state.raw<ReadonlySet<string>>(new Set());
  readonly all = $derived(ready(this.review)?.rows ?? []);
  readonly rows = $derived(this.only ? this.all.filter(({ draft }) => this.only?.has(draft)) : this.all);
  readonly matching = $derived(this.rows.filter((row) => passes(this.filter, row)));
  /** Whether a narrow window shows the opened draft in place of the list. */
  isOpenedInFront = $state(false);
  readonly ticked = $derived(this.rows.filter((row) => this.isTicked(row)));
  /** The drafts to send: those that are ticked and pass the filter. */
  readonly chosen = $derived(this.matching.filter((row) => this.isTicked(row)));
  readonly lines = $derived<ReviewLine[]>(this.groups ? groupLines(this.groups, this.matching, this.#unfolded) : draftLines(this.matching));
  /** Whether a send has begun, so that nothing can be chosen or edited until the next load. */
  readonly closed = $derived(this.progress !== null || this.summary !== null);
  readonly guard = $derived(ready(this.review)?.guard ?? null);
  /** The name to type for the ticked drafts; `null` if no confirmation is needed. */
  readonly nameToType = $derived(this.guard && this.chosen.length > this.guard.above ? this.guard.name : null);
  #opened = $state<string | null>(null);
  #unticked = $state.raw<ReadonlySet<string>>(new Set());
  #overrides = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: number | null = null;
  readonly #desk: Desk;
  readonly #operations: Operations;
  readonly #changed: () => void;
  readonly #open = new Coalescer(() => this.#readItem());
  #operation = $state.raw<Operation | null>(null);

  /** @param changed called after each change that was made in the review */
  constructor(desk: Desk, operations = new Operations(desk), changed: () => void = () => undefined) {
    this.#desk = desk;
    this.#operations = operations;
    this.#changed = changed;
    this.rehearsing = new Rehearsing(desk);
    this.editing = new FieldEditing(desk, () => void this.#followEdit());
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

  /** Rehearses the reviewed drafts in the background. */
  rehearse(): Promise<void> {
    return this.rehearsing.run({ kind: "drafts", data: { drafts: this.rows.map(({ draft }) => draft) } });
  }

  /** Enters a fact, and rehearses and checks again with it. */
  async answer(question: FactQuestion, value: boolean): Promise<void> {
    await this.rehearsing.answer(question, value);
    this.#changed();
    await this.#read();
  }

  /** Shows only these drafts; `null` shows all. */
  narrow(drafts: string[] | null): void {
    this.only = drafts && new Set(drafts);
    this.show("all");
    void this.rehearse();
  }

  show(filter: ReviewFilter): void {
    this.filter = filter;
    this.#anchor = null;
    this.goTo(0);
  }

  /** Lists the drafts by their changes, or one by one. */
  async group(on: boolean): Promise<void> {
    this.groups = on ? await this.#desk.reviewGroups() : null;
    this.#anchor = null;
    this.goTo(on ? 0 : this.#lineOf(this.#opened));
  }

  /** Unfolds a group, or folds it. */
  toggleGroup({ key, unfolded }: GroupLine): void {
    const others = [...this.#unfolded].filter((one) => one !== key);
    this.#unfolded = new Set(unfolded ? others : [...others, key]);
  }

  count(filter: ReviewFilter): number {
    return this.rows.filter((row) => passes(filter, row)).length;
  }

  /** Moves the cursor to a row, scrolls to it and opens it. */
  goTo(index: number): void {
    this.cursor = Math.max(0, Math.min(index, this.lines.length - 1));
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

  /** Opens the line at an index: loads its draft in full. A group opens nothing. */
  async open(index: number): Promise<void> {
    const line = this.lines[index];
    if (line?.kind === "group") return;
    const draft = line?.row.draft ?? null;
    if (draft === this.#opened) return;
    // Text that cannot be saved keeps its field shown.
    if (this.editing.path !== null && !(await this.editing.end())) return;
    this.#opened = draft;
    this.item = { status: "loading" };
    if (draft !== null) await this.#open.run();
  }

  /** Shows a field of the opened draft for editing. */
  async edit(path: string): Promise<void> {
    const { opened } = this;
    if (opened) await this.editing.begin(reviewTarget(opened), path);
  }

  /** Applies a fix, or takes a change back, in the opened draft. */
  async apply(edit: EditRequest): Promise<void> {
    const { opened } = this;
    if (opened) await this.editing.apply(reviewTarget(opened), edit);
  }

  /** Returns whether the opened draft was edited in the review, so that "Undo" belongs to it. */
  get isEdited(): boolean {
    const { opened } = this;
    return opened !== null && !this.closed && this.editing.isOf(reviewTarget(opened));
  }

  /** Goes to the next draft with findings, or to the one before. Returns whether there is one. */
  goToFindings(step: 1 | -1): boolean {
    const { length } = this.lines;
    const places = Array.from({ length }, (_, at) => (this.cursor + step * (at + 1) + length * 2) % length);
    const next = places.find((at) => {
      const line = this.lines[at];
      return line?.kind === "draft" && line.row.errors.length + line.row.warnings > 0;
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

  /** Ticks or unticks the drafts of the line at an index, which becomes the start of a range. */
  toggle(line: ReviewLine, index: number): void {
    this.#anchor = index;
    const rows = rowsOf(line);
    if (this.areTicked(rows)) this.untick(rows);
    else this.tick(rows);
  }

  /** Returns whether all of these drafts that can be sent are ticked. */
  areTicked(rows: ReviewRow[]): boolean {
    return rows.some((row) => this.isTicked(row)) && rows.every((row) => this.isTicked(row) || !this.canSend(row));
  }

  /** Ticks the drafts from the last ticked line, or else from `fallbackStart`, to this one. */
  tickRange(index: number, fallbackStart = index): void {
    this.#anchor ??= fallbackStart;
    this.tick(this.lines.slice(Math.min(this.#anchor, index), Math.max(this.#anchor, index) + 1).flatMap(rowsOf));
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

  /** Sends the drafts that are ticked and shown, once their typed text is saved. */
  async send(): Promise<void> {
    if (this.editing.path !== null) await this.#endEdit();
    const { chosen } = this;
    const drafts = chosen.map(({ draft, revision }) => ({ draft, revision }));
    if (this.progress || drafts.length === 0) return;
    this.leftHidden = this.ticked.length - chosen.length;
    this.progress = { done: 0, total: drafts.length };
    await this.rehearsing.stop();
    this.rehearsing.clear();
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
      await this.#readGroups();
      if (this.only && this.rows.length === 0) this.only = null;
      await this.#keepOpened();
      void this.rehearse();
    } catch (thrown) {
      this.review = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  async #readGroups(): Promise<void> {
    if (this.groups) this.groups = await this.#desk.reviewGroups();
  }

  /** Saves the typed text, so that the review shows what would be sent. Fails if it cannot be saved. */
  async #endEdit(): Promise<void> {
    const isSaved = await this.editing.end();
    const [, failure] = this.editing.detail.edits.failed[0] ?? [];
    if (!isSaved && failure) throw failure;
    await this.#open.run();
  }

  /** Reloads what an edit in the review changed. */
  async #followEdit(): Promise<void> {
    this.#changed();
    await this.#open.run();
    await this.#readGroups();
    void this.rehearse();
  }

  /** Returns the index of a draft's first line; -1 if it has none. */
  #lineOf(draft: string | null): number {
    return this.lines.findIndex((line) => line.kind === "draft" && line.row.draft === draft);
  }

  /** Keeps the opened draft and reloads it. If it no longer exists, opens the line in its place. */
  async #keepOpened(): Promise<void> {
    const index = this.#lineOf(this.#opened);
    this.cursor = index >= 0 ? index : Math.max(0, Math.min(this.cursor, this.lines.length - 1));
    if (this.opened === null) {
      const line = this.lines[this.cursor];
      this.#opened = line?.kind === "draft" ? line.row.draft : null;
    }
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
    const disambiguation = row.disambiguation ?? listed.disambiguation;
    const rows = review.rows.map((one) => (one === listed ? { ...row, disambiguation } : one));
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
    // The last reports may arrive after the end of the send, which they would show as running.
    if (operation === this.#operation) this.progress = { done, total };
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
