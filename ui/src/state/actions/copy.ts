import type { Workbench } from "../workbench.svelte";

/** Puts a text on the clipboard, and says so. */
export async function copy(bench: Workbench, text: string, what: string): Promise<void> {
  await bench.attempt(async () => {
    await navigator.clipboard.writeText(text);
    bench.notices.spoken = `${what} copied`;
  });
}
