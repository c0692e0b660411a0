import type { Failure, FailureCode, ReplyView } from "./bindings";

/** A failed command. The bridge throws nothing else. */
export class CommandFailure extends Error {
  readonly code: FailureCode;
  readonly details: string | null;
  /** The service's reply that caused the failure, if there is one. */
  readonly reply: ReplyView | null;

  constructor(failure: Omit<Failure, "reply"> & Partial<Failure>) {
    super(failure.message);
    this.name = "CommandFailure";
    this.code = failure.code;
    this.details = failure.details;
    this.reply = failure.reply ?? null;
  }

  /** Wraps any thrown value, so that every failure has a message. */
  static from(thrown: unknown): CommandFailure {
    if (thrown instanceof CommandFailure) return thrown;
    return new CommandFailure({
      code: "Internal",
      message: "Adwright could not do that. Nothing you typed is lost.",
      details: thrown instanceof Error ? thrown.message : String(thrown),
    });
  }
}

/** The heading and the action that the window shows for a failure. */
export interface Presentation {
  heading: string;
  /** The label of the retry button; `null` if retrying cannot help. */
  retry: string | null;
}

const presentations: Record<FailureCode, Presentation> = {
  Invalid: { heading: "The input is not valid", retry: null },
  NotFound: { heading: "It no longer exists", retry: null },
  Conflict: { heading: "That is not possible now", retry: "Try again" },
  Offline: { heading: "The service cannot be reached", retry: "Try again" },
  Unauthorized: { heading: "The login failed", retry: "Try again" },
  Refused: { heading: "The action failed", retry: null },
  Cancelled: { heading: "Stopped", retry: "Start again" },
  Storage: { heading: "This computer’s disk failed", retry: "Try again" },
  Internal: { heading: "Something went wrong in Adwright", retry: "Try again" },
};

/** Returns heading and action for a failure's code. */
export function present(failure: CommandFailure): Presentation {
  return presentations[failure.code];
}
