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
  #unticked = $state.raw<ReadonlySet<string>>(new Set());
  readonly ticked = $derived(this.#discovered().filter((field) => this.isTicked(field)));
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
  async discoverFields(source: "sample" | "fetched"): Promise<void> {
    this.shown = { status: "loading" };
    this.#unticked = new Set();
    try {
      this.shown = { status: "ready", value: await this.#desk.learnFields(source === "sample" ? this.sample : null) };
    } catch (thrown) {
      this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Returns whether a field is ticked. It is not if the field, or the group around it, was unticked. */
  isTicked({ path, within }: DiscoveredField): boolean {
    const parent = within === null ? undefined : this.#discovered().find((field) => field.path === within);
    return !this.#unticked.has(path) && (parent === undefined || this.isTicked(parent));
  }

  toggle({ path }: DiscoveredField): void {
    const unticked = new Set(this.#unticked);
    if (!unticked.delete(path)) unticked.add(path);
    this.#unticked = unticked;
  }

  /** Saves the ticked fields as known fields. Resolves to their number. */
  async saveFields(): Promise<number> {
    const fields = this.ticked.map(({ path, guess }) => ({ path, guess }));
    await this.#desk.keepFields(fields);
    this.close();
    this.shown = null;
    await this.#changed();
    return fields.length;
  }

  async forget(path: string): Promise<void> {
    const learned = await this.#desk.forgetField(path);
    if (this.shown?.status === "ready") this.shown = { status: "ready", value: { ...this.shown.value, known: learned } };
    await this.#changed();
  }

  #discovered(): DiscoveredField[] {
    return this.shown?.status === "ready" ? this.shown.value.discovered : [];
  }
}
