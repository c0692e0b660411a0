use serde::Serialize;
use specta::Type;

use super::RawReply;

/// What went wrong, as the window needs to tell it apart.
///
/// A variant is added only when the window does something different for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
pub enum FailureCode {
    /// The request itself makes no sense, such as a path that is not in the document.
    Invalid,
    /// The thing asked for is not there.
    NotFound,
    /// Someone or something else holds or changed it.
    Conflict,
    /// The service cannot be reached.
    Offline,
    /// The service wants other credentials.
    Unauthorized,
    /// The service said no.
    Refused,
    /// The person stopped it.
    Cancelled,
    /// The local database or disk failed.
    Storage,
    /// A mistake of ours.
    Internal,
}

/// A failure as it crosses to the window: a code to act on, a sentence to read, details to copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// What the window acts on.
    pub code: FailureCode,
    /// A whole sentence: what happened, and what to do next.
    pub message: String,
    /// The chain of causes, for a bug report; never a secret, never a document.
    pub details: Option<String>,
    /// The answer that it is about, where one came.
    pub reply: Option<Box<RawReply>>,
}
