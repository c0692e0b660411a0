import { commands } from "./bindings";

/** The phases of the start that have ended, with their times. */
const ended: { name: string; at: number }[] = [];

/** Notes for a bench that a phase of the start has ended. */
export function markPhase(name: string): void {
  if ("adwrightMarks" in globalThis) ended.push({ name, at: performance.now() });
}

/** Reports to a bench when the rows of the list are painted. */
export function reportRowsPainted(): void {
  if (!("adwrightMarks" in globalThis)) return;
  const report = () => {
    const now = performance.now();
    const phases = [{ name: "page", at: 0 }, ...ended].map(({ name, at }) => ({ name, ago: now - at }));
    void commands.rowsPainted(phases);
  };
  const observer = new MutationObserver(() => {
    if (!document.querySelector("[role=gridcell][title]")) return;
    observer.disconnect();
    markPhase("rows");
    // The rows are on the screen in the frame after the one that draws them.
    requestAnimationFrame(() => {
      markPhase("frame");
      requestAnimationFrame(report);
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
