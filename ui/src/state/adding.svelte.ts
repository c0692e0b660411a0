import type { Detail, FieldView } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import type { DetailState } from "./detail.svelte";
import type { Overlay } from "./overlay.svelte";

/** The object for a new field: its path and its label. */
export interface Holder {
  readonly path: string;
  readonly label: string;
}

/** A new field with any name, for the document or a group in it. */
export class Adding {
  /** The object for which the dialog was last opened. */
  holder = $state.raw<Holder | null>(null);
  name = $state("");
  value = $state("");
  /** Why the last attempt was refused. */
  refused = $state.raw<CommandFailure | null>(null);
  /** Whether the dialog asks if the empty name is intended. */
  confirmsEmptyName = $state(false);
  #refusedValue = $state<string | null>(null);
  /** Whether the typed value is not JSON, so that the dialog offers to add it as text. */
  readonly canAddAsText = $derived(this.refused !== null && this.#refusedValue === this.value);
  readonly #detail: DetailState;
  readonly #overlay: Overlay;

  constructor(detail: DetailState, overlay: Overlay) {
    this.#detail = detail;
    this.#overlay = overlay;
  }

  open(path: string, label: string): void {
    if (this.holder?.path !== path) this.name = this.value = "";
    this.#clearRefusal();
    this.holder = { path, label };
    this.#overlay.show("field");
  }

  close(): void {
    this.#overlay.close();
  }

  /** Adds the field and focuses it. If it is refused, the dialog stays open and shows the reason. */
  async add(type: "json" | "text" = "json"): Promise<void> {
    const isText = type === "text";
    const { holder, name, value } = this;
    if (!holder) return;
    if (name === "" && !this.confirmsEmptyName) {
      this.confirmsEmptyName = true;
      return;
    }
    await this.#detail.form();
    const before = presentPaths(this.#detail.value);
    this.#clearRefusal();
    try {
      await this.#detail.put(holder.path, { kind: "member", text: { name, value, isText } });
    } catch (thrown) {
      this.refused = CommandFailure.from(thrown);
      this.#refusedValue = isText ? null : value;
      return;
    }
    this.name = this.value = "";
    this.close();
    const added = [...presentPaths(this.#detail.value)].find((path) => !before.has(path));
    if (added !== undefined) await this.#detail.items.openAround(added);
    this.#detail.focusOn = added ?? holder.path;
  }

  #clearRefusal(): void {
    this.refused = null;
    this.#refusedValue = null;
    this.confirmsEmptyName = false;
  }
}

/** Returns the paths of all present fields, the innermost first. */
function presentPaths(detail: Detail | null): Set<string> {
  const paths = (fields: FieldView[]): string[] =>
    fields.flatMap(({ parts, path, presence }) => [...paths(parts), ...(presence === "absent" ? [] : [path])]);
  return new Set(paths(detail?.groups.flatMap((group) => group.fields) ?? []));
}
