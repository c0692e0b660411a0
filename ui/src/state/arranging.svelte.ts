import type { ExportedFile, FormSection, FormSectionField } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import type { Overlay } from "./overlay.svelte";

/** A line of the arranged form: the heading of a section, or a field of the section above it. */
export type ArrangedLine = { readonly key: string } & (
  { readonly kind: "section"; readonly title: string } | ({ readonly kind: "field" } & FormSectionField)
);

/** The arrangement of the form: labels, sections, order and hidden fields. Nothing changes before it is saved. */
export class ArrangingState {
  lines = $state.raw<readonly ArrangedLine[]>([]);
  /** Whether the lines come from a file and are not saved yet. */
  isPreview = $state(false);
  /** Why a file was refused. */
  refused = $state.raw<CommandFailure | null>(null);
  readonly sections = $derived(this.lines.filter((line) => line.kind === "section"));
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #changed: () => Promise<unknown>;
  #lastKey = 0;

  /** @param changed called when the form has changed */
  constructor(desk: Desk, overlay: Overlay, changed: () => Promise<unknown>) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#changed = changed;
  }

  async open(): Promise<void> {
    this.#show(await this.#desk.formLayout());
    this.#overlay.show("arrange");
  }

  close(): void {
    this.#overlay.close();
  }

  /** Moves a line by some places. A heading moves alone, so the fields that it passes change their section. */
  move(key: string, by: number): void {
    const at = this.#at(key);
    this.moveTo(key, at + by);
  }

  /** Moves a line to a place. The first line stays the heading of a section. */
  moveTo(key: string, to: number): void {
    const at = this.#at(key);
    const line = this.lines[at];
    if (!line) return;
    const others = this.lines.filter((one) => one !== line);
    const place = Math.max(0, Math.min(others.length, to));
    const moved = [...others.slice(0, place), line, ...others.slice(place)];
    if (moved[0]?.kind === "section") this.lines = moved;
  }

  /** Moves a field to the end of a section. */
  moveToSection(key: string, section: string): void {
    const start = this.#at(section);
    const next = this.lines.findIndex((line, at) => at > start && line.kind === "section");
    const end = next === -1 ? this.lines.length : next;
    this.moveTo(key, this.#at(key) < end ? end - 1 : end);
  }

  /** Returns the key of the section that a line is in. */
  sectionOf(key: string): string {
    return this.lines.slice(0, this.#at(key) + 1).findLast(({ kind }) => kind === "section")?.key ?? "";
  }

  rename(key: string, text: string): void {
    this.#replace(key, (line) => (line.kind === "section" ? { ...line, title: text } : { ...line, label: text }));
  }

  toggle(key: string): void {
    this.#replace(key, (line) => (line.kind === "field" ? { ...line, hidden: !line.hidden } : line));
  }

  /** Adds a section at the top. Returns its key. */
  addSection(): string {
    const key = this.#nextKey();
    this.lines = [{ key, kind: "section", title: "New section" }, ...this.lines];
    return key;
  }

  async save(): Promise<void> {
    await this.#desk.saveFormLayout(this.#toSections());
    this.close();
    await this.#changed();
  }

  /** Shows the usual form, to be saved. */
  async reset(): Promise<void> {
    this.#show(await this.#desk.usualFormLayout());
  }

  /** Writes the saved arrangement into a file. */
  export(): Promise<ExportedFile> {
    return this.#desk.exportFormLayout();
  }

  /** Shows the arrangement of a file, to be saved. */
  async read(text: string): Promise<void> {
    try {
      this.#show(await this.#desk.readFormLayout(text));
      this.isPreview = true;
    } catch (thrown) {
      this.refused = CommandFailure.from(thrown);
    }
  }

  #show(sections: FormSection[]): void {
    [this.isPreview, this.refused] = [false, null];
    this.lines = sections.flatMap(({ title, fields }) => [
      { key: this.#nextKey(), kind: "section" as const, title },
      ...fields.map((field) => ({ key: this.#nextKey(), kind: "field" as const, ...field })),
    ]);
  }

  #toSections(): FormSection[] {
    const sections: FormSection[] = [];
    for (const line of this.lines) {
      if (line.kind === "section") sections.push({ title: line.title, fields: [] });
      else sections.at(-1)?.fields.push({ name: line.name, label: line.label, hidden: line.hidden });
    }
    return sections;
  }

  #replace(key: string, change: (line: ArrangedLine) => ArrangedLine): void {
    this.lines = this.lines.map((line) => (line.key === key ? change(line) : line));
  }

  #at(key: string): number {
    return this.lines.findIndex((line) => line.key === key);
  }

  #nextKey(): string {
    return `line-${++this.#lastKey}`;
  }
}
