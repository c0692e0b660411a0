import { setZoom } from "../bridge/window";

export type Density = "comfortable" | "compact";

/** The zoom factors that the shortcuts step through. */
const zoomSteps = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** The height of a list's row in pixels. `--row` in `tokens.css` is the same. */
const rowHeights: Record<Density, number> = { comfortable: 32, compact: 26 };

/** How large and how dense the window is drawn, and whether its sidebar is folded. The window's own storage keeps it. */
export class Appearance {
  #zoom = $state(readZoom());
  #density = $state<Density>(localStorage.getItem("density") === "compact" ? "compact" : "comfortable");
  #isFolded = $state(localStorage.getItem("sidebar") === "folded");

  constructor() {
    if (this.#zoom !== 1) void setZoom(this.#zoom);
  }

  /** The factor by which the whole page is enlarged. */
  get zoom(): number {
    return this.#zoom;
  }

  get density(): Density {
    return this.#density;
  }

  /** Whether the sidebar shows icons only. A narrow window shows them in any case. */
  get isFolded(): boolean {
    return this.#isFolded;
  }

  get rowHeight(): number {
    return rowHeights[this.#density];
  }

  /** Returns the next larger (`direction` 1) or smaller (-1) zoom factor; `null` at the end. */
  nextZoom(direction: 1 | -1): number | null {
    const further = zoomSteps.filter((step) => (step - this.#zoom) * direction > 0.001);
    return (direction > 0 ? further[0] : further.at(-1)) ?? null;
  }

  async setZoom(zoom: number): Promise<void> {
    this.#zoom = zoom;
    localStorage.setItem("zoom", String(zoom));
    await setZoom(zoom);
  }

  setDensity(density: Density): void {
    this.#density = density;
    localStorage.setItem("density", density);
  }

  toggleSidebar(): void {
    this.#isFolded = !this.#isFolded;
    localStorage.setItem("sidebar", this.#isFolded ? "folded" : "open");
  }
}

/** Returns the stored zoom factor, or 1 if none is stored that the shortcuts can set. */
function readZoom(): number {
  const stored = Number(localStorage.getItem("zoom"));
  return zoomSteps.includes(stored) ? stored : 1;
}
