import type { DiscoveredField, FieldDiscovery } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { ready, type Loading } from "./loading";
import type { Notices } from "./notices.svelte";
import type { Overlay } from "./overlay.svelte";
import { plural } from "./wording";

/** Unknown fields of a sample: find them, tick them, add them, and remove them again. */
export class LearningState {
  /** The pasted sample. It stays when the dialog closes. */
  sample = $state("");
  shown = $state.raw<Loading<FieldDiscovery> | null>(null);
  /** The unknown fields of the fetched campaigns, if they are offered. */
  offer = $state.raw<FieldDiscovery | null>(null);
  /** Whether the dialog shows the offer, and no box for a sample. */
  isOffer = $state(false);
  #unticked = $state.raw<ReadonlySet<string>>(new Set());
  readonly ticked = $derived(this.#discovered().filter((field) => this.isTicked(field)));
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #notices: Notices;
  readonly #changed: () => Promise<unknown>;

  /** @param changed called when the known fields have changed */
  constructor(desk: Desk, overlay: Overlay, notices: Notices, changed: () => Promise<unknown>) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#notices = notices;
    this.#changed = changed;
  }

  open(): void {
    if (this.isOffer) this.shown = null;
    this.isOffer = false;
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

  /** Searches the fetched campaigns for fields to offer. Offers none after the person declined. */
  async findOffer(): Promise<void> {
    const found = await this.#desk.learnFields(null);
    this.offer = found.declined || found.discovered.length === 0 ? null : found;
  }

  /** Shows the offered fields with ticks. */
  openOffer(): void {
    if (this.offer === null) return;
    this.shown = { status: "ready", value: this.offer };
    this.#unticked = new Set();
    this.isOffer = true;
    this.#overlay.show("learn");
  }

  /** Offers no fields in this workspace any more. */
  async decline(): Promise<void> {
    this.offer = null;
    await this.#desk.declineFields();
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

  /** Saves the ticked fields as known fields, and offers to undo that. */
  async saveFields(): Promise<void> {
    const fields = this.ticked.map(({ path, guess, role, choices }) => ({ path, guess, role, choices }));
    await this.#desk.keepFields(fields);
    this.close();
    [this.shown, this.offer] = [null, null];
    const paths = fields.map(({ path }) => path);
    const undo = { label: "Undo", run: () => this.forget(paths) };
    this.#notices.show(
      `${plural(fields.length, "field")} learned. The form and the checks now use ${fields.length === 1 ? "it" : "them"}.`,
      undo,
      { about: "learned" },
    );
    await this.#changed();
  }

  async forget(paths: string[]): Promise<void> {
    const known = await this.#desk.forgetFields(paths);
    const shown = this.shown && ready(this.shown);
    if (shown) this.shown = { status: "ready", value: { ...shown, known } };
    await this.#changed();
  }

  #discovered(): DiscoveredField[] {
    return (this.shown && ready(this.shown)?.discovered) ?? [];
  }
}
