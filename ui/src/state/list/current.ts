import { createContext } from "svelte";

import type { Listing } from "./listing.svelte";
import type { Views } from "./views.svelte";

/** A list with its saved views: what the parts of a list draw. */
export interface ShownList {
  list: Listing;
  views: Views;
}

export const [useList, provideList] = createContext<ShownList>();
