import { SvelteMap } from "svelte/reactivity";

import type { EditRequest } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";

/** How long typed text may wait before it is sent to be saved, in milliseconds. */
export const holdFor = 250;

/** How long after the disk failed it is tried again by itself, in milliseconds. */
export const retryAfter = 5000;

/** Stands for the whole document where otherwise a field's path does. No path begins like that. */
export const wholeText = "#text";

/** Text that a person typed into a field and where it stands. */
export interface Typed {
  readonly text: string;
  /** Half a word where a value is chosen is "partial". */
  readonly kind: "text" | "partial";
  readonly state: "held" | "sending" | "saved" | "failed";
  readonly failure?: CommandFailure;
}

/**
 * Holds what is typed until a command has saved it.
 *
 * The field shows this text, not the document's, for as long as it is here; so no answer can
 * overwrite typing. The timer starts with the first key and is not put off by the next ones. One
 * request is on its way at a time: two first edits at once would begin two drafts.
 */
export class Edits {
  readonly #typed = new SvelteMap<string, Typed>();
  readonly #entered = new Set<string>();
  readonly #save: (edit: EditRequest) => Promise<void>;
  readonly #shown: (path: string) => string | undefined;
  readonly #deliver: (edit: EditRequest) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #draining = new Coalescer(() => this.#drain());

  /**
   * @param save sends one edit and shows its answer
   * @param deliver sends one edit without waiting for those before it, nor for its answer
   * @param shown the text that the document has for a field
   */
  constructor(
    save: (edit: EditRequest) => Promise<void>,
    deliver: (edit: EditRequest) => void,
    shown: (path: string) => string | undefined,
  ) {
    this.#save = save;
    this.#deliver = deliver;
    this.#shown = shown;
  }

  at(path: string): Typed | undefined {
    return this.#typed.get(path);
  }

  /** Whether the field has text that no command carries yet. */
  holds(path: string): boolean {
    return this.#typed.get(path)?.state === "held";
  }

  get saving(): boolean {
    return [...this.#typed.values()].some(({ state }) => state === "held" || state === "sending");
  }

  /** Fields whose text could not be saved, with the reason. */
  get failed(): [path: string, failure: CommandFailure][] {
    return [...this.#typed].flatMap(([path, { failure }]) => (failure ? [[path, failure]] : []));
  }

  enter(path: string): void {
    this.#entered.add(path);
  }

  type(path: string, text: string, kind: Typed["kind"] = "text"): void {
    this.#typed.set(path, { text, kind, state: "held" });
    this.#timer ??= setTimeout(() => void this.flush(), holdFor);
  }

  /** The person left the field: saves at once, and from then on the field shows what was saved. */
  leave(path: string): void {
    this.#entered.delete(path);
    this.#dropIfSaved(path);
    void this.flush();
  }

  /** Sends everything that is held. Resolves when nothing is on its way any more. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#draining.run();
  }

  /** Hands over all that no command carries yet, because the page goes away and can wait for nothing. */
  handOver(): void {
    for (const [path, { text, kind, state }] of this.#typed) {
      if (state !== "held" && state !== "failed") continue;
      this.#typed.set(path, { text, kind, state: "sending" });
      if (text !== this.#shown(path)) this.#deliver({ path, input: { kind, text } });
    }
  }

  /** Tries once more what failed. */
  retry(): Promise<void> {
    for (const [path, { text, kind, state }] of this.#typed) {
      if (state === "failed") this.#typed.set(path, { text, kind, state: "held" });
    }
    return this.flush();
  }

  /** Forgets what was typed into a field, because the person asked for another value. */
  forget(path: string): void {
    this.#typed.delete(path);
  }

  /** Takes what is typed along to where its field is now; `null` where it is gone. */
  relocate(to: (path: string) => string | null): void {
    const typed = [...this.#typed];
    this.#typed.clear();
    for (const [path, text] of typed) {
      const place = to(path);
      if (place !== null) this.#typed.set(place, text);
    }
  }

  /** Lets every field show the document again, where nothing unsaved stands in it. */
  forgetSaved(): void {
    for (const [path, { state }] of this.#typed) if (state === "saved") this.#typed.delete(path);
  }

  forgetAll(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    this.#timer = undefined;
    this.#again = undefined;
    this.#typed.clear();
    this.#entered.clear();
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
      if (text !== this.#shown(path)) await this.#save({ path, input: { kind, text } });
      this.#settle(path, { text, kind, state: "saved" });
      this.#dropIfSaved(path);
    } catch (thrown) {
      const failure = CommandFailure.from(thrown);
      this.#settle(path, { text, kind, state: "failed", failure });
      if (failure.code === "Storage") this.#tryLater();
    }
  }

  /** A disk may have room again, or be writable: whoever made it so need not tell us. */
  #tryLater(): void {
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      void this.retry();
    }, retryAfter);
  }

  /** Newer typing keeps its own state: it is still held. */
  #settle(path: string, outcome: Typed): void {
    if (this.#typed.get(path)?.state === "sending") this.#typed.set(path, outcome);
  }

  #dropIfSaved(path: string): void {
    if (this.#typed.get(path)?.state === "saved" && !this.#entered.has(path)) this.#typed.delete(path);
  }
}
