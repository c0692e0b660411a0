use serde::{Deserialize, Serialize};
use specta::Type;

/// One workspace among those that can be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is drawn by itself")]
pub struct WorkspaceRow {
    /// The workspace's own id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The colour that it is told by.
    pub colour: Colour,
    /// Where its service is, in words.
    pub place: String,
    /// Whether the service behind it is the practice service: it is always there, once.
    pub practice: bool,
    /// Whether it is the open one.
    pub open: bool,
    /// Whether nothing may be sent from it.
    pub read_only: bool,
    /// Whether a large send asks for its name.
    pub production: bool,
}

/// The colours that a workspace can be told by; its name stands beside it always.
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

/// What a person sets about a workspace. Everything typed is text as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceForm {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// The service's web address; of no meaning for Practice.
    pub address: String,
    /// Whether plain HTTP to another computer was chosen.
    pub plain_http: bool,
    /// How the service knows who asks.
    pub login: LoginKind,
    /// The name to log in by.
    pub login_name: String,
    /// The names of the headers whose values are secrets, with commas between them.
    pub headers: String,
    /// The headers that go with every request and are no secret, with their values, one a line.
    pub plain_headers: String,
    /// Whether nothing may be sent.
    pub read_only: bool,
    /// Whether a large send asks for the name.
    pub production: bool,
    /// How many drafts are sent without asking for the name.
    pub confirm_above: String,
}

/// How a service knows who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoginKind {
    /// It does not ask.
    None,
    /// A login with name and password answers with a token for the session.
    Session,
    /// Name and password go with every request.
    Basic,
    /// A token that was given once goes with every request.
    Bearer,
    /// Headers with secret values go with every request.
    Headers,
}

/// A workspace's form, to be filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceEdit {
    /// The workspace's own id; none for a new one.
    pub id: Option<String>,
    /// Whether it is Practice, whose service and login are given.
    pub practice: bool,
    /// The form as it is now.
    pub form: WorkspaceForm,
}

/// What is to be said of a form while it is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FormValidation {
    /// What stands in the way of saving it, in the order of the fields.
    pub problems: Vec<FormProblem>,
    /// Why plain HTTP has to be chosen for this address, as a sentence; none where it has not.
    pub plain_http: Option<String>,
    /// What else saving it does, as a sentence.
    pub note: Option<String>,
    /// The secrets that this way of logging in needs.
    pub slots: Vec<SecretSlot>,
}

/// What stands in the way of saving a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FormProblem {
    /// The field.
    pub field: WorkspaceFormField,
    /// What is wrong and what would be right, as a sentence.
    pub message: String,
}

/// A field of a workspace's form that can be filled in wrongly.
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
    /// What it is called to the desk.
    pub slot: String,
    /// What it is called to the person.
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
    /// Whether it is the open one and has to be opened anew for its settings to hold.
    pub reopen: bool,
    /// What else there is to know or to do, as a sentence.
    pub note: Option<String>,
}

/// What goes with a workspace that is removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RemovalPreview {
    /// The workspace's name.
    pub name: String,
    /// What is lost, one thing a line, such as "3 drafts that were not sent".
    pub lost: Vec<String>,
    /// What stays, as a sentence.
    pub stays: String,
    /// Why it cannot be removed now, as a sentence.
    pub blocked: Option<String>,
}

/// How a workspace is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RemovalMode {
    /// Its drafts and receipts are written to a file first.
    AfterExport,
    /// Its drafts and receipts go with it, as the person said.
    WithoutExport,
}

/// A workspace that was removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RemovalResult {
    /// Its name.
    pub name: String,
    /// The file with its drafts and receipts, where they were exported.
    pub file: Option<ExportedFile>,
    /// What could not be done, as a sentence.
    pub note: Option<String>,
}

/// A file that was written for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportedFile {
    /// Where it is.
    pub path: String,
}
