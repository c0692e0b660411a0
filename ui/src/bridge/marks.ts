import { commands } from "./bindings";

/** Reports to a bench when the rows of the list are painted. */
export function reportRowsPainted(): void {
  if (!("adwrightMarks" in globalThis)) return;
  const observer = new MutationObserver(() => {
    if (!document.querySelector("[role=gridcell][title]")) return;
    observer.disconnect();
    // The rows are on the screen in the frame after the one that draws them.
    requestAnimationFrame(() => requestAnimationFrame(() => void commands.rowsPainted()));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
