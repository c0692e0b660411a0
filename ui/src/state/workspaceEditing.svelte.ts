import { SvelteSet } from "svelte/reactivity";

import type {
  WorkspaceFormField,
  FormValidation,
  SecretSlot,
  SecretStorage,
  SecretsTestResult,
  WorkspaceEdit,
  WorkspaceForm,
  SavedWorkspace,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";

/** How long the keyring may take before the window assumes that it waits for a person, in milliseconds. */
export const keyringPatience = 1000;

/** The settings of one workspace in their form. Secrets are typed in a separate window and never come here. */
export class WorkspaceEditing {
  edit = $state.raw<WorkspaceEdit | null>(null);
  form = $state<WorkspaceForm | null>(null);
  /** The settings before the changes; `null` for a new workspace. */
  before: WorkspaceForm | null = null;
  judgement = $state.raw<FormValidation | null>(null);
  /** The place of the secrets, and whether it works. It is tested once a secret is needed. */
  keyring = $state.raw<SecretsTestResult | null>(null);
  /** Whether the keyring does not answer, for example because the system waits for its password. */
  waiting = $state(false);
  failure = $state.raw<CommandFailure | null>(null);
  busy = $state(false);
  /** The slots with a typed secret that is stored when the settings are saved. */
  typed = $state.raw<string[]>([]);
  readonly #left = new SvelteSet<WorkspaceFormField>();
  #tried = $state(false);
  /** Whether the keyring was tested. */
  #asked = false;
  /** The latest test of the keyring. */
  #telling: Promise<SecretsTestResult> | null = null;
  readonly #desk: Desk;
  readonly #judge = new Coalescer(() => this.#readJudgement());

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isNew(): boolean {
    return this.edit?.id === null;
  }

  /** Loads the form of a workspace, or an empty one. */
  async read(id: string | null): Promise<void> {
    await this.#doing(async () => {
      this.edit = await this.#desk.workspaceForm(id);
      this.form = this.edit.form;
      this.before = id === null ? null : this.edit.form;
      await this.changed();
    });
  }

  /** Validates the form. The last validation is always of the last state. */
  changed(): Promise<void> {
    return this.#judge.run();
  }

  leave(field: WorkspaceFormField): void {
    this.#left.add(field);
  }

  /** Returns what is wrong with a field, once the person left the field or tried to save. */
  problem(field: WorkspaceFormField): string | null {
    if (!this.#tried && !this.#left.has(field)) return null;
    return this.judgement?.problems.find((problem) => problem.field === field)?.message ?? null;
  }

  /** Returns whether a slot already has a stored secret. */
  isKept(slot: string): boolean {
    return this.keyring?.kept.includes(slot) === true && this.judgement?.note === null;
  }

  /** Returns whether the stored secrets are unknown, because the keyring does not answer or does not work. */
  get keepsToItself(): boolean {
    return !this.isNew && (this.waiting || this.keyring?.works === false);
  }

  /** Opens the separate window for a secret. */
  async askFor({ slot, label }: SecretSlot): Promise<void> {
    const { name, address } = this.form ?? { name: "", address: "" };
    await this.#doing(() => this.#desk.askForSecret({ slot, label, name, address }));
  }

  /** Reads the typed slots after that window was closed. */
  async readTyped(): Promise<void> {
    await this.#doing(async () => {
      this.typed = await this.#desk.typedSecrets();
    });
  }

  /** Drops typed secrets that were not saved. */
  async dropTyped(): Promise<void> {
    await this.#doing(() => this.#desk.dropTypedSecrets());
  }

  async choosePlace(place: SecretStorage): Promise<void> {
    await this.#doing(() => this.#hear(this.#desk.chooseSecretsPlace(this.edit?.id ?? null, place)));
  }

  async testKeyring(): Promise<void> {
    this.#asked = true;
    await this.#doing(() => this.#hear(this.#desk.secretsState(this.edit?.id ?? null)));
  }

  /** Reads a test of the keyring, unless a newer one was started. The person can go on while it runs. */
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

  /**
   * Saves the settings, then the typed secrets. Resolves to `null` if either was refused, and shows the reason. The
   * typed secrets stay in that case.
   */
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
      // The keyring may be slow or ask for its password. The form can be filled in during the test.
      if (this.judgement.slots.length > 0 && !this.#asked) void this.testKeyring();
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}
