import { createContext } from "svelte";

import type { Listing } from "./listing.svelte";
import type { ServiceQuery } from "./serviceQuery.svelte";
import type { Views } from "./views.svelte";

/** A list with its saved views and its queries to the service, as the parts of a list use it. */
export interface ShownList {
  list: Listing;
  views: Views;
  serviceQuery: ServiceQuery;
}

export const [useList, provideList] = createContext<ShownList>();
