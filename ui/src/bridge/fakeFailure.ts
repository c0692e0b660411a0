import type { FailureCode } from "./bindings";
import { CommandFailure } from "./failure";

export function failure(code: FailureCode, message: string): CommandFailure {
  return new CommandFailure({ code, message, details: null });
}

export function notFound(message: string): CommandFailure {
  return failure("NotFound", message);
}
