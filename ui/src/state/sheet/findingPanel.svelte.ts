import type { AlikeFindings, FindingOverview } from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { Coalescer } from "../serial";
import { plainFilter } from "./ranges";
import { selectCell } from "./selection";
import type { Sheet } from "./sheet.svelte";

/** The panel with the findings of all rows by rule and column, and what it does to the sheet. */
export class FindingPanel {
  open = $state(false);
  /** `null` until it is loaded. Afterwards the last one stays while a new one is loaded. */
  overview = $state.raw<FindingOverview | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  readonly #sheet: Sheet;
  readonly #load = new Coalescer(() => this.#request());

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** Whether the batch was changed since the overview. */
  get isStale(): boolean {
    return this.overview !== null && this.overview.revision !== this.#sheet.batch.revision;
  }

  toggle(): void {
    this.#sheet.commit();
    this.open = !this.open;
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Shows only the rows with these findings, and selects the first cell. */
  async show(alike: AlikeFindings): Promise<void> {
    const sheet = this.#sheet;
    sheet.search = "";
    const shown = sheet.show({ ...plainFilter, sort: sheet.filter.sort, alike });
    const place = sheet.shown.findIndex(({ stored }) => stored === alike.column);
    if (place >= 0) sheet.select(selectCell({ row: 0, column: place }));
    await shown;
  }

  /** Shows the rows with these findings, and opens the panel that replaces the text of their cells. */
  async replace(column: number, alike: AlikeFindings): Promise<void> {
    await this.show(alike);
    this.#sheet.rewriting.openFor(column, alike.text ?? "");
  }

  /** Applies the fix of the rule to all cells with these findings. */
  async fix(alike: AlikeFindings): Promise<void> {
    const sheet = this.#sheet;
    await sheet.settle();
    const { revision } = sheet.batch;
    if (!(await sheet.apply({ kind: "fixFindings", data: alike }))) return;
    const isChanged = sheet.batch.revision !== revision;
    sheet.reports.say(isChanged ? `Undo takes back the ${sheet.batch.undo ?? "fix"}.` : "These cells were sent, so they stay as they are.");
  }

  async #request(): Promise<void> {
    try {
      this.overview = await this.#sheet.desk.findingOverview(this.#sheet.id);
      this.failure = null;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}
