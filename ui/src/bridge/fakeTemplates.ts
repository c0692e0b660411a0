// The templates of the fake desk.

import type { SavedTemplate, TemplateForm, TemplateRequest, TemplateRow } from "./bindings";
import { CommandFailure } from "./failure";
import { specs, type Values } from "./fakeData";

const own = new Set(["id", "version", "lastUpdateOn", "relationsBag"]);
const usuallyOpen = new Set(["name", "startDate", "endDate"]);

/** A template of the fake desk. */
interface Kept {
  row: TemplateRow;
  values: Values;
  deleted: boolean;
}

/** Returns the values of a campaign that another one can have as well. */
export function withoutAssigned(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([path]) => !own.has(path)));
}

export class FakeTemplates {
  readonly #all = new Map<string, Kept>();

  list = (): TemplateRow[] =>
    [...this.#all.values()].flatMap(({ row, deleted }) => (deleted ? [] : [row])).sort((one, other) => one.name.localeCompare(other.name, "en"));

  form = (values: Values): TemplateForm => {
    const fields = specs.filter(({ path }) => !own.has(path) && values[path] != null);
    return {
      name: values["name"] ?? "", note: null,
      fields: fields.map(({ path, label }) => ({ path, label, text: values[path] ?? "", open: usuallyOpen.has(path) })),
    };
  };

  save(values: Values, { name, description, open, replace }: TemplateRequest): SavedTemplate {
    const same = this.list().find((row) => row.name.toLowerCase() === name.toLowerCase());
    if (same && !replace) throw failure("Conflict", `There is a template “${name}” already.`);
    if (name.trim() === "") throw failure("Invalid", "Give the template a name.");
    if (same) this.delete(same.id);
    const kept = Object.fromEntries(Object.entries(withoutAssigned(values)).filter(([path]) => !open.includes(path)));
    return { template: this.#keep(name, description, kept, open), replaced: same?.id ?? null };
  }

  values = (id: string): Values => this.#get(id).values;
  row = (id: string): TemplateRow => this.#get(id).row;

  describe(id: string, name: string, description: string): TemplateRow {
    Object.assign(this.#get(id).row, { name, description });
    return this.row(id);
  }

  duplicate(id: string): TemplateRow {
    const { row, values } = this.#get(id);
    const copy = this.#keep(`Copy of ${row.name}`, row.description, values, []);
    copy.asked = row.asked;
    return copy;
  }

  delete(id: string): void {
    this.#get(id).deleted = true;
  }

  restore(id: string, inPlaceOf: string | null): TemplateRow {
    if (inPlaceOf !== null) this.delete(inPlaceOf);
    this.#get(id).deleted = false;
    return this.row(id);
  }

  #keep(name: string, description: string, values: Values, open: string[]): TemplateRow {
    const id = `template-${this.#all.size + 1}`;
    const asked = specs.filter(({ path }) => open.includes(path)).map(({ label }) => label);
    const row = { id, name, description, values: Object.keys(values).length, asked, saved: new Date().toISOString() };
    this.#all.set(id, { row, values, deleted: false });
    return row;
  }

  #get(id: string): Kept {
    const kept = this.#all.get(id);
    if (!kept) throw failure("NotFound", "There is no such template.");
    return kept;
  }
}

function failure(code: "Conflict" | "Invalid" | "NotFound", message: string): CommandFailure {
  return new CommandFailure({ code, message, details: null });
}
