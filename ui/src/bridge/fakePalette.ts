// The palette of the fake desk: campaigns by name, and the last choices.

import type { PaletteResults, PaletteObject } from "./bindings";
import { answers } from "../state/fuzzy";
import type { Values } from "./fakeData";

export class FakePalette {
  readonly #held: () => Map<string, Values>;
  #chosen: string[] = [];

  constructor(held: () => Map<string, Values>) {
    this.#held = held;
  }

  find = async (text: string): Promise<PaletteResults> => {
    const wanted = text.trim().toLowerCase();
    const all = [...this.#held()].map(([id, values]): PaletteObject => ({
      key: `campaign:${id}`, kind: "campaign", title: values["name"] ?? "", detail: id, at: null,
      opens: { kind: "detail", value: { kind: "campaign", id } }, score: answers(wanted, values["name"] ?? "") ?? 0,
    }));
    if (wanted !== "") return { objects: all.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score).slice(0, 8), recent: [] };
    const recent = this.#chosen.flatMap((key): PaletteResults["recent"] => {
      if (key.startsWith("action:")) return [{ kind: "action", value: key.slice("action:".length) }];
      return all.filter((object) => object.key === key).map((value) => ({ kind: "object", value }));
    });
    return { objects: [], recent };
  };

  note = async (key: string): Promise<null> => {
    this.#chosen = [key, ...this.#chosen.filter((one) => one !== key)];
    return null;
  };
}
