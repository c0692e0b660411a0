import { SvelteMap } from "svelte/reactivity";

import type { Detail, EditRequest, FieldView, FieldInput } from "../bridge/bindings";

/** The functions of the document that the items need. */
interface Holder {
  current(): Detail | null;
  /** Sends one edit, and shows its reply. */
  apply(edit: EditRequest): Promise<void>;
  /** Reads one item with its fields. */
  read(path: string): Promise<FieldView>;
  /** Moves typed text to the new path of its item; `null` if the item no longer exists. */
  relocate(to: (path: string) => string | null): void;
  focus(path: string): void;
}

/** The open items of lists, and all actions on whole items. */
export class Items {
  /** The open items, with the fields of those whose fields were loaded separately. */
  readonly #open = new SvelteMap<string, FieldView | null>();
  readonly #holder: Holder;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Returns the fields of an item: its own, or the separately loaded ones. */
  partsOf(item: FieldView): FieldView[] {
    return item.parts.length > 0 ? item.parts : (this.#open.get(item.path)?.parts ?? []);
  }

  async toggle(item: FieldView): Promise<void> {
    if (this.#open.has(item.path)) this.#open.delete(item.path);
    else await this.openAround(item.path);
  }

  /** Opens every item around a path. Only items of long lists need loading. */
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

  /** Closes the other items of a long list. Its items come without fields, so only one is open at a time. */
  #closeBeside(path: string): void {
    const list = listOf(path);
    for (const [other, field] of this.#open) if (field && listOf(other) === list) this.#open.delete(other);
  }

  async #read(path: string): Promise<void> {
    this.#open.set(path, await this.#holder.read(path));
  }

  /** Returns the field at a path, at any depth. */
  find(path: string): FieldView | undefined {
    const fields = this.#holder.current()?.groups.flatMap((group) => group.fields) ?? [];
    return (
      findIn(fields, path) ??
      findIn(
        [...this.#open.values()].filter((field) => field !== null),
        path,
      )
    );
  }

  /** Reloads the separately loaded fields of open items after an edit. */
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

  /** Adds an item at the end, opens it and focuses its first field. */
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
    await this.#moveState(list, (one) => (one === at ? to : one === to ? at : one));
    this.#holder.focus(itemPath(list, to));
  }

  /** Removes an item, and focuses the next one. */
  async remove(list: FieldView, at: number): Promise<void> {
    await this.#put(list.parts[at]?.path ?? "", "absent");
    await this.#moveState(list, (one) => (one === at ? null : one > at ? one - 1 : one));
    const remaining = this.find(list.path)?.parts ?? [];
    this.#holder.focus((remaining[at] ?? remaining.at(-1))?.path ?? list.path);
  }

  async #put(path: string, kind: "add" | "moveUp" | "moveDown" | "absent"): Promise<void> {
    await this.#holder.apply({ path, input: { kind } satisfies FieldInput });
  }

  /** Moves the state of each item to its new index, and reloads separately loaded fields. */
  async #moveState(list: FieldView, newIndex: (at: number) => number | null): Promise<void> {
    const to = (path: string) => pathAtNewIndex(path, list.path, newIndex);
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

/** The only item of a list may have the list's own path. Then the inner field is the value. */
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

/** Returns the path of an item's list. */
function listOf(item: string): string {
  return item.replace(/\[\d+\]$/u, "");
}

/** Returns the paths of all items around a path, the outermost first, and the path itself if it may be an item. */
function itemsAround(path: string): string[] {
  const ends = [...path.matchAll(/\[\d+\]/g)].map(({ index, 0: step }) => index + step.length);
  const before = ends.map((end) => path.slice(0, end));
  return before.includes(path) ? before : [...before, path];
}

function pathAtNewIndex(path: string, list: string, newIndex: (at: number) => number | null): string | null {
  const [, at, rest] = path.startsWith(`${list}[`) ? (/^\[(\d+)\]([^]*)$/u.exec(path.slice(list.length)) ?? []) : [];
  if (at === undefined) return path;
  const to = newIndex(Number(at));
  return to === null ? null : `${list}[${to}]${rest}`;
}
