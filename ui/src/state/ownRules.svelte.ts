import type { OwnRulesText } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import type { Overlay } from "./overlay.svelte";

/** An example rule, which a person can change. */
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

/** The workspace's own rules as text: the saved and the typed one. */
export class OwnRulesState {
  /** The typed text. It stays when the dialog closes. */
  text = $state("");
  /** The typed text that an example replaced. */
  replacedText = $state<string | null>(null);
  /** The rules as they are saved. */
  saved = $state.raw<OwnRulesText | null>(null);
  /** Why the rules cannot be shown or saved. */
  failure = $state.raw<CommandFailure | null>(null);
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #changed: () => Promise<unknown>;

  /** @param changed called when the rules for campaigns have changed */
  constructor(desk: Desk, overlay: Overlay, changed: () => Promise<unknown>) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#changed = changed;
  }

  get isChanged(): boolean {
    return this.saved !== null && this.text !== this.saved.text;
  }

  /** Opens the dialog, with unsaved text from before. */
  async open(): Promise<void> {
    this.#overlay.show("rules");
    const typed = this.isChanged ? this.text : null;
    this.failure = null;
    try {
      this.saved = await this.#desk.ownRules();
      this.text = typed ?? this.saved.text;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  close(): void {
    this.#overlay.close();
  }

  /** Replaces the typed text with an example, or restores it. */
  toggleExample(): void {
    const { replacedText } = this;
    this.replacedText = replacedText === null ? this.text : null;
    this.text = replacedText ?? example;
  }

  /** Saves the typed rules. Resolves to whether they are valid. */
  async save(): Promise<boolean> {
    try {
      this.saved = await this.#desk.setOwnRules(this.text);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
      return false;
    }
    this.text = this.saved.text;
    this.replacedText = null;
    this.failure = null;
    this.close();
    await this.#changed();
    return true;
  }
}
