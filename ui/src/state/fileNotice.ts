import type { Notice } from "./notices.svelte";
import type { Workbench } from "./workbench.svelte";

/** Says where a file was written, and offers to copy its path. `open` is offered first. */
export function showFileNotice(workbench: Workbench, text: string, path: string, open?: Notice["action"]): void {
  const copy = { label: "Copy the path", run: () => void workbench.attempt(() => navigator.clipboard.writeText(path)) };
  workbench.notices.show(text, open ?? copy, { secondaryAction: open ? copy : undefined });
}
