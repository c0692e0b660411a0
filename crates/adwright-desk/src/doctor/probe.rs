//! The doctor's requests and their replies.

use std::collections::HashSet;

use adwright_client::{ClientError, ProbeResponse, RedactedReply};
use adwright_model::{EditableDocument, Kind, Path};
use adwright_views::DoctorStepId;
use adwright_wire::{
    Dialect, EnvelopeError, ListReply, RawRowKey, RequestFailure, guess_error_paths,
    guess_list_path, guess_total_path, parse_list_with, raw_row_key,
};

/// The most rows of a list to examine.
const SAMPLES: usize = 50;

/// A changed setting and its new value.
pub(super) type SettingOverride = (ProbedSetting, String);

/// A setting that probes try with another value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProbedSetting {
    TrailingSlash,
    RestPrefix,
    AdsPath,
    ListSort,
    PageSize,
    LoginPath,
    TokenScheme,
    TokenPlace,
    ListPlace,
    SinglePlace,
}

/// A list that the doctor reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProbedList {
    Campaigns,
    Values,
    Ads,
}

/// The request of a probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProbeRequest {
    Get {
        url: String,
    },
    Post {
        url: String,
    },
    /// The credentials for every request, before the first request.
    Credentials,
    /// The settings allow no request.
    Unsent,
}

/// One request and its reply.
#[derive(Debug, Clone)]
pub(super) struct Probe {
    pub(super) step: DoctorStepId,
    /// The settings that differ from the working ones.
    pub(super) changes: Vec<SettingOverride>,
    pub(super) request: ProbeRequest,
    /// The duration, in milliseconds.
    pub(super) duration_ms: i64,
    /// The size of the reply's body, in bytes.
    pub(super) bytes: usize,
    /// Where a reply in an unknown envelope seems to hold the object.
    pub(super) elsewhere: Option<Path>,
    /// Where a failure without a known code seems to hold a code, and its message.
    pub(super) error_elsewhere: Option<(Path, Option<Path>)>,
    pub(super) result: ProbeResult,
}

/// The reply to a probe.
#[derive(Debug, Clone)]
pub(super) enum ProbeResult {
    /// There was no usable or displayable reply.
    Failure(ClientError),
    /// A login that worked; its reply is a secret.
    Session,
    /// A reply to a read.
    Answer(Box<ProbeResponse>),
    /// An accepted read of a campaign that the list shows. The reply has no campaign.
    WithoutCampaign(Box<ProbeResponse>),
    /// A full page of a list.
    Rows(Box<ProbedPage>),
    /// The reply to a request for the rest of a page that seems truncated.
    Rest(Box<PageRemainder>),
}

/// A page of a list.
#[derive(Debug, Clone)]
pub(super) struct ProbedPage {
    pub(super) response: ProbeResponse,
    /// The top-level members of the reply.
    pub(super) members: Vec<String>,
    /// The number of rows that were requested.
    pub(super) requested: u32,
    pub(super) count: usize,
    pub(super) total: Option<u64>,
    /// Where the reply seems to hold the total, if the known places hold none.
    pub(super) total_elsewhere: Option<Path>,
    /// The first readable rows.
    pub(super) samples: Vec<EditableDocument>,
    keys: HashSet<RawRowKey>,
}

/// The rest of a page: the rows between those received and the number requested.
#[derive(Debug, Clone)]
pub(super) struct PageRemainder {
    response: ProbeResponse,
    /// The number of rows requested at first.
    pub(super) requested: u32,
    /// The number of rows received at first.
    pub(super) received: u32,
    /// Whether it has a new row, which proves that the service truncated the page.
    pub(super) has_new_rows: bool,
}

impl ProbedSetting {
    /// Returns the key of the setting.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::TrailingSlash => "trailingSlash",
            Self::RestPrefix => "restPrefix",
            Self::AdsPath => "adsPath",
            Self::ListSort => "listSort",
            Self::PageSize => "pageSize",
            Self::LoginPath => "authentication.session.path",
            Self::TokenScheme => "authentication.session.scheme",
            Self::TokenPlace => "authentication.session.token",
            Self::ListPlace => "listAt",
            Self::SinglePlace => "singleAt",
        }
    }
}

impl ProbedList {
    /// All lists, in the order of their steps.
    pub(super) const ALL: [Self; 3] = [Self::Campaigns, Self::Values, Self::Ads];

    /// Returns the step that reads the list.
    pub(super) const fn step(self) -> DoctorStepId {
        match self {
            Self::Campaigns => DoctorStepId::Campaigns,
            Self::Values => DoctorStepId::Values,
            Self::Ads => DoctorStepId::Ads,
        }
    }

    /// Returns the kind of the list.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Campaigns => Kind::Campaign,
            Self::Values => Kind::RetargetingDataValue,
            Self::Ads => Kind::Ad,
        }
    }
}

impl ProbedPage {
    /// Returns the number of rows of a page that seems truncated: fewer than requested, although the total is higher.
    /// This alone proves nothing, because a total may count rows that this login cannot see.
    pub(super) fn truncated_after(&self) -> Option<u32> {
        let count = u32::try_from(self.count).ok()?;
        let has_more = self.total.is_some_and(|total| total > u64::from(count));
        (count > 0 && count < self.requested && has_more).then_some(count)
    }

    /// Turns a reply into the remainder of this page, after this many rows.
    pub(super) fn with_remainder(&self, result: ProbeResult, received: u32) -> ProbeResult {
        match result {
            ProbeResult::Rows(rest) => ProbeResult::Rest(Box::new(PageRemainder {
                has_new_rows: !rest.keys.is_subset(&self.keys),
                requested: self.requested,
                received,
                response: rest.response,
            })),
            other => other,
        }
    }
}

impl ProbeResult {
    /// Splits a list reply into rows, if possible.
    pub(super) fn from_list(response: ProbeResponse, requested: u32, dialect: &Dialect) -> Self {
        if response.failure.is_some() {
            return Self::Answer(Box::new(response));
        }
        match parse_list_with(&response.body, dialect) {
            Ok(reply) => Self::Rows(Box::new(rows(response, requested, &reply))),
            Err(unreadable) => Self::Answer(Box::new(ProbeResponse {
                failure: Some(RequestFailure::Unreadable(unreadable).into()),
                ..response
            })),
        }
    }

    /// Returns why the request failed; `None` if it was accepted.
    pub(super) fn failure(&self) -> Option<&RequestFailure> {
        match self {
            Self::Failure(error) => Some(&error.failure),
            Self::Answer(response) => response.failure.as_ref().map(|error| &error.failure),
            Self::Session | Self::WithoutCampaign(_) | Self::Rows(_) | Self::Rest(_) => None,
        }
    }

    pub(super) fn response(&self) -> Option<&ProbeResponse> {
        match self {
            Self::Answer(response) | Self::WithoutCampaign(response) => Some(response),
            Self::Rows(rows) => Some(&rows.response),
            Self::Rest(rest) => Some(&rest.response),
            Self::Failure(_) | Self::Session => None,
        }
    }

    /// Returns the body of a reply in an unknown envelope.
    pub(super) fn unknown_envelope_body(&self) -> Option<&str> {
        let Some(RequestFailure::Unreadable(EnvelopeError::UnknownEnvelope)) = self.failure()
        else {
            return None;
        };
        Some(&self.response()?.body)
    }

    /// Returns the body of a failure without a known code.
    fn uncoded_body(&self) -> Option<&str> {
        let is_uncoded = match self.failure() {
            Some(RequestFailure::Refused { codes, .. }) => codes.is_empty(),
            Some(RequestFailure::Unclear(_) | RequestFailure::Unauthorized { .. }) => true,
            Some(_) => false,
            None => matches!(self, Self::WithoutCampaign(_)),
        };
        Some(self.response()?.body.as_str()).filter(|_| is_uncoded)
    }

    /// Returns the reply for display; none if there was none, or if it is a secret.
    pub(super) fn reply(&self) -> Option<&RedactedReply> {
        match self {
            Self::Failure(error) => error.reply(),
            _ => self.response()?.reply.as_deref(),
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
    /// Creates a probe. Once parsed, a body is dropped except for its displayed part: every reply may be a very large
    /// page.
    pub(super) fn new(
        step: DoctorStepId,
        changes: Vec<SettingOverride>,
        request: ProbeRequest,
        duration_ms: i64,
        mut result: ProbeResult,
    ) -> Self {
        let bytes = result.response().map_or(0, |response| response.body.len());
        let elsewhere = result.unknown_envelope_body().and_then(guess_list_path);
        let error_elsewhere = result.uncoded_body().and_then(guess_error_paths);
        match &mut result {
            ProbeResult::Rows(rows) => rows.response.body = String::new(),
            ProbeResult::Rest(rest) => rest.response.body = String::new(),
            ProbeResult::Answer(response) if response.failure.is_none() => {}
            ProbeResult::Answer(response) | ProbeResult::WithoutCampaign(response) => {
                if let Some(reply) = &response.reply {
                    response.body.clone_from(&reply.body);
                }
            }
            ProbeResult::Failure(_) | ProbeResult::Session => {}
        }
        Self {
            step,
            changes,
            request,
            duration_ms,
            bytes,
            elsewhere,
            error_elsewhere,
            result,
        }
    }

    pub(super) fn is_success(&self) -> bool {
        self.result.failure().is_none() && !matches!(self.result, ProbeResult::WithoutCampaign(_))
    }

    /// Returns whether the answer is one that the step hopes for. Without a login, any HTTP reply is.
    pub(super) fn is_expected(&self) -> bool {
        self.is_success() || self.step == DoctorStepId::Address && self.result.response().is_some()
    }
}

fn rows(response: ProbeResponse, requested: u32, reply: &ListReply) -> ProbedPage {
    let first = reply.items.iter().take(SAMPLES);
    let samples =
        first.filter_map(|raw| EditableDocument::parse(std::str::from_utf8(raw).ok()?).ok());
    ProbedPage {
        samples: samples.collect(),
        keys: reply.items.iter().map(|raw| raw_row_key(raw)).collect(),
        members: EditableDocument::parse(&response.body)
            .as_ref()
            .map(member_names)
            .unwrap_or_default(),
        total_elsewhere: match reply.total {
            Some(_) => None,
            None => guess_total_path(&response.body, reply.items.len() as u64),
        },
        response,
        requested,
        count: reply.items.len(),
        total: reply.total,
    }
}

/// Returns the names of the top-level members; none for a list.
pub(super) fn member_names(document: &EditableDocument) -> Vec<String> {
    let members = document.root().members();
    members.map(|(name, _)| name.into_owned()).collect()
}
