use serde::{Deserialize, Serialize};
use specta::Type;

/// One workspace in the list of workspaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is drawn by itself")]
pub struct WorkspaceRow {
    /// The workspace's own id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// The location of its service, in words.
    pub location: String,
    /// True if it is Practice, which always exists exactly once.
    pub practice: bool,
    /// True if it is open.
    pub open: bool,
    /// True if nothing may be sent from it.
    pub read_only: bool,
    /// True if a large send asks for its name.
    pub production: bool,
}

/// A colour of a workspace. The workspace's name is always shown beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each is the colour of its name")]
pub enum Colour {
    Green,
    Blue,
    Violet,
    Amber,
    Red,
    Teal,
    Pink,
    Grey,
}

impl Colour {
    /// All colours, in the order of use for new workspaces.
    pub const ALL: [Self; 8] = [
        Self::Green,
        Self::Blue,
        Self::Violet,
        Self::Amber,
        Self::Red,
        Self::Teal,
        Self::Pink,
        Self::Grey,
    ];

    /// Returns the colour's name in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Violet => "violet",
            Self::Amber => "amber",
            Self::Red => "red",
            Self::Teal => "teal",
            Self::Pink => "pink",
            Self::Grey => "grey",
        }
    }

    /// Parses a colour. An unknown word, as an imported file may have, becomes grey: the name still identifies the workspace.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        let known = Self::ALL.into_iter().find(|colour| colour.as_str() == word);
        known.unwrap_or(Self::Grey)
    }
}

/// The settings of a workspace in its form. Typed text stays as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceForm {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// The service's web address; ignored for Practice.
    pub address: String,
    /// True if plain HTTP to another computer was chosen.
    pub plain_http: bool,
    /// The way to log in.
    pub login: LoginKind,
    /// The login name.
    pub login_name: String,
    /// The names of the headers with secret values, separated by commas.
    pub headers: String,
    /// The headers without secrets for every request, with their values, one per line.
    pub plain_headers: String,
    /// True if nothing may be sent.
    pub read_only: bool,
    /// True if a large send asks for the name.
    pub production: bool,
    /// The largest number of drafts that can be sent without the name.
    pub confirm_above: String,
}

/// A way to log in to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoginKind {
    /// No login.
    None,
    /// A login with name and password that returns a session token.
    Session,
    /// Name and password in every request.
    Basic,
    /// A fixed token in every request.
    Bearer,
    /// Headers with secret values in every request.
    Headers,
}

/// A workspace's form, ready to be filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceEdit {
    /// The workspace's own id; none for a new one.
    pub id: Option<String>,
    /// True if it is Practice, whose service and login are fixed.
    pub practice: bool,
    /// The form's current content.
    pub form: WorkspaceForm,
}

/// The validation of a form while it is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FormValidation {
    /// The problems that prevent saving, in the order of the fields.
    pub problems: Vec<FormProblem>,
    /// The reason why plain HTTP has to be chosen for this address, as a sentence; none if it need not.
    pub plain_http: Option<String>,
    /// Another effect of saving, as a sentence.
    pub note: Option<String>,
    /// The secrets that this way to log in needs.
    pub slots: Vec<SecretSlot>,
}

/// A problem that prevents saving a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FormProblem {
    /// The field.
    pub field: WorkspaceFormField,
    /// The problem and its remedy, as a sentence.
    pub message: String,
}

/// A field of a workspace's form that can have a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each is the field of its name in the form")]
pub enum WorkspaceFormField {
    Name,
    Address,
    PlainHttp,
    LoginName,
    Headers,
    PlainHeaders,
    ConfirmAbove,
}

/// A secret that a person types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretSlot {
    /// Its name for the desk.
    pub slot: String,
    /// Its name for the person.
    pub label: String,
}

/// A workspace that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedWorkspace {
    /// The workspace's own id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// True if it is open and has to be reopened for its settings to apply.
    pub reopen: bool,
    /// A remark or a required action, as a sentence.
    pub note: Option<String>,
}

/// The consequences of removing a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RemovalPreview {
    /// The workspace's name.
    pub name: String,
    /// The lost objects, one per line, such as "3 drafts that were not sent".
    pub lost: Vec<String>,
    /// A sentence about everything that stays.
    pub stays: String,
    /// The reason why it cannot be removed now, as a sentence.
    pub blocked: Option<String>,
}

/// The way to remove a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RemovalMode {
    /// Writes its drafts and receipts to a file first.
    AfterExport,
    /// Deletes its drafts and receipts without a file, as the person chose.
    WithoutExport,
}

/// The result of removing a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RemovalResult {
    /// Its name.
    pub name: String,
    /// The file with its drafts and receipts, if they were exported.
    pub file: Option<ExportedFile>,
    /// The part that failed, as a sentence.
    pub note: Option<String>,
}

/// A file that was written for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportedFile {
    /// The file's path.
    pub path: String,
}
