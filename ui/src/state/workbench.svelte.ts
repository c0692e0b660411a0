import { createContext } from "svelte";

import type {
  Begun,
  ComparedField,
  Decision,
  DraftRow,
  PaletteOpens,
  PreferenceChange,
  Remedy,
  Target,
  TemplateRequest,
  TemplateRow,
  WelcomeStep,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { BulkState } from "./bulk.svelte";
import { Campaigns } from "./campaigns.svelte";
import { Clock } from "./clock.svelte";
import { DetailState } from "./detail.svelte";
import { Drafts } from "./drafts.svelte";
import { Fetching } from "./fetching.svelte";
import { HomeState } from "./home.svelte";
import { HistoryState } from "./history.svelte";
import { LearningState } from "./learning.svelte";
import { Asking } from "./list/asking.svelte";
import { Views } from "./list/views.svelte";
import { Notices } from "./notices.svelte";
import { Operations } from "./operations.svelte";
import { Overlay } from "./overlay.svelte";
import { Palette } from "./palette.svelte";
import { ReviewState } from "./review.svelte";
import { Route, type ViewId } from "./route.svelte";
import { Sent } from "./sent.svelte";
import { SiteContactState } from "./siteContact.svelte";
import { Templates } from "./templates.svelte";
import { WorkspaceState } from "./workspace.svelte";

/** Everything the window shows, and what reaches across more than one noun. */
export class Workbench {
  readonly clock = new Clock();
  readonly notices = new Notices();
  readonly route = new Route();
  readonly overlay = new Overlay();
  readonly palette: Palette;
  readonly home: HomeState;
  readonly workspace: WorkspaceState;
  readonly operations: Operations;
  readonly fetching: Fetching;
  readonly campaigns: Campaigns;
  readonly views: Views;
  readonly asking: Asking;
  readonly detail: DetailState;
  readonly history: HistoryState;
  readonly drafts: Drafts;
  readonly bulk: BulkState;
  readonly review: ReviewState;
  readonly sent: Sent;
  readonly contact: SiteContactState;
  readonly templates: Templates;
  readonly learning: LearningState;
  readonly #desk: Desk;
  #said = "";
  /** What kept the window from closing the last time. */
  #heldBack = "";

  constructor(desk: Desk) {
    this.#desk = desk;
    this.home = new HomeState(desk);
    this.workspace = new WorkspaceState(desk);
    this.campaigns = new Campaigns(desk, () => this.views.keepSoon());
    this.operations = new Operations(desk);
    this.views = new Views(desk, this.campaigns, this.notices);
    this.asking = new Asking(desk, this.campaigns, this.operations);
    this.fetching = new Fetching(desk, () => void this.#refreshLists(), this.operations);
    this.detail = new DetailState(desk, () => void this.#refreshLists());
    this.drafts = new Drafts(desk);
    this.bulk = new BulkState(desk);
    this.review = new ReviewState(desk, this.operations);
    this.sent = new Sent(desk);
    this.contact = new SiteContactState(desk);
    this.history = new HistoryState(desk);
    this.templates = new Templates(desk, this.overlay);
    this.learning = new LearningState(desk, () => Promise.all([this.views.relearn(), this.detail.refresh()]));
    this.palette = new Palette(this, desk);
  }

  async start(): Promise<void> {
    await this.home.look();
    if (this.home.trouble) return;
    await Promise.all([this.workspace.refresh(), this.attempt(() => this.views.load()), this.enter(this.route.view)]);
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
    if (view === "campaigns") await this.attempt(() => this.detail.refresh());
    if (view === "drafts") await this.drafts.refresh();
    if (view === "review") await this.review.load();
    if (view === "sent") await this.sent.refresh();
    if (view === "templates") await this.templates.refresh();
  }

  /** Gets all campaigns, or what the last time left out. */
  async getLatest(what: "all" | "rest" = "all"): Promise<void> {
    this.notices.settle("fetch");
    try {
      const summary = await this.fetching.start(what);
      if (summary && !summary.complete) {
        const goOn = { label: "Get the rest", run: () => void this.getLatest("rest") };
        this.notices.say(summary.message, goOn, { about: "fetch" });
      }
      await this.detail.refresh();
    } catch (thrown) {
      this.notices.fail(thrown, () => void this.getLatest(what), "fetch");
    }
  }

  /** Asks the service whether it answers, and says what it found. */
  async checkConnection(): Promise<void> {
    this.notices.settle("connection");
    try {
      await this.workspace.checkConnection();
      this.notices.say("The service answers. Nothing was sent or got by itself.", undefined, { about: "connection" });
    } catch (thrown) {
      this.notices.fail(thrown, () => void this.checkConnection(), "connection");
    }
  }

  async open(target: Target): Promise<void> {
    if (!(await this.#mayLeave(() => this.open(target)))) return;
    this.bulk.aside = true;
    if (this.route.view !== "campaigns") this.route.go("campaigns");
    this.campaigns.filters.building = false;
    await this.detail.open(target);
    await this.campaigns.follow(this.detail.value?.id ?? null);
  }

  /** Opens what the palette found. */
  async openObject(object: PaletteOpens): Promise<void> {
    if (object.kind === "detail") return this.open(object.value);
    await this.showReceipt(object.value);
  }

  async showReceipt(item: string): Promise<void> {
    await this.go("sent");
    await this.sent.open(item);
  }

  async close(): Promise<void> {
    if (!(await this.#mayLeave(() => this.close()))) return;
    this.bulk.aside = false;
    this.detail.close();
    await this.campaigns.follow(null);
  }

  async newCampaign(): Promise<void> {
    if (!(await this.#mayLeave(() => this.newCampaign()))) return;
    this.bulk.aside = true;
    if (this.route.view !== "campaigns") this.route.go("campaigns");
    await this.attempt(() => this.detail.create());
  }

  /** Begins a new campaign from what another one or a draft holds. */
  async copyCampaign(target: Target): Promise<void> {
    await this.#begin(() => this.#desk.copyDraft(target));
  }

  async newFromTemplate(template: string): Promise<void> {
    await this.#begin(() => this.#desk.useTemplate(template));
  }

  /** Asks how a campaign or draft is to be kept as a template; what is typed belongs to it. */
  async askTemplate(target: Target): Promise<void> {
    await this.detail.edits.flush();
    await this.templates.ask(target);
  }

  async saveTemplate(request: TemplateRequest): Promise<void> {
    const saved = await this.templates.answer(() => this.#desk.saveTemplate(request));
    if (!saved) return;
    const { template, replaced } = saved;
    if (replaced === null) this.notices.say(`“${template.name}” is in your templates.`, { label: "Show", run: () => this.go("templates") });
    else this.notices.say(`“${template.name}” was replaced.`, { label: "Undo", run: () => this.#bringTemplateBack(replaced, template.id) });
  }

  async renameTemplate(template: string, name: string, description: string): Promise<void> {
    await this.templates.answer(() => this.#desk.describeTemplate(template, name, description));
  }

  async duplicateTemplate({ id }: TemplateRow): Promise<void> {
    await this.attempt(async () => {
      const { name } = await this.#desk.duplicateTemplate(id);
      await this.templates.refresh();
      this.notices.say(`“${name}” was made.`);
    });
  }

  async deleteTemplate({ id, name }: TemplateRow): Promise<void> {
    await this.attempt(async () => {
      await this.#desk.deleteTemplate(id);
      await this.templates.refresh();
      this.notices.say(`“${name}” was deleted.`, { label: "Undo", run: () => this.#bringTemplateBack(id, null) });
    });
  }

  /** Puts a field of a past entry into the draft, or all of them, and offers to take that back. */
  async restoreFrom(entry: string, field: ComparedField | null, name: string): Promise<void> {
    await this.attempt(async () => {
      await this.detail.restoreFrom(entry, field?.path ?? null);
      const what = field ? `${field.label} is` : "All that can be restored is";
      const step = this.detail.value?.draft?.undo;
      const undo = { label: "Undo", run: () => this.#undoRestore(step) };
      this.notices.say(`${what} in the draft as in “${name}”.`, undo, { about: "restore" });
    });
  }

  /** Discards the open draft, or another one, and offers to bring it back. */
  async discard(draft?: string): Promise<void> {
    await this.attempt(async () => {
      const open = this.detail.value?.draft?.id;
      const isOpen = this.detail.target !== null && (draft === undefined || draft === open);
      if (!isOpen && draft) await this.#desk.discard(draft);
      const gone = isOpen ? await this.detail.discard() : draft;
      if (gone) this.notices.say("Draft discarded.", { label: "Undo", run: () => this.#bringBack(gone) });
      await this.#refreshLists();
    });
  }

  /** Discards the draft of a campaign, be it open or not. */
  async discardDraftOf(target: Target): Promise<void> {
    await this.attempt(async () => {
      const { draft } = await this.#desk.open(target);
      if (draft) await this.discard(draft.id);
    });
  }

  /** Brings a discarded draft back into the list of drafts. */
  async restore({ id, title }: DraftRow): Promise<void> {
    await this.attempt(async () => {
      const target = await this.#bringBack(id);
      const what = title === "" ? "The new campaign" : `“${title}”`;
      this.notices.say(`${what} is back in your drafts.`, { label: "Open", run: () => this.open(target) });
    });
  }

  /** The name that goes into the receipts. */
  get person(): string {
    return this.review.person ?? this.workspace.value?.person ?? "";
  }

  /** Keeps the name that was typed for the receipts. */
  async keepPerson(): Promise<void> {
    const value = this.person.trim();
    if (value !== "" && value !== this.workspace.value?.person) await this.prefer({ kind: "person", value });
  }

  async send(): Promise<void> {
    await this.keepPerson();
    await this.attempt(() => this.review.send());
    void this.#refreshLists();
    await this.#followOpen();
  }

  async decide(decision: Decision): Promise<void> {
    await this.attempt(() => this.sent.decide(decision));
    void this.#refreshLists();
    await this.#followOpen();
  }

  /** Says whether the window may close. Text that could not be saved holds it back, once; `close` closes it after all. */
  async mayClose(close: () => void): Promise<boolean> {
    if (await this.detail.settle()) return true;
    const unsaved = JSON.stringify(this.detail.edits.failed.map(([path]) => [path, this.detail.edits.at(path)?.text]));
    if (unsaved === this.#heldBack) return true;
    this.#heldBack = unsaved;
    this.#sayUnsaved("Close without it", close);
    return false;
  }

  /** The window is to close and something is still being saved. */
  waitToClose(close: () => void): void {
    const text = "Adwright closes as soon as what you typed is saved. That takes longer than usual.";
    this.notices.say(text, { label: "Close without waiting", run: close }, { stays: true });
  }

  /** Opens the files once more that could not be opened, after doing what the person chose. */
  async reopen(remedy: Remedy | null): Promise<void> {
    if (await this.home.open(remedy)) await this.start();
  }

  /** Leads to where a step of the guide is done; the person does it. */
  async showStep({ id, target }: WelcomeStep): Promise<void> {
    if (id === "send") return this.go("review");
    if (id === "receipt") return this.#showNewestReceipt();
    if (!target) return this.go("campaigns");
    await this.open(target);
    this.detail.tab = "fields";
    this.detail.focusOn = id === "fix" ? "traffickingMode" : "name";
  }

  async closeWelcome(): Promise<void> {
    await this.attempt(() => this.workspace.changeWelcome({ kind: "close" }));
    this.notices.say("The first steps are closed. You find them again in the menu, under Help.", undefined, { about: "welcome" });
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

  async #showNewestReceipt(): Promise<void> {
    await this.go("sent");
    const newest = this.sent.all.find(({ state }) => state === "confirmed");
    if (newest) await this.sent.open(newest.item);
    await this.workspace.refresh();
  }

  async #begin(command: () => Promise<Begun>): Promise<void> {
    if (!(await this.#mayLeave(() => this.#begin(command)))) return;
    await this.attempt(async () => {
      const note = await this.detail.begin(command);
      if (this.route.view !== "campaigns") this.route.go("campaigns");
      if (note !== null) this.notices.say(note);
    });
  }

  /** Another step may have been made on top meanwhile; that one is not what was meant. */
  async #undoRestore(step: string | null | undefined): Promise<void> {
    if (this.detail.value?.draft?.undo === step) return this.detail.undo();
    this.notices.say("It is not the last step any more. Go back to a point before it under History.", undefined, { about: "restore" });
  }

  async #bringTemplateBack(template: string, inPlaceOf: string | null): Promise<void> {
    await this.#desk.restoreTemplate(template, inPlaceOf);
    await this.templates.refresh();
  }

  async #bringBack(draft: string): Promise<Target> {
    const { target } = await this.#desk.restore(draft);
    await this.#refreshLists();
    if (this.route.view === "campaigns") await this.open(target);
    else await this.detail.refresh();
    return target;
  }

  /** A new draft that was sent is a campaign now, and what is open goes along. */
  async #followOpen(): Promise<void> {
    const before = this.detail.value?.id;
    await this.attempt(() => this.detail.refresh());
    const id = this.detail.value?.id;
    if (id && id !== before) await this.campaigns.follow(id);
  }

  /** Text that could not be saved holds the person back, once. */
  async #mayLeave(again: () => Promise<void>): Promise<boolean> {
    if (await this.detail.settle()) return true;
    this.#sayUnsaved("Leave without it", () => {
      this.detail.edits.forgetAll();
      void again();
    });
    return false;
  }

  #sayUnsaved(label: string, run: () => void): void {
    const [path, failure] = this.detail.edits.failed[0] ?? ["", null];
    const field = this.detail.field(path)?.label ?? path;
    this.notices.say(`“${field}” is not saved. ${failure?.message ?? ""}`, { label, run }, { about: "unsaved", stays: true });
  }

  /** Says once what was recovered. */
  #sayRecovered(): void {
    const recovered = this.workspace.value?.recovered;
    if (!recovered || recovered === this.#said) return;
    this.#said = recovered;
    this.notices.say(recovered);
  }

  async #refreshLists(): Promise<void> {
    const drafts = this.route.view === "drafts" ? this.drafts.refresh() : null;
    await Promise.all([this.workspace.refresh(), this.campaigns.refresh(), drafts]);
  }
}

export const [useWorkbench, provideWorkbench] = createContext<Workbench>();
