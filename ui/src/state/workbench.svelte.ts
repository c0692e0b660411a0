import { createContext, tick } from "svelte";

import type {
  Collection,
  CreatedDraft,
  Decision,
  ListId,
  PaletteDestination,
  PreferenceChange,
  RecoveryAction,
  DocumentRef,
} from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { Appearance } from "./appearance.svelte";
import { BulkState } from "./bulk.svelte";
import { AdFiles } from "./adFiles.svelte";
import { collectionOf, isList } from "./collection";
import { Lists } from "./lists.svelte";
import { Listing } from "./list/listing.svelte";
import { settleAfterRebase } from "./clashSteps";
import { Clock } from "./clock.svelte";
import { ConnectionState } from "./connection.svelte";
import { DetailState } from "./detail.svelte";
import { Drafts } from "./drafts.svelte";
import { FieldEditing } from "./fieldEditing.svelte";
import { Fetching } from "./fetching.svelte";
import { HomeState } from "./home.svelte";
import { HistoryState } from "./history.svelte";
import { Adding } from "./adding.svelte";
import { Leaving } from "./leaving";
import { ArrangingState } from "./arranging.svelte";
import { codeLoaded } from "./lazyCode.svelte";
import { ready } from "./loading";
import { LearningState } from "./learning.svelte";
import type { ServiceQuery } from "./list/serviceQuery.svelte";
import { Views } from "./list/views.svelte";
import { Notices } from "./notices.svelte";
import { Operations } from "./operations.svelte";
import { Overlay } from "./overlay.svelte";
import { LocalDataState } from "./localData.svelte";
import { OwnRulesState } from "./ownRules.svelte";
import { Palette } from "./palette.svelte";
import { focusAfter, focusList, focusOpened, FocusReturn } from "./panes";
import { placeOf, Places, type Place } from "./places.svelte";
import { ReviewState } from "./review.svelte";
import { Route, type ViewId } from "./route.svelte";
import { Sent } from "./sent.svelte";
import { Batches } from "./sheet/batches.svelte";
import { RowImport } from "./sheet/rowImport.svelte";
import { keyOf } from "./subject";
import { SiteContactState } from "./siteContact.svelte";
import { newFromTemplateId } from "./templateSteps";
import { Templates } from "./templates.svelte";
import { WorkspaceState } from "./workspace.svelte";
import { Workspaces } from "./workspaces.svelte";
import { showStoredNotice } from "./workspaceSteps";

/** The state of the whole window, and everything that involves more than one noun. */
export class Workbench {
  readonly appearance = new Appearance();
  readonly clock = new Clock();
  readonly notices = new Notices();
  readonly route = new Route();
  readonly overlay = new Overlay();
  readonly places = new Places();
  readonly palette: Palette;
  readonly home: HomeState;
  readonly workspace: WorkspaceState;
  readonly workspaces: Workspaces;
  readonly operations: Operations;
  readonly connection: ConnectionState;
  readonly fetches: Record<Collection, Fetching>;
  readonly campaigns: Listing;
  readonly views: Views;
  readonly lists: Lists;
  readonly adFiles: AdFiles;
  readonly detail: DetailState;
  /** The cell that is edited in a list. */
  readonly cells: FieldEditing;
  readonly history: HistoryState;
  readonly drafts: Drafts;
  readonly batches: Batches;
  readonly rowImport: RowImport;
  readonly bulk: BulkState;
  readonly review: ReviewState;
  readonly sent: Sent;
  readonly contact: SiteContactState;
  readonly templates: Templates;
  readonly learning: LearningState;
  readonly arranging: ArrangingState;
  readonly adding: Adding;
  readonly ownRules: OwnRulesState;
  readonly localData: LocalDataState;
  readonly leaving: Leaving;
  /** What typed dates mean, and the months of the calendar. */
  readonly dates: { preview: Desk["previewDate"]; month: Desk["calendarMonth"] };
  readonly desk: Desk;
  /** Whether the first start is still in progress. */
  starting = $state(false);
  /** Reloads the page after another workspace was opened, so that nothing of the earlier one stays on the screen. */
  reload = (): void => location.reload();
  readonly #closeReturn = new FocusReturn();
  #shownRecovery = "";
  #lastList = $state<ListId>("campaigns");

  constructor(desk: Desk) {
    this.desk = desk;
    if (isList(this.route.view)) this.#lastList = this.route.view;
    this.home = new HomeState(desk);
    this.workspace = new WorkspaceState(desk);
    this.workspaces = new Workspaces(desk, this.overlay);
    this.campaigns = new Listing(desk, () => this.views.saveStateSoon());
    this.operations = new Operations(desk);
    this.connection = new ConnectionState(desk, this.notices, this.operations, () => this.workspace.value?.id ?? null);
    this.views = new Views(desk, this.campaigns, this.notices);
    this.lists = new Lists(desk, this.notices, this.operations, { list: this.campaigns, views: this.views });
    this.adFiles = new AdFiles(desk, this.operations);
    this.fetches = {
      campaigns: new Fetching(desk, () => this.refreshLists(), this.operations),
      values: new Fetching(desk, () => this.refreshOtherLists(), this.operations, "values"),
      ads: new Fetching(desk, () => this.refreshOtherLists(), this.operations, "ads"),
    };
    this.detail = new DetailState(desk, () => {
      this.cells.isLast = false;
      void this.refreshLists();
    });
    this.cells = new FieldEditing(desk, () => void this.#followCell());
    this.cells.detail.edits.waits = true;
    this.rowImport = new RowImport(desk);
    this.batches = new Batches(desk, this.overlay, this.operations, {
      failed: (thrown, again) => this.notices.showFailure(thrown, again),
      say: (text) => (this.notices.spoken = text),
      show: (text) => this.notices.show(text),
      draftsChanged: () => void this.refreshLists(),
    });
    this.drafts = new Drafts(desk);
    this.bulk = new BulkState(desk);
    this.review = new ReviewState(desk, this.operations, () => void this.refreshLists());
    this.leaving = new Leaving(this.detail, [this.review.editing.detail, this.cells.detail], this.batches, this.notices);
    this.sent = new Sent(desk, this.operations);
    this.contact = new SiteContactState(desk, this.operations);
    this.history = new HistoryState(desk);
    this.templates = new Templates(desk, this.overlay);
    const refreshFields = () => Promise.all([this.views.reloadColumns(), this.detail.refresh()]);
    this.learning = new LearningState(desk, this.overlay, this.notices, refreshFields);
    this.arranging = new ArrangingState(desk, this.overlay, refreshFields);
    this.notices.changeLogin = () => this.workspaces.edit(this.workspace.value?.id ?? null);
    this.localData = new LocalDataState(desk, this.overlay, () => this.refreshShown());
    this.ownRules = new OwnRulesState(desk, this.overlay, () => this.refreshShown());
    this.dates = { preview: desk.previewDate, month: desk.calendarMonth };
    this.adding = new Adding(this.detail, this.overlay);
    this.palette = new Palette(this, desk);
  }

  async start(): Promise<void> {
    this.starting = true;
    try {
      await this.loadInitial();
      await this.fetchIfNeverFetched();
    } finally {
      this.starting = false;
    }
  }

  /** Loads everything that is shown first. */
  async loadInitial(): Promise<void> {
    const views = this.views.load();
    await Promise.allSettled([this.home.check(), this.workspace.refresh(), views]);
    if (this.home.openFailure) return;
    await Promise.all([this.attempt(() => views), this.enter(this.route.view)]);
    this.#showRecovery();
    showStoredNotice(this);
  }

  /** Fetches the campaigns if none were ever fetched. */
  async fetchIfNeverFetched(): Promise<void> {
    if (this.workspace.untouched) await this.fetch("campaigns");
  }

  /** Called when a silence or a pause of the service is over. Messages about it no longer hold. */
  async onServiceBack(): Promise<void> {
    const retry = this.notices.closeOffline();
    if (this.workspace.untouched) return this.fetch("campaigns");
    if (this.workspace.value?.connection.state !== "online") return;
    if (retry) this.notices.show("The service answers again.", retry, { about: "connection" });
    else this.notices.spoken = "The service answers again.";
  }

  /** Called when the items of an earlier run have been looked up. */
  async onRecovered(): Promise<void> {
    await this.refreshShown();
    this.#showRecovery();
  }

  async go(view: ViewId): Promise<void> {
    this.leavePlace();
    this.route.go(view);
    if (isList(view)) this.#lastList = view;
    await this.enter(view);
    await codeLoaded();
  }

  /** Reloads the content of a view, after saving the typed text. */
  async enter(view: ViewId): Promise<void> {
    await Promise.all([this.detail, this.review.editing.detail, this.cells.detail].map(({ edits }) => edits.flush()));
    if (isList(view)) {
      await this.attempt(() => this.lists.enter(view));
      await this.attempt(() => this.detail.refresh());
    }
    if (view === "batches" || this.route.sheet !== null) await this.batches.show(this.route.sheet);
    else await this.batches.sheet?.settle();
    if (view === "drafts") await this.drafts.refresh();
    if (view === "review") await this.review.load();
    if (view === "sent") await this.sent.refresh();
    if (view === "templates") await this.templates.refresh();
    if (view === "connection") await this.connection.refresh();
  }

  /** Returns the collection of the shown list; the campaigns if the view is not a list. */
  get shownCollection(): Collection {
    return isList(this.route.view) ? collectionOf(this.route.view) : "campaigns";
  }

  /** Fetches a whole list from the service, or the rest of its last fetch. */
  async fetch(collection: Collection, what: "all" | "rest" = "all"): Promise<void> {
    const topic = `fetch-${collection}` as const;
    this.notices.closeTopic(topic);
    try {
      const summary = await this.fetches[collection].start(what);
      if (summary && !summary.complete) {
        const goOn = { label: "Fetch the rest", run: () => void this.fetch(collection, "rest") };
        this.notices.show(summary.message, goOn, { about: topic, reply: summary.reply });
      }
      await this.detail.refresh();
    } catch (thrown) {
      this.notices.showFailure(thrown, () => void this.fetch(collection, what), topic);
    }
  }

  /** Checks whether the service answers, and reports the result. */
  async checkConnection(): Promise<void> {
    this.notices.closeTopic("connection");
    try {
      await this.workspace.checkConnection();
      this.notices.show("The service answers. Nothing was sent or fetched automatically.", undefined, { about: "connection" });
    } catch (thrown) {
      this.notices.showFailure(thrown, () => void this.checkConnection(), "connection");
    }
  }

  async open(target: DocumentRef): Promise<void> {
    if (!(await this.leaving.mayLeave(() => this.open(target)))) return;
    this.leavePlace();
    this.cells.isLast = false;
    this.#rememberFocus();
    await focusAfter(() => this.#openBesideList(target), focusOpened);
    await this.list.follow(keyOf(this.detail.value));
  }

  async #openBesideList(target: DocumentRef): Promise<void> {
    this.bulk.hidden = true;
    const shown = await this.#showListOf(target);
    this.list.filters.builderShown = false;
    this.lists.compared = null;
    await this.detail.open(target);
    // Whoever went to another view meanwhile stays there.
    if (shown === this.route.view) await this.#goToOpen();
  }

  /** Remembers where the focus returns when the open object is closed. */
  #rememberFocus(): void {
    if (!document.activeElement?.closest("[data-opened]")) this.#closeReturn.remember();
  }

  /** Returns the shown list, or the one that was last shown. */
  get list(): Listing {
    return this.lists.of(this.#lastList).list;
  }

  /** Returns the queries of that list to the service. */
  get serviceQuery(): ServiceQuery {
    return this.lists.of(this.#lastList).serviceQuery;
  }

  /** Returns whether the open object belongs to the shown list. */
  get isOpenHere(): boolean {
    return this.detail.target !== null && (this.detail.value?.list ?? this.#lastList) === this.route.view;
  }

  /** Shows the list of an object before it opens. For an ad it is any list of ads, until the ad's list is known. */
  async #showListOf({ kind }: DocumentRef): Promise<ListId> {
    const first: ListId = kind === "ad" ? "inStream" : kind === "value" ? "values" : "campaigns";
    const { view, sheet } = this.route;
    const list = isList(view) && collectionOf(view) === collectionOf(first) ? view : first;
    if (list !== view || sheet !== null) await this.#goToList(list);
    return list;
  }

  /** Shows the list of the open object. */
  async #goToOpen(): Promise<void> {
    const list = this.detail.value?.list;
    if (list && list !== this.route.view) await this.#goToList(list);
  }

  async #goToList(list: ListId): Promise<void> {
    this.#lastList = list;
    this.route.go(list);
    await this.lists.enter(list);
  }

  /** Opens a result of the palette. */
  async openObject(object: PaletteDestination): Promise<void> {
    if (object.kind === "detail") return this.open(object.value);
    if (object.kind === "receipt") return this.showReceipt(object.value);
    if (object.kind === "template") return newFromTemplateId(this, object.value);
    await this.go("campaigns");
    await this.views.show(object.value);
  }

  async showReceipt(item: string): Promise<void> {
    await this.go("sent");
    await this.openReceipt(item);
  }

  /** Opens a receipt beside the list of sent items. */
  async openReceipt(item: string): Promise<void> {
    this.#rememberFocus();
    await focusAfter(() => this.sent.open(item), focusOpened);
  }

  async closeReceipt(): Promise<void> {
    this.sent.close();
    await tick();
    if (!this.#closeReturn.restore()) focusList();
  }

  async close(): Promise<void> {
    if (!(await this.leaving.mayLeave(() => this.close()))) return;
    this.leavePlace();
    this.#closeDetail();
    await tick();
    // A bulk edit that is shown again focuses its form.
    if (!this.#closeReturn.restore() && !this.bulk.scope) focusList();
    await this.list.follow(null);
  }

  #closeDetail(): void {
    this.bulk.hidden = false;
    this.detail.close();
  }

  /** Remembers the shown place. Called before the person goes to another one. */
  leavePlace(): void {
    this.places.leave(placeOf(this));
  }

  /** Goes to the place before this one, or to the one from which the person came back. */
  async travel(direction: "back" | "forward"): Promise<void> {
    if (!(await this.leaving.mayLeave(() => this.travel(direction)))) return;
    const place = this.places.take(direction, placeOf(this));
    if (!place) return;
    await focusAfter(() => this.#showPlace(place), place.open || place.receipt !== null ? focusOpened : focusList);
    if (isList(place.view)) await this.list.follow(keyOf(this.detail.value));
  }

  async #showPlace({ view, sheet, open, receipt, list }: Place): Promise<void> {
    if (isList(view)) {
      await this.#goToList(view);
      if (list) await this.attempt(() => this.lists.of(view).views.restore(list));
      if (open) return this.#openBesideList(open);
      return this.#closeDetail();
    }
    this.route.go(view, sheet);
    await this.enter(view);
    if (receipt !== null) await this.sent.open(receipt);
  }

  async newCampaign(): Promise<void> {
    if (!(await this.leaving.mayLeave(() => this.newCampaign()))) return;
    this.leavePlace();
    this.#rememberFocus();
    this.bulk.hidden = true;
    if (this.route.view !== "campaigns" || this.route.sheet !== null) await this.#goToList("campaigns");
    await this.attempt(() => this.detail.create());
  }

  /** Creates a new campaign or ad as a copy of another one or of a draft. */
  async copyDraft(target: DocumentRef): Promise<void> {
    await this.begin(() => this.desk.copyDraft(target));
  }

  /** Returns the name for the receipts. */
  get person(): string {
    return this.review.person ?? this.workspace.value?.person ?? "";
  }

  /** Saves the name that was typed for the receipts. */
  async savePerson(): Promise<void> {
    const value = this.person.trim();
    if (value !== "" && value !== this.workspace.value?.person) await this.setPreference({ kind: "person", value });
  }

  async send(): Promise<void> {
    await this.savePerson();
    await this.attempt(() => this.review.send());
    void this.refreshLists();
    await this.#followOpen();
  }

  async decide(decision: Decision): Promise<void> {
    const item = ready(this.sent.receipt)?.row;
    await this.attempt(() => this.sent.decide(decision));
    void this.refreshLists();
    await this.#followOpen();
    if (item && decision === "rebase") await this.attempt(() => settleAfterRebase(this, item));
  }

  /** Reloads everything that several decisions changed. */
  async followDecisions(): Promise<void> {
    await this.attempt(() => this.sent.reread());
    void this.refreshLists();
    await this.#followOpen();
  }

  /** Opens the files again after the chosen recovery. */
  async reopen(remedy: RecoveryAction | null): Promise<void> {
    if (!(await this.home.open(remedy))) return;
    if (this.home.news) this.notices.show(this.home.news, undefined, { stays: true });
    await this.start();
  }

  async setPreference(change: PreferenceChange): Promise<void> {
    await this.attempt(() => this.workspace.setPreference(change));
  }

  /** Runs an action and reports its failure. Components call it without the workbench. */
  readonly attempt = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
    } catch (thrown) {
      this.notices.showFailure(thrown);
    }
  };

  /** Creates a new object with a command, and opens it. */
  async begin(command: () => Promise<CreatedDraft>): Promise<void> {
    if (!(await this.leaving.mayLeave(() => this.begin(command)))) return;
    this.leavePlace();
    this.#rememberFocus();
    await this.attempt(async () => {
      const note = await this.detail.begin(command);
      await this.#goToOpen();
      if (note !== null) this.notices.show(note);
    });
  }

  /** Reloads the open object. A new draft that was sent is a campaign now, so the list follows it. */
  async #followOpen(): Promise<void> {
    const before = keyOf(this.detail.value);
    await this.attempt(() => this.detail.refresh());
    const id = keyOf(this.detail.value);
    if (id && id !== before) await this.list.follow(id);
  }

  /** Reloads what an edit in a cell changed. */
  async #followCell(): Promise<void> {
    await this.attempt(() => Promise.all([this.refreshLists(), this.detail.refresh()]));
  }

  /** Reports a recovery once. */
  #showRecovery(): void {
    const recovered = this.workspace.value?.recovered;
    if (!recovered || recovered === this.#shownRecovery) return;
    this.#shownRecovery = recovered;
    this.notices.show(recovered);
  }

  /** Reloads everything that is shown. */
  async refreshShown(): Promise<void> {
    await Promise.all([this.workspace.refresh(), this.campaigns.refresh(), this.lists.refresh(), this.enter(this.route.view)]);
  }

  /** Reloads the counts and the lists of drafts. */
  async refreshLists(): Promise<void> {
    const drafts = this.route.view === "drafts" ? this.drafts.refresh() : null;
    await Promise.all([this.workspace.refresh(), this.campaigns.refresh(), this.lists.refresh(), drafts]);
  }

  /** Reloads the counts and the lists of values and ads. */
  async refreshOtherLists(): Promise<void> {
    await Promise.all([this.workspace.refresh(), this.lists.refresh()]);
    if (this.workspace.value?.counts.adLists === null) await this.workspace.refresh();
  }
}

export const [useWorkbench, provideWorkbench] = createContext<Workbench>();
