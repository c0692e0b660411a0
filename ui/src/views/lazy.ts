import { LazyCode } from "../state/lazyCode.svelte";

// The parts of the lists that appear on request, in the order in which they are likely to be needed.
export const detail = new LazyCode(() => import("./Detail.svelte"));
export const dialogs = new LazyCode(() => import("../parts/Dialogs.svelte"));
export const bulkPane = new LazyCode(() => import("./BulkPane.svelte"));
export const conditionSheet = new LazyCode(() => import("../parts/list/ConditionSheet.svelte"));
export const objectSheet = new LazyCode(() => import("./ObjectSheet.svelte"));
export const compareAds = new LazyCode(() => import("../parts/adReview/CompareAds.svelte"));
