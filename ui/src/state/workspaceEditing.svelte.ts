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

/** How long the keyring may take before the window assumes that it waits for a person. */
export const keyringTimeoutMs = 1000;

/** The settings of one workspace in their form. Secrets are typed in a separate window and never come here. */
export class WorkspaceEditing {
  edit = $state.raw<WorkspaceEdit | null>(null);
  form = $state<WorkspaceForm | null>(null);
  /** The settings before the changes; `null` for a new workspace. */
  before: WorkspaceForm | null = null;
  validation = $state.raw<FormValidation | null>(null);
  /** The storage of the secrets, and whether it works. It is tested once a secret is needed. */
  keyring = $state.raw<SecretsTestResult | null>(null);
  /** Whether the keyring does not answer, for example because the system waits for its password. */
  waiting = $state(false);
  failure = $state.raw<CommandFailure | null>(null);
  busy = $state(false);
  /** The slots with a typed secret that is stored when the settings are saved. */
  typed = $state.raw<string[]>([]);
  readonly #touched = new SvelteSet<WorkspaceFormField>();
  #submitted = $state(false);
  /** Whether the keyring was tested. */
  #keyringTested = false;
  /** The latest test of the keyring. */
  #latestTest: Promise<SecretsTestResult> | null = null;
  readonly #desk: Desk;
  readonly #validate = new Coalescer(() => this.#readValidation());

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isNew(): boolean {
    return this.edit?.id === null;
  }

  /** Loads the form of a workspace, or an empty one. */
  async read(id: string | null): Promise<void> {
    await this.#attempt(async () => {
      this.edit = await this.#desk.workspaceForm(id);
      this.form = this.edit.form;
      this.before = id === null ? null : this.edit.form;
      await this.changed();
    });
  }

  /** Validates the form. The last validation is always of the last state. */
  changed(): Promise<void> {
    return this.#validate.run();
  }

  /** Called when the person leaves a field. */
  touch(field: WorkspaceFormField): void {
    this.#touched.add(field);
  }

  /** Returns what is wrong with a field, once the person left the field or tried to save. */
  problem(field: WorkspaceFormField): string | null {
    if (!this.#submitted && !this.#touched.has(field)) return null;
    return this.validation?.problems.find((problem) => problem.field === field)?.message ?? null;
  }

  /** Returns whether a slot already has a stored secret. */
  hasStoredSecret(slot: string): boolean {
    return this.keyring?.storedSlots.includes(slot) === true && this.validation?.note === null;
  }

  /** Returns whether the stored secrets are unknown, because the keyring does not answer or does not work. */
  get hasUnknownSecrets(): boolean {
    return !this.isNew && (this.waiting || this.keyring?.works === false);
  }

  /** Opens the separate window for a secret. */
  async askFor({ slot, label }: SecretSlot): Promise<void> {
    const { name, address } = this.form ?? { name: "", address: "" };
    await this.#attempt(() => this.#desk.askForSecret({ slot, label, name, address }));
  }

  /** Reads the typed slots after that window was closed. */
  async readTyped(): Promise<void> {
    await this.#attempt(async () => {
      this.typed = await this.#desk.typedSecrets();
    });
  }

  /** Drops typed secrets that were not saved. */
  async dropTyped(): Promise<void> {
    await this.#attempt(() => this.#desk.dropTypedSecrets());
  }

  async chooseStorage(storage: SecretStorage): Promise<void> {
    await this.#attempt(() => this.#showKeyringTest(this.#desk.chooseSecretStorage(this.edit?.id ?? null, storage)));
  }

  async testKeyring(): Promise<void> {
    this.#keyringTested = true;
    await this.#attempt(() => this.#showKeyringTest(this.#desk.testSecretStorage(this.edit?.id ?? null)));
  }

  /** Shows the result of a keyring test, unless a newer test was started. The person can go on while it runs. */
  async #showKeyringTest(test: Promise<SecretsTestResult>): Promise<void> {
    this.#latestTest = test;
    this.waiting = false;
    const isLatest = () => this.#latestTest === test;
    const timeout = setTimeout(() => (this.waiting = isLatest()), keyringTimeoutMs);
    try {
      const result = await test;
      if (isLatest()) this.keyring = result;
    } finally {
      clearTimeout(timeout);
      if (isLatest()) this.waiting = false;
    }
  }

  /**
   * Saves the settings, then the typed secrets. Resolves to `null` if either was refused, and shows the reason. The
   * typed secrets stay in that case.
   */
  async save(): Promise<{ saved: SavedWorkspace; secrets: number } | null> {
    if (this.busy || !this.form || !this.edit) return null;
    this.#submitted = true;
    await this.changed();
    if (this.validation && this.validation.problems.length > 0) return null;
    const { form, edit } = this;
    this.busy = true;
    const done = await this.#attempt(async () => {
      const saved = await this.#desk.saveWorkspace(edit.id, form);
      this.edit = { ...edit, id: saved.id };
      const secrets = await this.#desk.keepTypedSecrets(saved.id);
      return { saved, secrets };
    });
    this.busy = false;
    return done;
  }

  async #attempt<T>(action: () => Promise<T>): Promise<T | null> {
    this.failure = null;
    try {
      return await action();
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
      return null;
    }
  }

  async #readValidation(): Promise<void> {
    if (!this.form || !this.edit) return;
    try {
      this.validation = await this.#desk.judgeWorkspace(this.edit.id, $state.snapshot(this.form));
      // The keyring may be slow or ask for its password. The form can be filled in during the test.
      if (this.validation.slots.length > 0 && !this.#keyringTested) void this.testKeyring();
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}
