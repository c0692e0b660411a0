import { CommandFailure, present } from "../bridge/failure";

/** Something to tell that does not belong to one place on the screen. */
export interface Notice {
  readonly tone: "info" | "failure";
  readonly text: string;
  readonly details?: string | null;
  readonly action?: { label: string; run: () => void };
}

/** The bar above the status bar. It stays until it is answered, closed or replaced. */
export class Notices {
  current = $state.raw<Notice | null>(null);
  /** What a screen reader is told in passing, such as "All changes saved". */
  spoken = $state("");

  say(text: string, action?: Notice["action"]): void {
    this.current = { tone: "info", text, action };
  }

  fail(thrown: unknown, retry?: () => void): void {
    const failure = CommandFailure.from(thrown);
    const label = retry && present(failure).retry;
    this.current = {
      tone: "failure",
      text: `${present(failure).heading}. ${failure.message}`,
      details: failure.details,
      action: label ? { label, run: retry } : undefined,
    };
  }

  act(): void {
    const run = this.current?.action?.run;
    this.current = null;
    run?.();
  }

  close(): void {
    this.current = null;
  }
}
