import type { DiscoveredField, FieldDiscovery } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import type { Loading } from "./loading";
import type { Overlay } from "./overlay.svelte";

/** Unknown fields of a sample: find them, tick them, add them, and remove them again. */
export class LearningState {
  /** The pasted sample. It stays when the dialog closes. */
  sample = $state("");
  shown = $state.raw<Loading<FieldDiscovery> | null>(null);
  #left = $state.raw<ReadonlySet<string>>(new Set());
  readonly taken = $derived(this.#found().filter((field) => this.isTaken(field)));
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #changed: () => Promise<unknown>;

  /** @param changed called when the known fields have changed */
  constructor(desk: Desk, overlay: Overlay, changed: () => Promise<unknown>) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#changed = changed;
  }

  open(): void {
    this.#overlay.show("learn");
  }

  close(): void {
    this.#overlay.close();
  }

  /** Searches the pasted sample, or the fetched campaigns, for fields. */
  async look(at: "sample" | "fetched"): Promise<void> {
    this.shown = { status: "loading" };
    this.#left = new Set();
    try {
      this.shown = { status: "ready", value: await this.#desk.learnFields(at === "sample" ? this.sample : null) };
    } catch (thrown) {
      this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Returns whether a field is ticked. It is not if the field, or the group around it, was unticked. */
  isTaken({ path, within }: DiscoveredField): boolean {
    const holder = within === null ? undefined : this.#found().find((field) => field.path === within);
    return !this.#left.has(path) && (holder === undefined || this.isTaken(holder));
  }

  toggle({ path }: DiscoveredField): void {
    const left = new Set(this.#left);
    if (!left.delete(path)) left.add(path);
    this.#left = left;
  }

  async keep(): Promise<number> {
    const taken = this.taken.map(({ path, guess }) => ({ path, guess }));
    await this.#desk.keepFields(taken);
    this.close();
    this.shown = null;
    await this.#changed();
    return taken.length;
  }

  async forget(path: string): Promise<void> {
    const kept = await this.#desk.forgetField(path);
    if (this.shown?.status === "ready") this.shown = { status: "ready", value: { ...this.shown.value, kept } };
    await this.#changed();
  }

  #found(): DiscoveredField[] {
    return this.shown?.status === "ready" ? this.shown.value.found : [];
  }
}
