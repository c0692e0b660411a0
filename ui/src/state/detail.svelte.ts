import { SvelteMap } from "svelte/reactivity";

import type {
  AdReview,
  ClashChoice,
  CreatedDraft,
  Detail,
  DraftState,
  EditRequest,
  FieldChoice,
  FieldView,
  FieldInput,
  FindingView,
  SourceCompletion,
  DocumentRef,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Edits, wholeText } from "./edits.svelte";
import { Findings } from "./findings.svelte";
import { Items } from "./items.svelte";
import { keepEqual } from "./keepEqual";
import { SerialQueue } from "./serial";
import { ready, type Loading } from "./loading";
import { isSame } from "./subject";

/** The parts of a detail, of which one is shown. */
export type DetailTab = "review" | "fields" | "changes" | "clashes" | "history" | "contact" | "source";

/** The milliseconds that what is open stays while something else is opened. */
const patience = 100;

/** A loaded detail. */
interface LoadedDetail {
  detail: Detail;
  /** Its review, if it was loaded as well. */
  review: AdReview | null;
  /** Whether the detail includes its form. */
  hasForm: boolean;
}

interface EditTarget {
  turn: number;
  target: DocumentRef | null;
}

/** The open campaign, ad or draft, and everything that can be done to it. */
export class DetailState {
  target = $state.raw<DocumentRef | null>(null);
  shown = $state.raw<Loading<Detail>>({ status: "loading" });
  /** The review that was loaded with the detail. It is removed after the first change. */
  review = $state.raw<AdReview | null>(null);
  /** Whether the detail includes its form. An ad opens without it. */
  hasForm = $state(true);
  tab = $state<DetailTab>("fields");
  /** The path of the field that takes the focus when it is drawn. The view clears it. */
  focusOn = $state<string | null>(null);
  /** Whether the first open clash takes the focus when it is drawn. */
  focusOnClash = $state(false);
  /** The place of the clash that had the focus last. */
  clashAt = $state<string | null>(null);
  readonly value = $derived(ready(this.shown));
  /** Whether a mouse button is pressed in the detail. Its form must not move below the pointer. */
  isPressed = $state(false);
  readonly findings = new Findings(() => this.value, {
    isBusy: () => this.isBusy,
    isUnvisited: (path) => this.#isCreated && !this.edits.isVisited(path),
  });
  readonly edits: Edits;
  readonly items: Items;
  readonly #desk: Desk;
  readonly #queue = new SerialQueue();
  readonly #saved: () => void;
  /** The choices of fields that come with few of them. */
  readonly #choices = new SvelteMap<string, FieldChoice[]>();
  /** The form while it is loading. */
  #form: Promise<void> | null = null;
  /** Counts what was opened, created or closed. */
  #turn = $state.raw(0);
  /** Counts the documents that were asked for. */
  #openings = 0;
  /** Whether the object was created, not opened. */
  #isCreated = $state(false);
  /** Counts the start and the end of every change. */
  #changes = 0;

  /** @param saved called after each committed change */
  constructor(desk: Desk, saved: () => void) {
    this.#desk = desk;
    this.#saved = saved;
    this.edits = new Edits(
      (edit) => this.#change((target) => this.#sendTyped(target, edit)),
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

  /** A number that changes whenever something is opened anew. */
  get turn(): number {
    return this.#turn;
  }

  /** Returns the field at a path, at any depth. */
  field(path: string): FieldView | undefined {
    return this.items.find(path);
  }

  /** Returns whether a person types in the form or presses a mouse button, so that the form must not move. */
  get isBusy(): boolean {
    return this.isPressed || this.edits.isTyping;
  }

  /** Returns the text for an absent member. A summary does not show whether the member is set. */
  get absent(): string {
    return this.value?.summary ? "not in the summary" : "not set";
  }

  /** Returns the text that a field shows: the typed text, otherwise the document's. */
  textOf(field: FieldView): string {
    return this.edits.at(field.path)?.text ?? field.text;
  }

  /** Returns the choices of a field that are loaded. */
  choicesOf(field: FieldView): FieldChoice[] {
    return (field.moreChoices && this.#choices.get(field.path)) || field.choices;
  }

  /** Loads all choices of a field. They may depend on other fields. */
  async loadChoices(path: string): Promise<void> {
    const turn = this.#turn;
    try {
      const { choices } = await this.#desk.field(this.#open(), path);
      if (turn === this.#turn) this.#choices.set(path, choices);
    } catch (thrown) {
      // What is no longer open may no longer exist.
      if (turn === this.#turn) throw thrown;
    }
  }

  /**
   * Opens a document. The one before stays for a moment, because a quick reply is shown much sooner if nothing else is
   * drawn before it.
   */
  async open(target: DocumentRef): Promise<void> {
    const before = this.#turn;
    const opening = ++this.#openings;
    const reading = this.#read(target, this.#tabFor(target)).catch(CommandFailure.from);
    const quick = await Promise.race([reading, pause(patience)]);
    // Text that was typed meanwhile belongs to the document before.
    await this.edits.flush();
    if (opening !== this.#openings || before !== this.#turn) return;
    const turn = this.#begin(target);
    if (!quick) this.shown = { status: "loading" };
    const loaded = quick ?? (await reading);
    if (!(loaded instanceof CommandFailure)) this.#show(turn, loaded);
    else if (turn === this.#turn) this.shown = { status: "failed", failure: loaded };
  }

  /** Creates a new campaign and focuses the first field to fill in. */
  async create(): Promise<void> {
    await this.begin(async () => ({ detail: await this.#desk.createDraft(), focus: null, note: null }));
  }

  /** Creates a new object with a command. Resolves to a note for the person. */
  async begin(command: () => Promise<CreatedDraft>): Promise<string | null> {
    const { detail, focus, note } = await command();
    // Text that was typed during the command belongs to the object that was open until now.
    await this.edits.flush();
    this.#showWithForm(this.#begin(detail.target), detail);
    this.#isCreated = true;
    this.focusOn = focus ?? firstToFillIn(detail)?.path ?? null;
    this.#saved();
    return note;
  }

  close(): void {
    this.#turn += 1;
    this.edits.forgetAll();
    this.items.forgetAll();
    this.#choices.clear();
    this.target = null;
  }

  /**
   * Reloads the open document, for example after a fetch. Edits do not wait for it, because it may wait for the
   * service. Its result is dropped if an edit was made in the meantime, because the edit shows the document as well.
   */
  async refresh(): Promise<void> {
    const { target } = this;
    const turn = this.#turn;
    const changes = this.#changes;
    if (!target) return;
    const loaded = await this.#read(target, this.tab);
    if (changes === this.#changes) this.#show(turn, loaded);
  }

  /** Loads the form if the open document came without it. */
  form(): Promise<void> {
    if (this.hasForm || !this.value) return Promise.resolve();
    return (this.#form ??= this.#loadForm(this.value.target, this.#turn));
  }

  /** Returns the text of the draft's base. */
  base(): Promise<string | null> {
    return this.#desk.sourceBase(this.#open());
  }

  /** Returns the help for a path in the source text. */
  help(path: string): Promise<SourceCompletion> {
    return this.#desk.sourceHelp(this.#open(), path);
  }

  /** Saves the typed text. Resolves to whether everything is saved. */
  async settle(): Promise<boolean> {
    await this.edits.flush();
    return this.edits.failed.length === 0;
  }

  async put(path: string, input: FieldInput): Promise<void> {
    await this.apply({ path, input });
  }

  /** Applies an edit that was chosen, not typed. */
  async apply(edit: EditRequest): Promise<void> {
    const editTarget = this.#editTarget();
    this.edits.forget(edit.path);
    await this.edits.flush();
    await this.#change((target) => this.#desk.edit(target, edit), editTarget);
    this.edits.forgetSaved();
  }

  /** Copies one field of an earlier entry into the draft, or all of them. */
  async restoreFrom(entry: string, path: string | null): Promise<void> {
    const editTarget = this.#editTarget();
    await this.edits.flush();
    await this.#change((target) => this.#desk.restoreFrom(target, entry, path), editTarget);
    this.edits.forgetSaved();
  }

  /** Undoes or redoes until this number of steps is applied. */
  async goTo(position: number): Promise<void> {
    const editTarget = this.#editTarget();
    await this.edits.flush();
    const draft = this.value?.draft?.id;
    if (editTarget.turn !== this.#turn || draft === undefined) return;
    await this.#change(() => this.#desk.goTo(draft, position), editTarget);
    this.edits.forgetSaved();
  }

  /** Shows the clashes, and focuses the first open one. */
  showClashes(): void {
    this.tab = "clashes";
    this.focusOnClash = true;
  }

  /** Settles a clash of the draft. */
  async settleClash(place: string, choice: ClashChoice): Promise<void> {
    const editTarget = this.#editTarget();
    await this.edits.flush();
    const draft = this.value?.draft?.id;
    if (editTarget.turn !== this.#turn || draft === undefined) return;
    await this.#change(() => this.#desk.settleClash(draft, place, choice), editTarget);
    this.edits.forgetSaved();
  }

  /** Settles the same clash in all drafts. Resolves to the number of drafts. */
  async settleAlike(place: string, choice: ClashChoice): Promise<number> {
    await this.edits.flush();
    const settled = await this.#queue.add(() => this.#desk.settleAlike(place, choice));
    await this.refresh();
    this.#saved();
    return settled;
  }

  /** Merges the draft with the newest version of its object. Resolves to whether someone else had changed it. */
  async merge(): Promise<boolean> {
    await this.edits.flush();
    const draft = this.value?.draft?.id;
    if (draft === undefined) return false;
    const { moved } = await this.#queue.add(() => this.#desk.mergeDraft(draft));
    await this.refresh();
    this.#saved();
    return moved;
  }

  undo = () => this.#undoOrRedo("undo");
  redo = () => this.#undoOrRedo("redo");

  /** Discards the draft with its typed text. Resolves to its id, so that it can be restored. */
  async discard(): Promise<string | null> {
    const { turn } = this.#editTarget();
    await this.edits.flush();
    const draft = this.value?.draft;
    if (turn !== this.#turn || !draft) return null;
    await this.#queue.add(() => this.#desk.discard(draft.id));
    if (turn === this.#turn) await this.#showWithoutDraft(draft);
    this.#saved();
    return draft.id;
  }

  /** Moves to the next finding with a field (`step` 1) or to the one before (-1). */
  nextFinding(step: 1 | -1): FindingView | null {
    const finding = this.findings.next(step);
    if (finding) this.jumpTo(finding);
    return finding;
  }

  jumpTo(finding: FindingView): void {
    this.findings.setCurrent(finding);
    if (this.value?.textOnly) this.tab = "source";
    else if (this.tab !== "source") this.tab = "fields";
    this.#focusField(finding.path);
  }

  /** Shows a field in the form and focuses it. */
  goToField(path: string): void {
    this.tab = "fields";
    this.#focusField(path);
  }

  /** Opens the items around a field, then focuses it. */
  #focusField(path: string): void {
    const turn = this.#turn;
    const focus = () => turn === this.#turn && (this.focusOn = path);
    const opening = this.hasForm ? this.items.openAround(path) : this.form().then(() => this.items.openAround(path));
    if (opening) void opening.then(focus);
    else focus();
  }

  #deliver(edit: EditRequest): void {
    // The page is closing, so nobody can see an error.
    if (this.target) this.#sendTyped(this.target, edit).catch(() => undefined);
  }

  /** Sends typed text to its field, or as the whole document. */
  #sendTyped(target: DocumentRef, edit: EditRequest): Promise<Detail> {
    const { path, input } = edit;
    if (path === wholeText && input.kind === "text") return this.#desk.writeSource(target, input.text);
    return this.#desk.edit(target, edit);
  }

  /**
   * Loads the document. An ad in the review tab is loaded with its review and without its form, which is not drawn yet.
   */
  async #read(target: DocumentRef, tab: DetailTab): Promise<LoadedDetail> {
    if (target.kind !== "ad" || tab !== "review") return { detail: await this.#desk.open(target), review: null, hasForm: true };
    return { ...(await this.#desk.openAd(target)), hasForm: false };
  }

  async #loadForm(target: DocumentRef, turn: number): Promise<void> {
    const changes = this.#changes;
    try {
      const detail = await this.#desk.read(target);
      // The reply to a change also includes the form, and is newer.
      if (changes === this.#changes) this.#show(turn, { detail, review: this.review, hasForm: true });
    } catch (thrown) {
      if (turn === this.#turn) this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Returns the tab in which a document opens. */
  #tabFor(target: DocumentRef): DetailTab {
    if (isSame(this.target, target)) return this.tab;
    return target.kind === "ad" ? "review" : "fields";
  }

  #begin(target: DocumentRef): number {
    this.edits.forgetAll();
    this.tab = this.#tabFor(target);
    if (!isSame(this.target, target)) this.items.forgetAll();
    this.#choices.clear();
    this.target = target;
    this.#isCreated = false;
    this.findings.reset();
    this.#turn += 1;
    return this.#turn;
  }

  async #showWithoutDraft(draft: DraftState): Promise<void> {
    this.edits.forgetAll();
    if (draft.new) this.close();
    else await this.refresh();
  }

  async #undoOrRedo(direction: "undo" | "redo"): Promise<void> {
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

  /**
   * Returns the target of a command. Must be called before the first `await`, because another campaign may be opened.
   */
  #editTarget(): EditTarget {
    return { turn: this.#turn, target: this.target };
  }

  async #change(command: (target: DocumentRef) => Promise<Detail>, { turn, target }: EditTarget = this.#editTarget()): Promise<void> {
    if (!target) return;
    this.#changes += 1;
    await this.#queue.add(async () => {
      const detail = await command(target);
      if (turn === this.#turn) await this.items.refresh(detail);
      this.#showWithForm(turn, detail);
    });
    this.#changes += 1;
    this.#saved();
  }

  #showWithForm(turn: number, detail: Detail): void {
    this.#show(turn, { detail, review: null, hasForm: true });
  }

  /** Shows a detail unless something else was opened in the meantime. */
  #show(turn: number, { detail, review, hasForm }: LoadedDetail): void {
    if (turn !== this.#turn) return;
    // A new object all the same: what belongs to the detail, such as its history, is loaded again for each.
    const value = { ...keepEqual(this.value, detail) };
    this.target = value.target;
    this.review = review;
    this.hasForm = hasForm;
    this.#form = null;
    this.shown = { status: "ready", value };
  }
}

function pause(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

function firstToFillIn(detail: Detail): FieldView | undefined {
  const fields = detail.groups.flatMap((group) => group.fields).filter(({ lock, kind }) => !lock && kind !== "list");
  return fields.find((field) => field.required && field.text === "") ?? fields[0];
}
