use serde::Serialize;
use specta::Type;

use super::ReplyView;

/// A kind of failure that the window can tell apart.
///
/// A variant is added only when the window does something different for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
pub enum FailureCode {
    /// The request is not valid, such as a path that is not in the document.
    Invalid,
    /// The requested object does not exist.
    NotFound,
    /// Someone or something else locked or changed it.
    Conflict,
    /// The service cannot be reached.
    Offline,
    /// The service requires other credentials.
    Unauthorized,
    /// The service refused the request.
    Refused,
    /// The person stopped the operation.
    Cancelled,
    /// The local database or disk failed.
    Storage,
    /// An error in Adwright itself.
    Internal,
}

/// A failure for the window: a code to act on, a sentence to read, details to copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The code that the window acts on.
    pub code: FailureCode,
    /// A full sentence: what happened, and what to do next.
    pub message: String,
    /// The chain of causes, for a bug report. It contains no secret and no document.
    pub details: Option<String>,
    /// The service's reply, if one came.
    pub reply: Option<Box<ReplyView>>,
}
