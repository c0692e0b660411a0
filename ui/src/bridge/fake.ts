import type {
  AdImportResult, AdImportProgress, AdImportSource, RemovedAds, CreatedDraft, BulkProgress, BulkQuery, BulkRequest, BulkScope, FieldChoice, Collection, ContactQuestionView,
  Detail, DraftQuery, DraftWindow, DraftBatchResult, EditRequest, FetchProgress, FetchSummary, FieldView, FilterDescription, HomeFailure, ListColumns, ListId,
  PreferenceChange, SendReview, ReviewItem, RowFilters, RowsQuery, RowsWindow, ServiceAnswer, DocumentRef, TemplateRequest, ThumbnailResult, WelcomeAction,
  WorkspaceView,
} from "./bindings";
import type { Desk } from "./desk";
import { failure } from "./fakeFailure";
import { adReviewOf, comparisonOf, drawingOf } from "./fakeAdReview";
import { FakeAds } from "./fakeAds";
import { FakeBulk } from "./fakeBulk";
import type { Values } from "./fakeData";
import { FakeSiteContacts } from "./fakeSiteContacts";
import { apply, copiesOf, countOf, detailOf, fieldIn, reviewOf, reviewRowOf, sourceOf, type Draft } from "./fakeDocument";
import { draftWindowOf, moveAll, nextWithFindings } from "./fakeDrafts";
import { compareOf, historyOf, valuesAt } from "./fakeHistory";
import { columnsOf, descriptionOf, valuesOf, windowOf } from "./fakeList";
import { FakeFetching, pause } from "./fakeFetching";
import { FakeLearning } from "./fakeLearning";
import { FakeOutbox } from "./fakeOutbox";
import { FakeShelf } from "./fakeShelf";
import { FakeTemplates, withoutAssigned } from "./fakeTemplates";
import { FakeConnection } from "./fakeConnection";
import { FakePalette } from "./fakePalette";
import { FakeViews } from "./fakeViews";
import { FakeWorkspaces } from "./fakeWorkspaces";

const now = () => new Date().toISOString();

/**
 * A desk in memory, for component tests and `npm run fake`. It implements just enough to show every state of the
 * window. Its commands are fields, so that a test can replace one.
 */
class FakeDesk implements Desk {
  readonly #shelf = new FakeShelf();
  readonly #fetching = new FakeFetching();
  readonly #outbox = new FakeOutbox(this.#shelf, () => this.#person, (operation) => this.#fetching.isStopped(operation));
  readonly #learning = new FakeLearning();
  readonly #contacts = new FakeSiteContacts();
  readonly #templates = new FakeTemplates();
  readonly #palette = new FakePalette(() => this.#shelf.held);
  readonly #bulk = new FakeBulk({
    read: (target) => this.#shelf.read(target),
    begin: (target) => this.#shelf.begin(target),
    travel: (draft, back) => void (back ? this.#shelf.travel(draft, "past", "future") : this.#shelf.travel(draft, "future", "past")),
  });
  #paused: string | null = null;
  #guided = false;
  readonly #views = new FakeViews();
  readonly #ads = new FakeAds();
  readonly #workspaces = new FakeWorkspaces();
  readonly #connection = new FakeConnection();
  #person = "Ada Petrova";
  #theme: WorkspaceView["theme"] = "system";

  constructor(count: number) {
    this.#shelf.fill(count);
  }

  homeTrouble = async (): Promise<HomeFailure | null> => null;
  openHome = async (): Promise<null> => null;

  workspace = async (): Promise<WorkspaceView> => {
    const open = this.#shelf.changed();
    const errors = open.map((draft) => countOf(draft, "error"));
    return {
      ...this.#workspaces.open, zone: "Europe/Berlin",
      person: this.#person, theme: this.#theme, recovered: null,
      fetch: { at: this.#fetching.at, complete: true, reason: null },
      connection: this.#paused
        ? { state: "paused", since: this.#paused, message: "The practice service is paused.", quota: null, waiting: null, overInMs: null }
        : { state: this.#fetching.at ? "online" : "untried", since: null, message: "", quota: null, waiting: null, overInMs: null },
      welcome: { shown: this.#guided, steps: [] },
      ...this.#ads.standing,
      counts: {
        ...this.#ads.counts,
        campaigns: this.#fetching.at ? this.#shelf.held.size : 0, drafts: open.length, ready: errors.filter((n) => n === 0).length,
        errors: errors.reduce((sum, n) => sum + n, 0), sent: this.#outbox.receipts.length,
        needsYou: this.#outbox.receipts.filter(({ row }) => row.state === "needsYou").length,
      },
    };
  };

  adReview = async (target: DocumentRef) => adReviewOf(target);
  openAd = async (target: DocumentRef) => ({ detail: { ...(await this.open(target)), groups: [] }, review: await this.adReview(target).catch(() => null) });
  adDrawing = async () => drawingOf("The banner with the panel “main”");
  chooseAdFiles = async (): Promise<string[]> => [];
  importAds = async (source: AdImportSource, _operation: string, listen: (progress: AdImportProgress) => void): Promise<AdImportResult> => {
    listen({ entries: 0, files: 0, ads: 0 });
    return this.#ads.import(source);
  };
  undoAdImport = async (id: string): Promise<RemovedAds> => this.#ads.remove(id.split(" "));
  removeFileAds = async (_list: ListId, ids: string[]): Promise<RemovedAds> => this.#ads.remove(ids);
  restoreFileAds = async (removal: string): Promise<number> => this.#ads.restore(removal);
  compareAds = async (targets: DocumentRef[]) => comparisonOf(targets);
  compareAdsSvg = async () => "<svg></svg>";
  adThumbnail = async (_target: DocumentRef, path: string): Promise<ThumbnailResult> => ({ is: "picture", address: `data:image/gif;base64,${path.length}`, width: 1, height: 1, host: "pictures.example" });
  adSvg = async () => "<svg></svg>";
  settings = this.#connection.settings;
  changeSettings = this.#connection.change;
  restoreSettings = this.#connection.restore;
  examine = this.#connection.examine;
  workspaces = this.#workspaces.list;
  openWorkspace = this.#workspaces.switchTo;
  workspaceForm = this.#workspaces.form;
  judgeWorkspace = this.#workspaces.judge;
  saveWorkspace = this.#workspaces.save;
  duplicateWorkspace = this.#workspaces.duplicate;
  setReadOnly = async (readOnly: boolean): Promise<WorkspaceView> => {
    this.#workspaces.setReadOnly(readOnly);
    return this.workspace();
  };
  workspaceLosses = this.#workspaces.losses;
  removeWorkspace = this.#workspaces.remove;
  exportSettings = this.#workspaces.exported;
  importSettings = this.#workspaces.imported;
  askForSecret = this.#workspaces.askForSecret;
  typedSecrets = this.#workspaces.typedSecrets;
  keepTypedSecrets = this.#workspaces.keepTypedSecrets;
  dropTypedSecrets = this.#workspaces.dropTypedSecrets;
  secretsState = this.#workspaces.secrets;
  chooseSecretsPlace = this.#workspaces.choosePlace;

  setPreference = async (change: PreferenceChange): Promise<WorkspaceView> => {
    if (change.kind === "theme") this.#theme = change.value;
    else this.#person = change.value;
    return this.workspace();
  };

  rows = async (list: ListId, query: RowsQuery): Promise<RowsWindow> => {
    if (list !== "campaigns") return this.#ads.rows(list, query);
    const held = this.#fetching.at ? [...this.#shelf.held.values()] : [];
    return windowOf(query, held, ({ id }) => this.#shelf.draftOf({ kind: "campaign", id: id ?? "" }));
  };

  rowIds = async (list: ListId, query: RowsQuery): Promise<string[]> => (await this.rows(list, query)).rows.map(({ id }) => id);

  rowsAmong = async (list: ListId, query: RowsQuery, ids: string[]): Promise<number> =>
    (await this.rowIds(list, query)).filter((id) => ids.includes(id)).length;

  columns = async (list: ListId): Promise<ListColumns> => (list === "campaigns" ? columnsOf(this.#learning.kept) : this.#ads.columns());
  values = async (list: ListId, path: string): Promise<FieldChoice[]> =>
    list === "campaigns" ? valuesOf(path, [...this.#shelf.held.values()]) : [];
  describeFilters = async (_: ListId, filters: RowFilters): Promise<FilterDescription> => descriptionOf(filters);

  ask = async (_: string, query: RowsQuery): Promise<ServiceAnswer> => {
    await pause(300);
    const { matched } = await this.rows("campaigns", { ...query, answer: null });
    return { id: "answer", found: matched, total: matched, complete: true, reason: null, at: now(), note: null, reply: null };
  };

  views = this.#views.list;
  keepView = this.#views.keep;
  saveView = this.#views.save;
  removeView = this.#views.remove;
  restoreView = this.#views.restore;
  moveView = this.#views.move;

  read = (target: DocumentRef): Promise<Detail> => this.open(target);
  open = async (target: DocumentRef): Promise<Detail> => {
    await pause(30);
    if (target.kind === "ad") return this.#ads.open(target.id);
    return detailOf(this.#shelf.shown(target));
  };

  fetch = async (collection: Collection, operation: string, listen: (progress: FetchProgress) => void): Promise<FetchSummary> => {
    this.#mustAnswer();
    if (collection === "ads") return this.#ads.fetch(listen);
    return this.#fetching.run(this.#shelf.held.size, operation, listen);
  };

  fetchRest = (collection: Collection, operation: string, listen: (progress: FetchProgress) => void) => this.fetch(collection, operation, listen);

  checkConnection = async (): Promise<WorkspaceView> => {
    this.#mustAnswer();
    return this.workspace();
  };

  probeConnection = async (): Promise<WorkspaceView> => this.workspace();

  pausePractice = async (): Promise<WorkspaceView> => {
    this.#paused = now();
    return this.workspace();
  };

  resumePractice = async (): Promise<WorkspaceView> => {
    this.#paused = null;
    return this.workspace();
  };

  changeWelcome = async ({ kind }: WelcomeAction): Promise<WorkspaceView> => {
    if (kind !== "skip") this.#guided = kind === "open";
    return this.workspace();
  };

  stop = async (operation: string): Promise<null> => {
    this.#fetching.stop(operation);
    return null;
  };

  siteContact = async (campaign: string, shown: ContactQuestionView | null) => this.#contacts.get(campaign, shown);
  askSiteContact = async (operation: string, question: ContactQuestionView) => {
    await pause(30);
    if (this.#fetching.isStopped(operation)) return this.#contacts.get(question.campaign, null);
    if (!/^\d+$/u.test(question.id)) throw failure("Invalid", `“${question.id}” is not an id.`);
    return this.#contacts.ask(question);
  };
  forgetSiteContact = async (question: ContactQuestionView) => this.#contacts.forget(question);

  createDraft = async (): Promise<Detail> =>
    detailOf(this.#shelf.add(null, { traffickingMode: "simple", status: "PAUSED", "adminSettings.privacy.disableCookies": "false" }));

  edit = async (target: DocumentRef, edit: EditRequest): Promise<Detail> => this.#change(target, (draft) => apply(draft, edit));
  writeSource = async (target: DocumentRef, text: string): Promise<Detail> => this.#change(target, (draft) => (draft.now = JSON.parse(text) as Values));
  sourceBase = async (target: DocumentRef): Promise<string | null> => sourceOf(this.#shelf.shown(target).base);
  sourceHelp = async () => ({ field: null, members: [], values: [] });

  field = async (target: DocumentRef, path: string): Promise<FieldView> => fieldIn(await this.open(target), path);

  openLink = async (address: string): Promise<null> => {
    if (!/^https?:/u.test(address)) throw failure("Invalid", "Only web addresses are opened in the browser.");
    return null;
  };

  ownRules = this.#learning.ownRules;
  setOwnRules = this.#learning.setOwnRules;
  learnFields = async (sample: string | null) => this.#learning.learn(sample, this.#shelf.held.size);
  keepFields = this.#learning.keep;
  forgetField = this.#learning.forget;

  undo = async (id: string): Promise<Detail> => detailOf(this.#shelf.travel(id, "past", "future"));
  redo = async (id: string): Promise<Detail> => detailOf(this.#shelf.travel(id, "future", "past"));
  goTo = async (id: string, position: number): Promise<Detail> => detailOf(this.#shelf.goTo(id, position));

  copyDraft = async (target: DocumentRef): Promise<CreatedDraft> => {
    const { name, ...values } = withoutAssigned(this.#shelf.shown(target).now);
    return { detail: detailOf(this.#shelf.add(null, { ...values, name: `Copy of ${name}` })), focus: "name", note: null };
  };
  copyDrafts = async (_: ListId, ids: string[]) => copiesOf(ids, this.copyDraft);
  history = async (target: DocumentRef) => historyOf(this.#shelf.shown(target));
  compareSvg = async (): Promise<string> => "<svg/>";
  compare = async (target: DocumentRef, before: string, after: string) => compareOf(this.#shelf.shown(target), before, after);

  restoreFrom = async (target: DocumentRef, entry: string, path: string | null): Promise<Detail> => {
    const draft = this.#shelf.begin(target);
    const then = valuesAt(draft, entry);
    draft.past.push(structuredClone(draft.now));
    draft.future = [];
    draft.now = path === null ? structuredClone(then) : { ...draft.now, [path]: then[path] ?? null };
    return detailOf(draft);
  };

  templates = async () => structuredClone(this.#templates.list());
  templateForm = async (target: DocumentRef) => this.#templates.form(this.#shelf.shown(target).now);
  saveTemplate = async (request: TemplateRequest) => this.#templates.save(this.#shelf.shown(request.target).now, request);
  describeTemplate = async (id: string, name: string, description: string) => this.#templates.describe(id, name, description);
  duplicateTemplate = async (id: string) => this.#templates.duplicate(id);
  restoreTemplate = async (id: string, inPlaceOf: string | null) => this.#templates.restore(id, inPlaceOf);

  deleteTemplate = async (id: string): Promise<null> => {
    this.#templates.delete(id);
    return null;
  };

  useTemplate = async (id: string): Promise<CreatedDraft> => {
    const { asked, name } = this.#templates.row(id);
    const detail = detailOf(this.#shelf.add(null, this.#templates.values(id)));
    return { detail, focus: "name", note: asked.length > 0 ? `Begun from the template “${name}”. Still to fill in: ${asked.join(", ")}.` : null };
  };

  discard = async (id: string): Promise<null> => {
    this.#shelf.discard(id);
    return null;
  };

  restore = async (id: string): Promise<Detail> => detailOf(this.#shelf.restore(id));
  discardAll = async (drafts: string[]): Promise<DraftBatchResult> => moveAll(drafts, "discarded", (id) => this.#shelf.discard(id));
  restoreAll = async (drafts: string[]): Promise<DraftBatchResult> => moveAll(drafts, "are back in your drafts", (id) => this.#shelf.bringBack(id));

  drafts = async (query: DraftQuery): Promise<DraftWindow> => draftWindowOf(query, this.#shelf.changed(), this.#shelf.discarded());
  draftIds = async (query: DraftQuery): Promise<string[]> => (await this.drafts(query)).rows.map(({ draft }) => draft);

  draftWithFindings = async (query: DraftQuery, after: number, back: boolean): Promise<number | null> => {
    const { rows } = await this.drafts({ ...query, offset: 0, limit: Infinity });
    return nextWithFindings(rows, after, back);
  };

  bulkForm = async (scope: BulkScope) => this.#bulk.form(scope);
  bulkPreview = async (request: BulkRequest, listen: (progress: BulkProgress) => void) => this.#bulk.preview(request, listen);
  bulkRows = async (query: BulkQuery) => this.#bulk.rows(query);
  bulkApply = async (_: string, listen: (progress: BulkProgress) => void) => this.#bulk.apply(listen);
  bulkEdits = async () => this.#bulk.list();
  undoBulk = async (bulk: string) => this.#bulk.move(bulk, true);
  redoBulk = async (bulk: string) => this.#bulk.move(bulk, false);

  review = async (): Promise<SendReview> => ({ rows: this.#shelf.changed().map(reviewRowOf), sending: null, guard: this.#workspaces.guard });
  reviewItem = async (id: string): Promise<ReviewItem | null> => this.#shelf.changed().filter((draft) => draft.id === id).map(reviewOf)[0] ?? null;

  send = this.#outbox.send;
  decide = this.#outbox.decide;
  openItems = this.#outbox.openItems;
  decideAll = this.#outbox.decideAll;
  sent = this.#outbox.sent;
  receipt = this.#outbox.receipt;

  paletteFind = this.#palette.find;
  paletteNote = this.#palette.note;

  #mustAnswer(): void {
    if (this.#paused) throw failure("Offline", "The service cannot be reached: it is paused.");
  }

  async #change(target: DocumentRef, change: (draft: Draft) => void): Promise<Detail> {
    await pause(40);
    return detailOf(this.#shelf.change(target, change));
  }
}

/** Returns a fake desk with this many generated campaigns. */
export function fakeDesk(count = 412): Desk {
  return new FakeDesk(count);
}
