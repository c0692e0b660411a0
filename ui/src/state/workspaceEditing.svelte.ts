import { SvelteSet } from "svelte/reactivity";

import type { WorkspaceFormField, FormValidation, SecretSlot, SecretStorageView, SecretsTestResult, WorkspaceEdit, WorkspaceForm, SavedWorkspace } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";

/** How long the keyring may take before it counts as one that asks a person, in milliseconds. */
export const keyringPatience = 1000;

/** The settings of one workspace while they are filled in. Secrets are typed in a window of their own and never come here. */
export class WorkspaceEditing {
  edit = $state.raw<WorkspaceEdit | null>(null);
  form = $state<WorkspaceForm | null>(null);
  /** The settings as they were before; nothing of a workspace that is new. */
  before: WorkspaceForm | null = null;
  judgement = $state.raw<FormValidation | null>(null);
  /** Where secrets are kept and whether that works; asked once a secret is wanted. */
  keyring = $state.raw<SecretsTestResult | null>(null);
  /** Whether the keyring keeps everyone waiting, as where the system asks for its password and nobody answers. */
  waiting = $state(false);
  failure = $state.raw<CommandFailure | null>(null);
  busy = $state(false);
  /** The slots for which a secret was typed that is kept once the settings are saved. */
  typed = $state.raw<string[]>([]);
  readonly #left = new SvelteSet<WorkspaceFormField>();
  #tried = $state(false);
  /** Whether the keyring was asked. */
  #asked = false;
  /** The answer of the keyring that was asked for last. */
  #telling: Promise<SecretsTestResult> | null = null;
  readonly #desk: Desk;
  readonly #judge = new Coalescer(() => this.#readJudgement());

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isNew(): boolean {
    return this.edit?.id === null;
  }

  /** Reads the form of a workspace, or an empty one. */
  async read(id: string | null): Promise<void> {
    await this.#doing(async () => {
      this.edit = await this.#desk.workspaceForm(id);
      this.form = this.edit.form;
      this.before = id === null ? null : this.edit.form;
      await this.changed();
    });
  }

  /** What is typed is judged; the last judgement is of the last state. */
  changed(): Promise<void> {
    return this.#judge.run();
  }

  leave(field: WorkspaceFormField): void {
    this.#left.add(field);
  }

  /** What is wrong in a field; nobody is told before they had a chance to fill it in. */
  problem(field: WorkspaceFormField): string | null {
    if (!this.#tried && !this.#left.has(field)) return null;
    return this.judgement?.problems.find((problem) => problem.field === field)?.message ?? null;
  }

  /** Whether a secret is kept for a slot already. */
  isKept(slot: string): boolean {
    return this.keyring?.kept.includes(slot) === true && this.judgement?.note === null;
  }

  /** Whether nobody can tell which secrets are kept: the keyring does not answer, or not as it should. */
  get keepsToItself(): boolean {
    return !this.isNew && (this.waiting || this.keyring?.works === false);
  }

  /** Has a secret typed, in a window of its own. */
  async askFor({ slot, label }: SecretSlot): Promise<void> {
    const { name, address } = this.form ?? { name: "", address: "" };
    await this.#doing(() => this.#desk.askForSecret({ slot, label, name, address }));
  }

  /** That window was closed, with a secret or without. */
  async readTyped(): Promise<void> {
    await this.#doing(async () => {
      this.typed = await this.#desk.typedSecrets();
    });
  }

  /** Lets go of what was typed and not saved. */
  async dropTyped(): Promise<void> {
    await this.#doing(() => this.#desk.dropTypedSecrets());
  }

  async choosePlace(place: SecretStorageView): Promise<void> {
    await this.#doing(() => this.#hear(this.#desk.chooseSecretsPlace(this.edit?.id ?? null, place)));
  }

  async testKeyring(): Promise<void> {
    this.#asked = true;
    await this.#doing(() => this.#hear(this.#desk.secretsState(this.edit?.id ?? null)));
  }

  /** Takes what is told of the keyring, unless it was asked anew meanwhile: a person need not wait for one that waits. */
  async #hear(telling: Promise<SecretsTestResult>): Promise<void> {
    this.#telling = telling;
    this.waiting = false;
    const isLatest = () => this.#telling === telling;
    const patience = setTimeout(() => (this.waiting = isLatest()), keyringPatience);
    try {
      const told = await telling;
      if (isLatest()) this.keyring = told;
    } finally {
      clearTimeout(patience);
      if (isLatest()) this.waiting = false;
    }
  }

  /** Keeps the settings, then the secrets that were typed; nothing where either was refused, which is said. What was typed is held on then. */
  async save(): Promise<{ saved: SavedWorkspace; secrets: number } | null> {
    if (this.busy || !this.form || !this.edit) return null;
    this.#tried = true;
    await this.changed();
    if (this.judgement && this.judgement.problems.length > 0) return null;
    const { form, edit } = this;
    this.busy = true;
    const done = await this.#doing(async () => {
      const saved = await this.#desk.saveWorkspace(edit.id, form);
      this.edit = { ...edit, id: saved.id };
      const secrets = await this.#desk.keepTypedSecrets(saved.id);
      return { saved, secrets };
    });
    this.busy = false;
    return done;
  }

  async #doing<T>(action: () => Promise<T>): Promise<T | null> {
    this.failure = null;
    try {
      return await action();
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
      return null;
    }
  }

  async #readJudgement(): Promise<void> {
    if (!this.form || !this.edit) return;
    try {
      this.judgement = await this.#desk.judgeWorkspace(this.edit.id, $state.snapshot(this.form));
      // The keyring takes its time, and may ask to be unlocked: nobody waits for it to fill in the rest.
      if (this.judgement.slots.length > 0 && !this.#asked) void this.testKeyring();
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}
