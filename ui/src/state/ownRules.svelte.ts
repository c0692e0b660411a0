import type { OwnRulesText } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import type { Overlay } from "./overlay.svelte";

/** A rule to begin with, as a person may change it. */
const example = `{
  "severities": {
    "plain-http": "error"
  },
  "rules": [
    {
      "name": "country-first",
      "title": "The name begins with the country",
      "kind": "Campaign",
      "field": "name",
      "must": { "match": "^[A-Z]{2} " },
      "severity": "warning",
      "says": "The name does not begin with the country, such as DE. Put it in front."
    }
  ]
}
`;

/** The rules of the workspace's own, as text: what is kept, and what is being typed. */
export class OwnRulesState {
  /** What is typed; kept when the dialog closes. */
  text = $state("");
  /** What was typed before an example took its place. */
  aside = $state<string | null>(null);
  kept = $state.raw<OwnRulesText | null>(null);
  /** Why the rules cannot be shown or kept. */
  failure = $state.raw<CommandFailure | null>(null);
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #changed: () => Promise<unknown>;

  /** @param changed called when campaigns are checked by other rules */
  constructor(desk: Desk, overlay: Overlay, changed: () => Promise<unknown>) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#changed = changed;
  }

  get isChanged(): boolean {
    return this.kept !== null && this.text !== this.kept.text;
  }

  /** Opens the dialog; what was typed and not kept is still there. */
  async open(): Promise<void> {
    this.#overlay.show("rules");
    const typed = this.isChanged ? this.text : null;
    this.failure = null;
    try {
      this.kept = await this.#desk.ownRules();
      this.text = typed ?? this.kept.text;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  close(): void {
    this.#overlay.close();
  }

  /** Puts an example in the place of what is typed, or takes it away again. */
  exemplify(): void {
    const aside = this.aside;
    this.aside = aside === null ? this.text : null;
    this.text = aside ?? example;
  }

  /** Checks by what is typed from now on; whether it could be meant. */
  async keep(): Promise<boolean> {
    try {
      this.kept = await this.#desk.setOwnRules(this.text);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
      return false;
    }
    this.text = this.kept.text;
    this.aside = null;
    this.failure = null;
    this.close();
    await this.#changed();
    return true;
  }
}
