import { Channel } from "@tauri-apps/api/core";

import { commands } from "./bindings";
import { firstLines, takeEarly } from "./early";
import type {
  AdImportProgress,
  AdImportSource,
  BackupItemId,
  BatchSendRequest,
  BatchTemplateRequest,
  BulkProgress,
  BulkQuery,
  BulkRequest,
  BulkScope,
  RowFilters,
  RowsQuery,
  Collection,
  CalendarStep,
  ClashChoice,
  ContactQuestionView,
  DateRole,
  DecideAllRequest,
  Decision,
  DoctorProgress,
  DraftQuery,
  EditRequest,
  ExportSource,
  FactKey,
  Failure,
  FetchProgress,
  FormSection,
  ListId,
  ObjectSheetRequest,
  Palette,
  PreferenceChange,
  RehearsalProgress,
  RehearsalSubject,
  RemovalMode,
  RecoveryAction,
  RowImportRequest,
  RewriteQuery,
  RulesEdit,
  SavedView,
  SecretRequest,
  SecretStorage,
  SendProgress,
  SendRequest,
  SentQuery,
  PreviousSetting,
  SettingChange,
  SheetCell,
  SheetEditRequest,
  SheetFilter,
  SheetQuery,
  SheetRange,
  TableFormat,
  LayoutView,
  AcceptedField,
  DocumentRef,
  TemplateRequest,
  SentScope,
  ViewState,
  WelcomeAction,
  WorkspaceForm,
} from "./bindings";
import { CommandFailure } from "./failure";

type Answer<T> = { status: "ok"; data: T } | { status: "error"; error: Failure };

async function data<T>(answer: Promise<Answer<T>>): Promise<T> {
  let settled: Answer<T>;
  try {
    settled = await answer;
  } catch (thrown) {
    throw CommandFailure.from(thrown);
  }
  if (settled.status === "error") throw new CommandFailure(settled.error);
  return settled.data;
}

function channel<T>(listen: (message: T) => void): Channel<T> {
  const created = new Channel<T>();
  created.onmessage = listen;
  return created;
}

/** The use cases, as the window calls them. Each rejects only with a {@link CommandFailure}. */
export const desk = {
  homeFailure: () => takeEarly("homeFailure") ?? commands.homeFailure(),
  openHome: (remedy: RecoveryAction | null) => data(commands.homeOpen(remedy)),
  workspace: () => data(takeEarly("workspace") ?? commands.workspaceGet()),
  setPreference: (change: PreferenceChange) => data(commands.preferenceSet(change)),
  settings: (workspace: string) => data(commands.settingsGet(workspace)),
  changeSettings: (workspace: string, changes: SettingChange[]) => data(commands.settingsChange(workspace, changes)),
  restoreSettings: (workspace: string, before: PreviousSetting[]) => data(commands.settingsRestore(workspace, before)),
  examine: (workspace: string, operation: string, listen: (progress: DoctorProgress) => void) =>
    data(commands.connectionExamine(workspace, operation, channel(listen))),
  workspaces: () => data(commands.workspaceList()),
  openWorkspace: (workspace: string) => data(commands.workspaceOpen(workspace)),
  workspaceForm: (workspace: string | null) => data(commands.workspaceForm(workspace)),
  judgeWorkspace: (workspace: string | null, form: WorkspaceForm) => data(commands.workspaceJudge(workspace, form)),
  saveWorkspace: (workspace: string | null, form: WorkspaceForm) => data(commands.workspaceSave(workspace, form)),
  duplicateWorkspace: (workspace: string) => data(commands.workspaceDuplicate(workspace)),
  setReadOnly: (readOnly: boolean) => data(commands.workspaceReadOnly(readOnly)),
  workspaceLosses: (workspace: string) => data(commands.workspaceLosses(workspace)),
  removeWorkspace: (workspace: string, removal: RemovalMode) => data(commands.workspaceRemove(workspace, removal)),
  exportSettings: (workspace: string) => data(commands.workspaceExport(workspace)),
  importSettings: (text: string) => data(commands.workspaceImport(text)),
  askForSecret: (request: SecretRequest) => data(commands.secretAsk(request)),
  typedSecrets: () => data(commands.secretTyped()),
  keepTypedSecrets: (workspace: string) => data(commands.secretKeep(workspace)),
  dropTypedSecrets: () => data(commands.secretDrop()),
  testSecretStorage: (workspace: string | null) => data(commands.secretStorageTest(workspace)),
  chooseSecretStorage: (workspace: string | null, place: SecretStorage) => data(commands.secretStorageChoose(workspace, place)),
  openList: (list: ListId) => data((list === "campaigns" && takeEarly("campaigns")) || commands.listOpen(list, firstLines)),
  rows: (list: ListId, query: RowsQuery) => data(commands.listRows(list, query)),
  rowIds: (list: ListId, query: RowsQuery) => data(commands.listIds(list, query)),
  exportTable: (source: ExportSource, operation: string, format: TableFormat) => data(commands.tableExport(source, operation, format)),
  openExport: (path: string) => data(commands.exportOpen(path)),
  rowsAmong: (list: ListId, query: RowsQuery, ids: string[]) => data(commands.listAmong(list, query, ids)),
  budgets: (list: ListId, ids: string[]) => data(commands.listBudgets(list, ids)),
  columns: (list: ListId) => data(commands.listColumns(list)),
  values: (list: ListId, path: string) => data(commands.listValues(list, path)),
  describeFilters: (list: ListId, filters: RowFilters) => data(commands.filterDescribe(list, filters)),
  ask: (list: ListId, operation: string, query: RowsQuery, listen: (progress: FetchProgress) => void) =>
    data(commands.listAsk(list, operation, query, channel(listen))),
  keepView: (list: ListId, state: ViewState) => data(commands.viewKeep(list, state)),
  saveView: (list: ListId, view: SavedView) => data(commands.viewSave(list, view)),
  removeView: (list: ListId, id: string) => data(commands.viewRemove(list, id)),
  restoreView: (list: ListId, id: string) => data(commands.viewRestore(list, id)),
  moveView: (list: ListId, id: string, to: number) => data(commands.viewMove(list, id, to)),
  open: (target: DocumentRef) => data(commands.detailOpen(target)),
  read: (target: DocumentRef) => data(commands.detailRead(target)),
  fetch: (collection: Collection, operation: string, listen: (progress: FetchProgress) => void) =>
    data(commands.listFetch(collection, operation, channel(listen))),
  fetchRest: (collection: Collection, operation: string, listen: (progress: FetchProgress) => void) =>
    data(commands.listFetchRest(collection, operation, channel(listen))),
  checkConnection: () => data(commands.connectionCheck()),
  probeConnection: () => data(commands.connectionProbe()),
  pausePractice: () => data(commands.practicePause()),
  resumePractice: () => data(commands.practiceResume()),
  changeWelcome: (change: WelcomeAction) => data(commands.welcomeChange(change)),
  stop: (operation: string) => data(commands.operationStop(operation)),
  siteContact: (campaign: string, shown: ContactQuestionView | null) => data(commands.siteContactGet(campaign, shown)),
  askSiteContact: (operation: string, question: ContactQuestionView) => data(commands.siteContactAsk(operation, question)),
  deleteSiteContact: (question: ContactQuestionView) => data(commands.siteContactDelete(question)),
  createDraft: () => data(commands.draftCreate()),
  copyDraft: (target: DocumentRef) => data(commands.draftCopy(target)),
  copyDrafts: (list: ListId, ids: string[]) => data(commands.draftCopyAll(list, ids)),
  edit: (target: DocumentRef, edit: EditRequest) => data(commands.draftEdit(target, edit)),
  writeSource: (target: DocumentRef, text: string) => data(commands.sourceWrite(target, text)),
  sourceBase: (target: DocumentRef) => data(commands.sourceBase(target)),
  sourceHelp: (target: DocumentRef, path: string) => data(commands.sourceHelp(target, path)),
  field: (target: DocumentRef, path: string) => data(commands.draftField(target, path)),
  openLink: (address: string) => data(commands.linkOpen(address)),
  ownRules: () => data(commands.rulesGet()),
  setOwnRules: (text: string) => data(commands.rulesSet(text)),
  rulesForm: (text: string) => data(commands.rulesForm(text)),
  editRules: (text: string, edit: RulesEdit) => data(commands.rulesEdit(text, edit)),
  countRules: (text: string, operation: string) => data(commands.rulesCount(text, operation)),
  previewDate: (typed: string, use: DateRole) => data(commands.datePreview(typed, use)),
  calendarMonth: (day: string, step: CalendarStep) => data(commands.dateMonth(day, step)),
  learnFields: (sample: string | null) => data(commands.fieldLearn(sample)),
  keepFields: (taken: AcceptedField[]) => data(commands.fieldKeep(taken)),
  forgetFields: (paths: string[]) => data(commands.fieldForget(paths)),
  formLayout: () => data(commands.layoutGet()),
  usualFormLayout: () => data(commands.layoutUsual()),
  saveFormLayout: (sections: FormSection[]) => data(commands.layoutSave(sections)),
  exportFormLayout: () => data(commands.layoutExport()),
  readFormLayout: (text: string) => data(commands.layoutRead(text)),
  declineFields: () => data(commands.fieldDecline()),
  mergeDraft: (draft: string) => data(commands.draftMerge(draft)),
  settleClash: (draft: string, place: string, choice: ClashChoice) => data(commands.draftSettle(draft, place, choice)),
  settleAlike: (place: string, choice: ClashChoice) => data(commands.draftSettleAlike(place, choice)),
  undo: (draft: string) => data(commands.draftUndo(draft)),
  redo: (draft: string) => data(commands.draftRedo(draft)),
  goTo: (draft: string, position: number) => data(commands.draftGo(draft, position)),
  discard: (draft: string) => data(commands.draftDiscard(draft)),
  restore: (draft: string) => data(commands.draftRestore(draft)),
  discardAll: (drafts: string[]) => data(commands.draftDiscardAll(drafts)),
  restoreAll: (drafts: string[]) => data(commands.draftRestoreAll(drafts)),
  drafts: (query: DraftQuery) => data(commands.draftList(query)),
  draftIds: (query: DraftQuery) => data(commands.draftIds(query)),
  draftWithFindings: (query: DraftQuery, after: number, back: boolean) => data(commands.draftWithFindings(query, after, back)),
  openAd: (target: DocumentRef) => data(commands.adOpen(target)),
  adReview: (target: DocumentRef) => data(commands.adReview(target)),
  adDrawing: (target: DocumentRef, shown: LayoutView) => data(commands.adDrawing(target, shown)),
  chooseAdFiles: (folders: boolean) => data(commands.adFilesChoose(folders)),
  importAds: (source: AdImportSource, operation: string, listen: (progress: AdImportProgress) => void) =>
    data(commands.adImport(source, operation, channel(listen))),
  undoAdImport: (id: string) => data(commands.adImportUndo(id)),
  removeFileAds: (list: ListId, ids: string[]) => data(commands.adFilesRemove(list, ids)),
  restoreFileAds: (removal: string) => data(commands.adFilesRestore(removal)),
  compareAds: (targets: DocumentRef[]) => data(commands.adCompare(targets)),
  compareAdsSvg: (targets: DocumentRef[]) => data(commands.adCompareSvg(targets, "light")),
  adThumbnail: (target: DocumentRef, path: string, agreedHost: string | null) => data(commands.adThumbnail(target, path, agreedHost)),
  adSvg: (target: DocumentRef, shown: LayoutView | null, palette: Palette) => data(commands.adSvg(target, shown, palette)),
  bulkForm: (scope: BulkScope) => data(commands.bulkForm(scope)),
  bulkPreview: (request: BulkRequest, listen: (progress: BulkProgress) => void) => data(commands.bulkPreview(request, channel(listen))),
  bulkRows: (query: BulkQuery) => data(commands.bulkRows(query)),
  bulkApply: (operation: string, listen: (progress: BulkProgress) => void) => data(commands.bulkApply(operation, channel(listen))),
  bulkEdits: () => data(commands.bulkList()),
  undoBulk: (bulk: string) => data(commands.bulkUndo(bulk)),
  redoBulk: (bulk: string) => data(commands.bulkRedo(bulk)),
  history: (target: DocumentRef) => data(commands.historyGet(target)),
  compare: (target: DocumentRef, before: string, after: string) => data(commands.historyCompare(target, before, after)),
  compareSvg: (target: DocumentRef, before: string, after: string) => data(commands.historyCompareSvg(target, before, after, "light")),
  restoreFrom: (target: DocumentRef, entry: string, path: string | null) => data(commands.historyRestore(target, entry, path)),
  templates: () => data(commands.templateList()),
  templateForm: (target: DocumentRef) => data(commands.templateForm(target)),
  saveTemplate: (request: TemplateRequest) => data(commands.templateSave(request)),
  saveBatchTemplate: (request: BatchTemplateRequest) => data(commands.templateSaveBatch(request)),
  batchFromTemplate: (template: string) => data(commands.templateCreateBatch(template)),
  useTemplate: (template: string) => data(commands.templateUse(template)),
  renameTemplate: (template: string, name: string, description: string) => data(commands.templateRename(template, name, description)),
  duplicateTemplate: (template: string) => data(commands.templateDuplicate(template)),
  deleteTemplate: (template: string) => data(commands.templateDelete(template)),
  restoreTemplate: (template: string, inPlaceOf: string | null) => data(commands.templateRestore(template, inPlaceOf)),
  rehearse: (subject: RehearsalSubject, operation: string, listen: (progress: RehearsalProgress) => void) =>
    data(commands.outboxRehearse(subject, operation, channel(listen))),
  facts: (target: DocumentRef) => data(commands.factListOf(target)),
  setFact: (key: FactKey, value: boolean) => data(commands.factSet(key, value)),
  removeFact: (key: FactKey) => data(commands.factRemove(key)),
  review: () => data(commands.outboxReview()),
  reviewGroups: () => data(commands.outboxReviewGroups()),
  reviewItem: (draft: string) => data(commands.outboxReviewItem(draft)),
  send: (request: SendRequest, listen: (progress: SendProgress) => void) => data(commands.outboxSend(request, channel(listen))),
  decide: (item: string, decision: Decision) => data(commands.outboxDecide(item, decision)),
  openItems: () => data(commands.outboxOpenItems()),
  decideAll: (request: DecideAllRequest, listen: (progress: SendProgress) => void) =>
    data(commands.outboxDecideAll(request, channel(listen))),
  sent: (query: SentQuery) => data(commands.sentWindow(query)),
  receipt: (item: string) => data(commands.receiptGet(item)),
  verifyReceipts: () => data(commands.receiptsVerify()),
  failedItems: (scope: SentScope) => data(commands.sentFailed(scope)),
  undoSent: (operation: string, scope: SentScope) => data(commands.sentUndo({ operation, scope })),
  localData: () => data(commands.localDataGet()),
  previewRetention: (months: number | null) => data(commands.retentionPreview(months)),
  setRetention: (months: number | null) => data(commands.retentionSet(months)),
  backupItems: (backup: string) => data(commands.backupItems(backup)),
  previewBackup: (backup: string, draft: string) => data(commands.backupPreview(backup, draft)),
  restoreBackupItem: (backup: string, item: BackupItemId) => data(commands.backupRestore(backup, item)),
  batches: () => data(commands.batchList()),
  discardedBatches: () => data(commands.batchListDiscarded()),
  createBatch: (name: string) => data(commands.batchCreate(name)),
  renameBatch: (batch: string, name: string) => data(commands.batchRename(batch, name)),
  duplicateBatch: (batch: string) => data(commands.batchDuplicate(batch)),
  discardBatch: (batch: string) => data(commands.batchDiscard(batch)),
  restoreBatch: (batch: string) => data(commands.batchRestore(batch)),
  openBatch: (batch: string) => data(commands.batchOpen(batch)),
  planBatchSend: (batch: string) => data(commands.batchPlanSend(batch)),
  sendBatch: (request: BatchSendRequest, listen: (progress: SendProgress) => void) => data(commands.batchSend(request, channel(listen))),
  rowOutcome: (batch: string, row: number) => data(commands.batchRowOutcome(batch, row)),
  copyRefusedRows: (batch: string) => data(commands.batchCopyRefused(batch)),
  openObjects: (request: ObjectSheetRequest, listen: (progress: BulkProgress) => void) =>
    data(commands.sheetOpenObjects(request, channel(listen))),
  sheetRows: (batch: string, query: SheetQuery) => data(commands.sheetRows(batch, query)),
  editSheet: (batch: string, request: SheetEditRequest) => data(commands.sheetEdit(batch, request)),
  undoSheet: (batch: string) => data(commands.sheetUndo(batch)),
  redoSheet: (batch: string) => data(commands.sheetRedo(batch)),
  copyCells: (batch: string, filter: SheetFilter, ranges: SheetRange[], transposed: boolean) =>
    data(commands.sheetCopy(batch, filter, ranges, transposed)),
  summarizeSelection: (batch: string, filter: SheetFilter, ranges: SheetRange[]) => data(commands.sheetSummarize(batch, filter, ranges)),
  nextFinding: (batch: string, filter: SheetFilter, from: SheetCell, backwards: boolean) =>
    data(commands.sheetNextFinding(batch, filter, from, backwards)),
  dataEdge: (batch: string, filter: SheetFilter, from: SheetCell, backwards: boolean) =>
    data(commands.sheetDataEdge(batch, filter, from, backwards)),
  chooseTable: () => data(commands.rowImportChoose()),
  previewImport: (request: RowImportRequest, operation: string) => data(commands.rowImportPreview(request, operation)),
  importRows: (request: RowImportRequest, digest: string, operation: string) => data(commands.rowImportRun(request, digest, operation)),
  batchOfValues: (name: string, values: string[]) => data(commands.batchOfValues(name, values)),
  findingOverview: (batch: string) => data(commands.sheetFindingOverview(batch)),
  previewRewrite: (batch: string, query: RewriteQuery) => data(commands.sheetPreviewRewrite(batch, query)),
  paletteFind: (text: string) => data(commands.paletteFind(text)),
  paletteNote: (key: string) => data(commands.paletteNote(key)),
};

/** The desk of the state classes. A test may replace one of its commands. */
export type Desk = typeof desk;

/** The part of the desk that batches need. */
export type BatchDesk = Pick<
  Desk,
  | "batches"
  | "discardedBatches"
  | "createBatch"
  | "renameBatch"
  | "duplicateBatch"
  | "discardBatch"
  | "restoreBatch"
  | "openBatch"
  | "planBatchSend"
  | "sendBatch"
  | "rehearse"
  | "setFact"
  | "stop"
  | "rowOutcome"
  | "copyRefusedRows"
  | "batchOfValues"
  | "sheetRows"
  | "editSheet"
  | "undoSheet"
  | "redoSheet"
  | "copyCells"
  | "summarizeSelection"
  | "nextFinding"
  | "dataEdge"
  | "previewRewrite"
  | "findingOverview"
>;

/** The part of the desk that an import of rows needs. */
export type RehearsalDesk = Pick<Desk, "rehearse" | "setFact" | "stop">;
export type RowImportDesk = Pick<Desk, "chooseTable" | "previewImport" | "importRows" | "stop">;
