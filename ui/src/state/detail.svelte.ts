import type { AdReview, CreatedDraft, Detail, DraftState, EditRequest, FieldView, FieldInput, FindingView, SourceCompletion, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Edits, wholeText } from "./edits.svelte";
import { Findings } from "./findings.svelte";
import { Items } from "./items.svelte";
import { SerialQueue } from "./serial";
import { ready, type Loading } from "./loading";
import { isSame } from "./subject";

/** The parts of a detail that are shown one at a time. */
export type DetailTab = "review" | "fields" | "changes" | "history" | "contact" | "source";

/** A detail that came, its review where that came along, and whether its form did. */
type Shown = [detail: Detail, review?: AdReview | null, hasForm?: boolean];

interface EditTarget {
  turn: number;
  target: DocumentRef | null;
}

/** The campaign or draft that is open, and everything that can be done to it. */
export class DetailState {
  target = $state.raw<DocumentRef | null>(null);
  shown = $state.raw<Loading<Detail>>({ status: "loading" });
  /** The review of what is shown, where it came along with it; it goes with the first change. */
  review = $state.raw<AdReview | null>(null);
  /** Whether it is here with its form: an ad that is looked at opens without. */
  hasForm = $state(true);
  tab = $state<DetailTab>("fields");
  /** The field that should take the focus when it is drawn; taken by the view. */
  focusOn = $state<string | null>(null);
  readonly value = $derived(ready(this.shown));
  readonly findings = new Findings(() => this.value);
  readonly edits: Edits;
  readonly items: Items;
  readonly #desk: Desk;
  readonly #queue = new SerialQueue();
  readonly #saved: () => void;
  /** The form, while it is on its way. */
  #form: Promise<void> | null = null;
  #turn = 0;
  /** Counts the beginning and the end of every change. */
  #changes = 0;

  /** @param saved called after each change that was committed */
  constructor(desk: Desk, saved: () => void) {
    this.#desk = desk;
    this.#saved = saved;
    this.edits = new Edits(
      (edit) => this.#change((target) => this.#hand(target, edit)),
      (edit) => this.#deliver(edit),
      (path) => this.field(path)?.text,
    );
    this.items = new Items({
      current: () => this.value,
      apply: (edit) => this.apply(edit),
      read: (path) => desk.field(this.#open(), path),
      relocate: (to) => this.edits.relocate(to),
      focus: (path) => (this.focusOn = path),
    });
  }

  /** The field at a path, however deep. */
  field(path: string): FieldView | undefined {
    return this.items.find(path);
  }

  /** What is said of a member that is not there: of a summary nobody knows whether it is set. */
  get absent(): string {
    return this.value?.summary ? "not in the summary" : "not set";
  }

  /** The text that a field shows: what is being typed, or else what the document has. */
  textOf(field: FieldView): string {
    return this.edits.at(field.path)?.text ?? field.text;
  }

  async open(target: DocumentRef): Promise<void> {
    const turn = this.#begin(target);
    this.shown = { status: "loading" };
    try {
      await this.#read(target, (...came) => this.#show(turn, ...came));
    } catch (thrown) {
      if (turn === this.#turn) this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Begins a new campaign and puts the focus on the first thing to fill in. */
  async create(): Promise<void> {
    await this.begin(async () => ({ detail: await this.#desk.createDraft(), focus: null, note: null }));
  }

  /** The same for one that is begun from something; resolves to what the person should know. */
  async begin(command: () => Promise<CreatedDraft>): Promise<string | null> {
    const { detail, focus, note } = await command();
    // What was typed while that took its time belongs to what was open until now.
    await this.edits.flush();
    this.#show(this.#begin(detail.target), detail);
    this.focusOn = focus ?? firstToFillIn(detail)?.path ?? null;
    this.#saved();
    return note;
  }

  close(): void {
    this.#turn += 1;
    this.edits.forgetAll();
    this.items.forgetAll();
    this.target = null;
  }

  /**
   * Reads the open document again, for example after a fetch. It may have to wait for the service, so no edit waits
   * for it; what it brings is dropped where an edit was made meanwhile, which shows the document as well.
   */
  async refresh(): Promise<void> {
    const { target } = this;
    const turn = this.#turn;
    const changes = this.#changes;
    if (!target) return;
    await this.#read(target, (...came) => changes === this.#changes && this.#show(turn, ...came));
  }

  /** Gets the form, where what is open came without. */
  form(): Promise<void> {
    if (this.hasForm || !this.value) return Promise.resolve();
    return (this.#form ??= this.#getForm(this.value.target, this.#turn));
  }

  /** The text of what the service had when the draft began. */
  base(): Promise<string | null> {
    return this.#desk.sourceBase(this.#open());
  }

  /** What is known of a place of the text. */
  help(path: string): Promise<SourceCompletion> {
    return this.#desk.sourceHelp(this.#open(), path);
  }

  /** Sends what is typed; says whether everything is saved. */
  async settle(): Promise<boolean> {
    await this.edits.flush();
    return this.edits.failed.length === 0;
  }

  async put(path: string, input: FieldInput): Promise<void> {
    await this.apply({ path, input });
  }

  /** Applies an edit that was chosen rather than typed. */
  async apply(edit: EditRequest): Promise<void> {
    const editTarget = this.#editTarget();
    this.edits.forget(edit.path);
    await this.edits.flush();
    await this.#change((target) => this.#desk.edit(target, edit), editTarget);
    this.edits.forgetSaved();
  }

  /** Puts a field of a past entry into the draft, or all of them. */
  async restoreFrom(entry: string, path: string | null): Promise<void> {
    const editTarget = this.#editTarget();
    await this.edits.flush();
    await this.#change((target) => this.#desk.restoreFrom(target, entry, path), editTarget);
    this.edits.forgetSaved();
  }

  /** Undoes or redoes as much as it takes for so many steps to be applied. */
  async goTo(position: number): Promise<void> {
    const editTarget = this.#editTarget();
    await this.edits.flush();
    const draft = this.value?.draft?.id;
    if (editTarget.turn !== this.#turn || draft === undefined) return;
    await this.#change(() => this.#desk.goTo(draft, position), editTarget);
    this.edits.forgetSaved();
  }

  undo = () => this.#travel("undo");
  redo = () => this.#travel("redo");

  /** Takes the draft away, with what is typed; resolves to its id, so that it can be brought back. */
  async discard(): Promise<string | null> {
    const { turn } = this.#editTarget();
    await this.edits.flush();
    const draft = this.value?.draft;
    if (turn !== this.#turn || !draft) return null;
    await this.#queue.add(() => this.#desk.discard(draft.id));
    if (turn === this.#turn) await this.#leaveBehind(draft);
    this.#saved();
    return draft.id;
  }

  /** Moves to the next finding that names a field (`step` 1) or the one before it (-1). */
  nextFinding(step: 1 | -1): FindingView | null {
    const finding = this.findings.next(step);
    if (finding) this.jumpTo(finding);
    return finding;
  }

  jumpTo(finding: FindingView): void {
    const turn = this.#turn;
    this.findings.standOn(finding);
    if (this.value?.textOnly) this.tab = "source";
    else if (this.tab !== "source") this.tab = "fields";
    const arrive = () => turn === this.#turn && (this.focusOn = finding.path);
    const opening = this.hasForm ? this.items.openAround(finding.path) : this.form().then(() => this.items.openAround(finding.path));
    if (opening) void opening.then(arrive);
    else arrive();
  }

  #deliver(edit: EditRequest): void {
    // The page goes away: nobody is left to be told.
    if (this.target) this.#hand(this.target, edit).catch(() => undefined);
  }

  /** What is typed goes to its field, or is the whole text. */
  #hand(target: DocumentRef, edit: EditRequest): Promise<Detail> {
    const { path, input } = edit;
    if (path === wholeText && input.kind === "text") return this.#desk.writeSource(target, input.text);
    return this.#desk.edit(target, edit);
  }

  /** An ad that is looked at comes with its review and without its form, so that nobody waits for what is not drawn. */
  async #read(target: DocumentRef, show: (...came: Shown) => unknown): Promise<void> {
    if (target.kind !== "ad" || this.tab !== "review") return void show(await this.#desk.open(target));
    const { detail, review } = await this.#desk.openAd(target);
    show(detail, review, false);
  }

  async #getForm(target: DocumentRef, turn: number): Promise<void> {
    const changes = this.#changes;
    try {
      const detail = await this.#desk.read(target);
      // The answer to a change has the form as well, and is newer.
      if (changes === this.#changes) this.#show(turn, detail, this.review);
    } catch (thrown) {
      if (turn === this.#turn) this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  #begin(target: DocumentRef): number {
    this.edits.forgetAll();
    const same = isSame(this.target, target);
    if (!same) this.tab = target.kind === "ad" ? "review" : "fields";
    if (!same) this.items.forgetAll();
    this.target = target;
    this.findings.forget();
    this.#turn += 1;
    return this.#turn;
  }

  async #leaveBehind(draft: DraftState): Promise<void> {
    this.edits.forgetAll();
    if (draft.new) this.close();
    else await this.refresh();
  }

  async #travel(direction: "undo" | "redo"): Promise<void> {
    const editTarget = this.#editTarget();
    await this.edits.flush();
    const draft = this.value?.draft;
    if (editTarget.turn !== this.#turn || !draft?.[direction]) return;
    await this.#change(() => this.#desk[direction](draft.id), editTarget);
    this.edits.forgetSaved();
  }

  #open(): DocumentRef {
    if (!this.target) throw new Error("Nothing is open.");
    return this.target;
  }

  /** What a command is meant for. Taken before anything is waited for: another campaign may be opened meanwhile. */
  #editTarget(): EditTarget {
    return { turn: this.#turn, target: this.target };
  }

  async #change(command: (target: DocumentRef) => Promise<Detail>, { turn, target }: EditTarget = this.#editTarget()): Promise<void> {
    if (!target) return;
    this.#changes += 1;
    await this.#queue.add(async () => {
      const detail = await command(target);
      if (turn === this.#turn) await this.items.refresh(detail);
      this.#show(turn, detail);
    });
    this.#changes += 1;
    this.#saved();
  }

  /** An answer that comes after something else was opened is not shown. */
  #show(turn: number, ...[detail, review = null, hasForm = true]: Shown): void {
    if (turn !== this.#turn) return;
    this.target = detail.target;
    this.review = review;
    this.hasForm = hasForm;
    this.#form = null;
    this.shown = { status: "ready", value: detail };
  }
}

function firstToFillIn(detail: Detail): FieldView | undefined {
  const fields = detail.groups.flatMap((group) => group.fields).filter(({ lock, kind }) => !lock && kind !== "list");
  return fields.find((field) => field.required && field.text === "") ?? fields[0];
}
