import type { AdImport, AdImportProgress, AdSource, AdsRemoved, BulkProgress, BulkQuery, BulkRequest, BulkScope, Selection } from "./bindings";
import type {
  Begun, RowFilters, RowsQuery, RowsWindow, Choice, Collection, ContactQuestion, Decision, Detail, DraftQuery, DraftsMoved, DraftWindow, EditRequest, FetchProgress,
  FetchSummary, FilterDescription, HomeTrouble, ItemState, ListColumns, ListId, OwnRulesText, PreferenceChange, Receipt, Review, ReviewItem, SendProgress,
  SendRequest, SendSummary, ServiceAnswer, Target, TemplateRequest, WelcomeChange, Workspace,
} from "./bindings";
import type { Field, FoundField, Learning, LocalField, TakenField } from "./bindings";
import type { Desk } from "./desk";
import { failure, notFound } from "./fakeFailure";
import { adReviewOf, comparisonOf, drawingOf } from "./fakeAdReview";
import { FakeAds } from "./fakeAds";
import { FakeBulk } from "./fakeBulk";
import { campaigns, type Values } from "./fakeData";
import { FakeSiteContacts } from "./fakeSiteContacts";
import { copiesOf, apply, changesOf, countOf, detailOf, receiptOf, reviewOf, reviewRowOf, sourceOf, type Draft } from "./fakeDocument";
import { draftWindowOf, moveAll } from "./fakeDrafts";
import { compareOf, historyOf, valuesAt } from "./fakeHistory";
import { columnsOf, descriptionOf, valuesOf, windowOf } from "./fakeList";
import { FakeTemplates, withoutAssigned } from "./fakeTemplates";
import { FakeConnection } from "./fakeConnection";
import { FakePalette } from "./fakePalette";
import { FakeViews } from "./fakeViews";
import { FakeWorkspaces } from "./fakeWorkspaces";

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const now = () => new Date().toISOString();

/**
 * A desk that lives in memory, for component tests and `npm run fake`. It has just enough sense to
 * show every state of the window. Its commands are fields, so that a test can put another in place.
 */
class FakeDesk implements Desk {
  readonly #held: Map<string, Values>;
  readonly #drafts = new Map<string, Draft>();
  readonly #discarded = new Map<string, Draft>();
  readonly #receipts: Receipt[] = [];
  readonly #sentFrom = new Map<string, Draft>();
  /** Under which id the service has what a draft became. */
  readonly #sentAs = new Map<string, string>();
  readonly #stopped = new Set<string>();
  readonly #contacts = new FakeSiteContacts();
  readonly #templates = new FakeTemplates();
  readonly #palette = new FakePalette(() => this.#held);
  readonly #bulk = new FakeBulk({
    every: () => [...this.#held.keys()],
    read: (target) => this.#draftOf(target) ?? unchanged(target.id, this.#held.get(target.id) ?? {}),
    begin: (target) => this.#draftOf(target) ?? this.#add(target.id, this.#held.get(target.id) ?? {}),
    travel: (draft, back) => void (back ? this.#travel(draft, "past", "future") : this.#travel(draft, "future", "past")),
  });
  #paused: string | null = null;
  #guided = false;
  readonly #views = new FakeViews();
  readonly #ads = new FakeAds();
  readonly #workspaces = new FakeWorkspaces();
  readonly #connection = new FakeConnection();
  #person = "Ada Petrova";
  #theme: Workspace["theme"] = "system";
  #fetched: string | null = null;
  #kept: LocalField[] = [];
  #rules: OwnRulesText = { text: "{}", rules: 0, problem: null };
  #minted = 0;

  constructor(count: number) {
    this.#held = campaigns(count);
  }

  homeTrouble = async (): Promise<HomeTrouble | null> => null;
  openHome = async (): Promise<null> => null;

  workspace = async (): Promise<Workspace> => {
    const open = this.#changed();
    const errors = open.map((draft) => countOf(draft, "error"));
    return {
      ...this.#workspaces.open, zone: "Europe/Berlin",
      person: this.#person, theme: this.#theme, recovered: null,
      fetch: { at: this.#fetched, complete: true, reason: null },
      connection: this.#paused
        ? { state: "paused", since: this.#paused, message: "The practice service is paused.", quota: null, waiting: null }
        : { state: this.#fetched ? "online" : "untried", since: null, message: "", quota: null, waiting: null },
      welcome: { shown: this.#guided, steps: [] },
      ...this.#ads.standing,
      counts: {
        ...this.#ads.counts,
        campaigns: this.#fetched ? this.#held.size : 0, drafts: open.length, ready: errors.filter((n) => n === 0).length,
        errors: errors.reduce((sum, n) => sum + n, 0), sent: this.#receipts.length,
        needsYou: this.#receipts.filter(({ row }) => row.state === "needsYou").length,
      },
    };
  };

  adReview = async (target: Target) => adReviewOf(target);
  openAd = async (target: Target) => ({ detail: { ...(await this.open(target)), groups: [] }, review: await this.adReview(target).catch(() => null) });
  adDrawing = async () => drawingOf("The banner with the panel “main”");
  chooseAdFiles = async (): Promise<string[]> => [];
  importAds = async (source: AdSource, _operation: string, listen: (progress: AdImportProgress) => void): Promise<AdImport> => {
    listen({ entries: 0, files: 0, ads: 0 });
    return this.#ads.import(source);
  };
  undoAdImport = async (id: string): Promise<AdsRemoved> => this.#ads.remove(id.split(" "));
  removeFileAds = async (_list: ListId, selection: Selection): Promise<AdsRemoved> =>
    this.#ads.remove(selection.kind === "ids" ? selection.ids : []);
  restoreFileAds = async (removal: string): Promise<number> => this.#ads.restore(removal);
  compareAds = async (targets: Target[]) => comparisonOf(targets);
  compareAdsSvg = async () => "<svg></svg>";
  adThumbnail = async (_target: Target, path: string) => ({ address: `data:image/gif;base64,${path.length}`, width: 1, height: 1, host: "pictures.example" });
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
  setReadOnly = async (readOnly: boolean): Promise<Workspace> => {
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

  setPreference = async (change: PreferenceChange): Promise<Workspace> => {
    if (change.kind === "theme") this.#theme = change.value;
    else this.#person = change.value;
    return this.workspace();
  };

  rows = async (list: ListId, query: RowsQuery): Promise<RowsWindow> => {
    if (list !== "campaigns") return this.#ads.rows(list, query);
    const held = this.#fetched ? [...this.#held.values()] : [];
    return windowOf(query, held, ({ id }) => this.#draftOf({ kind: "campaign", id: id ?? "" }));
  };

  columns = async (list: ListId): Promise<ListColumns> => (list === "campaigns" ? columnsOf(this.#kept) : this.#ads.columns());
  values = async (list: ListId, path: string): Promise<Choice[]> =>
    list === "campaigns" ? valuesOf(path, [...this.#held.values()]) : [];
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

  read = (target: Target): Promise<Detail> => this.open(target);
  open = async (target: Target): Promise<Detail> => {
    await pause(30);
    if (target.kind === "ad") return this.#ads.open(target.id);
    const id = this.#sentAs.get(target.id) ?? target.id;
    const base = this.#held.get(id);
    const draft = this.#draftOf({ ...target, id });
    if (!draft && !base) throw notFound("This campaign is not in the cache.");
    return detailOf(draft ?? unchanged(id, base ?? {}));
  };

  fetch = async (collection: Collection, operation: string, listen: (progress: FetchProgress) => void): Promise<FetchSummary> => {
    this.#mustAnswer();
    if (collection === "ads") return this.#ads.fetch(listen);
    const total = this.#held.size;
    listen({ kind: "started", data: { total } });
    for (let done = 50; done < total && !this.#stopped.has(operation); done += 50) {
      await pause(60);
      this.#fetched = now();
      listen({ kind: "advanced", data: { done, total } });
    }
    this.#fetched = now();
    return { fetched: total, complete: !this.#stopped.has(operation), message: "Stopped. What came is kept.", reply: null };
  };

  fetchRest = (collection: Collection, operation: string, listen: (progress: FetchProgress) => void) => this.fetch(collection, operation, listen);

  checkConnection = async (): Promise<Workspace> => {
    this.#mustAnswer();
    return this.workspace();
  };

  pausePractice = async (): Promise<Workspace> => {
    this.#paused = now();
    return this.workspace();
  };

  resumePractice = async (): Promise<Workspace> => {
    this.#paused = null;
    return this.workspace();
  };

  changeWelcome = async ({ kind }: WelcomeChange): Promise<Workspace> => {
    if (kind !== "skip") this.#guided = kind === "open";
    return this.workspace();
  };

  stop = async (operation: string): Promise<null> => {
    this.#stopped.add(operation);
    return null;
  };

  siteContact = async (campaign: string, shown: ContactQuestion | null) => this.#contacts.get(campaign, shown);
  askSiteContact = async (operation: string, question: ContactQuestion) => {
    await pause(30);
    if (this.#stopped.has(operation)) return this.#contacts.get(question.campaign, null);
    if (!/^\d+$/u.test(question.id)) throw failure("Invalid", `“${question.id}” is not an id.`);
    return this.#contacts.ask(question);
  };
  forgetSiteContact = async (question: ContactQuestion) => this.#contacts.forget(question);

  createDraft = async (): Promise<Detail> =>
    detailOf(this.#add(null, { traffickingMode: "simple", status: "PAUSED", "adminSettings.privacy.disableCookies": "false" }));

  edit = async (target: Target, edit: EditRequest): Promise<Detail> => this.#change(target, (draft) => apply(draft, edit));
  writeSource = async (target: Target, text: string): Promise<Detail> => this.#change(target, (draft) => (draft.now = JSON.parse(text) as Values));
  sourceBase = async (target: Target): Promise<string | null> => sourceOf(this.#shown(target).base);
  sourceHelp = async () => ({ field: null, members: [], values: [] });

  field = async (target: Target, path: string): Promise<Field> => {
    const { groups } = await this.open(target);
    const fields = groups.flatMap((group) => group.fields).flatMap((field) => [field, ...field.parts]);
    const found = fields.find((field) => field.path === path);
    if (!found) throw notFound("There is no such field.");
    return found;
  };

  openLink = async (address: string): Promise<null> => {
    if (!/^https?:/u.test(address)) throw failure("Invalid", "Only web addresses are opened in the browser.");
    return null;
  };

  ownRules = async (): Promise<OwnRulesText> => this.#rules;

  setOwnRules = async (text: string): Promise<OwnRulesText> => {
    if (!text.trim().endsWith("}")) throw failure("Invalid", "Line 1, column 1: expected value.");
    this.#rules = { text, rules: text.split('"says"').length - 1, problem: null };
    return this.#rules;
  };

  learnFields = async (sample: string | null): Promise<Learning> => {
    if (sample !== null && !sample.trim().endsWith("}")) throw failure("Invalid", "Line 1, column 2: this is not well-formed JSON.");
    return { lookedAt: this.#held.size, found: this.#found(), kept: this.#kept };
  };

  keepFields = async (taken: TakenField[]): Promise<LocalField[]> => {
    for (const { path } of taken) this.#kept.push({ path, what: "text", learned: now() });
    return this.#kept;
  };

  forgetField = async (path: string): Promise<LocalField[]> => {
    this.#kept = this.#kept.filter((field) => field.path !== path);
    return this.#kept;
  };

  #found(): FoundField[] {
    const paths = ["mediaPlanRef", "pacing"].filter((path) => !this.#kept.some((field) => field.path === path));
    return paths.map((path) => ({ path, guess: "text", what: "text", seen: 103, example: '"MP-2041"', within: null }));
  }

  undo = async (id: string): Promise<Detail> => this.#travel(id, "past", "future");
  redo = async (id: string): Promise<Detail> => this.#travel(id, "future", "past");

  goTo = async (id: string, position: number): Promise<Detail> => {
    const draft = this.#drafts.get(id);
    if (!draft) throw notFound("This draft was sent or discarded.");
    while (draft.past.length > position) this.#travel(id, "past", "future");
    while (draft.past.length < position) this.#travel(id, "future", "past");
    return detailOf(draft);
  };

  copyDraft = async (target: Target): Promise<Begun> => {
    const { name, ...values } = withoutAssigned(this.#shown(target).now);
    return { detail: detailOf(this.#add(null, { ...values, name: `Copy of ${name}` })), focus: "name", note: null };
  };
  copyDrafts = async (_: ListId, selection: Selection) => copiesOf(selection, this.copyDraft);
  history = async (target: Target) => historyOf(this.#shown(target));
  compareSvg = async (): Promise<string> => "<svg/>";
  compare = async (target: Target, before: string, after: string) => compareOf(this.#shown(target), before, after);

  restoreFrom = async (target: Target, entry: string, path: string | null): Promise<Detail> => {
    const { id } = this.#draftOf(target) ?? this.#add(target.id, this.#held.get(target.id) ?? {});
    const draft = this.#drafts.get(id) ?? this.#shown(target);
    const then = valuesAt(draft, entry);
    draft.past.push(structuredClone(draft.now));
    draft.future = [];
    draft.now = path === null ? structuredClone(then) : { ...draft.now, [path]: then[path] ?? null };
    return detailOf(draft);
  };

  templates = async () => structuredClone(this.#templates.list());
  templateForm = async (target: Target) => this.#templates.form(this.#shown(target).now);
  saveTemplate = async (request: TemplateRequest) => this.#templates.save(this.#shown(request.target).now, request);
  describeTemplate = async (id: string, name: string, description: string) => this.#templates.describe(id, name, description);
  duplicateTemplate = async (id: string) => this.#templates.duplicate(id);
  restoreTemplate = async (id: string, inPlaceOf: string | null) => this.#templates.restore(id, inPlaceOf);

  deleteTemplate = async (id: string): Promise<null> => {
    this.#templates.delete(id);
    return null;
  };

  useTemplate = async (id: string): Promise<Begun> => {
    const { asked, name } = this.#templates.row(id);
    const detail = detailOf(this.#add(null, this.#templates.values(id)));
    return { detail, focus: "name", note: asked.length > 0 ? `Begun from the template “${name}”. Still to fill in: ${asked.join(", ")}.` : null };
  };

  discard = async (id: string): Promise<null> => {
    this.#move(id, this.#drafts, this.#discarded).saved = now();
    return null;
  };

  restore = async (id: string): Promise<Detail> => {
    const campaign = this.#discarded.get(id)?.campaign;
    const other = campaign && this.#draftOf({ kind: "campaign", id: campaign });
    if (other) throw failure("Conflict", "This campaign has another draft by now. Send or discard that one first.");
    return detailOf(this.#move(id, this.#discarded, this.#drafts));
  };

  discardAll = async (drafts: string[]): Promise<DraftsMoved> =>
    moveAll(drafts, "discarded", (id) => void this.#move(id, this.#drafts, this.#discarded));
  restoreAll = async (drafts: string[]): Promise<DraftsMoved> =>
    moveAll(drafts, "are back in your drafts", (id) => void this.#move(id, this.#discarded, this.#drafts));

  drafts = async (query: DraftQuery): Promise<DraftWindow> => draftWindowOf(query, this.#changed(), [...this.#discarded.values()]);
  draftIds = async (query: DraftQuery): Promise<string[]> => (await this.drafts(query)).rows.map(({ draft }) => draft);

  draftWithFindings = async (query: DraftQuery, after: number, back: boolean): Promise<number | null> => {
    const { rows } = await this.drafts({ ...query, offset: 0, limit: Infinity });
    const places = [...rows.keys()].map((at) => (after + (back ? -1 - at : 1 + at) + rows.length) % rows.length);
    return places.find((at) => (rows[at]?.errors ?? 0) + (rows[at]?.warnings ?? 0) > 0) ?? null;
  };

  bulkForm = async (scope: BulkScope) => this.#bulk.form(scope);
  bulkPreview = async (request: BulkRequest, listen: (progress: BulkProgress) => void) => this.#bulk.preview(request, listen);
  bulkRows = async (query: BulkQuery) => this.#bulk.rows(query);
  bulkApply = async (_: string, listen: (progress: BulkProgress) => void) => this.#bulk.apply(listen);
  bulkEdits = async () => this.#bulk.list();
  undoBulk = async (bulk: string) => this.#bulk.move(bulk, true);
  redoBulk = async (bulk: string) => this.#bulk.move(bulk, false);

  review = async (): Promise<Review> => ({ rows: this.#changed().map(reviewRowOf), sending: null, guard: this.#workspaces.guard });
  reviewItem = async (id: string): Promise<ReviewItem | null> => this.#changed().filter((draft) => draft.id === id).map(reviewOf)[0] ?? null;

  send = async ({ drafts, operation }: SendRequest, listen: (progress: SendProgress) => void): Promise<SendSummary> => {
    const total = drafts.length;
    let done = 0;
    const items = drafts.map(({ draft, revision }) => this.#reviewed(draft, revision));
    for (const item of items) item.lock = { label: "being sent", reason: "This draft is being sent. Wait for the result." };
    listen({ kind: "started", data: { total } });
    for (const draft of items) {
      if (this.#stopped.has(operation)) draft.lock = null;
      if (draft.lock === null) continue;
      await pause(300);
      const state: ItemState = countOf(draft, "error") > 0 ? "refused" : done % 3 === 2 ? "needsYou" : "confirmed";
      const { row } = this.#settle(draft, state);
      done += 1;
      listen({ kind: "advanced", data: { done, total, draft: draft.id, state, outcome: row.outcome } });
    }
    return { confirmed: done, refused: 0, needsYou: 0, stopped: total - done, message: `${done} of ${total} sent.` };
  };

  decide = async (item: string, decision: Decision): Promise<Receipt> => {
    await pause(300);
    const receipt = this.#receipt(item);
    const draft = this.#sentFrom.get(item);
    if (decision === "lookAgain") receipt.evidence.push("Looked again: still as it was.");
    else {
      const arrived = decision === "itWasSent";
      receipt.row.state = arrived ? "confirmed" : "takenBack";
      receipt.row.outcome = arrived ? "A person said that the service has it." : "A person put it back to the drafts.";
      receipt.decisions = [];
      if (draft) draft.lock = null;
      if (draft && arrived) this.#arrive(draft);
    }
    return structuredClone(receipt);
  };

  sent = async () => this.#receipts.map(({ row }) => structuredClone(row));
  receipt = async (item: string): Promise<Receipt> => structuredClone(this.#receipt(item));

  paletteFind = this.#palette.find;
  paletteNote = this.#palette.note;

  #changed(): Draft[] {
    return [...this.#drafts.values()].filter((draft) => draft.campaign === null || changesOf(draft).length > 0);
  }

  #mustAnswer(): void {
    if (this.#paused) throw failure("Offline", "The service cannot be reached: it is paused.");
  }

  #draftOf(target: Target): Draft | undefined {
    if (target.kind === "draft") return this.#drafts.get(target.id);
    return [...this.#drafts.values()].find(({ campaign }) => campaign === target.id);
  }

  /** The draft of what is meant, or the campaign as it is. */
  #shown(target: Target): Draft {
    const base = this.#held.get(target.id);
    const draft = this.#draftOf(target) ?? (base && unchanged(target.id, base));
    if (!draft) throw notFound("This campaign is not in the cache.");
    return draft;
  }

  #add(campaign: string | null, base: Values): Draft {
    const draft = { ...unchanged(campaign, base), id: `draft-${++this.#minted}`, saved: now() };
    this.#drafts.set(draft.id, draft);
    return draft;
  }

  async #change(target: Target, change: (draft: Draft) => void): Promise<Detail> {
    await pause(40);
    const draft = this.#draftOf(target) ?? this.#add(target.id, this.#held.get(target.id) ?? {});
    mustBeFree(draft);
    draft.past.push(structuredClone(draft.now));
    draft.future = [];
    change(draft);
    draft.revision += 1;
    draft.saved = now();
    return detailOf(draft);
  }

  #travel(id: string, from: "past" | "future", to: "past" | "future"): Detail {
    const draft = this.#drafts.get(id);
    const next = draft?.[from].pop();
    if (!draft || !next) throw notFound("There is nothing to take back.");
    mustBeFree(draft);
    draft[to].push(draft.now);
    draft.now = next;
    draft.revision += 1;
    return detailOf(draft);
  }

  #move(id: string, from: Map<string, Draft>, to: Map<string, Draft>): Draft {
    const draft = from.get(id);
    if (!draft) throw notFound("This draft was sent or discarded.");
    mustBeFree(draft);
    from.delete(id);
    to.set(id, draft);
    return draft;
  }

  #reviewed(id: string, revision: number): Draft {
    const draft = this.#drafts.get(id);
    if (!draft) throw notFound("This draft was sent or discarded.");
    mustBeFree(draft);
    if (draft.revision !== revision) throw failure("Conflict", `“${draft.now["name"] ?? ""}” was changed after you reviewed it.`);
    return draft;
  }

  #settle(draft: Draft, state: ItemState): Receipt {
    const receipt = receiptOf(draft, state, this.#person, String(++this.#minted));
    this.#receipts.unshift(receipt);
    draft.lock = state === "needsYou" ? { label: "needs you", reason: "Its outcome needs your decision, under Sent." } : null;
    this.#sentFrom.set(receipt.row.item, draft);
    if (state === "confirmed") this.#arrive(draft);
    return receipt;
  }

  #arrive(draft: Draft): void {
    const id = draft.campaign ?? String(1072290000 + this.#minted);
    this.#held.set(id, { ...draft.now, id });
    this.#sentAs.set(draft.id, id);
    this.#drafts.delete(draft.id);
  }

  #receipt(item: string): Receipt {
    const receipt = this.#receipts.find(({ row }) => row.item === item);
    if (!receipt) throw notFound("There is no such receipt.");
    return receipt;
  }
}

function unchanged(campaign: string | null, base: Values): Draft {
  return { id: "", campaign, base, past: [], now: structuredClone(base), future: [], saved: "", revision: 0, lock: null };
}

function mustBeFree({ lock }: Draft): void {
  if (lock) throw failure("Conflict", lock.reason);
}

/** A fake desk over so many made-up campaigns. */
export function fakeDesk(count = 412): Desk {
  return new FakeDesk(count);
}
