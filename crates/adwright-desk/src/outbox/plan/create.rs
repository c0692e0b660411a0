//! Creates: write once, then look for the created object; never write twice.

use adwright_model::{Editable, Node};

use super::read_back::{Done, ReadBack};
use super::{
    Action, MatchCandidate, OutcomeLookup, PlannedWrite, SearchFailure, SendTask, Settlement,
    SettlementOutcome, Stage, retry_lookup, start_lookup, start_write,
};
use crate::document::id_of;
use crate::outbox::reference::{ReferenceLesson, names_reference, reference_of};

/// The most candidates to name in a sentence.
const NAMED: usize = 5;

/// Writes at once. After earlier sends, it writes only if none of them created anything.
pub(super) fn begin(body: Editable, sent_before: Vec<Editable>) -> (Stage, Action) {
    search_earlier(PlannedWrite { before: None, body }, sent_before)
}

/// Looks for the body of the last earlier send, and writes once none is left.
fn search_earlier(written: PlannedWrite, mut left: Vec<Editable>) -> (Stage, Action) {
    let Some(body) = left.pop() else {
        return start_write(written);
    };
    let earlier = PlannedWrite { before: None, body };
    (
        Stage::SearchingEarlier(written, left),
        Action::Search(earlier),
    )
}

/// Decides from the list whether an earlier send already created the object.
pub(super) fn on_earlier_searched(
    task: &SendTask,
    (written, left): (PlannedWrite, Vec<Editable>),
    found: Result<&[MatchCandidate], &SearchFailure>,
) -> (Stage, Action) {
    match found {
        Ok([]) => search_earlier(written, left),
        Ok([there]) if task.is_certain_match(there, &written) => {
            read_back(&there.object, written, Done::FoundBeforeWrite)
        }
        Ok(found) => Settlement::new(
            SettlementOutcome::NeedsYou,
            "The service holds what could be an earlier send of this draft. Nothing was sent again.",
        )
        .with_evidence(candidates_sentence(found))
        .with_evidence("Get latest and look. If it is this one, say that it was sent, and make later changes there.")
        .with_evidence("If it is another one, take this back and send a copy of the draft: a copy is sent as something new.")
        .into_step(),
        Err(SearchFailure { why, .. }) => Settlement::new(
            SettlementOutcome::Withdrawn,
            format!(
                "Nothing was sent: an earlier send may have created it, and the list cannot be searched: {why} Send again later. If you know that the service has none, send a copy of the draft: a copy is sent as something new."
            ),
        )
        .into_step(),
    }
}

/// Reads back the full object, because a list may show only part of it.
fn read_back(there: &Editable, written: PlannedWrite, done: Done) -> (Stage, Action) {
    match id_of(there) {
        Some(id) => ReadBack::new(written, done).step(id),
        None => Settlement::new(
            SettlementOutcome::NeedsYou,
            "The service holds it, but gives it no id.",
        )
        .into_step(),
    }
}

/// Returns whether the candidate holds every sent member with the same value.
fn contains_all(candidate: &Editable, body: &Editable) -> bool {
    body.root().members().all(|(name, sent)| {
        let held = candidate.root().member(&name);
        sent.is_null() || held.is_some_and(|held| held.equals_ignoring_id_type(&sent))
    })
}

/// Reads back the object that the reply names. If the reply names none, searches for it.
pub(super) fn on_accepted(
    task: &SendTask,
    written: PlannedWrite,
    entities: &[String],
) -> (Stage, Action) {
    let entity = entities
        .first()
        .and_then(|entity| Editable::parse(entity).ok());
    match entity.as_ref().and_then(id_of) {
        Some(id) => ReadBack::new(written, Done::Created).step(id),
        None => start_lookup(
            task,
            OutcomeLookup::new(written, "the reply does not name what was created"),
        ),
    }
}

/// Judges one search for a create whose outcome is unknown.
pub(super) fn on_searched(
    task: &SendTask,
    search: OutcomeLookup,
    found: Result<&[MatchCandidate], &SearchFailure>,
) -> (Stage, Action) {
    let why = &search.why;
    let settlement = match found {
        Ok([there]) if task.is_certain_match(there, &search.written) => {
            return read_back(&there.object, search.written, Done::Found);
        }
        Ok([]) => Settlement::new(
            SettlementOutcome::NeedsYou,
            format!("No clear answer came ({why}), and it is not in the list."),
        )
        .with_evidence("The service may still commit it late. Look again before you take it back."),
        Ok(found) => return settle_candidates(task, found, why).into_step(),
        Err(failed) => Settlement::new(
            SettlementOutcome::NeedsYou,
            format!("No clear answer came ({why}), and the list could not be searched."),
        )
        .with_evidence(failed.why.as_str())
        .needing_look(failed.may_pass),
    };
    retry_lookup(search, settlement)
}

fn settle_candidates(task: &SendTask, found: &[MatchCandidate], why: &str) -> Settlement {
    let outcome = match found.len() {
        1 => {
            "The service holds one that could be this one. It may also be an older twin.".to_owned()
        }
        several => format!("The service holds {several} that could be this one."),
    };
    let settlement = Settlement::new(SettlementOutcome::NeedsYou, outcome)
        .with_evidence(format!("No clear answer came: {why}"))
        .with_evidence(candidates_sentence(found));
    if task.has_reference() && !found.iter().any(|there| there.by_reference) {
        settlement.with_evidence("Only the content tells: the list shows no reference that Adwright sent, so the service may keep none.")
    } else {
        settlement
    }
}

/// Names the candidates, so that a person finds them.
fn candidates_sentence(found: &[MatchCandidate]) -> String {
    let one = |there: &MatchCandidate| {
        let id = id_of(&there.object);
        let id = id.map_or_else(|| "one without an id".to_owned(), |id| id.to_string());
        let name = there.object.root().member("name");
        let name = name.as_ref().and_then(Node::as_str);
        name.map_or(id.clone(), |name| format!("{id} “{name}”"))
    };
    let first: Vec<_> = found.iter().take(NAMED).map(one).collect();
    let more = match found.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("It could be {}{more}.", first.join(" or "))
}

impl SendTask {
    /// Returns whether this is the created object, and not a similar object or another version of the same draft.
    fn is_certain_match(&self, there: &MatchCandidate, written: &PlannedWrite) -> bool {
        let is_carried = there.by_reference
            && self.reference().is_some()
            && reference_of(&there.object).as_deref() == self.reference();
        is_carried && (self.is_only_one_sent(written) || contains_all(&there.object, &written.body))
    }

    /// Returns whether only this body was sent under its reference.
    pub(super) fn is_only_one_sent(&self, written: &PlannedWrite) -> bool {
        let Self::Create {
            reference: Some(reference),
            sent_before,
            ..
        } = self
        else {
            return false;
        };
        let is_other = |sent: &Editable| {
            let is_same = contains_all(sent, &written.body) && contains_all(&written.body, sent);
            reference_of(sent).as_deref() == Some(reference) && !is_same
        };
        !sent_before.iter().any(is_other)
    }

    fn has_reference(&self) -> bool {
        self.reference().is_some()
    }

    /// Returns our reference that the create carries.
    pub(super) fn reference(&self) -> Option<&str> {
        match self {
            Self::Create { reference, .. } => reference.as_deref(),
            Self::Update { .. } => None,
        }
    }

    /// Returns a lesson if the refusal names our reference.
    pub(super) fn lesson_of_refusal(&self, message: Option<&str>) -> Option<ReferenceLesson> {
        let message = message.filter(|_| self.has_reference())?;
        names_reference(message).then(|| ReferenceLesson::Refused(message.to_owned()))
    }

    /// Returns a lesson if the created object lacks our reference.
    pub(super) fn lesson_of_created(&self, now: &Editable) -> Option<ReferenceLesson> {
        let is_dropped = self.has_reference() && reference_of(now).is_none();
        is_dropped.then_some(ReferenceLesson::Dropped)
    }
}
