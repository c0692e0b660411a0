import type { Workbench } from "./workbench.svelte";

/** Says where a file was written, and offers to copy its path. */
export function showFileNotice(workbench: Workbench, text: string, path: string): void {
  const copy = () => workbench.attempt(() => navigator.clipboard.writeText(path));
  workbench.notices.show(text, { label: "Copy the path", run: () => void copy() });
}
