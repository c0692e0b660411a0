import type {
  DoctorProgress,
  DoctorReport,
  DoctorStep,
  DoctorSuggestion,
  PreviousSetting,
  SettingChange,
  SettingRow,
  ConnectionSettings,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { ready, type Loading } from "./loading";
import type { Notices } from "./notices.svelte";
import type { Operation, Operations } from "./operations.svelte";

export type ConnectionTab = "doctor" | "settings";

/** A group of settings with its shown rows. */
export interface ShownGroup {
  readonly title: string;
  readonly rows: readonly SettingRow[];
}

/** The connection settings of a workspace, and the doctor's report. */
export class ConnectionState {
  tab = $state<ConnectionTab>("doctor");
  settings = $state.raw<Loading<ConnectionSettings>>({ status: "loading" });
  search = $state("");
  onlyChanged = $state(false);
  /** Values that were refused, with the reason, by the setting's key. */
  refused = $state.raw<Record<string, { text: string; why: string }>>({});
  /** The doctor's steps. Empty before the first run. */
  steps = $state.raw<readonly DoctorStep[]>([]);
  report = $state.raw<DoctorReport | null>(null);
  running = $state.raw<Operation | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** The titles of the suggestions that were accepted since the last run. */
  accepted = $state.raw<ReadonlySet<string>>(new Set());
  /** Whether the open workspace was changed in its form and has to be reopened. */
  isStale = $state(false);
  /** The id of the shown workspace; `null` for the open one. */
  #shownWorkspace: string | null = null;
  readonly #desk: Desk;
  readonly #notices: Notices;
  readonly #operations: Operations;
  readonly #open: () => string | null;

  /** @param open returns the id of the open workspace */
  constructor(desk: Desk, notices: Notices, operations: Operations, open: () => string | null) {
    this.#desk = desk;
    this.#notices = notices;
    this.#operations = operations;
    this.#open = open;
  }

  get value(): ConnectionSettings | null {
    return ready(this.settings);
  }

  /** Returns whether the open workspace is shown. */
  get isOpen(): boolean {
    return this.value?.workspace === this.#open();
  }

  /** Returns whether a setting takes effect only when the workspace is reopened. */
  get isPending(): boolean {
    return this.isOpen && (this.isStale || this.value?.pending === true);
  }

  /** Returns the settings that match the search. */
  get shown(): ShownGroup[] {
    const words = this.search.trim().toLowerCase().split(/\s+/);
    const matches = (row: SettingRow) => {
      const text = `${row.title} ${row.help} ${row.key}`.toLowerCase();
      return words.every((word) => text.includes(word)) && (row.changed || !this.onlyChanged);
    };
    const groups = this.value?.groups ?? [];
    return groups.map(({ title, rows }) => ({ title, rows: rows.filter(matches) })).filter(({ rows }) => rows.length > 0);
  }

  get suggestions(): DoctorSuggestion[] {
    return (this.report?.suggestions ?? []).filter(({ title }) => !this.accepted.has(title));
  }

  /** Shows the connection of a workspace; `null` shows the open one. */
  async showWorkspace(workspace: string | null): Promise<void> {
    if (workspace !== this.#shownWorkspace) this.#reset();
    this.#shownWorkspace = workspace;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const id = this.#shownWorkspace ?? this.#open();
    if (id === null) return;
    try {
      this.settings = { status: "ready", value: await this.#desk.settings(id) };
    } catch (thrown) {
      this.settings = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Runs the doctor on the service, step by step. */
  async examine(): Promise<void> {
    const id = this.#shownWorkspace ?? this.#open();
    if (id === null || this.running) return;
    this.#reset();
    this.tab = "doctor";
    await this.#operations.run("doctor", "Trying the connection", async (operation) => {
      this.running = operation;
      // If the person shows another workspace in the meantime, this report must not appear there.
      const isStillShown = () => id === (this.#shownWorkspace ?? this.#open());
      try {
        const report = await this.#desk.examine(id, operation.id, (progress) => {
          if (isStillShown()) this.#showProgress(progress, operation);
        });
        if (isStillShown()) [this.report, this.steps] = [report, report.steps];
      } catch (thrown) {
        if (isStillShown()) this.failure = CommandFailure.from(thrown);
      } finally {
        this.running = null;
      }
    });
  }

  /** Changes one setting. Resolves to whether it was accepted. */
  async set(row: SettingRow, value: string): Promise<boolean> {
    if (value === row.value) {
      this.#clearRefusal(row.key);
      return true;
    }
    return this.#change([{ key: row.key, value, suggested: null }]);
  }

  async accept(suggestions: readonly DoctorSuggestion[]): Promise<void> {
    const changes = suggestions.flatMap(({ why, changes }) => changes.map(({ key, value }) => ({ key, value, suggested: why })));
    if (!(await this.#change(changes, suggestions))) return;
    this.accepted = new Set([...this.accepted, ...suggestions.map(({ title }) => title)]);
  }

  async #change(changes: SettingChange[], suggestions: readonly DoctorSuggestion[] = []): Promise<boolean> {
    const { value } = this;
    if (!value) return false;
    try {
      const { settings, message, before } = await this.#desk.changeSettings(value.workspace, changes);
      this.settings = { status: "ready", value: settings };
      for (const { key } of changes) this.#clearRefusal(key);
      const undo = () => this.#restore(value.workspace, before, suggestions);
      this.#notices.show(message, { label: "Undo", run: undo }, { about: "settings" });
      return true;
    } catch (thrown) {
      const failure = CommandFailure.from(thrown);
      const [change] = changes;
      if (failure.code === "Invalid" && change && changes.length === 1 && suggestions.length === 0)
        this.refused = { ...this.refused, [change.key]: { text: change.value, why: failure.message } };
      else this.#notices.showFailure(failure);
      return false;
    }
  }

  async #restore(workspace: string, before: PreviousSetting[], suggestions: readonly DoctorSuggestion[]): Promise<void> {
    const value = await this.#desk.restoreSettings(workspace, before);
    if (this.value?.workspace === workspace) this.settings = { status: "ready", value };
    const titles = new Set(suggestions.map(({ title }) => title));
    this.accepted = new Set([...this.accepted].filter((title) => !titles.has(title)));
  }

  #showProgress(progress: DoctorProgress, operation: Operation): void {
    if (progress.kind === "started") {
      this.steps = progress.data.steps;
      operation.total = this.steps.length;
    } else if (progress.kind === "step") {
      const step = progress.data;
      this.steps = this.steps.map((one) => (one.id === step.id ? step : one));
      operation.done = this.steps.filter(({ state }) => state !== "waiting" && state !== "running").length;
    }
  }

  #clearRefusal(key: string): void {
    this.refused = Object.fromEntries(Object.entries(this.refused).filter(([one]) => one !== key));
  }

  #reset(): void {
    this.steps = [];
    this.report = null;
    this.failure = null;
    this.accepted = new Set();
    this.refused = {};
  }
}
