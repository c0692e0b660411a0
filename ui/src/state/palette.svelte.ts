import type { PaletteResults, PaletteKind, PaletteObject } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { actionOf, isAction, availableActions, perform, whyUnavailable, type Action } from "./actions";
import { matchScore } from "./fuzzy";
import { fieldEntries, type FieldEntry } from "./paletteFields";
import { Coalescer } from "./serial";
import { openSubject } from "./subject";
import type { Workbench } from "./workbench.svelte";

/** One line of the palette. */
export type PaletteEntry =
  | FieldEntry
  | { readonly kind: "action"; readonly key: string; readonly action: Action; readonly why: string | null }
  | { readonly kind: "object"; readonly key: string; readonly object: PaletteObject };

/** What the palette searches: everything, or the fields of the open object. */
export type PaletteScope = "all" | "fields";

/** Lines under one heading. */
export interface Section {
  readonly title: string;
  readonly lines: readonly PaletteEntry[];
}

/** How many fields are listed before anything is typed. A list of assets may have thousands. */
const mostFields = 200;

/** A section with the score of its best line. */
interface Ranked extends Section {
  readonly best: number;
}

const headings: Record<PaletteKind, string> = {
  draft: "Drafts",
  campaign: "Campaigns",
  ad: "Ads",
  value: "Retargeting values",
  sent: "Sent",
  template: "Templates",
  view: "Saved views",
};
const nothing: PaletteResults = { objects: [], recent: [] };

/**
 * The command palette: finds every action, object and field by a few letters. Actions and the fields of the open object
 * match at once. Other objects come from the desk.
 */
export class Palette {
  text = $state("");
  scope = $state<PaletteScope>("all");
  cursor = $state(0);
  #results = $state.raw<PaletteResults>(nothing);
  readonly sections = $derived.by(() => this.#sections());
  readonly lines = $derived(this.sections.flatMap(({ lines }) => lines));
  readonly #workbench: Workbench;
  readonly #desk: Desk;
  readonly #search = new Coalescer(() => this.#readResults());
  /** Resolves once all results for the text are loaded. */
  #answered: Promise<void> = Promise.resolve();

  constructor(workbench: Workbench, desk: Desk) {
    this.#workbench = workbench;
    this.#desk = desk;
  }

  open(scope: PaletteScope = "all"): Promise<void> {
    this.scope = scope;
    this.#workbench.overlay.show("palette");
    return this.type("");
  }

  type(text: string): Promise<void> {
    this.text = text;
    this.cursor = 0;
    return (this.#answered = this.#search.run());
  }

  /** Runs the line under the cursor. It waits for the results, so that the line does not depend on typing speed. */
  async chooseCurrent(): Promise<void> {
    await this.#answered;
    const line = this.lines[this.cursor];
    if (line && this.#workbench.overlay.dialog === "palette") await this.choose(line);
  }

  /** Runs or opens a line. A disabled line stays, and its reason is announced. */
  async choose(line: PaletteEntry): Promise<void> {
    if (line.kind === "action" && line.why !== null) {
      this.#workbench.notices.spoken = line.why;
      return;
    }
    this.#workbench.overlay.close();
    if (line.kind === "field") return this.#workbench.detail.goToField(line.field.path);
    this.#recordUse(line.key);
    if (line.kind === "action") await perform(this.#workbench, line.action);
    else await this.#workbench.openObject(line.object.opens);
  }

  #recordUse(key: string): void {
    // A failure only affects the order of later results.
    void this.#desk.paletteNote(key).catch(() => undefined);
  }

  async #readResults(): Promise<void> {
    const { text } = this;
    if (this.scope === "fields") return;
    try {
      const results = await this.#desk.paletteFind(text);
      if (text === this.text) this.#show(results);
    } catch {
      // The actions are still listed, including the one that opens the list and shows its failure.
      this.#results = nothing;
    }
  }

  /** Shows results. The cursor stays on the line to which the person moved it. */
  #show(results: PaletteResults): void {
    const key = this.cursor > 0 ? this.lines[this.cursor]?.key : undefined;
    this.#results = results;
    if (key !== undefined)
      this.cursor = Math.max(
        0,
        this.lines.findIndex((line) => line.key === key),
      );
  }

  #sections(): Section[] {
    const typed = this.text.trim();
    if (this.scope === "fields")
      return typed === "" ? this.#fieldGroups() : [this.#matchingFields(typed)].filter(({ lines }) => lines.length > 0);
    const fields = this.#matchingFields(typed);
    const ranked = [this.#matching(typed), { ...fields, lines: fields.lines.slice(0, 5) }, ...this.#objects()].sort(
      (one, other) => other.best - one.best,
    );
    const sections = typed === "" ? [this.#recent(), ...this.#groups()] : ranked;
    return sections.filter(({ lines }) => lines.length > 0);
  }

  #recent(): Section {
    const lines = this.#results.recent.flatMap((recent): PaletteEntry[] => {
      if (recent.kind === "object") return [{ kind: "object", key: recent.value.key, object: recent.value }];
      return isAction(recent.value) ? [this.#line(actionOf(recent.value))] : [];
    });
    return { title: "Recent", lines: lines.filter((line) => line.kind !== "action" || line.why === null).slice(0, 6) };
  }

  #groups(): Section[] {
    const recent = new Set(this.#recent().lines.map(({ key }) => key));
    const rest = this.#availableLines().filter(({ key }) => !recent.has(key));
    const titles = [...new Set(rest.map(({ action }) => action.group))];
    return titles.map((title) => ({ title, lines: rest.filter(({ action }) => action.group === title) }));
  }

  #matching(typed: string): Ranked {
    const scored = this.#availableLines().flatMap((line) => {
      const score = matchScore(typed, line.action.title, `${line.action.group} ${line.action.words ?? ""}`);
      return score === null ? [] : [{ line, score: score - (line.why === null ? 0 : 25) }];
    });
    scored.sort((one, other) => other.score - one.score);
    return { title: "Actions", lines: scored.slice(0, 8).map(({ line }) => line), best: scored[0]?.score ?? 0 };
  }

  /** Returns the fields of the open object. */
  #fields(): FieldEntry[] {
    const { detail } = this.#workbench;
    return openSubject(this.#workbench) && detail.value ? fieldEntries(detail.value, (item) => detail.items.partsOf(item)) : [];
  }

  #fieldGroups(): Section[] {
    const fields = this.#fields().slice(0, mostFields);
    const titles = [...new Set(fields.map(({ group }) => group))];
    return titles.map((title) => ({ title, lines: fields.filter(({ group }) => group === title) }));
  }

  #matchingFields(typed: string): Ranked {
    const scored = this.#fields().flatMap((line) => {
      const score = matchScore(typed, line.field.label, line.words);
      return score === null ? [] : [{ line, score }];
    });
    scored.sort((one, other) => other.score - one.score);
    return { title: "Fields", lines: scored.slice(0, 30).map(({ line }) => line), best: scored[0]?.score ?? 0 };
  }

  #objects(): Ranked[] {
    const kinds = [...new Set(this.#results.objects.map(({ kind }) => kind))];
    return kinds.map((kind) => {
      const objects = this.#results.objects.filter((object) => object.kind === kind);
      const lines = objects.map((object) => ({ kind: "object" as const, key: object.key, object }));
      return { title: headings[kind], lines, best: Math.max(...objects.map(({ score }) => score)) };
    });
  }

  #availableLines() {
    return availableActions(this.#workbench)
      .filter(({ id }) => id !== "palette.open")
      .map((action) => this.#line(action));
  }

  #line(action: Action) {
    return { kind: "action" as const, key: `action:${action.id}`, action, why: whyUnavailable(this.#workbench, action) };
  }
}
