import { commands } from "./bindings";

/** Where a bench asks for it: tells when the rows of the list are painted. */
export function markUsable(): void {
  if (!("adwrightMarks" in globalThis)) return;
  const observer = new MutationObserver(() => {
    if (!document.querySelector("[role=gridcell][title]")) return;
    observer.disconnect();
    // In the frame after the one that draws them, they are on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => void commands.homeUsable()));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
