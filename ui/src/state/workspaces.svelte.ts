import type { RemovalMode, RemovalResult, RemovalPreview, WorkspaceRow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import type { Loading } from "./loading";
import type { Overlay } from "./overlay.svelte";
import { WorkspaceEditing } from "./workspaceEditing.svelte";

/** The list of workspaces, and the dialogs about them. */
export class Workspaces {
  list = $state.raw<Loading<WorkspaceRow[]>>({ status: "loading" });
  editing = $state.raw<WorkspaceEditing | null>(null);
  /** The id of the workspace to remove. */
  removing = $state.raw<string | null>(null);
  losses = $state.raw<Loading<RemovalPreview>>({ status: "loading" });
  /** Why the last action in a dialog was refused. */
  refused = $state.raw<CommandFailure | null>(null);
  /** The id of the workspace that is being opened. */
  opening = $state<string | null>(null);
  readonly #desk: Desk;
  readonly #overlay: Overlay;

  constructor(desk: Desk, overlay: Overlay) {
    this.#desk = desk;
    this.#overlay = overlay;
  }

  async show(): Promise<void> {
    this.#dialog("workspaces");
    await this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      this.list = { status: "ready", value: await this.#desk.workspaces() };
    } catch (thrown) {
      this.list = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Shows the settings of a workspace, or the empty form of a new one. */
  async edit(id: string | null): Promise<void> {
    this.editing = new WorkspaceEditing(this.#desk);
    this.#dialog("workspace");
    await this.editing.read(id);
  }

  import(): void {
    this.#dialog("importWorkspace");
  }

  /** Shows what is lost if a workspace is removed. */
  async askRemove(id: string): Promise<void> {
    this.removing = id;
    this.losses = { status: "loading" };
    this.#dialog("removeWorkspace");
    try {
      this.losses = { status: "ready", value: await this.#desk.workspaceLosses(id) };
    } catch (thrown) {
      this.losses = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Removes the workspace. Resolves to `null` if it was refused; the dialog shows the reason. */
  async remove(removal: RemovalMode): Promise<RemovalResult | null> {
    const id = this.removing;
    return id === null ? null : this.attempt(() => this.#desk.removeWorkspace(id, removal));
  }

  /** Runs an action from a dialog, which shows the reason of a refusal. */
  async attempt<T>(action: () => Promise<T>): Promise<T | null> {
    this.refused = null;
    try {
      return await action();
    } catch (thrown) {
      this.refused = CommandFailure.from(thrown);
      return null;
    }
  }

  close(): void {
    void this.editing?.dropTyped();
    this.editing = null;
    this.removing = null;
    this.refused = null;
    this.#overlay.close();
  }

  #dialog(name: "workspaces" | "workspace" | "importWorkspace" | "removeWorkspace"): void {
    this.refused = null;
    this.#overlay.show(name);
  }
}
