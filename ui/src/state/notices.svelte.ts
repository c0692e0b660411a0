import { CommandFailure, present } from "../bridge/failure";

/** Something to tell that does not belong to one place on the screen. */
export interface Notice {
  readonly tone: "info" | "failure";
  readonly text: string;
  readonly details?: string | null;
  /** What can be done about it; it may fail, and then the notice says why. */
  readonly action?: { label: string; run: () => unknown };
}

/** The bar above the status bar. It stays until it is answered, closed or replaced. */
export class Notices {
  current = $state.raw<Notice | null>(null);
  /** What a screen reader is told in passing, such as "All changes saved". */
  spoken = $state("");
  #acting = false;

  say(text: string, action?: Notice["action"]): void {
    this.current = { tone: "info", text, action };
  }

  fail(thrown: unknown, retry?: () => unknown): void {
    const failure = CommandFailure.from(thrown);
    const label = retry && present(failure).retry;
    this.current = {
      tone: "failure",
      text: `${present(failure).heading}. ${failure.message}`,
      details: failure.details,
      action: label ? { label, run: retry } : undefined,
    };
  }

  /** Does what the notice offers; only what was done goes away. */
  async act(): Promise<void> {
    const notice = this.current;
    const run = notice?.action?.run;
    if (!run || this.#acting) return;
    this.#acting = true;
    try {
      await run();
      if (this.current === notice) this.current = null;
    } catch (thrown) {
      this.fail(thrown, run);
    } finally {
      this.#acting = false;
    }
  }

  close(): void {
    this.current = null;
  }
}
