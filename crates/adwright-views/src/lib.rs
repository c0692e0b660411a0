//! The contract with window and terminal: view models, requests, failures and progress, one file per noun.
//!
//! They are plain values without behaviour.
//!
//! Ids and exact numbers are text, and times are RFC 3339 text in UTC, so that nothing passes through a float.

mod ad_files;
mod ad_review;
mod batch;
mod bulk;
mod cell_rewrite;
mod clash;
mod collection;
mod column;
mod connection;
mod custom_fields;
mod date;
mod detail;
mod doctor;
mod draft;
mod export;
mod fact;
mod failure;
mod file;
mod filter;
mod form_layout;
mod history;
mod home;
mod list;
mod local_data;
mod open_items;
mod own_rules;
mod palette;
mod progress;
mod rehearsal;
mod reply;
mod review;
mod row_import;
mod rulebook;
mod secrets;
mod sent;
mod settings;
mod sheet;
mod site_contact;
mod source;
mod template;
mod welcome;
mod workspace;
mod workspaces;

pub use ad_files::{AdImportProblem, AdImportProgress, AdImportResult, AdImportSource, RemovedAds};
pub use ad_review::{
    AdAspect, AdAssets, AdBudget, AdCard, AdComparison, AdFinding, AdGauge, AdLayout, AdPicture,
    AdReview, AdTile, AdTimeline, AdTracking, AdVersions, ComparedAd, LayoutOption, OpenedAd,
    Thumbnail, ThumbnailResult,
};
pub use adwright_checks::{RulePart, Severity};
pub use adwright_review::{Drawing, LayoutView, Palette};
pub use batch::{BatchFindings, BatchSendPlan, BatchSendRequest, BatchSummary};
pub use bulk::{
    AppliedBulkEdit, BulkChange, BulkField, BulkFinding, BulkForm, BulkFormInput, BulkList,
    BulkOutcome, BulkPreview, BulkPreviewResult, BulkProblem, BulkProgress, BulkQuery, BulkRequest,
    BulkRow, BulkScope, BulkSkipReason, BulkStep, BulkTextSpan, BulkUndoResult, BulkValue,
    BulkWindow, FindReplace,
};
pub use cell_rewrite::{
    CellFindReplace, CellRewrite, CellScope, CellTextChange, PreviewedCell, RewritePreview,
    RewritePreviewResult, RewriteQuery, SkippedCells,
};
pub use clash::{ClashChoice, ClashState, ClashView, DraftClashes, MergedDraft};
pub use collection::Collection;
pub use column::{
    ColumnInfo, ColumnLayout, ListColumns, OpenedList, SavedView, SavedViews, ViewState,
};
pub use connection::{Connection, ConnectionState};
pub use custom_fields::{AcceptedField, CustomFieldView, DiscoveredField, FieldDiscovery};
pub use date::{CalendarDay, CalendarMonth, CalendarStep, DatePreview, DateReading, DateRole};
pub use detail::{
    ChangeView, ClashedValues, Detail, DocumentRef, DraftState, EditLock, EditLockKind,
    EditRequest, ExactNumber, FieldChoice, FieldGroup, FieldInput, FieldKind, FieldView,
    FileOrigin, FindingView, FixView, MasterAd, NewMember, Presence, SummaryNotice,
};
pub use doctor::{
    DoctorExchange, DoctorFact, DoctorProgress, DoctorReport, DoctorStep, DoctorStepId,
    DoctorStepState, DoctorSuggestion, SettingDifference,
};
pub use draft::{
    DraftBatchResult, DraftColumn, DraftCounts, DraftFilter, DraftQuery, DraftRow, DraftSort,
    DraftWindow,
};
pub use export::{ExportSource, ListExport};
pub use fact::{FactKey, FactView};
pub use failure::{Failure, FailureCode};
pub use file::{CheckedObject, PlacedFinding};
pub use filter::{
    FilterChip, FilterConditionInput, FilterDescription, FilterGroupInput, FilterProblem,
    FilterValueInput, QueryParameter, RowDraftFilter, RowFilters, ServiceAnswer,
};
pub use form_layout::{FormSection, FormSectionField};
pub use history::{
    ComparedField, ComparedLayouts, ComparedTexts, ComparedValue, History, HistoryComparison,
    HistoryEntry, HistoryKind, HistoryStatus,
};
pub use home::{HomeFailure, RecoveryAction, RecoveryOption};
pub use list::{
    BudgetTotal, ExcludingFilter, ExportedList, GroupHeading, ListId, ListRow, RowsQuery,
    RowsWindow, SortBy, TableFormat,
};
pub use local_data::{
    BackupItem, BackupItemId, BackupItemState, BackupPreview, BackupRow, DataPart, DataSize,
    LocalDataView, RestoredItem, RetentionPreview,
};
pub use open_items::{
    DecideAllRequest, DecideAllSummary, EvidenceGroup, LeftOpen, LeftOpenReason, NamedItem,
    OpenGroup, OpenItem,
};
pub use own_rules::{
    OwnRulesText, RequirementKind, RuleCount, RuleKindFields, RuleList, RuleParts, RuleProblem,
    RuleRequirement, RuleRow, RulesEdit, RulesForm, RulesTextProblem,
};
pub use palette::{
    PaletteDestination, PaletteKind, PaletteObject, PaletteResults, RecentPaletteItem,
};
pub use progress::{FetchProgress, FetchSummary, SendProgress, SendSummary};
pub use rehearsal::{
    FactQuestion, ItemVerdictKind, Rehearsal, RehearsalProgress, RehearsalSubject, RehearsedRow,
};
pub use reply::{ReplyHeader, ReplyView};
pub use review::{
    ChangeGroup, DraftEntry, FindingKey, GroupedDraft, ProofLine, ReviewItem, ReviewRow,
    ReviewedDraft, RuleOverride, SendGuard, SendRequest, SendReview, SendVerb, SharedChange,
};
pub use row_import::{
    ColumnMatch, DamagedCell, HeaderRow, ImportedChange, ImportedColumn, ObjectImportPreview,
    RefusedImportLine, RowImportOptions, RowImportPreview, RowImportRequest, RowImportSource,
    RowImportTarget, TableEncoding,
};
pub use rulebook::{Explanation, RuleSummary};
pub use secrets::{SecretPrompt, SecretRequest, SecretStorage, SecretText, SecretsTestResult};
pub use sent::{
    AttemptRow, BrokenProperty, BrokenReceipt, Decision, FailedItems, ItemState, ReceiptAudit,
    ReceiptView, SendUndo, SendUndoBlocker, SentCounts, SentFilter, SentLine, SentQuery, SentRow,
    SentScope, SentSend, SentWindow, SkippedUndo, UndoRequest,
};
pub use settings::{
    ConnectionSettings, PreviousSetting, SettingChange, SettingChoice, SettingGroupView,
    SettingInput, SettingOrigin, SettingOriginKind, SettingRow, SettingsChangeResult,
};
pub use sheet::{
    AlikeFindings, CellFinding, CopiedCells, DuplicateKind, EditedBatch, FindingGroupView,
    FindingOverview, FindingText, ObjectSheetRequest, RowSpan, SelectionSummary, SheetCell,
    SheetCheck, SheetColumn, SheetEdit, SheetEditRequest, SheetEditResult, SheetFilter, SheetLine,
    SheetPlace, SheetQuery, SheetRange, SheetRows, SheetSource, SheetView,
};
pub use site_contact::{
    ContactAnswerView, ContactCandidate, ContactCard, ContactQuestionView, ContactResult,
    SiteContact,
};
pub use source::{KnownField, KnownValue, SourceCompletion, TextOnlyReason};
pub use template::{
    BatchTemplateRequest, CreatedDraft, SavedTemplate, TemplateField, TemplateForm,
    TemplateProduct, TemplateRequest, TemplateRow,
};
pub use welcome::{Welcome, WelcomeAction, WelcomeState, WelcomeStep, WelcomeStepId};
pub use workspace::{
    AdCounts, LastFetch, LastFetches, PreferenceChange, SecretsState, SecretsStatus, Theme,
    WorkspaceCounts, WorkspaceView,
};
pub use workspaces::{
    Colour, ExportedFile, FormProblem, FormValidation, LoginKind, RemovalMode, RemovalPreview,
    RemovalResult, SavedWorkspace, SecretSlot, WorkspaceEdit, WorkspaceForm, WorkspaceFormField,
    WorkspaceRow,
};

/// Returns a count as the views carry it: `u32::MAX` stands for anything above.
#[must_use]
pub fn saturating_u32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}
