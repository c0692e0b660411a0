//! Creates: write once, then look for the created object; never write twice.

use adwright_model::EditableDocument;

use crate::list_scan::{MatchCandidate, id_of};
use crate::outcome::{
    ConfirmedBy, OpenReason, PossibleMatches, ReferenceProof, SearchFailure, UnclearReason,
    WithdrawReason,
};
use crate::read_back::{ReadBack, on_read_back};
use crate::reference::{UnsupportedReference, names_reference, reference_of};
use crate::settlement::Settlement;
use crate::step::{
    Action, EarlierSearch, OutcomeLookup, PlannedWrite, ReadResult, SendTask, Stage,
    look_up_unclear, refused, retry_lookup, start_write,
};

/// Writes at once. After earlier sends, it writes only if none of them created anything.
pub(crate) fn begin(body: EditableDocument, sent_before: Vec<EditableDocument>) -> (Stage, Action) {
    search_earlier(EarlierSearch {
        write: PlannedWrite { before: None, body },
        remaining: sent_before,
    })
}

/// Searches for the body of the last earlier send. Writes if no body remains.
fn search_earlier(mut search: EarlierSearch) -> (Stage, Action) {
    let Some(body) = search.remaining.pop() else {
        return start_write(search.write);
    };
    let earlier = PlannedWrite { before: None, body };
    (Stage::SearchingEarlier(search), Action::Search(earlier))
}

/// Decides from the list whether an earlier send already created the object.
pub(crate) fn on_earlier_searched(
    task: &SendTask,
    search: EarlierSearch,
    found: Result<&[MatchCandidate], &SearchFailure>,
) -> (Stage, Action) {
    match found {
        Ok([]) => search_earlier(search),
        Ok([candidate]) => match task.proof_of_match(candidate, &search.write) {
            Some(proof) => read_back(
                &candidate.object,
                search.write,
                ConfirmedBy::FoundBeforeWrite(proof),
            ),
            None => settle_sent_before(std::slice::from_ref(candidate)),
        },
        Ok(found) => settle_sent_before(found),
        Err(failure) => {
            Settlement::withdrawn(WithdrawReason::NotSearched(failure.clone())).into_step()
        }
    }
}

fn settle_sent_before(found: &[MatchCandidate]) -> (Stage, Action) {
    let matches = PossibleMatches::of(found);
    Settlement::open(OpenReason::SentBefore { matches }).into_step()
}

/// Reads back the full object, because a list may show only part of it.
fn read_back(listed: &EditableDocument, write: PlannedWrite, by: ConfirmedBy) -> (Stage, Action) {
    match id_of(listed) {
        Some(id) => ReadBack::new(write, by).step(id),
        None => Settlement::open(OpenReason::WithoutId).into_step(),
    }
}

/// Returns whether the candidate has every member of the body with the same value. Null members of the body do not
/// count, and an id may be a text or a number.
fn has_members_of(candidate: &EditableDocument, body: &EditableDocument) -> bool {
    body.root().members().all(|(name, sent)| {
        let listed = candidate.root().member(&name);
        sent.is_null() || listed.is_some_and(|listed| listed.equals_ignoring_id_type(&sent))
    })
}

/// Confirms the object that the reply shows as sent, if that is enough; otherwise reads back the object that the reply
/// names. If the reply names none, searches for it.
pub(crate) fn on_accepted(
    task: &SendTask,
    write: PlannedWrite,
    object: Option<EditableDocument>,
) -> (Stage, Action) {
    let Some((id, object)) = object.and_then(|object| Some((id_of(&object)?, object))) else {
        return look_up_unclear(task, write, UnclearReason::Unnamed);
    };
    let is_shown = task.is_reply_enough() && has_members_of(&object, &write.body);
    let back = ReadBack::new(write, ConfirmedBy::Created);
    if is_shown {
        return on_read_back(task, back, ReadResult::Object(object));
    }
    back.step(id)
}

/// Decides from a search of the list about a create whose outcome is unknown. A reported error and an absent object
/// together are a refusal.
pub(crate) fn on_searched(
    task: &SendTask,
    lookup: OutcomeLookup,
    found: Result<&[MatchCandidate], &SearchFailure>,
) -> (Stage, Action) {
    let why = lookup.why.clone();
    let settlement = match found {
        Ok([]) => match why.reported_error() {
            Some(error) => refused(task, error),
            None => Settlement::open(OpenReason::NotListed { why }),
        },
        Ok(found) => return on_candidates(task, lookup, found),
        Err(failure) => Settlement::open(OpenReason::NotSearched {
            why,
            failure: failure.clone(),
        }),
    };
    retry_lookup(lookup, settlement)
}

fn on_candidates(
    task: &SendTask,
    lookup: OutcomeLookup,
    found: &[MatchCandidate],
) -> (Stage, Action) {
    if let [candidate] = found
        && let Some(proof) = task.proof_of_match(candidate, &lookup.write)
    {
        return read_back(&candidate.object, lookup.write, ConfirmedBy::Found(proof));
    }
    let shows_reference = found.iter().any(|candidate| candidate.by_reference);
    let lacks_reference = task.reference().is_some() && !shows_reference;
    let settlement = Settlement::open(OpenReason::CouldBe {
        why: lookup.why.clone(),
        matches: PossibleMatches::of(found),
        lacks_reference,
    });
    if lacks_reference {
        // The list may show our own object later, beside the similar ones.
        return retry_lookup(lookup, settlement);
    }
    settlement.into_step()
}

impl SendTask {
    /// Returns the proof that this is the created object, and not a similar object or another version of its draft.
    fn proof_of_match(
        &self,
        candidate: &MatchCandidate,
        write: &PlannedWrite,
    ) -> Option<ReferenceProof> {
        let reference = self.reference().filter(|_| candidate.by_reference)?;
        let has_reference = reference_of(&candidate.object).as_deref() == Some(reference);
        let is_only_one = self.is_only_one_sent(write);
        let is_certain =
            has_reference && (is_only_one || has_members_of(&candidate.object, &write.body));
        is_certain.then(|| ReferenceProof {
            reference: reference.to_owned(),
            is_only_one,
        })
    }

    /// Returns whether only this body was sent under its reference.
    fn is_only_one_sent(&self, write: &PlannedWrite) -> bool {
        let Self::Create {
            reference: Some(reference),
            sent_before,
            ..
        } = self
        else {
            return false;
        };
        let is_other = |sent: &EditableDocument| {
            let is_same = has_members_of(sent, &write.body) && has_members_of(&write.body, sent);
            reference_of(sent).as_deref() == Some(reference) && !is_same
        };
        !sent_before.iter().any(is_other)
    }

    const fn is_reply_enough(&self) -> bool {
        matches!(
            self,
            Self::Create {
                is_reply_enough: true,
                ..
            }
        )
    }

    /// Returns our reference that the create carries.
    fn reference(&self) -> Option<&str> {
        match self {
            Self::Create { reference, .. } => reference.as_deref(),
            Self::Update { .. } => None,
        }
    }

    /// Returns the evidence of a refusal that names our reference; none otherwise.
    pub(crate) fn evidence_of_refused_reference(
        &self,
        message: Option<&str>,
    ) -> Option<UnsupportedReference> {
        let message = message.filter(|_| self.reference().is_some())?;
        names_reference(message).then(|| UnsupportedReference::Refused(message.to_owned()))
    }

    /// Returns the evidence of a created object that lacks our reference; none otherwise.
    pub(crate) fn evidence_of_dropped_reference(
        &self,
        now: &EditableDocument,
    ) -> Option<UnsupportedReference> {
        let is_dropped = self.reference().is_some() && reference_of(now).is_none();
        is_dropped.then_some(UnsupportedReference::Dropped)
    }
}
