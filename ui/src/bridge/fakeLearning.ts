// The learned fields and custom rules of the fake desk.

import type { DiscoveredField, FieldDiscovery, CustomFieldView, OwnRulesText, AcceptedField } from "./bindings";
import { failure } from "./fakeFailure";

export class FakeLearning {
  kept: CustomFieldView[] = [];
  #rules: OwnRulesText = { text: "{}", rules: 0, problem: null };

  ownRules = async (): Promise<OwnRulesText> => this.#rules;

  setOwnRules = async (text: string): Promise<OwnRulesText> => {
    if (!text.trim().endsWith("}")) throw failure("Invalid", "Line 1, column 1: expected value.");
    this.#rules = { text, rules: text.split('"says"').length - 1, problem: null };
    return this.#rules;
  };

  learn(sample: string | null, lookedAt: number): FieldDiscovery {
    if (sample !== null && !sample.trim().endsWith("}")) throw failure("Invalid", "Line 1, column 2: this is not well-formed JSON.");
    return { lookedAt, found: this.#found(), kept: this.kept };
  }

  keep = async (taken: AcceptedField[]): Promise<CustomFieldView[]> => {
    for (const { path } of taken) this.kept.push({ path, what: "text", learned: new Date().toISOString() });
    return this.kept;
  };

  forget = async (path: string): Promise<CustomFieldView[]> => {
    this.kept = this.kept.filter((field) => field.path !== path);
    return this.kept;
  };

  #found(): DiscoveredField[] {
    const paths = ["mediaPlanRef", "pacing"].filter((path) => !this.kept.some((field) => field.path === path));
    return paths.map((path) => ({ path, guess: "text", what: "text", seen: 103, example: '"MP-2041"', within: null }));
  }
}
