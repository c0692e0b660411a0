import { createContext } from "svelte";

import type { Decision, PreferenceChange, Target } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Campaigns } from "./campaigns.svelte";
import { Clock } from "./clock.svelte";
import { DetailState } from "./detail.svelte";
import { Drafts } from "./drafts.svelte";
import { Fetching } from "./fetching.svelte";
import { Notices } from "./notices.svelte";
import { ReviewState } from "./review.svelte";
import { Route, type ViewId } from "./route.svelte";
import { Sent } from "./sent.svelte";
import { WorkspaceState } from "./workspace.svelte";

/** Everything the window shows, and what reaches across more than one noun. */
export class Workbench {
  readonly clock = new Clock();
  readonly notices = new Notices();
  readonly route = new Route();
  readonly workspace: WorkspaceState;
  readonly fetching: Fetching;
  readonly campaigns: Campaigns;
  readonly detail: DetailState;
  readonly drafts: Drafts;
  readonly review: ReviewState;
  readonly sent: Sent;
  readonly #desk: Desk;
  #said = "";

  constructor(desk: Desk) {
    this.#desk = desk;
    this.workspace = new WorkspaceState(desk);
    this.campaigns = new Campaigns(desk);
    this.fetching = new Fetching(desk, () => this.#refreshLists());
    this.detail = new DetailState(desk, () => this.#refreshLists());
    this.drafts = new Drafts(desk);
    this.review = new ReviewState(desk);
    this.sent = new Sent(desk);
  }

  async start(): Promise<void> {
    await Promise.all([this.workspace.refresh(), this.campaigns.refresh(), this.enter(this.route.view)]);
    this.#sayRecovered();
    if (this.workspace.untouched) await this.getLatest();
  }

  /** What an earlier run left on its way has been looked up. */
  async recovered(): Promise<void> {
    await Promise.all([this.workspace.refresh(), this.campaigns.refresh(), this.enter(this.route.view)]);
    this.#sayRecovered();
  }

  async go(view: ViewId): Promise<void> {
    this.route.go(view);
    await this.enter(view);
  }

  /** Reads afresh what a view shows. What is typed is saved first, so that it is in there. */
  async enter(view: ViewId): Promise<void> {
    await this.detail.edits.flush();
    if (view === "drafts") await this.drafts.refresh();
    if (view === "review") await this.review.load();
    if (view === "sent") await this.sent.refresh();
  }

  async getLatest(): Promise<void> {
    try {
      const summary = await this.fetching.start();
      if (summary && !summary.complete) this.notices.say(summary.message);
      await this.detail.refresh();
    } catch (thrown) {
      this.notices.fail(thrown, () => void this.getLatest());
    }
  }

  async open(target: Target): Promise<void> {
    if (!(await this.#mayLeave(() => this.open(target)))) return;
    if (this.route.view !== "campaigns") this.route.go("campaigns");
    await this.detail.open(target);
    await this.campaigns.follow(this.detail.value?.id ?? null);
  }

  async close(): Promise<void> {
    if (!(await this.#mayLeave(() => this.close()))) return;
    this.detail.close();
    await this.campaigns.follow(null);
  }

  async newCampaign(): Promise<void> {
    if (!(await this.#mayLeave(() => this.newCampaign()))) return;
    if (this.route.view !== "campaigns") this.route.go("campaigns");
    await this.attempt(() => this.detail.create());
  }

  /** Discards the open draft, or another one, and offers to bring it back. */
  async discard(draft?: string): Promise<void> {
    await this.attempt(async () => {
      const open = this.detail.value?.draft?.id;
      const isOpen = this.detail.target !== null && (draft === undefined || draft === open);
      if (!isOpen && draft) await this.#desk.discard(draft);
      const gone = isOpen ? await this.detail.discard() : draft;
      this.#refreshLists();
      if (gone) this.notices.say("Draft discarded.", { label: "Undo", run: () => void this.#restore(gone) });
    });
  }

  async send(): Promise<void> {
    await this.attempt(() => this.review.send());
    this.#refreshLists();
    await this.attempt(() => this.detail.refresh());
  }

  async decide(decision: Decision): Promise<void> {
    await this.attempt(() => this.sent.decide(decision));
    this.#refreshLists();
  }

  async prefer(change: PreferenceChange): Promise<void> {
    await this.attempt(() => this.workspace.prefer(change));
  }

  /** Does something that may fail, and says so if it does. */
  async attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (thrown) {
      this.notices.fail(thrown);
    }
  }

  async #restore(draft: string): Promise<void> {
    await this.attempt(async () => {
      const { target } = await this.#desk.restore(draft);
      this.#refreshLists();
      if (this.route.view === "campaigns") await this.detail.open(target);
    });
  }

  /** Text that could not be saved holds the person back, once. */
  async #mayLeave(again: () => Promise<void>): Promise<boolean> {
    if (await this.detail.settle()) return true;
    const [path, failure] = this.detail.edits.failed[0] ?? ["", null];
    const label = this.detail.field(path)?.label ?? path;
    const leave = () => {
      this.detail.edits.forgetAll();
      void again();
    };
    this.notices.say(`“${label}” is not saved. ${failure?.message ?? ""}`, { label: "Leave without it", run: leave });
    return false;
  }

  /** Says once what was recovered. */
  #sayRecovered(): void {
    const recovered = this.workspace.value?.recovered;
    if (!recovered || recovered === this.#said) return;
    this.#said = recovered;
    this.notices.say(recovered);
  }

  #refreshLists(): void {
    void this.workspace.refresh();
    void this.campaigns.refresh();
    if (this.route.view === "drafts") void this.drafts.refresh();
  }
}

export const [useWorkbench, provideWorkbench] = createContext<Workbench>();
