import { LazyCode } from "../state/lazyCode.svelte";

/** The small parts that load together. */
export type Panels = (typeof import("./panels"))["default"];

// The parts of the window that appear on request, the most frequent first.
export const panels = new LazyCode(() => import("./panels"));
export const cellEditor = new LazyCode(() => import("./list/CellEditor.svelte"));
