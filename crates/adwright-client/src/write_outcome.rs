use adwright_wire::{RequestFailure, Verdict};

/// One write and its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteExchange {
    /// Method and path, such as `PUT /campaigns/1072288341`.
    pub request: String,
    /// The outcome.
    pub delivery: WriteOutcome,
}

/// The outcome of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The service cannot have acted, so the write may be sent again. No byte of the body was handed to a connection,
    /// or the service answered 401 and the login after that failed.
    NeverSent(RequestFailure),
    /// A complete reply came: to the write, or to the login after a 401 if the service asks to wait (429).
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body's text. Bytes that are not UTF-8 are replaced.
        reply: String,
        /// The meaning of the reply.
        verdict: Verdict,
    },
    /// The request was sent, but no complete reply came. It is unknown whether the service acted on it.
    Lost(RequestFailure),
}

impl WriteOutcome {
    /// Returns one word for a log.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::NeverSent(_) => "never sent",
            Self::Answered { .. } => "answered",
            Self::Lost(_) => "lost",
        }
    }
}
