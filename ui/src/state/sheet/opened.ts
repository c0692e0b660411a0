import { BatchSending } from "./batchSending.svelte";
import { Sheet } from "./sheet.svelte";

/** The state of an open batch. It loads with the first one. */
export default { BatchSending, Sheet };
