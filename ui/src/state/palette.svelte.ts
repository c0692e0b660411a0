import type { PaletteFound, PaletteKind, PaletteObject } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { actionOf, isAction, offered, perform, whyOff, type Action } from "./actions";
import { answers } from "./fuzzy";
import { Repeat } from "./line";
import type { Workbench } from "./workbench.svelte";

/** One line of the palette. */
export type Line =
  | { readonly kind: "action"; readonly key: string; readonly action: Action; readonly why: string | null }
  | { readonly kind: "object"; readonly key: string; readonly object: PaletteObject };

/** Lines under one heading. */
export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

const headings: Record<PaletteKind, string> = {
  draft: "Drafts", campaign: "Campaigns", sent: "Sent", template: "Templates", view: "Saved views",
};
const nothing: PaletteFound = { objects: [], recent: [] };

/** Everything that can be done or opened, by a few letters. Actions are here at once; objects come from the desk. */
export class Palette {
  text = $state("");
  cursor = $state(0);
  #found = $state.raw<PaletteFound>(nothing);
  readonly sections = $derived.by(() => this.#sections());
  readonly lines = $derived(this.sections.flatMap(({ lines }) => lines));
  readonly #bench: Workbench;
  readonly #desk: Desk;
  readonly #search = new Repeat(() => this.#ask());

  constructor(bench: Workbench, desk: Desk) {
    this.#bench = bench;
    this.#desk = desk;
  }

  open(): Promise<void> {
    this.#bench.overlay.show("palette");
    return this.type("");
  }

  type(text: string): Promise<void> {
    this.text = text;
    this.cursor = 0;
    return this.#search.run();
  }

  /** Does or opens what a line stands for; a line that is off stays, and says why. */
  async choose(line: Line | undefined = this.lines[this.cursor]): Promise<void> {
    if (!line) return;
    if (line.kind === "action" && line.why !== null) {
      this.#bench.notices.spoken = line.why;
      return;
    }
    this.#bench.overlay.close();
    this.#note(line.key);
    if (line.kind === "action") await perform(this.#bench, line.action);
    else await this.#bench.openObject(line.object.opens);
  }

  #note(key: string): void {
    // Only the order of the list hangs on it.
    void this.#desk.paletteNote(key).catch(() => undefined);
  }

  async #ask(): Promise<void> {
    const { text } = this;
    try {
      const found = await this.#desk.paletteFind(text);
      if (text === this.text) this.#found = found;
    } catch {
      // The actions are here all the same, among them the one that leads to the list and its failure.
      this.#found = nothing;
    }
  }

  #sections(): Section[] {
    const typed = this.text.trim();
    const sections = typed === "" ? [this.#recent(), ...this.#groups()] : [this.#matching(typed), ...this.#objects()];
    return sections.filter(({ lines }) => lines.length > 0);
  }

  #recent(): Section {
    const lines = this.#found.recent.flatMap((recent): Line[] => {
      if (recent.kind === "object") return [{ kind: "object", key: recent.value.key, object: recent.value }];
      return isAction(recent.value) ? [this.#line(actionOf(recent.value))] : [];
    });
    return { title: "Recent", lines: lines.filter((line) => line.kind === "object" || line.why === null).slice(0, 6) };
  }

  #groups(): Section[] {
    const recent = new Set(this.#recent().lines.map(({ key }) => key));
    const rest = this.#offered().filter(({ key }) => !recent.has(key));
    const titles = [...new Set(rest.map(({ action }) => action.group))];
    return titles.map((title) => ({ title, lines: rest.filter(({ action }) => action.group === title) }));
  }

  #matching(typed: string): Section {
    const scored = this.#offered().flatMap((line) => {
      const score = answers(typed, line.action.title, `${line.action.group} ${line.action.words ?? ""}`);
      return score === null ? [] : [{ line, score: score - (line.why === null ? 0 : 0.5) }];
    });
    scored.sort((one, other) => other.score - one.score);
    return { title: "Actions", lines: scored.slice(0, 8).map(({ line }) => line) };
  }

  #objects(): Section[] {
    const kinds = [...new Set(this.#found.objects.map(({ kind }) => kind))];
    return kinds.map((kind) => ({
      title: headings[kind],
      lines: this.#found.objects
        .filter((object) => object.kind === kind)
        .map((object) => ({ kind: "object" as const, key: object.key, object })),
    }));
  }

  #offered() {
    return offered(this.#bench)
      .filter(({ id }) => id !== "palette.open")
      .map((action) => this.#line(action));
  }

  #line(action: Action) {
    return { kind: "action" as const, key: `action:${action.id}`, action, why: whyOff(this.#bench, action) };
  }
}
