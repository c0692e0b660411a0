import type { BulkEdit, DraftList } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Repeat } from "./line";
import type { Loading } from "./loading";

/** The list of drafts, and of those that were discarded. */
export class Drafts {
  list = $state.raw<Loading<DraftList>>({ status: "loading" });
  /** The bulk edits that can be taken back or brought back, the newest first. */
  bulkEdits = $state.raw<BulkEdit[]>([]);
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
      const [list, bulkEdits] = await Promise.all([this.#desk.drafts(), this.#desk.bulkEdits()]);
      this.list = { status: "ready", value: list };
      this.bulkEdits = bulkEdits;
    } catch (thrown) {
      this.list = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}
