/** The least distance of a floating panel from the edges of the window, in pixels. */
const margin = 8;

/**
 * Shows a panel with the attribute `popover` next to its anchor, above everything else and whole inside the window. The
 * panel follows until the returned function is called.
 */
export function floatBeside(panel: HTMLElement, anchor: HTMLElement): () => void {
  const place = () => {
    const { left, top, bottom } = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = panel;
    const [lastLeft, lastTop] = [window.innerWidth - width - margin, window.innerHeight - height - margin];
    const [below, above] = [bottom + 4, top - 4 - height];
    const fitting = below <= lastTop || above < margin ? Math.min(below, lastTop) : above;
    panel.style.left = `${Math.max(margin, Math.min(left, lastLeft))}px`;
    panel.style.top = `${Math.max(margin, fitting)}px`;
  };
  panel.showPopover();
  const observer = new ResizeObserver(place);
  observer.observe(panel);
  window.addEventListener("resize", place);
  // A scroll event does not bubble.
  window.addEventListener("scroll", place, true);
  place();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", place);
    window.removeEventListener("scroll", place, true);
  };
}
