import type { DraftRow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Repeat } from "./line";
import type { Loading } from "./loading";

/** The list of drafts. */
export class Drafts {
  rows = $state.raw<Loading<DraftRow[]>>({ status: "loading" });
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
      this.rows = { status: "ready", value: await this.#desk.drafts() };
    } catch (thrown) {
      this.rows = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}
