//! The errors of workspaces, their settings and their forms.

use adwright_wire::{DialectError, HeaderError, RequestFailure, SettingError};

/// The reason why a workspace cannot be opened, changed or removed.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// The workspace cannot be opened.
    #[error("the workspace {name} cannot be opened")]
    Unusable {
        /// Its name.
        name: String,
        /// The reason.
        reason: UnusableReason,
    },
    /// No workspace has this name. `known` are the names to choose from, if they help.
    #[error("no workspace is named {name}")]
    Unknown {
        /// The name, as typed.
        name: String,
        /// The names of the workspaces.
        known: Vec<String>,
    },
    /// Several workspaces could be meant.
    #[error("several workspaces could be meant")]
    Ambiguous {
        /// The names of the workspaces.
        known: Vec<String>,
    },
    /// Practice does not allow this.
    #[error("impossible for practice: {0:?}")]
    Practice(PracticeRefusal),
    /// The workspace cannot be removed.
    #[error("the workspace cannot be removed: {0:?}")]
    Removal(RemovalBlocker),
    /// The form is invalid.
    #[error("the form is invalid")]
    Form(#[from] FormError),
    /// The text is not a usable settings file.
    #[error("the settings file is unusable")]
    File(#[from] SettingsFileError),
    /// The settings are invalid.
    #[error("the settings are invalid")]
    Dialect(#[from] DialectError),
    /// A setting cannot be set.
    #[error("a setting cannot be set")]
    Setting(#[from] SettingError),
    /// Only the current service can tell what became of sent items.
    #[error("items with an unknown outcome need the current service")]
    OpenItems,
    /// This workspace needs no such secret.
    #[error("the workspace {0} needs no such secret")]
    NoSuchSecret(String),
    /// No secret is required.
    #[error("no secret is required")]
    NoSecretAsked,
    /// A send is running in the open workspace.
    #[error("a send is running")]
    Sending,
    /// Another workspace was opened in place of this one.
    #[error("another workspace is open")]
    Left,
}

/// The reason why a workspace cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnusableReason {
    /// The stored settings are damaged, or another version of Adwright wrote them.
    DamagedSettings,
    /// The address is not a web address.
    NotAnAddress,
    /// The client does not accept the address or the settings.
    Client(RequestFailure),
}

/// The reason why Practice refuses something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeRefusal {
    /// Practice exists once.
    Duplicate,
    /// Practice has no settings to export.
    Export,
    /// The settings of Practice are fixed.
    Settings,
    /// Practice must be open for an examination.
    NotOpen,
    /// Only the service of Practice can be paused, and another service was named.
    PauseOfAnother,
}

/// The reason why a workspace cannot be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RemovalBlocker {
    /// It is Practice.
    Practice,
    /// It is open.
    Open,
    /// The window opens it next.
    OpensNext,
    /// Sent items have an unknown outcome.
    OpenItems {
        /// The workspace's name.
        name: String,
        /// The number of items.
        items: u32,
    },
}

/// The reason why a text is not a usable settings file.
#[derive(Debug, thiserror::Error)]
pub enum SettingsFileError {
    /// The text is not JSON.
    #[error("not JSON")]
    NotJson(#[source] serde_json::Error),
    /// The JSON is something else.
    #[error("not a settings file")]
    OtherFormat,
    /// Another version of Adwright wrote the file.
    #[error("a settings file of another version")]
    OtherVersion,
    /// A member is named like a secret.
    #[error("a member is named like a secret: {0}")]
    ContainsSecret(String),
    /// A member has another type.
    #[error("unreadable settings")]
    Unreadable(#[source] serde_json::Error),
    /// A learned field cannot be read.
    #[error("an unreadable learned field: {0}")]
    LearnedField(String),
}

/// A problem of one field in the form of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// There is no name.
    #[error("no name")]
    NoName,
    /// The name has a character that is not drawn.
    #[error("an invisible character in the name")]
    InvisibleInName,
    /// The name is longer than this many characters.
    #[error("a name longer than {0} characters")]
    LongName(usize),
    /// Another workspace has the name.
    #[error("a name of another workspace: {0}")]
    NameTaken(String),
    /// There is no web address.
    #[error("not a web address")]
    NotAnAddress,
    /// The address contains a login.
    #[error("a login in the address")]
    LoginInAddress,
    /// The address contains a query or a fragment.
    #[error("a query in the address")]
    QueryInAddress,
    /// The address is not encrypted, and the person did not allow that.
    #[error("plain HTTP is not allowed")]
    PlainHttp,
    /// The login needs a name.
    #[error("no login name")]
    NoLoginName,
    /// The login needs a header.
    #[error("no header")]
    NoHeader,
    /// The text is not the name of a header.
    #[error("not a header name: {0}")]
    NotAHeaderName(String),
    /// A header is impossible.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The text is not a whole number.
    #[error("not a whole number")]
    NotANumber,
}
