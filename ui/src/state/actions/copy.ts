import type { Workbench } from "../workbench.svelte";

/** Puts a text on the clipboard, and says so. */
export async function copy(workbench: Workbench, text: string, what: string): Promise<void> {
  await workbench.attempt(async () => {
    await navigator.clipboard.writeText(text);
    workbench.notices.spoken = `${what} copied`;
  });
}
