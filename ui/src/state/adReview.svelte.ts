import type { AdAspect, AdFinding, AdReview, Drawing, Table, DocumentRef, ThumbnailResult } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { ready, type Loading } from "./loading";
import { isSame } from "./subject";

/** The parts of a review, of which one is shown. */
export type AdTab = Exclude<AdAspect, "other">;

/** A requested thumbnail of a file. */
export interface AdPictureShown {
  path: string;
  name: string;
  shown: Loading<ThumbnailResult>;
}

/** The review of the open ad. */
export class AdReviewState {
  shown = $state.raw<Loading<AdReview>>({ status: "loading" });
  tab = $state<AdTab>("layout");
  /** The index of the drawn layout view. */
  view = $state(0);
  drawing = $state.raw<Drawing | null>(null);
  picture = $state.raw<AdPictureShown | null>(null);
  /** How many ads were opened. */
  count = $state(0);
  readonly value = $derived(ready(this.shown));
  readonly tabs = $derived(this.value ? tabsOf(this.value) : []);
  /** The drawn tab. It differs from the chosen one if the ad has nothing to show there. */
  readonly current = $derived(this.tabs.some(({ id }) => id === this.tab) ? this.tab : "layout");
  readonly #desk: Desk;
  #target: DocumentRef | null = null;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /**
   * Shows an ad or the draft of one, again after each change. The tab and the view stay if the ad is the same.
   *
   * @param loaded the review, if it was loaded already. It is shown at once.
   */
  async open(target: DocumentRef, loaded: AdReview | null = null): Promise<void> {
    const turn = ++this.#turn;
    const isSameAd = isSame(target, this.#target);
    this.#target = target;
    if (!isSameAd) {
      this.shown = { status: "loading" };
      this.tab = "layout";
      this.picture = null;
      this.count += 1;
    }
    try {
      const value = loaded ?? (await this.#desk.adReview(target));
      if (turn !== this.#turn) return;
      this.shown = { status: "ready", value };
      const view = isSameAd && this.view < value.layout.views.length ? this.view : 0;
      await this.showView(view);
    } catch (thrown) {
      if (turn === this.#turn) this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  retry(): Promise<void> {
    return this.#target ? this.open(this.#target) : Promise.resolve();
  }

  /** Shows another view of the layout. */
  async showView(view: number): Promise<void> {
    const { value } = this;
    const layoutView = value?.layout.views[view];
    if (!value || !layoutView) return;
    this.view = view;
    if (view === 0) {
      this.drawing = value.layout.drawing;
      return;
    }
    const drawing = await this.#desk.adDrawing(value.target, layoutView.view);
    if (this.view === view && this.value === value) this.drawing = drawing;
  }

  /** Returns the drawing of a tab, as an SVG file on white. */
  async svg(tab: "layout" | "timeline"): Promise<string> {
    const { target, layout } = this.#ready();
    const shown = tab === "layout" ? (layout.views[this.view]?.view ?? null) : null;
    return this.#desk.adSvg(target, shown, "light");
  }

  /** Loads the thumbnail of a file and shows it. */
  async showPicture(path: string, name: string, agreedHost: string | null = null): Promise<void> {
    const picture: AdPictureShown = { path, name, shown: { status: "loading" } };
    this.picture = picture;
    const show = (shown: Loading<ThumbnailResult>) => {
      if (this.picture === picture) this.picture = { ...picture, shown };
    };
    try {
      show({ status: "ready", value: await this.#desk.adThumbnail(this.#ready().target, path, agreedHost) });
    } catch (thrown) {
      show({ status: "failed", failure: CommandFailure.from(thrown) });
    }
  }

  hidePicture(): void {
    this.picture = null;
  }

  /**
   * Returns the findings about one part of the ad, the worst first. Findings about no part are shown with the layout.
   */
  findings(tab: AdTab): AdFinding[] {
    const all = this.value?.findings ?? [];
    return all.filter(({ aspect }) => tabOf(aspect, this.tabs) === tab);
  }

  #ready(): AdReview {
    if (!this.value) throw new Error("No ad is shown.");
    return this.value;
  }
}

interface Tab {
  id: AdTab;
  label: string;
  count?: number;
}

function tabOf(aspect: AdAspect, tabs: Tab[]): AdTab {
  return tabs.find(({ id }) => id === aspect)?.id ?? "layout";
}

function tabsOf(ad: AdReview): Tab[] {
  // A summary cannot show that there are none.
  const count = ({ rows, omittedRows }: Table) => (ad.summary && rows.length === 0 ? undefined : rows.length + omittedRows);
  const all: (Tab & { has: boolean })[] = [
    { id: "layout", label: "Layout", has: true },
    { id: "timeline", label: "Timeline", has: ad.timeline !== null },
    { id: "assets", label: "Assets", has: true },
    { id: "tracking", label: "Tracking", count: count(ad.tracking.addresses), has: true },
    { id: "interactions", label: "Interactions", count: count(ad.interactions), has: true },
    { id: "versions", label: "Versions", has: true },
  ];
  return all.filter(({ has }) => has).map(({ has: _, ...tab }) => tab);
}
