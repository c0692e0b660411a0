use std::sync::Arc;

use adwright_wire::RequestFailure;

use crate::redacted_reply::RedactedReply;

/// The reply that caused an error; `None` if no reply came.
pub type MaybeReply = Option<Arc<RedactedReply>>;

/// A request to the service that failed.
///
/// No text of an error contains a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{failure}")]
pub struct ClientError {
    /// Why it failed.
    pub failure: RequestFailure,
    /// The reply that caused it.
    reply: MaybeReply,
}

impl From<RequestFailure> for ClientError {
    fn from(failure: RequestFailure) -> Self {
        Self::new(failure, None)
    }
}

impl ClientError {
    /// Creates an error with the reply that caused it.
    #[must_use]
    pub const fn new(failure: RequestFailure, reply: MaybeReply) -> Self {
        Self { failure, reply }
    }

    /// Returns the reply that caused the error; `None` if no reply came.
    #[must_use]
    pub fn reply(&self) -> Option<&RedactedReply> {
        self.reply.as_deref()
    }

    /// Returns the reply for a caller that keeps it longer than the error.
    pub(crate) fn shared_reply(&self) -> MaybeReply {
        self.reply.clone()
    }

    /// Removes the parts of a login's reply that may contain a token that the redactor does not know yet.
    pub(crate) fn without_token(mut self) -> Self {
        self.reply = self.reply().map(|reply| Arc::new(reply.without_token()));
        self
    }
}
