import { SvelteMap } from "svelte/reactivity";

import type { Detail, EditRequest, FieldView, FieldInput } from "../bridge/bindings";

/** What the items need of the document that they are in. */
interface Holder {
  current(): Detail | null;
  /** Sends one edit, and shows its answer. */
  apply(edit: EditRequest): Promise<void>;
  /** Reads one item with its fields. */
  read(path: string): Promise<FieldView>;
  /** What is typed goes along to where its item is now; `null` where it is gone. */
  relocate(to: (path: string) => string | null): void;
  focus(path: string): void;
}

/** Which items of lists are open, and everything that is done with items as a whole. */
export class Items {
  /** The open items; with the fields of those that came without. */
  readonly #open = new SvelteMap<string, FieldView | null>();
  readonly #holder: Holder;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** The fields of an item: its own, or those that were read for it. */
  partsOf(item: FieldView): FieldView[] {
    return item.parts.length > 0 ? item.parts : (this.#open.get(item.path)?.parts ?? []);
  }

  async toggle(item: FieldView): Promise<void> {
    if (this.#open.has(item.path)) this.#open.delete(item.path);
    else await this.openAround(item.path);
  }

  /** Opens every item that a place is in; only those of long lists have to be waited for. */
  openAround(path: string): Promise<void> | undefined {
    for (const item of itemsAround(path)) {
      const field = this.find(item);
      const isBare = field?.kind === "object" && field.parts.length === 0 && !this.#open.get(item);
      if (isBare) {
        this.#closeBeside(item);
        return this.#read(item).then(() => this.openAround(path));
      }
      if (field?.kind === "object" && !this.#open.has(item)) this.#open.set(item, null);
    }
    return undefined;
  }

  /** Of a long list, whose items come without their fields, one item is open at a time. */
  #closeBeside(path: string): void {
    const list = listOf(path);
    for (const [other, field] of this.#open) if (field && listOf(other) === list) this.#open.delete(other);
  }

  async #read(path: string): Promise<void> {
    this.#open.set(path, await this.#holder.read(path));
  }

  /** The field at a path, however deep. */
  find(path: string): FieldView | undefined {
    const fields = this.#holder.current()?.groups.flatMap((group) => group.fields) ?? [];
    return findIn(fields, path) ?? findIn([...this.#open.values()].filter((field) => field !== null), path);
  }

  /** Reads anew what the document before an edit gave for its open items. */
  async refresh(detail: Detail): Promise<void> {
    const fields = detail.groups.flatMap((group) => group.fields);
    for (const path of [...this.#open.keys()]) {
      const item = findIn(fields, path);
      if (item?.kind !== "object") this.#open.delete(path);
      else if (item.parts.length === 0) await this.#read(path);
    }
  }

  forgetAll(): void {
    this.#open.clear();
  }

  /** One more item at the end, open, with the focus in it. */
  async add(list: FieldView): Promise<void> {
    await this.#put(list.path, "add");
    const added = this.find(list.path)?.parts.at(-1);
    if (!added) return;
    await this.openAround(added.path);
    this.#holder.focus(this.partsOf(added).find(({ lock }) => !lock)?.path ?? added.path);
  }

  async move(list: FieldView, at: number, step: 1 | -1): Promise<void> {
    const to = at + step;
    if (to < 0 || to >= list.parts.length) return;
    await this.#put(itemPath(list, at), step < 0 ? "moveUp" : "moveDown");
    await this.#follow(list, (one) => (one === at ? to : one === to ? at : one));
    this.#holder.focus(itemPath(list, to));
  }

  /** Takes an item away, and puts the focus on the next one. */
  async remove(list: FieldView, at: number): Promise<void> {
    await this.#put(list.parts[at]?.path ?? "", "absent");
    await this.#follow(list, (one) => (one === at ? null : one > at ? one - 1 : one));
    const left = this.find(list.path)?.parts ?? [];
    this.#holder.focus((left[at] ?? left.at(-1))?.path ?? list.path);
  }

  async #put(path: string, kind: "add" | "moveUp" | "moveDown" | "absent"): Promise<void> {
    await this.#holder.apply({ path, input: { kind } satisfies FieldInput });
  }

  /** What belongs to an item goes along to its new number; the fields that were read for the number are read anew. */
  async #follow(list: FieldView, number: (at: number) => number | null): Promise<void> {
    const to = (path: string) => renumbered(path, list.path, number);
    const open = [...this.#open];
    const stale: string[] = [];
    this.#open.clear();
    for (const [path, field] of open) {
      const place = to(path);
      if (place === null) continue;
      this.#open.set(place, place === path ? field : null);
      if (field && place !== path) stale.push(place);
    }
    this.#holder.relocate(to);
    for (const path of stale) await this.#read(path);
  }
}

/** The only item of a list may stand in its place: then both have one path, and the inner one is the value. */
function findIn(fields: FieldView[], path: string): FieldView | undefined {
  for (const field of fields) {
    const found = findIn(field.parts, path) ?? (field.path === path ? field : undefined);
    if (found) return found;
  }
  return undefined;
}

function itemPath(list: FieldView, at: number): string {
  return list.parts[at]?.path ?? list.path;
}

/** The place of the list that an item is in. */
function listOf(item: string): string {
  return item.replace(/\[\d+\]$/u, "");
}

/** The places of all items that a place is in, from the outside in; itself where it may be one. */
function itemsAround(path: string): string[] {
  const ends = [...path.matchAll(/\[\d+\]/g)].map(({ index, 0: step }) => index + step.length);
  const before = ends.map((end) => path.slice(0, end));
  return before.includes(path) ? before : [...before, path];
}

function renumbered(path: string, list: string, number: (at: number) => number | null): string | null {
  const [, at, rest] = path.startsWith(`${list}[`) ? (/^\[(\d+)\]([^]*)$/u.exec(path.slice(list.length)) ?? []) : [];
  if (at === undefined) return path;
  const to = number(Number(at));
  return to === null ? null : `${list}[${to}]${rest}`;
}
