import { getContext, setContext } from "svelte";

import type { DetailState } from "./detail.svelte";
import { useWorkbench } from "./workbench.svelte";

const key = Symbol("the edited detail");

/** Makes the fields within the component edit this object. */
export function provideDetail(detail: DetailState): void {
  setContext(key, detail);
}

/** Returns the object that a field edits: the provided one, or the one that is open beside a list. */
export function useDetail(): DetailState {
  return getContext<DetailState | undefined>(key) ?? useWorkbench().detail;
}
