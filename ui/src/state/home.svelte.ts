import type { HomeFailure, RecoveryAction } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";

/** Whether Adwright's own files could be opened, and the way out where they could not. */
export class HomeState {
  trouble = $state.raw<HomeFailure | null>(null);
  opening = $state(false);
  /** What came of the last remedy, where that is news. */
  news: string | null = null;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Why the failure, as something that can be shown. */
  get failure(): CommandFailure | null {
    return this.trouble && new CommandFailure(this.trouble.failure);
  }

  async look(): Promise<void> {
    try {
      this.trouble = await this.#desk.homeTrouble();
    } catch {
      // Whoever asks for the workspace next is told the same, with its reason.
      this.trouble = null;
    }
  }

  /** Opens the files once more; says whether they are open now. */
  async open(remedy: RecoveryAction | null): Promise<boolean> {
    if (this.opening) return false;
    this.opening = true;
    try {
      this.news = await this.#desk.openHome(remedy);
      this.trouble = null;
      return true;
    } catch (thrown) {
      await this.look();
      const { code, message, details, reply } = CommandFailure.from(thrown);
      if (this.trouble) this.trouble = { ...this.trouble, failure: { code, message, details, reply } };
      return false;
    } finally {
      this.opening = false;
    }
  }
}
