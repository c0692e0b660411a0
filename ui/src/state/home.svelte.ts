import type { HomeFailure, RecoveryAction } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";

/** Whether Adwright's own files could be opened, and the ways to recover if not. */
export class HomeState {
  openFailure = $state.raw<HomeFailure | null>(null);
  opening = $state(false);
  /** The result of the last recovery, if the person should know it. */
  news: string | null = null;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Returns the failure as an error that can be shown. */
  get failure(): CommandFailure | null {
    return this.openFailure && new CommandFailure(this.openFailure.failure);
  }

  /** Reads whether the files could be opened. */
  async check(): Promise<void> {
    try {
      this.openFailure = await this.#desk.homeFailure();
    } catch {
      // The next command for the workspace fails for the same reason, and shows it.
      this.openFailure = null;
    }
  }

  /** Opens the files again. Resolves to whether they are open now. */
  async open(remedy: RecoveryAction | null): Promise<boolean> {
    if (this.opening) return false;
    this.opening = true;
    try {
      this.news = await this.#desk.openHome(remedy);
      this.openFailure = null;
      return true;
    } catch (thrown) {
      await this.check();
      const { code, message, details, reply } = CommandFailure.from(thrown);
      if (this.openFailure) this.openFailure = { ...this.openFailure, failure: { code, message, details, reply } };
      return false;
    } finally {
      this.opening = false;
    }
  }
}
