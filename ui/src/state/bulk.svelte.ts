import type {
  BulkPreviewResult,
  BulkChange,
  AppliedBulkEdit,
  BulkField,
  BulkForm,
  BulkUndoResult,
  BulkProgress,
  BulkScope,
  EditRequest,
  FieldInput,
  FindReplace,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { BulkRows } from "./bulkRows.svelte";
import type { Loading } from "./loading";
import { newOperationId } from "./operationId";

export type BulkTab = "set" | "replace";

/** A change of one field in every campaign. */
export interface Setting {
  readonly key: number;
  path: string;
  how: "text" | "empty" | "null" | "absent" | "revert";
  text: string;
  /** Whether the text was typed but not chosen from the list yet. */
  partial: boolean;
}

/** How long after the last change the preview is computed again. */
const previewDelayMs = 150;

/** One change to many campaigns: its form, its preview, and its result. */
export class BulkState {
  scope = $state.raw<BulkScope | null>(null);
  /** Whether a single campaign is shown instead of the pane. */
  hidden = $state(false);
  form = $state.raw<Loading<BulkForm>>({ status: "loading" });
  tab = $state<BulkTab>("set");
  settings = $state<Setting[]>([]);
  find = $state<FindReplace>(nothingToFind());
  answer = $state.raw<BulkPreviewResult | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  progress = $state.raw<BulkProgress | null>(null);
  applying = $state(false);
  stopping = $state(false);
  /** The applied change. If there is one, the pane shows it. */
  applied = $state.raw<AppliedBulkEdit | null>(null);
  readonly rows: BulkRows;
  readonly #desk: Desk;
  #operation = "";
  /** Whether the change differs from that of the preview. */
  #isStale = false;
  #lastKey = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.rows = new BulkRows(desk);
  }

  /** Returns the preview, if there is one. */
  get preview() {
    return this.answer?.kind === "ready" ? this.answer.data : null;
  }

  get mayApply(): boolean {
    return (this.preview?.changed ?? 0) > 0 && this.progress === null && !this.applying;
  }

  /** Returns what is wrong with the typed change. */
  get problem() {
    return this.answer?.kind === "refused" ? this.answer.data : null;
  }

  /** Returns the fields that can be set. */
  get fields(): BulkField[] {
    return this.form.status === "ready" ? this.form.value.fields : [];
  }

  field(path: string): BulkField | undefined {
    return this.fields.find((field) => field.path === path);
  }

  /** Opens the pane, with a field to set if one is given. Earlier input stays if the campaigns are the same. */
  async open(scope: BulkScope, path?: string): Promise<void> {
    const isSame = JSON.stringify(scope) === JSON.stringify(this.scope) && this.applied === null;
    this.hidden = false;
    this.rows.select("changed");
    if (isSame) return this.#chooseFirst(path);
    this.#reset();
    this.scope = scope;
    try {
      this.form = { status: "ready", value: await this.#desk.bulkForm(scope) };
      this.add();
      this.#chooseFirst(path);
      this.find.fields = this.field("name") ? ["name"] : [];
    } catch (thrown) {
      this.form = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  async close(): Promise<void> {
    const operation = this.#operation;
    this.#reset();
    if (operation !== "") await this.#desk.stop(operation);
  }

  /** Adds another field to set. */
  add(): void {
    this.settings.push({ key: (this.#lastKey += 1), path: "", how: "text", text: "", partial: false });
  }

  /** Chooses the first field to set, unless one was chosen before. */
  #chooseFirst(path: string | undefined): void {
    const [first] = this.settings;
    if (first?.path === "" && path !== undefined && this.field(path)) first.path = path;
  }

  remove(setting: Setting): void {
    this.settings = this.settings.filter(({ key }) => key !== setting.key);
    if (this.settings.length === 0) this.add();
    this.changed();
  }

  choose(tab: BulkTab): void {
    this.tab = tab;
    this.changed(0);
  }

  /** Schedules a new preview after a change. */
  changed(delayMs = previewDelayMs): void {
    clearTimeout(this.#timer);
    this.#isStale = true;
    this.#timer = setTimeout(() => void this.computePreview(), delayMs);
  }

  /** Computes the preview. A newer preview cancels it. */
  async computePreview(): Promise<void> {
    clearTimeout(this.#timer);
    const { scope } = this;
    const change = this.#change();
    if (this.#operation !== "") void this.#desk.stop(this.#operation);
    this.failure = null;
    if (!scope || !change) {
      this.#operation = "";
      this.#isStale = false;
      this.progress = null;
      this.#show(null);
      return;
    }
    const operation = (this.#operation = newOperationId("bulk"));
    await this.#run(operation, async () => {
      const answer = await this.#desk.bulkPreview({ operation, scope, change }, (step) => this.#showProgress(operation, step));
      if (this.#operation !== operation) return;
      this.#isStale = false;
      this.#show(answer);
    });
  }

  /**
   * Applies the change. Resolves to `null` if the campaigns or the typed change no longer match the preview, and computes
   * a new one.
   */
  async apply(): Promise<AppliedBulkEdit | null> {
    const { preview } = this;
    if (!preview || this.applying) return null;
    if (this.#isStale) {
      await this.computePreview();
      return null;
    }
    this.applying = true;
    let applied: AppliedBulkEdit | null = null;
    await this.#run(preview.operation, async () => {
      const outcome = await this.#desk.bulkApply(preview.operation, (step) => this.#showProgress(preview.operation, step));
      if (outcome.kind === "applied") applied = this.applied = outcome.data;
      else await this.#showConflict(outcome.data);
    });
    this.applying = false;
    return applied;
  }

  /** Starts another change to the same campaigns. */
  startAnother(): void {
    this.applied = null;
    this.changed(0);
  }

  /** Undoes or redoes a bulk edit in all its drafts. */
  async move(edit: AppliedBulkEdit, direction: "undo" | "redo"): Promise<BulkUndoResult> {
    const result = direction === "undo" ? await this.#desk.undoBulk(edit.id) : await this.#desk.redoBulk(edit.id);
    if (this.applied?.id === edit.id) this.applied = (await this.#desk.bulkEdits()).find(({ id }) => id === edit.id) ?? null;
    return result;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.#desk.stop(this.#operation);
  }

  async #showConflict(message: string): Promise<void> {
    await this.computePreview();
    this.failure ??= new CommandFailure({ code: "Conflict", message, details: null });
  }

  #change(): BulkChange | null {
    if (this.tab === "replace") {
      const { find } = this;
      return find.find === "" ? null : { kind: "replace", data: $state.snapshot(find) };
    }
    const edits = this.settings.filter(({ path }) => path !== "").flatMap((setting) => requestOf(setting));
    return edits.length === 0 ? null : { kind: "set", data: edits };
  }

  #show(answer: BulkPreviewResult | null): void {
    this.answer = answer;
    this.rows.show(answer?.kind === "ready" ? answer.data : null);
  }

  #showProgress(operation: string, step: BulkProgress): void {
    if (operation === this.#operation) this.progress = step;
  }

  async #run(operation: string, job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (thrown) {
      const failure = CommandFailure.from(thrown);
      if (operation === this.#operation && (failure.code !== "Cancelled" || this.stopping)) this.failure = failure;
    } finally {
      if (operation === this.#operation) {
        this.progress = null;
        this.stopping = false;
      }
    }
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#operation = "";
    this.scope = null;
    this.hidden = false;
    this.form = { status: "loading" };
    this.settings = [];
    this.find = nothingToFind();
    this.failure = null;
    this.progress = null;
    this.applying = false;
    this.applied = null;
    this.#show(null);
  }
}

function requestOf({ path, how, text, partial }: Setting): EditRequest[] {
  // An empty input must not empty the field in hundreds of campaigns.
  if (how === "text" && text === "") return [];
  return [{ path, input: inputOf(how === "text" && partial ? "partial" : how, text) }];
}

function inputOf(how: Setting["how"] | "partial", text: string): FieldInput {
  if (how === "text" || how === "partial") return { kind: how, text };
  return how === "empty" ? { kind: "raw", text: '""' } : { kind: how };
}

function nothingToFind(): FindReplace {
  return { find: "", replace: "", regular: false, matchCase: false, wholeWord: false, fields: [] };
}
