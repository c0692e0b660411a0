//! The errors of the use cases. Their sentences are in `wording`.

mod ad;
mod batch;
mod bulk;
mod date;
mod document;
mod draft;
mod fact;
mod file;
mod form_layout;
mod incomplete_reason;
mod list;
mod object_sheet;
mod row_import;
mod secrets;
mod summary_reason;
mod value_table;
mod workspace;

use std::error::Error as _;
use std::path::PathBuf;

use adwright_checks::OwnRulesError;
use adwright_client::ClientError;
use adwright_service::{ErrorClass, ServiceError};
use adwright_sheet::ExportError;
use adwright_store::{SendLockError, StoreError};
use adwright_views::FailureCode;
use adwright_wire::RequestFailure;

pub use ad::AdError;
pub use batch::{BatchError, IdLoss};
pub(crate) use bulk::{BulkInputError, UndoBlocker};
pub use bulk::{ItemBlocker, SkipReason};
pub use date::DateError;
pub use document::DocumentError;
pub use draft::{DraftError, IdMismatch, NewObjectError, SetOptionError, UnsendableReason};
pub use fact::FactError;
pub use file::{FileError, FileProblem};
pub use form_layout::LayoutFileError;
pub(crate) use incomplete_reason::IncompleteReason;
pub(crate) use list::InvalidFilter;
pub use list::{FilterInputError, ListError};
pub use object_sheet::ObjectSheetError;
pub use row_import::{RowImportError, RowRefusal};
pub use secrets::SecretsError;
pub(crate) use summary_reason::SummaryReason;
pub use value_table::ValueTableError;
pub use workspace::{
    FormError, PracticeRefusal, RemovalBlocker, SettingsFileError, UnusableReason, WorkspaceError,
};

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The local database failed.
    #[error("the local database failed")]
    Store(#[from] StoreError),
    /// A request to the service failed.
    #[error("the request to the service failed")]
    Client(#[from] ClientError),
    /// The practice service does not start.
    #[error("the practice service does not start")]
    Practice(#[from] ServiceError),
    /// The keyring failed.
    #[error("the keyring failed")]
    Secrets(#[from] SecretsError),
    /// The system has no home folder for the user.
    #[error("the user has no home folder")]
    NoUserHome(#[source] std::io::Error),
    /// The home folder cannot be created or written.
    #[error("the folder {} cannot be used", folder.display())]
    Home {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The home folder already existed and holds foreign files.
    #[error("the folder {} holds other files", folder.display())]
    ForeignHome {
        /// The folder.
        folder: PathBuf,
    },
    /// The computer's clock is set before 1970.
    #[error("the clock is set before 1970")]
    ClockBefore1970,
    /// The service returns the same page again and again.
    #[error("the service repeats the same page")]
    RepeatedPage,
    /// The service's answer that a list names is no longer stored.
    #[error("this reply of the service is no longer stored")]
    ReplyExpired,
    /// A document is not readable, or an edit does not fit it.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A draft cannot be created, changed or sent.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// A batch cannot be found or edited.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Objects cannot be opened or edited as a sheet.
    #[error(transparent)]
    ObjectSheet(#[from] ObjectSheetError),
    /// Rows cannot be imported into a batch.
    #[error(transparent)]
    RowImport(#[from] RowImportError),
    /// A table cannot become values.
    #[error(transparent)]
    ValueTable(#[from] ValueTableError),
    /// A list cannot be exported.
    #[error("a list cannot be exported")]
    Export(#[from] ExportError),
    /// A fact cannot be entered or forgotten.
    #[error(transparent)]
    Fact(#[from] FactError),
    /// An ad cannot be reviewed, drawn or compared.
    #[error(transparent)]
    Ad(#[from] AdError),
    /// A list cannot be fetched or saved.
    #[error(transparent)]
    List(#[from] ListError),
    /// A workspace cannot be opened, changed or removed.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The text does not contain usable rules.
    #[error("the text does not contain usable rules")]
    OwnRules(#[source] OwnRulesError),
    /// The text is not the layout of a form.
    #[error("not the layout of a form")]
    Layout(#[from] LayoutFileError),
    /// The text is not the address of a web page.
    #[error("not a web address")]
    NotAWebAddress,
    /// The cache has no such campaign.
    #[error("campaign {0} is not in this workspace")]
    CampaignMissing(String),
    /// This workspace has no such ad.
    #[error("ad {0} is not in this workspace")]
    AdMissing(String),
    /// The cache has no such retargeting value.
    #[error("retargeting value {0} is not in this workspace")]
    ValueMissing(String),
    /// The interface has no call that changes a retargeting value.
    #[error("a retargeting value cannot be changed")]
    ValueReadOnly,
    /// This workspace has no such ad from a file.
    #[error("this ad from a file was removed")]
    FileAdMissing,
    /// An ad from the file with this name is read-only.
    #[error("the ad from the file {0} cannot be changed")]
    FileAdReadOnly(String),
    /// There is no such draft.
    #[error("there is no draft {0}")]
    DraftMissing(String),
    /// A campaign already has a draft with other changes.
    #[error("campaign {campaign} has another draft")]
    OtherDraft {
        /// The campaign's id.
        campaign: String,
        /// Its name in the draft.
        title: String,
        /// The draft's own id.
        draft: String,
    },
    /// This workspace has no such sent item.
    #[error("there is no sent item {0} in this workspace")]
    ItemMissing(String),
    /// The history no longer has such an entry.
    #[error("there is no entry {0} in the history")]
    HistoryMissing(String),
    /// A template has no name.
    #[error("a template needs a name")]
    NoTemplateName,
    /// The input is not an id.
    #[error("“{0}” is not an id")]
    NotAnId(String),
    /// The system opened no browser.
    #[error("no browser could be opened")]
    NoBrowser(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The decision does not fit the item's state.
    #[error("the item does not allow this decision")]
    AlreadyDecided,
    /// The draft and someone else changed the same values, and nobody settled that.
    #[error("{title} has open clashes")]
    OpenClashes {
        /// The object's name.
        title: String,
        /// The number of open clashes.
        count: usize,
    },
    /// Errors that nobody overrode block the send.
    #[error("{title} still has errors")]
    UnresolvedErrors {
        /// The campaign's name.
        title: String,
    },
    /// The person stopped the operation, or started a newer one.
    #[error("stopped")]
    Stopped,
    /// The preview was replaced by a newer one, or the program was restarted.
    #[error("this preview is out of date")]
    PreviewMissing,
    /// The workspace is read-only, so nothing may be sent.
    #[error("the workspace {0} is read-only")]
    ReadOnly(String),
    /// The workspace's connection settings changed after it was opened.
    #[error("the settings of {0} were changed since it was opened")]
    SettingsChanged(String),
    /// A large send in a production workspace was not confirmed by the workspace's name.
    #[error("the name {name} was not typed")]
    NameNotTyped {
        /// The workspace's name.
        name: String,
        /// The number of items to send.
        items: u32,
    },
    /// Another program is sending in this workspace, or its lock failed.
    #[error("could not take the send lock")]
    SendLock(#[from] SendLockError),
}

impl Error {
    /// Returns whether the error's sentence says everything, because no system failed.
    const fn is_self_explanatory(&self) -> bool {
        matches!(
            self,
            Self::Document(_)
                | Self::Draft(_)
                | Self::Batch(_)
                | Self::ObjectSheet(_)
                | Self::RowImport(_)
                | Self::ValueTable(_)
                | Self::Export(_)
                | Self::Fact(_)
                | Self::Ad(_)
                | Self::List(_)
                | Self::Workspace(_)
                | Self::OwnRules(_)
                | Self::Layout(_)
                | Self::NoBrowser(_)
        )
    }

    pub(crate) fn code(&self) -> FailureCode {
        match self {
            Self::Store(error) => code_of_store(error),
            Self::Client(error) => code_of_client(error),
            Self::NoUserHome(_)
            | Self::Home { .. }
            | Self::ForeignHome { .. }
            | Self::ClockBefore1970
            | Self::Export(ExportError::Write(_) | ExportError::TemporaryFile)
            | Self::SendLock(SendLockError::File(_)) => FailureCode::Storage,
            Self::SendLock(_)
            | Self::AlreadyDecided
            | Self::PreviewMissing
            | Self::RowImport(RowImportError::Changed | RowImportError::Changing { .. })
            | Self::OpenClashes { .. }
            | Self::OtherDraft { .. }
            | Self::SettingsChanged(_)
            | Self::ReadOnly(_) => FailureCode::Conflict,
            Self::Stopped => FailureCode::Cancelled,
            Self::CampaignMissing(_)
            | Self::AdMissing(_)
            | Self::ValueMissing(_)
            | Self::FileAdMissing
            | Self::DraftMissing(_)
            | Self::ItemMissing(_)
            | Self::HistoryMissing(_)
            | Self::Batch(BatchError::Missing(_))
            | Self::ReplyExpired => FailureCode::NotFound,
            Self::Document(_)
            | Self::Draft(_)
            | Self::Batch(_)
            | Self::ObjectSheet(_)
            | Self::RowImport(_)
            | Self::ValueTable(_)
            | Self::Export(_)
            | Self::Fact(_)
            | Self::Ad(_)
            | Self::List(_)
            | Self::Workspace(_)
            | Self::OwnRules(_)
            | Self::Layout(_)
            | Self::NotAWebAddress
            | Self::FileAdReadOnly(_)
            | Self::ValueReadOnly
            | Self::NoTemplateName
            | Self::NotAnId(_)
            | Self::NameNotTyped { .. }
            | Self::UnresolvedErrors { .. } => FailureCode::Invalid,
            Self::Practice(error) if error.class() != ErrorClass::Other => FailureCode::Storage,
            Self::RepeatedPage => FailureCode::Refused,
            Self::Practice(_) | Self::Secrets(_) | Self::NoBrowser(_) => FailureCode::Internal,
        }
    }

    pub(crate) fn cause_chain(&self) -> Option<String> {
        if self.is_self_explanatory() {
            return None;
        }
        let causes: Vec<String> = std::iter::successors(self.source(), |error| (*error).source())
            .map(ToString::to_string)
            .collect();
        (!causes.is_empty()).then(|| causes.join(": "))
    }
}

/// Converts a failure before any reply.
impl From<RequestFailure> for Error {
    fn from(failure: RequestFailure) -> Self {
        ClientError::from(failure).into()
    }
}

fn code_of_store(error: &StoreError) -> FailureCode {
    match error {
        StoreError::AlreadyBeingSent { .. }
        | StoreError::BatchConflict { .. }
        | StoreError::BatchDiscarded { .. }
        | StoreError::DraftClosed { .. }
        | StoreError::DraftExists { .. }
        | StoreError::RevisionConflict { .. }
        | StoreError::TemplateExists { .. }
        | StoreError::ViewExists { .. }
        | StoreError::WorkspaceExists { .. }
        | StoreError::WorkspaceBusy { .. }
        | StoreError::WrongState { .. } => FailureCode::Conflict,
        StoreError::NotFound { .. } => FailureCode::NotFound,
        _ => FailureCode::Storage,
    }
}

fn code_of_client(error: &ClientError) -> FailureCode {
    if error.failure.is_unauthorized() {
        FailureCode::Unauthorized
    } else if error.failure.is_unreachable() {
        FailureCode::Offline
    } else {
        FailureCode::Refused
    }
}
