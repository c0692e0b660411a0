import { createContext } from "svelte";

import type { Listing } from "./listing.svelte";
import type { Views } from "./views.svelte";

/** A list with its saved views, as the parts of a list use it. */
export interface ShownList {
  list: Listing;
  views: Views;
}

export const [useList, provideList] = createContext<ShownList>();
