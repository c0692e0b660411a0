import { tick } from "svelte";

import { CommandFailure } from "../bridge/failure";
import type { Loading } from "./loading";

/** The code that loads at the moment. */
const pending = new Set<Promise<unknown>>();

/** All code that the first view does not draw. */
const all: LazyCode<unknown>[] = [];

/** Code that loads when something draws or uses it, so that the program starts without it. */
export class LazyCode<T> {
  loading = $state.raw<Loading<T>>({ status: "loading" });
  readonly #read: () => Promise<{ default: T }>;
  #reading: Promise<T> | null = null;

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
    // Whatever draws the code shows the failure.
    await this.get().catch(() => undefined);
  }

  /** Returns the code once it is loaded. Throws the failure if it does not load. */
  async get(): Promise<T> {
    if (this.loading.status === "ready") return this.loading.value;
    const reading = (this.#reading ??= this.#load());
    pending.add(reading);
    try {
      return await reading;
    } finally {
      pending.delete(reading);
    }
  }

  async #load(): Promise<T> {
    try {
      const { default: value } = await this.#read();
      this.loading = { status: "ready", value };
      return value;
    } catch (thrown) {
      this.#reading = null;
      const failure = CommandFailure.from(thrown);
      this.loading = { status: "failed", failure };
      throw failure;
    }
  }
}

/** Waits until everything that is shown has its code, so that it can take the focus. */
export async function codeLoaded(): Promise<void> {
  await tick();
  while (pending.size > 0) {
    await Promise.allSettled(pending);
    // Loaded code may draw parts that have to be loaded too.
    await tick();
  }
}

/** Loads all code that is not loaded yet, one by one, so that everything opens at once. */
export async function loadAllCode(): Promise<void> {
  for (const code of all) await code.load();
}
