import type { DocumentRef, TemplateForm, TemplateRow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import { ready, type Loading } from "./loading";
import type { Overlay } from "./overlay.svelte";

/** A dialog about a template: saving a campaign or a batch as a new one, or renaming one. */
export type TemplateDialog =
  | { kind: "save"; target: DocumentRef; form: Loading<TemplateForm> }
  | { kind: "saveBatch"; batch: { id: string; name: string } }
  | { kind: "rename"; template: TemplateRow };

/** The templates of the workspace, and the open dialog. */
export class Templates {
  list = $state.raw<Loading<TemplateRow[]>>({ status: "loading" });
  dialog = $state.raw<TemplateDialog | null>(null);
  /** Why the last attempt in the dialog was refused. */
  refused = $state.raw<CommandFailure | null>(null);
  readonly all = $derived(ready(this.list) ?? []);
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #load = new Coalescer(() => this.#loadTemplates());

  constructor(desk: Desk, overlay: Overlay) {
    this.#desk = desk;
    this.#overlay = overlay;
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Opens the dialog that saves a campaign or draft as a template. */
  async openSaveDialog(target: DocumentRef): Promise<void> {
    const dialog = { kind: "save", target, form: { status: "loading" } } as const;
    this.#show(dialog);
    let form: Loading<TemplateForm>;
    try {
      form = { status: "ready", value: await this.#desk.templateForm(target) };
    } catch (thrown) {
      form = { status: "failed", failure: CommandFailure.from(thrown) };
    }
    if (this.dialog === dialog) this.dialog = { ...dialog, form };
  }

  /** Opens the dialog that saves the columns and the first row of a batch as a template. */
  openBatchDialog(batch: { id: string; name: string }): void {
    this.#show({ kind: "saveBatch", batch });
  }

  openRenameDialog(template: TemplateRow): void {
    this.#show({ kind: "rename", template });
  }

  close(): void {
    this.dialog = null;
    this.#overlay.close();
  }

  /**
   * Runs the dialog's command and closes the dialog. If the command is refused, the dialog stays open and shows the
   * reason.
   */
  async submit<T>(command: () => Promise<T>): Promise<T | null> {
    this.refused = null;
    try {
      const value = await command();
      this.close();
      await this.refresh();
      return value;
    } catch (thrown) {
      this.refused = CommandFailure.from(thrown);
      return null;
    }
  }

  #show(dialog: TemplateDialog): void {
    this.refused = null;
    this.dialog = dialog;
    this.#overlay.show("template");
  }

  async #loadTemplates(): Promise<void> {
    try {
      this.list = { status: "ready", value: await this.#desk.templates() };
    } catch (thrown) {
      this.list = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}
