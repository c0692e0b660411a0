//! What the doctor asked, and what came back.

use std::collections::HashSet;

use adwright_client::{ClientError, ProbeResponse, RedactedReply};
use adwright_model::{Editable, Path};
use adwright_wire::{
    Dialect, EnvelopeError, ListReply, RawRowKey, guess_error_paths, guess_list_path,
    guess_total_path, parse_list_with, raw_row_key,
};

use crate::reply::raw_reply;
use crate::views::{DoctorExchange, DoctorStepId};

/// How many rows of a list are looked at.
const SAMPLES: usize = 50;

/// A change of a setting: its key and what it is set to.
pub(super) type SettingOverride = (&'static str, String);

/// One thing that was asked, and what came back.
#[derive(Debug, Clone)]
pub(super) struct Probe {
    pub(super) step: DoctorStepId,
    /// What was changed for it, against the settings that were known to work before.
    pub(super) changes: Vec<SettingOverride>,
    /// The method and the address.
    pub(super) request: String,
    /// How long it took, in milliseconds.
    pub(super) took: i64,
    /// How large the body was that came.
    bytes: usize,
    /// Where a reply in an unknown envelope seems to have what was asked for.
    pub(super) elsewhere: Option<Path>,
    /// Where a failure of which no code is known seems to have one, and its words.
    pub(super) error_elsewhere: Option<(Path, Option<Path>)>,
    pub(super) came: ProbeResult,
}

/// What came back.
#[derive(Debug, Clone)]
pub(super) enum ProbeResult {
    /// No answer that can be used, nor shown.
    Failure(ClientError),
    /// A login that worked; its reply is a secret.
    Session,
    /// An answer to a read.
    Answer(Box<ProbeResponse>),
    /// A page of a list, in full.
    Rows(Box<ProbedPage>),
    /// What came for the rest of a page that seemed to be cut.
    Rest(Box<PageRemainder>),
}

/// A page of a list.
#[derive(Debug, Clone)]
pub(super) struct ProbedPage {
    pub(super) look: ProbeResponse,
    /// The outermost members of the reply.
    pub(super) members: Vec<String>,
    /// How many rows were asked for.
    pub(super) wanted: u32,
    pub(super) count: usize,
    pub(super) total: Option<u64>,
    /// Where the reply seems to say how many there are, where nothing is known to.
    pub(super) total_elsewhere: Option<Path>,
    /// The first rows that can be read.
    pub(super) samples: Vec<Editable>,
    keys: HashSet<RawRowKey>,
}

/// The rest of a page: the rows between those that came and as many as were asked for.
#[derive(Debug, Clone)]
pub(super) struct PageRemainder {
    look: ProbeResponse,
    /// How many rows were asked for at first, and how many came.
    pub(super) page: (u32, u32),
    /// Whether a row of it is new: then the service had more for the page than it gave.
    pub(super) has_news: bool,
}

impl ProbedPage {
    /// How many rows a page has that seems to be cut: fewer than were asked for, although there are more by the total. That
    /// alone proves nothing, since a total may count what this login does not see.
    pub(super) fn truncated_after(&self) -> Option<u32> {
        let count = u32::try_from(self.count).ok()?;
        let has_more = self.total.is_some_and(|total| total > u64::from(count));
        (count > 0 && count < self.wanted && has_more).then_some(count)
    }

    /// What came for the rest of this page, after so many rows of it.
    pub(super) fn remainder_of(&self, rest: ProbeResult, count: u32) -> ProbeResult {
        match rest {
            ProbeResult::Rows(rest) => ProbeResult::Rest(Box::new(PageRemainder {
                has_news: !rest.keys.is_subset(&self.keys),
                page: (self.wanted, count),
                look: rest.look,
            })),
            other => other,
        }
    }
}

impl ProbeResult {
    /// A reply to a list, cut into its rows where that can be done.
    pub(super) fn from_list(look: ProbeResponse, wanted: u32, dialect: &Dialect) -> Self {
        if look.failure.is_some() {
            return Self::Answer(Box::new(look));
        }
        match parse_list_with(&look.body, dialect) {
            Ok(reply) => Self::Rows(Box::new(rows(look, wanted, &reply))),
            Err(unreadable) => Self::Answer(Box::new(ProbeResponse {
                failure: Some(ClientError::Unreadable {
                    why: unreadable,
                    came: None,
                }),
                ..look
            })),
        }
    }

    /// Why it is not what was hoped for.
    pub(super) fn failure(&self) -> Option<&ClientError> {
        match self {
            Self::Failure(error) => Some(error),
            Self::Answer(look) => look.failure.as_ref(),
            Self::Session | Self::Rows(_) | Self::Rest(_) => None,
        }
    }

    pub(super) fn look(&self) -> Option<&ProbeResponse> {
        match self {
            Self::Answer(look) => Some(look),
            Self::Rows(rows) => Some(&rows.look),
            Self::Rest(rest) => Some(&rest.look),
            Self::Failure(_) | Self::Session => None,
        }
    }

    /// The body of an answer in an unknown envelope.
    pub(super) fn unknown_envelope_body(&self) -> Option<&str> {
        let Some(ClientError::Unreadable {
            why: EnvelopeError::UnknownEnvelope,
            ..
        }) = self.failure()
        else {
            return None;
        };
        Some(&self.look()?.body)
    }

    /// The body of a failure of which no code is known.
    fn uncoded_body(&self) -> Option<&str> {
        let is_uncoded = match self.failure()? {
            ClientError::Refused { codes, .. } => codes.is_empty(),
            ClientError::Unclear { .. } | ClientError::Unauthorized { .. } => true,
            _ => false,
        };
        Some(self.look()?.body.as_str()).filter(|_| is_uncoded)
    }

    /// The answer as a person looks at it; none where none came, or where it is a secret.
    fn reply(&self) -> Option<&RedactedReply> {
        match self {
            Self::Failure(error) => error.reply(),
            _ => self.look()?.came.as_deref(),
        }
    }

    pub(super) fn rows(&self) -> Option<&ProbedPage> {
        match self {
            Self::Rows(rows) => Some(rows),
            _ => None,
        }
    }
}

impl Probe {
    /// Of a body whose parts were looked at already, only what is shown is kept: a service may answer every try with a very
    /// large page.
    pub(super) fn new(
        (step, changes): (DoctorStepId, Vec<SettingOverride>),
        request: String,
        took: i64,
        mut came: ProbeResult,
    ) -> Self {
        let bytes = came.look().map_or(0, |look| look.body.len());
        let elsewhere = came.unknown_envelope_body().and_then(guess_list_path);
        let error_elsewhere = came.uncoded_body().and_then(guess_error_paths);
        match &mut came {
            ProbeResult::Rows(rows) => rows.look.body = String::new(),
            ProbeResult::Rest(rest) => rest.look.body = String::new(),
            ProbeResult::Answer(look) if look.failure.is_some() => {
                if let Some(came) = &look.came {
                    look.body.clone_from(&came.body);
                }
            }
            ProbeResult::Answer(_) | ProbeResult::Failure(_) | ProbeResult::Session => {}
        }
        Self {
            step,
            changes,
            request,
            took,
            bytes,
            elsewhere,
            error_elsewhere,
            came,
        }
    }

    pub(super) fn is_success(&self) -> bool {
        self.came.failure().is_none()
    }

    /// The probe as it is shown.
    pub(super) fn to_view(&self) -> DoctorExchange {
        let took = self.took;
        let answer = match (&self.came, self.came.look()) {
            (_, Some(look)) => format!("{}, {}, {took} ms", look.status, size_text(self.bytes)),
            (ProbeResult::Failure(error), _) => format!("{error}, {took} ms"),
            _ => format!("a session was opened, {took} ms"),
        };
        DoctorExchange {
            request: self.request.clone(),
            answer,
            // From outside, an answer is all that is hoped for.
            works: self.is_success()
                || self.step == DoctorStepId::Address && self.came.look().is_some(),
            reply: self.came.reply().map(raw_reply),
        }
    }
}

fn rows(look: ProbeResponse, wanted: u32, reply: &ListReply) -> ProbedPage {
    let first = reply.items.iter().take(SAMPLES);
    let samples = first.filter_map(|raw| Editable::parse(std::str::from_utf8(raw).ok()?).ok());
    ProbedPage {
        samples: samples.collect(),
        keys: reply.items.iter().map(|raw| raw_row_key(raw)).collect(),
        members: member_names(&look.body),
        total_elsewhere: match reply.total {
            Some(_) => None,
            None => guess_total_path(&look.body, reply.items.len() as u64),
        },
        look,
        wanted,
        count: reply.items.len(),
        total: reply.total,
    }
}

/// The names of the members of a reply; none of a reply that is a list.
fn member_names(body: &str) -> Vec<String> {
    let document = Editable::parse(body).ok();
    let members = document
        .iter()
        .flat_map(|document| document.root().members());
    members.map(|(name, _)| name.into_owned()).collect()
}

fn size_text(bytes: usize) -> String {
    match bytes {
        0 => "empty".to_owned(),
        1..1024 => format!("{bytes} bytes"),
        _ => format!("{} KB", bytes.div_ceil(1024)),
    }
}
