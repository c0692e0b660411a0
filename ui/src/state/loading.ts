import type { CommandFailure } from "../bridge/failure";

/** Something that is asked for: not here yet, here, or failed. */
export type Loading<T> =
  | { status: "loading" }
  | { status: "ready"; value: T }
  | { status: "failed"; failure: CommandFailure };

/** The value where there is one. */
export function ready<T>(loading: Loading<T> | null): T | null {
  return loading?.status === "ready" ? loading.value : null;
}
