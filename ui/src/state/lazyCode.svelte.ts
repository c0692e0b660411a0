import { tick } from "svelte";

import { CommandFailure } from "../bridge/failure";
import type { Loading } from "./loading";

/** The code that loads at the moment. */
const pending = new Set<Promise<void>>();

/** All code that the first view does not draw. */
const all: LazyCode<unknown>[] = [];

/** Code that loads when something draws it, so that the program starts without it. */
export class LazyCode<T> {
  loading = $state.raw<Loading<T>>({ status: "loading" });
  readonly #read: () => Promise<{ default: T }>;
  #started = false;

  constructor(read: () => Promise<{ default: T }>) {
    this.#read = read;
    all.push(this as LazyCode<unknown>);
  }

  /** Wraps code that is loaded already. */
  static loaded<T>(value: T): LazyCode<T> {
    const code = new LazyCode(async () => ({ default: value }));
    code.loading = { status: "ready", value };
    return code;
  }

  /** Loads the code once; again after a failure. */
  async load(): Promise<void> {
    if (this.#started || this.loading.status === "ready") return;
    this.#started = true;
    const reading = this.#load();
    pending.add(reading);
    await reading;
    pending.delete(reading);
  }

  async #load(): Promise<void> {
    try {
      this.loading = { status: "ready", value: (await this.#read()).default };
    } catch (thrown) {
      this.#started = false;
      this.loading = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}

/** Waits until everything that is shown has its code, so that it can take the focus. */
export async function codeLoaded(): Promise<void> {
  await tick();
  while (pending.size > 0) {
    await Promise.all(pending);
    // Loaded code may draw parts that have to be loaded too.
    await tick();
  }
}

/** Loads the code of all other views and dialogs one by one, so that they open at once. */
export async function loadAllCode(): Promise<void> {
  for (const code of all) await code.load();
}
