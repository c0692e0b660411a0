// Fetches the campaigns of the fake desk: a few at a time, until it is stopped.

import type { FetchProgress, FetchSummary } from "./bindings";

/** Waits, as for a service. */
export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The time of the last fetch, and the stopped operations. */
export class FakeFetching {
  /** When the campaigns were last fetched; `null` before the first fetch. */
  at: string | null = null;
  readonly #stopped = new Set<string>();

  stop(operation: string): void {
    this.#stopped.add(operation);
  }

  isStopped(operation: string): boolean {
    return this.#stopped.has(operation);
  }

  async run(total: number, operation: string, listen: (progress: FetchProgress) => void): Promise<FetchSummary> {
    listen({ kind: "started", data: { total } });
    for (let done = 50; done < total && !this.isStopped(operation); done += 50) {
      await pause(60);
      this.at = new Date().toISOString();
      listen({ kind: "advanced", data: { done, total } });
    }
    this.at = new Date().toISOString();
    return { fetched: total, complete: !this.isStopped(operation), message: "Stopped. What came is kept.", reply: null };
  }
}
