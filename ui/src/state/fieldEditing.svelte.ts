import type { DocumentRef, EditRequest } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { DetailState } from "./detail.svelte";
import { isSame } from "./subject";

/** The edits of single fields outside the form: the same checks, drafts and undo steps as in the form. */
export class FieldEditing {
  /** The path of the field that is shown for editing; `null` if none is. */
  path = $state<string | null>(null);
  /** The edited object. It is not the one that is open beside a list. */
  readonly detail: DetailState;

  /** @param changed called after each saved change */
  constructor(desk: Desk, changed: () => void) {
    this.detail = new DetailState(desk, changed);
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
