//! How an item ended, in codes and fields. The desk stores these values as JSON and words them when it shows them.

use adwright_model::{EditableDocument, Id, Node, Path, TextPosition, UneditableReason};
use adwright_wire::{IncompleteList, RequestFailure, UnclearReply};
use serde::{Deserialize, Serialize};

use crate::list_scan::{MatchCandidate, id_of};

/// A code below this repeats an HTTP status.
const FIRST_SERVICE_CODE: u32 = 600;

/// How an item ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SendOutcome {
    /// The service has it.
    Confirmed(Confirmation),
    /// The service refused it and changed nothing.
    Refused(ReportedError),
    /// A person has to decide.
    NeedsYou(OpenReason),
    /// Nothing was created or changed, so the item is a draft again.
    Withdrawn(WithdrawReason),
}

impl SendOutcome {
    /// Returns the code of the error that the service reported; none if it reported none.
    #[must_use]
    pub const fn code(&self) -> Option<u32> {
        match self {
            Self::Refused(error) | Self::NeedsYou(OpenReason::PartlyApplied { error, .. }) => {
                error.code
            }
            Self::Confirmed(_) | Self::NeedsYou(_) | Self::Withdrawn(_) => None,
        }
    }
}

/// The proof that the service has an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Confirmation {
    /// What proves it.
    pub by: ConfirmedBy,
    /// Whether the sent object includes changes that someone else made since the base was fetched.
    pub includes_foreign_changes: bool,
    /// Whether someone else saved the object between our two reads, as its version shows.
    pub has_interleaved_save: bool,
    /// Why the accepted object could not be read back; none if it was read.
    pub read_failure: Option<ReadFailure>,
}

/// What proves that the service has an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ConfirmedBy {
    /// The service accepted the update.
    Updated,
    /// The service accepted the create and named the new object.
    Created,
    /// The reply was unclear; a look found the created object by our reference.
    Found(ReferenceProof),
    /// An earlier send of the same draft created the object. This send wrote nothing.
    FoundBeforeWrite(ReferenceProof),
    /// The reply was unclear; a look shows the values that were sent.
    Held,
    /// The service reported an error, but a look shows the values that were sent.
    HeldDespite(ReportedError),
    /// The service was too busy for the write, but a look shows the values that were sent.
    HeldThoughBusy,
}

/// Why an object with our reference is the one that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceProof {
    /// The reference that the object carries.
    pub reference: String,
    /// Whether nothing else was sent under the reference. Otherwise the object holds everything that was sent last.
    pub is_only_one: bool,
}

/// An error that the service reported for an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedError {
    /// The HTTP status of the reply.
    pub status: u16,
    /// The service's code; none if it gave none.
    pub code: Option<u32>,
    /// The service's own words; none if it gave none.
    pub message: Option<String>,
}

/// Why a person has to decide about an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OpenReason {
    /// The object to update does not exist any more. Nothing was sent.
    Gone,
    /// Someone else changed the object since its base was fetched, and both sides' changes were not sent together.
    ChangedMeanwhile,
    /// The service accepted the write, but a look shows something else.
    Contradicted {
        /// What the look shows.
        shown: Contradiction,
        /// Why the second look failed; none if it showed the same.
        later: Option<ReadFailure>,
    },
    /// The service reported an error for an update and holds only a part of what was sent.
    PartlyApplied {
        /// The reported error.
        error: ReportedError,
        /// The fields with other values than were sent.
        fields: Vec<DifferingField>,
    },
    /// The reply to an update was unclear, and the service does not have the change.
    NotApplied {
        /// Why the outcome is unclear.
        why: UnclearReason,
        /// The fields with other values than were sent.
        fields: Vec<DifferingField>,
    },
    /// The reply to an update was unclear, and the object does not exist.
    NotThere {
        /// Why the outcome is unclear.
        why: UnclearReason,
    },
    /// The reply to an update was unclear, and the object could not be read.
    NotRead {
        /// Why the outcome is unclear.
        why: UnclearReason,
        /// Why the read failed.
        failure: ReadFailure,
    },
    /// The reply to a create was unclear, and the list does not show the object.
    NotListed {
        /// Why the outcome is unclear.
        why: UnclearReason,
    },
    /// The reply to a create was unclear, and the search of the list was inconclusive.
    NotSearched {
        /// Why the outcome is unclear.
        why: UnclearReason,
        /// Why the search was inconclusive.
        failure: SearchFailure,
    },
    /// The reply to a create was unclear, and listed objects could be the created one.
    CouldBe {
        /// Why the outcome is unclear.
        why: UnclearReason,
        /// The objects.
        matches: PossibleMatches,
        /// Whether the create carried a reference that none of these objects shows.
        lacks_reference: bool,
    },
    /// Listed objects could be from an earlier send of the draft. Nothing was sent again.
    SentBefore {
        /// The objects.
        matches: PossibleMatches,
    },
    /// The service holds the object without an id.
    WithoutId,
    /// An event did not fit the stage of the item. This is a bug; nothing more was sent.
    LostTrack,
}

impl OpenReason {
    /// Returns whether no look has shown the outcome, so that the next look needs no person.
    #[must_use]
    pub const fn needs_look(&self) -> bool {
        match self {
            Self::NotRead { .. } => true,
            Self::NotSearched { failure, .. } => failure.is_transient(),
            Self::Contradicted { later, .. } => later.is_some(),
            Self::Gone
            | Self::ChangedMeanwhile
            | Self::PartlyApplied { .. }
            | Self::NotApplied { .. }
            | Self::NotThere { .. }
            | Self::NotListed { .. }
            | Self::CouldBe { .. }
            | Self::SentBefore { .. }
            | Self::WithoutId
            | Self::LostTrack => false,
        }
    }
}

/// What a look shows instead of an accepted write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Contradiction {
    /// The fields with other values than were sent.
    OtherValues(Vec<DifferingField>),
    /// The object does not exist.
    Missing,
}

/// A field that the service holds with another value than was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DifferingField {
    /// The path of the field.
    pub path: Path,
    /// The value that the service holds, as raw JSON; none if the field is absent.
    pub service_value: Option<String>,
}

/// Listed objects that could be the sent one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PossibleMatches {
    /// The first of them.
    pub first: Vec<PossibleMatch>,
    /// The number of all.
    pub count: usize,
}

/// One listed object that could be the sent one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PossibleMatch {
    /// Its id; none if it has none.
    pub id: Option<i64>,
    /// Its name; none if it has none.
    pub name: Option<String>,
}

impl PossibleMatches {
    /// The most objects to name.
    const NAMED: usize = 5;

    pub(crate) fn of(found: &[MatchCandidate]) -> Self {
        Self {
            first: found
                .iter()
                .take(Self::NAMED)
                .map(PossibleMatch::of)
                .collect(),
            count: found.len(),
        }
    }
}

impl PossibleMatch {
    fn of(candidate: &MatchCandidate) -> Self {
        let object: &EditableDocument = &candidate.object;
        let name = object.root().member("name");
        Self {
            id: id_of(object).map(|Id(id)| id),
            name: name.as_ref().and_then(Node::as_str).map(String::from),
        }
    }
}

/// Why it is unknown whether the service carried out a write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UnclearReason {
    /// No complete reply came.
    Lost(RequestFailure),
    /// The reply does not show it.
    Reply(UnclearReply),
    /// The service reported an error, and may have saved the object anyway.
    Reported(ReportedError),
    /// The service answered for several items, although one was sent.
    SeveralItems,
    /// The reply does not name the created object.
    Unnamed,
    /// The service was too busy; the status with which it said so, if that alone is the reason.
    Busy {
        /// The HTTP status.
        status: Option<u16>,
    },
    /// The reply to a call for many rows has no part for this row.
    RowNotNamed {
        /// The service's own words about the call; none if it gave none.
        message: Option<String>,
    },
    /// The service refused the whole call, but nothing proves that it created nothing.
    CallRefused,
    /// The program ended before the reply came.
    ProgramEnded,
    /// A person asked to look again.
    LookAsked,
    /// The look just after the send was inconclusive.
    LookInconclusive,
}

impl UnclearReason {
    /// Returns the error that the service reported with a code of its own. A repeated HTTP status is no such code: it says
    /// nothing about the object.
    pub(crate) fn reported_error(&self) -> Option<ReportedError> {
        let is_own = |code: &u32| *code >= FIRST_SERVICE_CODE;
        match self {
            Self::Reported(error) => error.code.filter(is_own).map(|_| error.clone()),
            Self::Reply(reply) => Some(ReportedError {
                status: reply.status,
                code: Some(reply.codes.iter().copied().find(is_own)?),
                message: reply.message.clone(),
            }),
            _ => None,
        }
    }
}

/// Why an object could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReadFailure {
    /// The person stopped before the request was sent.
    Stopped,
    /// The service asks for a pause that is too long to wait for.
    Paused {
        /// The end of the pause, in epoch milliseconds.
        until_ms: i64,
    },
    /// The request failed.
    Failed(RequestFailure),
    /// The reply cannot be edited as a document.
    Unreadable {
        /// Why not.
        reason: UneditableReason,
        /// The place in the object.
        place: TextPosition,
    },
    /// The database on this computer failed before the request was sent.
    Database {
        /// The cause, in the words of the database.
        cause: String,
    },
}

/// Why a search of a list is inconclusive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SearchFailure {
    /// The list could not be read.
    NotRead(ReadFailure),
    /// The person stopped before the end of the list.
    Stopped,
    /// The service did not send the whole list.
    Incomplete(IncompleteList),
    /// Some rows cannot be read.
    UnreadableRows,
    /// Some rows lack the fields that would distinguish them from the sent object.
    IndistinguishableRows,
}

impl SearchFailure {
    /// Returns whether another search may succeed.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::NotRead(_) | Self::Stopped => true,
            Self::Incomplete(_) | Self::UnreadableRows | Self::IndistinguishableRows => false,
        }
    }
}

/// Why an item became a draft again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WithdrawReason {
    /// The write never left this computer.
    NeverSent(RequestFailure),
    /// The object could not be read before the write.
    NotRead(ReadFailure),
    /// The service does not accept the login.
    LoginNotAccepted,
    /// An earlier send may have created the object, and the search for it was inconclusive.
    NotSearched(SearchFailure),
    /// The service asks for a pause that is too long, or asked once too often.
    Paused {
        /// The end of the pause, in epoch milliseconds; none if the service did not say.
        until_ms: Option<i64>,
    },
    /// The person stopped during a pause. The service had done nothing.
    Stopped,
}
