use adwright_wire::Verdict;

/// One write, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteExchange {
    /// Method and path, such as `PUT /campaigns/1072288341`.
    pub request: String,
    /// What came of it.
    pub delivery: WriteOutcome,
}

/// What came of sending a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The service cannot have done anything, so that it may be sent again: no byte of the body was handed to a
    /// connection, or it was refused with 401 and the login after that failed.
    NeverSent {
        /// Why, in words.
        why: String,
    },
    /// The whole answer came: to the write, or to the login after a 401 where the service wants it to wait (429).
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body's text; bytes that are no text are replaced in it.
        reply: String,
        /// What the answer means.
        verdict: Verdict,
    },
    /// It left, and no whole answer came back: nobody knows whether it was done.
    Lost {
        /// Why, in words.
        why: String,
    },
}

impl WriteOutcome {
    /// One word for a log.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::NeverSent { .. } => "never sent",
            Self::Answered { .. } => "answered",
            Self::Lost { .. } => "lost",
        }
    }
}
