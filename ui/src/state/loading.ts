import type { CommandFailure } from "../bridge/failure";

/** A requested value: loading, ready or failed. */
export type Loading<T> = { status: "loading" } | { status: "ready"; value: T } | { status: "failed"; failure: CommandFailure };

/** Returns the value if it is ready. */
export function ready<T>(loading: Loading<T> | null): T | null {
  return loading?.status === "ready" ? loading.value : null;
}
