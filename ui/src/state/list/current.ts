import { createContext } from "svelte";

import type { Campaigns } from "../campaigns.svelte";
import type { Views } from "./views.svelte";

/** A list with its saved views: what the parts of a list draw. */
export interface ShownList {
  list: Campaigns;
  views: Views;
}

export const [useList, provideList] = createContext<ShownList>();
