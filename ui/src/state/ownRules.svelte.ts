import type { OwnRulesText, RuleCount, RuleKindFields, RuleParts, RuleRow, RulesEdit, RulesTextProblem } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { newOperationId } from "./operationId";
import type { Overlay } from "./overlay.svelte";
import { SerialQueue } from "./serial";

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

export type RulesTab = "form" | "json";

/** How long after the last change the objects are counted again. */
const countDelayMs = 250;

const newRule: RuleParts = { field: "", requirement: { kind: "beFilled", value: "" }, message: "", severity: "warning" };

/** The workspace's own rules as text and as a form of it: the saved and the typed ones. */
export class OwnRulesState {
  /** The typed text. It stays when the dialog closes. */
  text = $state("");
  tab = $state<RulesTab>("form");
  /** The rules of the text. Their parts are as typed. */
  rules = $state<RuleRow[]>([]);
  /** The fields that the rules can check. */
  kinds = $state.raw<readonly RuleKindFields[]>([]);
  /** Why the text has no form. */
  broken = $state.raw<RulesTextProblem | null>(null);
  /** How many objects each rule finds, once they are counted. */
  counts = $state.raw<readonly (RuleCount | null)[]>([]);
  /** Whether the rules changed since they were counted. */
  isCounting = $state(false);
  /** The texts before the last removals, and the removed rules. Another change forgets them. */
  removals = $state.raw<readonly { text: string; index: number }[]>([]);
  /** The typed text that an example replaced. */
  replacedText = $state<string | null>(null);
  /** The rules as they are saved. */
  saved = $state.raw<OwnRulesText | null>(null);
  /** Why the rules cannot be shown or saved. */
  failure = $state.raw<CommandFailure | null>(null);
  /** Whether unfinished rules could not be saved, so that the form marks what is missing. */
  isRefused = $state(false);
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #changed: () => Promise<unknown>;
  readonly #edits = new SerialQueue();
  /** The number of changes so far, so that an answer to an older text is ignored. */
  #version = 0;
  /** Whether the rows are not those of the text, so that nothing typed in them stays. */
  #isReplaced = true;
  #operation = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    this.isRefused = false;
    try {
      this.saved = await this.#desk.ownRules();
      await this.show("form", typed ?? this.saved.text);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }

  close(): void {
    this.#stopCount();
    this.#overlay.close();
  }

  /** Shows a text in a tab. */
  async show(tab: RulesTab, text = this.text): Promise<void> {
    this.tab = tab;
    this.text = text;
    this.counts = [];
    this.removals = [];
    this.#version += 1;
    this.#isReplaced = true;
    this.#outdateCounts();
    if (tab === "form") await this.#edits.add(() => this.#loadForm());
  }

  /** Replaces the typed text with an example, or restores it. */
  toggleExample(): Promise<void> {
    const { replacedText } = this;
    this.replacedText = replacedText === null ? this.text : null;
    return this.show(this.tab, replacedText ?? example);
  }

  /** Writes typed parts of a rule into the text. */
  async put(index: number, typed: Partial<RuleParts>): Promise<void> {
    const rule = this.rules[index];
    if (!rule) return;
    this.removals = [];
    Object.assign(rule.parts, typed);
    if ("field" in typed || "requirement" in typed) this.#outdateCounts();
    await this.#edit({ kind: "put", data: { index, parts: $state.snapshot(rule.parts) } });
  }

  /** Adds a rule at the end. */
  add(): Promise<void> {
    this.removals = [];
    this.isRefused = false;
    this.#isReplaced = true;
    this.#outdateCounts();
    return this.#edit({ kind: "put", data: { index: this.rules.length, parts: newRule } });
  }

  async remove(index: number): Promise<void> {
    await this.#edits.add(() => Promise.resolve());
    const removals = [...this.removals, { text: this.text, index }];
    this.#isReplaced = true;
    this.#outdateCounts();
    await this.#edit({ kind: "remove", data: { index } });
    this.removals = removals;
  }

  /** Restores the last removed rule. Resolves to its index; `null` if there is none. */
  async undoRemove(): Promise<number | null> {
    const removals = [...this.removals];
    const last = removals.pop();
    if (!last) return null;
    await this.show("form", last.text);
    this.removals = removals;
    return last.index;
  }

  /** Saves the typed rules. Resolves to whether they are valid. */
  async save(): Promise<boolean> {
    try {
      await this.#edits.add(() => Promise.resolve());
      this.saved = await this.#desk.setOwnRules(this.text);
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
      this.isRefused = true;
      return false;
    }
    this.text = this.saved.text;
    this.replacedText = null;
    this.failure = null;
    this.close();
    await this.#changed();
    return true;
  }

  #edit(edit: RulesEdit): Promise<void> {
    this.#version += 1;
    this.failure = null;
    return this.#edits.add(async () => {
      this.text = await this.#desk.editRules(this.text, edit);
      await this.#loadForm();
    });
  }

  /** Loads the form of the text. Typed parts stay as they are, because typing goes on. */
  async #loadForm(): Promise<void> {
    const version = this.#version;
    const form = await this.#desk.rulesForm(this.text);
    if (version !== this.#version) return;
    this.broken = form.kind === "broken" ? form.data : null;
    const { rules, kinds } = form.kind === "rules" ? form.data : { rules: [], kinds: [] };
    const typed = this.#isReplaced ? [] : this.rules.map(({ parts }) => parts);
    this.rules = rules.map((rule, index) => ({ ...rule, parts: typed[index] ?? rule.parts }));
    this.kinds = kinds;
    if (this.#isReplaced) this.counts = [];
    this.#isReplaced = false;
    if (this.isCounting) this.#countLater();
  }

  /** Notes that the rules changed. What is being counted belongs to the text before. */
  #outdateCounts(): void {
    this.#stopCount();
    this.isCounting = true;
  }

  #countLater(): void {
    this.#stopCount();
    this.isCounting = this.rules.length > 0;
    if (this.isCounting) this.#timer = setTimeout(() => void this.#count(), countDelayMs);
  }

  #stopCount(): void {
    clearTimeout(this.#timer);
    if (this.#operation !== "") void this.#desk.stop(this.#operation);
    this.#operation = "";
  }

  async #count(): Promise<void> {
    const operation = (this.#operation = newOperationId("rules"));
    try {
      const counts = await this.#desk.countRules(this.text, operation);
      if (this.#operation === operation) this.counts = counts;
    } catch (thrown) {
      if (this.#operation === operation) this.failure = CommandFailure.from(thrown);
    } finally {
      if (this.#operation === operation) [this.#operation, this.isCounting] = ["", false];
    }
  }
}
