import type { DraftList } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Repeat } from "./line";
import type { Loading } from "./loading";

/** The list of drafts, and of those that were discarded. */
export class Drafts {
  list = $state.raw<Loading<DraftList>>({ status: "loading" });
  readonly #desk: Desk;
  readonly #load = new Repeat(() => this.#ask());

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  async #ask(): Promise<void> {
    try {
      this.list = { status: "ready", value: await this.#desk.drafts() };
    } catch (thrown) {
      this.list = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}
