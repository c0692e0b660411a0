import type { DocumentRef, EditRequest, FieldView } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { DetailState } from "./detail.svelte";
import { isSame } from "./subject";

/** The edits of single fields outside the form: the same checks, drafts and undo steps as in the form. */
export class FieldEditing {
  /** The path of the field that is shown for editing; `null` if none is. */
  path = $state<string | null>(null);
  /** The edited object. It is not the one that is open beside a list. */
  readonly detail: DetailState;

  /** Whether the last change of the window was made here, so that "Undo" is for it. */
  isLast = $state(false);

  /** @param changed called after each saved change */
  constructor(desk: Desk, changed: () => void) {
    this.detail = new DetailState(desk, () => {
      this.isLast = true;
      changed();
    });
  }

  /** Returns whether this object was edited here, so that its steps can be undone. */
  isOf(target: DocumentRef): boolean {
    return this.detail.value !== null && isSame(this.detail.target, target);
  }

  /** Shows a field for editing. */
  async begin(target: DocumentRef, path: string): Promise<void> {
    await this.#load(target);
    await this.detail.items.openAround(path);
    this.path = path;
  }

  /** Applies a chosen edit, such as a fix. */
  async apply(target: DocumentRef, edit: EditRequest): Promise<void> {
    await this.#load(target);
    await this.detail.apply(edit);
  }

  /** Saves the typed text and hides the field. Text that cannot be saved keeps the field shown. Resolves to whether it was saved. */
  async end(): Promise<boolean> {
    if (!(await this.detail.settle())) return false;
    this.path = null;
    return true;
  }

  /** Loads an object. Resolves to the first of these fields that can be edited in one line; `null` if there is none. */
  async firstEditable(target: DocumentRef, paths: readonly string[]): Promise<string | null> {
    await this.#load(target);
    return paths.find((path) => isEditableLine(this.detail.field(path))) ?? null;
  }

  /** Hides the field as it was before: drops the typed text, and undoes chosen values. `before` is its earlier text. */
  async cancel(before: string): Promise<void> {
    const { detail, path } = this;
    this.path = null;
    if (path === null) return;
    detail.edits.forget(path);
    await detail.settle();
    while (detail.field(path)?.text !== before && detail.value?.draft?.undo) await detail.undo();
  }

  async #load(target: DocumentRef): Promise<void> {
    const { detail } = this;
    await detail.settle();
    if (this.isOf(target)) await detail.refresh();
    else await detail.open(target);
    if (detail.shown.status === "failed") throw detail.shown.failure;
    // An ad opens with its review and without its form.
    detail.tab = "fields";
    await detail.form();
  }
}

function isEditableLine(field: FieldView | undefined): boolean {
  return field !== undefined && field.lock === null && !["list", "object", "json"].includes(field.kind);
}
