import type { WorkspaceCounts, PreferenceChange, Theme, WelcomeAction, WorkspaceView } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";

const noCounts: WorkspaceCounts = { campaigns: 0, values: 0, ads: 0, adLists: null, drafts: 0, ready: 0, errors: 0, needsYou: 0, sent: 0 };

/** The open workspace: its name, its counts, the person's preferences. */
export class WorkspaceState {
  value = $state.raw<WorkspaceView | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  readonly counts = $derived(this.value?.counts ?? noCounts);
  readonly zone = $derived(this.value?.zone ?? "UTC");
  readonly theme = $derived<Theme>(this.value?.theme ?? "system");
  readonly #desk: Desk;
  readonly #refresh = new Coalescer(() => this.#load());

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Returns whether nothing was ever fetched. Then the first fetch starts automatically. */
  get untouched(): boolean {
    return this.value !== null && this.value.counts.campaigns === 0 && this.value.fetched.campaigns.at === null;
  }

  refresh(): Promise<void> {
    return this.#refresh.run();
  }

  async setPreference(change: PreferenceChange): Promise<void> {
    this.value = await this.#desk.setPreference(change);
  }

  async changeWelcome(change: WelcomeAction): Promise<void> {
    this.value = await this.#desk.changeWelcome(change);
  }

  async setReadOnly(readOnly: boolean): Promise<void> {
    this.value = await this.#desk.setReadOnly(readOnly);
  }

  async pausePractice(): Promise<void> {
    this.value = await this.#desk.pausePractice();
  }

  async resumePractice(): Promise<void> {
    this.value = await this.#desk.resumePractice();
  }

  /** Checks whether a service that did not answer is available again. */
  async probeConnection(): Promise<void> {
    try {
      this.value = await this.#desk.probeConnection();
    } catch {
      // The shown state stays. The next command for the service reports its failure.
    }
  }

  async checkConnection(): Promise<void> {
    try {
      this.value = await this.#desk.checkConnection();
    } catch (thrown) {
      await this.refresh();
      throw thrown;
    }
  }

  async #load(): Promise<void> {
    try {
      this.value = await this.#desk.workspace();
      this.failure = null;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}
