//! What the window draws: plain values with no behaviour, one file per noun.
//!
//! Ids and exact numbers are text, times are RFC 3339 text in UTC, so that nothing passes through a float.

mod ad_files;
mod ad_review;
mod bulk;
mod column;
mod connection;
mod detail;
mod doctor;
mod draft;
mod failure;
mod file;
mod filter;
mod history;
mod home;
mod learning;
mod list;
mod open_items;
mod own_rules;
mod palette;
mod progress;
mod reply;
mod review;
mod rulebook;
mod secrets;
mod sent;
mod settings;
mod site_contact;
mod source;
mod template;
mod welcome;
mod workspace;
mod workspaces;

pub use ad_files::{AdImport, AdImportProgress, AdSource, AdTrouble, AdsRemoved};
pub use ad_review::{
    AdAspect, AdAssets, AdBudget, AdCard, AdComparison, AdFinding, AdGauge, AdLayout, AdOpened,
    AdPicture, AdReview, AdTile, AdTimeline, AdTracking, AdVersions, AdView, Compared, Thumbnail,
    ThumbnailReply,
};
pub use adwright_review::{Drawing, Palette, Shown};
pub use bulk::{
    BulkAnswer, BulkChange, BulkEdit, BulkField, BulkFinding, BulkForm, BulkList, BulkMoved,
    BulkOutcome, BulkPlace, BulkPreview, BulkProblem, BulkProgress, BulkQuery, BulkReason,
    BulkRequest, BulkRow, BulkScope, BulkStep, BulkText, BulkValue, BulkWindow, FindReplace,
};
pub use column::{ColumnInfo, ColumnState, ListColumns, SavedView, ViewState, Views};
pub use connection::{Connection, ConnectionState};
pub use detail::{
    Change, Choice, Detail, DraftState, EditRequest, Field, FieldInput, FieldKind, Finding, Fix,
    FromFile, Group, Lock, Master, NewMember, Presence, Severity, Summary, Target,
};
pub use doctor::{
    DoctorFact, DoctorProgress, DoctorReport, DoctorState, DoctorStep, DoctorStepId,
    DoctorSuggestion, DoctorTry, SettingDifference,
};
pub use draft::{
    DraftColumn, DraftCounts, DraftQuery, DraftRow, DraftSort, DraftWindow, DraftsMoved,
    DraftsShown,
};
pub use failure::{Failure, FailureCode};
pub use file::{CheckedObject, PlacedFinding};
pub use filter::{
    Chip, FilterDescription, FilterProblem, Parameter, QCondition, QGroup, QValue, RowFilters,
    ServiceAnswer,
};
pub use history::{
    ComparedField, ComparedLayouts, ComparedTexts, ComparedValue, Comparison, History,
    HistoryEntry, HistoryKind, HistoryMark,
};
pub use home::{HomeTrouble, Remedy, WayOut};
pub use learning::{FoundField, Learning, LocalField, TakenField};
pub use list::{Excluding, ListId, ListRow, RowsQuery, RowsWindow, SortBy};
pub use open_items::{
    DecideAllRequest, DecideAllSummary, EvidenceGroup, LeftOpen, LeftOpenReason, NamedItem,
    OpenGroup, OpenItem,
};
pub use own_rules::OwnRulesText;
pub use palette::{PaletteFound, PaletteKind, PaletteObject, PaletteOpens, PaletteRecent};
pub use progress::{FetchProgress, FetchSummary, SendProgress, SendSummary};
pub use reply::{RawReply, ReplyHeader};
pub use review::{
    FindingKey, KeptDraft, Override, ProofLine, Review, ReviewItem, ReviewRow, ReviewedDraft,
    SendGuard, SendRequest, Verb,
};
pub use rulebook::{Explanation, RuleLine};
pub use secrets::{SecretQuestion, SecretText, SecretWanted, SecretsPlace, SecretsState};
pub use sent::{AttemptRow, Decision, ItemState, Receipt, SentRow};
pub use settings::{
    MarkSource, SettingBefore, SettingChange, SettingChoice, SettingGroup, SettingInput,
    SettingMark, SettingRow, Settings, SettingsChanged,
};
pub use site_contact::{
    ContactAnswer, ContactCandidate, ContactCard, ContactQuestion, ContactShown, SiteContact,
};
pub use source::{KnownField, KnownValue, SourceHelp, TextOnly};
pub use template::{
    Begun, SavedTemplate, TemplateField, TemplateForm, TemplateRequest, TemplateRow,
};
pub use welcome::{Welcome, WelcomeChange, WelcomeState, WelcomeStep, WelcomeStepId};
pub use workspace::{
    AdCounts, Counts, FetchState, PreferenceChange, SecretsStanding, StandingState, Theme,
    Workspace,
};
pub use workspaces::{
    Colour, FormField, FormJudgement, FormProblem, LoginKind, Removal, Removed, SecretSlot,
    WorkspaceEdit, WorkspaceForm, WorkspaceLosses, WorkspaceRow, WorkspaceSaved, WrittenFile,
};
