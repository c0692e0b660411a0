import type { Workbench } from "../workbench.svelte";

/** Copies a text to the clipboard, and announces it. */
export async function copy(workbench: Workbench, text: string, what: string): Promise<void> {
  await workbench.attempt(async () => {
    await navigator.clipboard.writeText(text);
    workbench.notices.spoken = `${what} copied`;
  });
}
