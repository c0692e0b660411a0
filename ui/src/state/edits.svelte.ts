import { SvelteMap, SvelteSet } from "svelte/reactivity";

import type { EditRequest } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";

/** How long the typed source waits before it is saved, because each save sends all of it. */
export const sourceDelayMs = 250;

/** How long after a disk error the save is retried automatically. */
export const retryDelayMs = 5000;

/** Represents the whole document in place of a field's path. No path begins with this character. */
export const wholeText = "#text";

/** Text that a person typed into a field, and its save state. */
export interface Typed {
  readonly text: string;
  /** "partial" for an incomplete text in a field with choices. */
  readonly kind: "text" | "partial";
  readonly state: "held" | "sending" | "saved" | "failed";
  readonly failure?: CommandFailure;
}

/**
 * Holds typed text until a command has saved it.
 *
 * The field shows this text, not the document's, so that no reply can overwrite typing. A key in a field is sent at once,
 * because the reply has the findings. Only one request runs at a time, because two first edits at once would create two
 * drafts. Keys that come meanwhile are sent together afterwards.
 */
export class Edits {
  /** Whether typed text is saved only when the person leaves the field. */
  waits = false;
  readonly #typed = new SvelteMap<string, Typed>();
  readonly #entered = new SvelteSet<string>();
  /** The fields that the person left since the object was opened. */
  readonly #visited = new SvelteSet<string>();
  readonly #save: (edit: EditRequest) => Promise<void>;
  readonly #documentText: (path: string) => string | undefined;
  readonly #deliver: (edit: EditRequest) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #draining = new Coalescer(() => this.#drain());

  /**
   * @param save sends one edit and shows its reply
   * @param deliver sends one edit without waiting for earlier ones or for its reply
   * @param documentText returns the text of a field in the document
   */
  constructor(
    save: (edit: EditRequest) => Promise<void>,
    deliver: (edit: EditRequest) => void,
    documentText: (path: string) => string | undefined,
  ) {
    this.#save = save;
    this.#deliver = deliver;
    this.#documentText = documentText;
  }

  at(path: string): Typed | undefined {
    return this.#typed.get(path);
  }

  /** Returns whether the field has text that was not sent yet. */
  holds(path: string): boolean {
    return this.#typed.get(path)?.state === "held";
  }

  /** Returns whether a person is typing into a field: the field has the focus and was typed into. */
  get isTyping(): boolean {
    return [...this.#typed.keys()].some((path) => this.#entered.has(path));
  }

  /** Returns whether the person left the field since the object was opened. */
  isVisited(path: string): boolean {
    return this.#visited.has(path);
  }

  get saving(): boolean {
    return [...this.#typed.values()].some(({ state }) => state === "held" || state === "sending");
  }

  /** Returns the fields whose text could not be saved, with the reason. */
  get failed(): [path: string, failure: CommandFailure][] {
    return [...this.#typed].flatMap(([path, { failure }]) => (failure ? [[path, failure]] : []));
  }

  enter(path: string): void {
    this.#entered.add(path);
  }

  type(path: string, text: string, kind: Typed["kind"] = "text"): void {
    this.#typed.set(path, { text, kind, state: "held" });
    if (this.waits) return;
    if (path !== wholeText) void this.flush();
    // Later keys do not extend the time.
    else this.#timer ??= setTimeout(() => void this.flush(), sourceDelayMs);
  }

  /** Called when the person leaves the field. Saves at once. Afterwards the field shows the saved text. */
  leave(path: string): void {
    this.#entered.delete(path);
    this.#visited.add(path);
    this.#dropIfSaved(path);
    void this.flush();
  }

  /** Sends all held text. Resolves when no request is running. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#draining.run();
  }

  /** Saves the typed text because the person confirmed it. Then the fields show the document and its findings again. */
  async commit(): Promise<void> {
    await this.flush();
    this.forgetSaved();
  }

  /** Sends all unsaved text without waiting, because the page is closing. */
  handOver(): void {
    for (const [path, { text, kind, state }] of this.#typed) {
      if (state !== "held" && state !== "failed") continue;
      this.#typed.set(path, { text, kind, state: "sending" });
      if (text !== this.#documentText(path)) this.#deliver({ path, input: { kind, text } });
    }
  }

  /** Retries failed edits. */
  retry(): Promise<void> {
    for (const [path, { text, kind, state }] of this.#typed) {
      if (state === "failed") this.#typed.set(path, { text, kind, state: "held" });
    }
    return this.flush();
  }

  /** Drops the typed text of a field, because the person chose another value. */
  forget(path: string): void {
    this.#typed.delete(path);
  }

  /** Moves typed text to the new paths of its fields. `null` drops it, because the field no longer exists. */
  relocate(to: (path: string) => string | null): void {
    const typed = [...this.#typed];
    this.#typed.clear();
    for (const [path, text] of typed) {
      const place = to(path);
      if (place !== null) this.#typed.set(place, text);
    }
  }

  /** Makes every field without unsaved text show the document again. */
  forgetSaved(): void {
    for (const [path, { state }] of this.#typed) if (state === "saved") this.#typed.delete(path);
  }

  forgetAll(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#timer = undefined;
    this.#retryTimer = undefined;
    this.#typed.clear();
    this.#entered.clear();
    this.#visited.clear();
  }

  async #drain(): Promise<void> {
    for (let path = this.#nextHeld(); path !== undefined; path = this.#nextHeld()) await this.#send(path);
  }

  #nextHeld(): string | undefined {
    for (const [path, { state }] of this.#typed) if (state === "held") return path;
    return undefined;
  }

  async #send(path: string): Promise<void> {
    const { text, kind } = this.#typed.get(path) ?? { text: "", kind: "text" };
    this.#typed.set(path, { text, kind, state: "sending" });
    try {
      if (text !== this.#documentText(path)) await this.#save({ path, input: { kind, text } });
      this.#settle(path, { text, kind, state: "saved" });
      this.#dropIfSaved(path);
    } catch (thrown) {
      const failure = CommandFailure.from(thrown);
      this.#settle(path, { text, kind, state: "failed", failure });
      if (failure.code === "Storage") this.#retryLater();
    }
  }

  /** Retries later, because the disk may have space or be writable again without any notification. */
  #retryLater(): void {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined;
      void this.retry();
    }, retryDelayMs);
  }

  /** Sets the outcome of a save. Text that was typed since keeps its own state. */
  #settle(path: string, outcome: Typed): void {
    if (this.#typed.get(path)?.state === "sending") this.#typed.set(path, outcome);
  }

  #dropIfSaved(path: string): void {
    if (this.#typed.get(path)?.state === "saved" && !this.#entered.has(path)) this.#typed.delete(path);
  }
}
