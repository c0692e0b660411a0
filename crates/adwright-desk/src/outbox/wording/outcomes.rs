//! What happened to an item, in sentences.

use adwright_planner::{
    Confirmation, ConfirmedBy, Contradiction, DifferingField, OpenReason, PossibleMatch,
    PossibleMatches, ReadFailure, ReportedError, SearchFailure, SendOutcome, UnclearReason,
    WithdrawReason,
};
use adwright_wire::{RequestFailure, codes};

use crate::context::Context;
use crate::host::Zone;
use crate::outbox::recorded_outcome::{PersonDecision, RecordedOutcome};
use crate::wording::incomplete_list_text;

const LATE: &str = "The service may still save it late. Look again before you take it back.";
const LOOK_FIRST: &str = "Fetch latest and compare. If it is the same object, choose “It was sent”, and make later \
    changes there.";
const SEND_COPY: &str = "If it is another object, take this back and send a copy: a copy is sent as a new \
    object.";
const CONTENT_ONLY: &str = "Only the content identifies it: the list shows no reference of Adwright, so the \
    service may not keep references.";

/// Renders outcomes as they were at a moment, with times in the zone of the workspace.
#[derive(Clone, Copy)]
pub(crate) struct OutcomeRenderer<'a> {
    pub(super) zone: &'a Zone,
    /// The moment, in epoch milliseconds.
    pub(super) at: i64,
}

/// Returns the renderer for a moment in epoch milliseconds.
pub(crate) fn wording_at(context: &Context, at: i64) -> OutcomeRenderer<'_> {
    OutcomeRenderer {
        zone: &context.zone,
        at,
    }
}

impl OutcomeRenderer<'_> {
    /// Returns what happened to an item, from the stored outcome; empty if none was stored.
    pub(crate) fn stored(self, outcome: Option<&str>) -> String {
        let outcome = RecordedOutcome::parse(outcome);
        outcome.map_or_else(String::new, |outcome| self.recorded(&outcome))
    }

    /// Returns what happened to an item, in sentences.
    fn recorded(self, outcome: &RecordedOutcome) -> String {
        match outcome {
            RecordedOutcome::OnItsWay => "On its way.".to_owned(),
            RecordedOutcome::LookingUp => "No clear answer arrived; looking it up.".to_owned(),
            RecordedOutcome::Busy => "The service was too busy.".to_owned(),
            RecordedOutcome::CallRefused => {
                "The service refused the call with this item; Adwright sends it again in a smaller call."
                    .to_owned()
            }
            RecordedOutcome::Settled(outcome) => self.outcome(outcome),
            RecordedOutcome::BusyUntilEnd { status } => format!(
                "The service was too busy ({status}) and reported that it did nothing. It can be sent again; the \
                 next send first checks if the service has it."
            ),
            RecordedOutcome::Decided { person, decision } => {
                format!("{person} {}.", person_decision(*decision))
            }
        }
    }

    /// Returns how an item ended, in sentences.
    pub(crate) fn outcome(self, outcome: &SendOutcome) -> String {
        match outcome {
            SendOutcome::Confirmed(confirmation) => self.confirmation(confirmation),
            SendOutcome::Refused(error) => refusal(error),
            SendOutcome::NeedsYou(reason) => open_reason(reason),
            SendOutcome::Withdrawn(reason) => self.withdrawal(reason),
        }
    }

    fn confirmation(self, confirmation: &Confirmation) -> String {
        let Confirmation {
            by,
            includes_foreign_changes,
            has_interleaved_save,
            read_failure,
        } = confirmation;
        let (mut sentence, proof) = confirmed_by(by);
        if *includes_foreign_changes {
            sentence += " It includes the changes that someone else made since you fetched it.";
        }
        if *has_interleaved_save {
            sentence += " Its version increased by more than one: someone else saved it at the same time. Check \
                         the changes.";
        }
        match (read_failure, proof) {
            (Some(failure), _) => {
                let failure = self.read_failure(failure);
                sentence += " The service confirmed it, but it could not be read back: ";
                sentence += &failure;
            }
            (None, Some(proof)) => sentence += &proof,
            (None, None) => {}
        }
        sentence
    }

    /// Returns why an item was not sent, in sentences.
    pub(in crate::outbox) fn withdrawal(self, reason: &WithdrawReason) -> String {
        const AGAIN: &str = "It is unchanged; send it again when the service can be reached.";
        match reason {
            WithdrawReason::NeverSent(failure) => {
                format!("Nothing was sent: {failure}. {AGAIN}")
            },
            WithdrawReason::NotRead(failure) => {
                format!("Nothing was sent: {} {AGAIN}", self.read_failure(failure))
            }
            WithdrawReason::LoginNotAccepted => {
                "Nothing was sent: the service does not accept the login. Check the credentials, then send again.".to_owned()
            }
            WithdrawReason::NotSearched(failure) => format!(
                "Nothing was sent: an earlier send may have created it, and the list cannot be searched: {} Send \
                 again later. If you know that the service does not have it, send a copy: a copy is sent as a new \
                 object.",
                self.search_failure(failure)
            ),
            WithdrawReason::Paused { until_ms } => match until_ms.and_then(|at| self.until(at)) {
                Some(until) => format!(
                    "The service asks for a pause until {until}; nothing more was sent. Send again after the \
                     pause."
                ),
                None => "The service was too busy several times; nothing more was sent. Send again later.".to_owned(),
            },
            WithdrawReason::Stopped => {
                "You stopped during a pause that the service asked for. It had not started this item, which is \
                 unchanged.".to_owned()
            }
        }
    }

    /// Returns what is known about an item that needs a person, in sentences.
    pub(crate) fn evidence(self, reason: &OpenReason) -> Vec<String> {
        match reason {
            OpenReason::Contradicted { shown, later } => {
                let fields = match shown {
                    Contradiction::OtherValues(fields) => fields.as_slice(),
                    Contradiction::Missing => &[],
                };
                let later = later.iter().map(|failure| self.read_failure(failure));
                fields.iter().map(differing_field).chain(later).collect()
            }
            OpenReason::PartlyApplied { fields, .. } | OpenReason::NotApplied { fields, .. } => {
                fields.iter().map(differing_field).collect()
            }
            OpenReason::NotRead { failure, .. } => vec![self.read_failure(failure)],
            OpenReason::NotListed { .. } => vec![LATE.to_owned()],
            OpenReason::NotSearched { failure, .. } => vec![self.search_failure(failure)],
            OpenReason::CouldBe {
                why,
                matches,
                lacks_reference,
            } => {
                let unclear = format!("No clear answer arrived: {}", unclear_reason(why));
                let only_content = lacks_reference.then(|| CONTENT_ONLY.to_owned());
                let sentences = [unclear, possible_matches(matches)].into_iter();
                sentences.chain(only_content).collect()
            }
            OpenReason::SentBefore { matches } => {
                let advice = [LOOK_FIRST, SEND_COPY].map(str::to_owned);
                [possible_matches(matches)]
                    .into_iter()
                    .chain(advice)
                    .collect()
            }
            OpenReason::Gone
            | OpenReason::ChangedMeanwhile
            | OpenReason::NotThere { .. }
            | OpenReason::WithoutId
            | OpenReason::LostTrack => Vec::new(),
        }
    }

    fn read_failure(self, failure: &ReadFailure) -> String {
        match failure {
            ReadFailure::Stopped => "you stopped before it was fetched.".to_owned(),
            ReadFailure::Paused { until_ms } => {
                let until = self.until(*until_ms).unwrap_or_default();
                format!("the service asks for a pause until {until}.")
            }
            ReadFailure::Failed(failure) => format!("{failure}."),
            ReadFailure::Unreadable { reason, place } => {
                format!("Line {}, column {}: {reason}", place.line, place.column)
            }
            ReadFailure::Database { cause } => format!("{cause}."),
        }
    }

    fn search_failure(self, failure: &SearchFailure) -> String {
        match failure {
            SearchFailure::NotRead(failure) => self.read_failure(failure),
            SearchFailure::Stopped => {
                "The list is incomplete: you stopped before its end.".to_owned()
            }
            SearchFailure::Incomplete(reason) => {
                format!("The list is incomplete: {}.", incomplete_list_text(*reason))
            }
            SearchFailure::UnreadableRows => {
                "The list is complete, but some rows cannot be read.".to_owned()
            }
            SearchFailure::IndistinguishableRows => {
                "The list is complete, but it does not show what identifies this object.".to_owned()
            }
        }
    }

    fn until(self, until_ms: i64) -> Option<String> {
        self.zone.format_until(until_ms, self.at)
    }
}

/// Returns the decision of a person, to follow the name.
const fn person_decision(decision: PersonDecision) -> &'static str {
    match decision {
        PersonDecision::WasSent => "reported that the service has it",
        PersonDecision::BackToDraft => "took it back; it can be sent again",
        PersonDecision::Rebase => "took it back, to continue from the newest version",
    }
}

/// Returns what proves that the service has an object, and the proof by reference.
fn confirmed_by(by: &ConfirmedBy) -> (String, Option<String>) {
    let sentence = match by {
        ConfirmedBy::Updated => "Updated.",
        ConfirmedBy::Created => "Created.",
        ConfirmedBy::Found(_) => {
            "Created. No clear answer arrived, but the service has it under Adwright’s reference."
        }
        ConfirmedBy::FoundBeforeWrite(_) => {
            "Created by an earlier send, which the service saved late. Nothing was sent again."
        }
        ConfirmedBy::Held => {
            "Updated. No clear answer arrived, but the service has the sent values."
        }
        ConfirmedBy::HeldDespite(error) => {
            let code = error.code.unwrap_or_default();
            let sentence = format!(
                "Updated, although the service reported an error ({code}): {}",
                reported_error(error)
            );
            return (sentence, None);
        }
        ConfirmedBy::HeldThoughBusy => {
            "Updated. The service reported that it was too busy, but it has the sent values."
        }
    };
    let proof = match by {
        ConfirmedBy::Found(proof) | ConfirmedBy::FoundBeforeWrite(proof) => {
            let so = if proof.is_only_one {
                "no other object was sent with it"
            } else {
                "the object contains everything that was sent last"
            };
            let reference = &proof.reference;
            Some(format!(
                " It has Adwright’s reference {reference}, and {so}."
            ))
        }
        ConfirmedBy::Updated
        | ConfirmedBy::Created
        | ConfirmedBy::Held
        | ConfirmedBy::HeldDespite(_)
        | ConfirmedBy::HeldThoughBusy => None,
    };
    (sentence.to_owned(), proof)
}

fn refusal(error: &ReportedError) -> String {
    let said = error.code.unwrap_or_else(|| error.status.into());
    let reason = match codes::explain(error.code, error.message.as_deref()) {
        Some(reason) => format!(": {reason}"),
        None => " and gave no reason.".to_owned(),
    };
    let remedy = codes::remedy(error.code);
    format!("The service refused it ({said}){reason} {remedy} It is kept as it was sent.")
}

fn reported_error(error: &ReportedError) -> String {
    codes::explain(error.code, error.message.as_deref())
        .unwrap_or_else(|| "no reason given".to_owned())
}

fn open_reason(reason: &OpenReason) -> String {
    let unclear = |why: &UnclearReason, what: &str| {
        format!(
            "No clear answer arrived ({}), and {what}.",
            unclear_reason(why)
        )
    };
    let fixed = match reason {
        OpenReason::Gone => "The service reports that it no longer exists. Nothing was sent.",
        OpenReason::ChangedMeanwhile => {
            "Someone changed it since you last fetched it. Nothing was sent, and nothing was overwritten."
        }
        OpenReason::Contradicted { shown, .. } => match shown {
            Contradiction::OtherValues(_) => {
                "The service accepted the change, but it has other values."
            }
            Contradiction::Missing => {
                "The service accepted it, but now reports that it does not exist."
            }
        },
        OpenReason::PartlyApplied { error, .. } => {
            let code = error.code.unwrap_or_default();
            let why = reported_error(error);
            return format!(
                "The service reported an error ({code}): {why} It has only a part of the change."
            );
        }
        OpenReason::NotApplied { why, .. } => {
            return unclear(why, "the service does not have the change");
        }
        OpenReason::NotThere { why } => {
            return unclear(why, "the service reports that it does not exist");
        }
        OpenReason::NotRead { why, .. } => return unclear(why, "it could not be looked up"),
        OpenReason::NotListed { why } => return unclear(why, "it is not in the list"),
        OpenReason::NotSearched { why, .. } => {
            return unclear(why, "the list could not be searched");
        }
        OpenReason::CouldBe { matches, .. } => {
            if matches.count > 1 {
                let several = matches.count;
                return format!("The service has {several} objects that could be this one.");
            }
            "The service has one object that could be this one. It may also be an older object with the same \
             content."
        }
        OpenReason::SentBefore { .. } => {
            "The service has an object that could be from an earlier send. Nothing was sent again."
        }
        OpenReason::WithoutId => "The service has it, but without an id.",
        OpenReason::LostTrack => {
            "Adwright lost track of this item and stopped before sending anything more."
        }
    };
    fixed.to_owned()
}

/// Returns why an outcome is unclear, as a clause.
fn unclear_reason(why: &UnclearReason) -> String {
    const BUSY: &str = "the service was too busy to answer";
    const UNTOLD: &str = "the reply does not report the outcome of this row";
    let fixed = match why {
        // The sentence says already that no reply came.
        UnclearReason::Lost(RequestFailure::IncompleteReply(cause)) => return cause.to_string(),
        UnclearReason::Lost(failure) => return failure.to_string(),
        UnclearReason::Reply(reply) => return reply.to_string(),
        UnclearReason::Reported(error) => return reported_error(error),
        UnclearReason::SeveralItems => "the service answered for several items at once (207)",
        UnclearReason::Unnamed => "the reply does not identify the created object",
        UnclearReason::Busy { status: None } => BUSY,
        UnclearReason::Busy {
            status: Some(status),
        } => return format!("{BUSY} ({status})"),
        UnclearReason::RowNotNamed { message: None } => UNTOLD,
        UnclearReason::RowNotNamed {
            message: Some(message),
        } => return format!("{UNTOLD}; the service says: “{message}”"),
        UnclearReason::CallRefused => {
            "the service refused the call, but may have created something"
        }
        UnclearReason::ProgramEnded => "Adwright ended before the answer arrived",
        UnclearReason::LookAsked => "you asked to look again",
        UnclearReason::LookInconclusive => "the lookup just after the send found nothing",
    };
    fixed.to_owned()
}

fn differing_field(
    DifferingField {
        path,
        service_value,
    }: &DifferingField,
) -> String {
    let value = service_value.as_deref().unwrap_or("absent");
    format!("{path}: the service has {value}")
}

/// Names listed objects, so that a person finds them.
fn possible_matches(PossibleMatches { first, count }: &PossibleMatches) -> String {
    let one = |PossibleMatch { id, name }: &PossibleMatch| {
        let id = id.map_or_else(|| "one without an id".to_owned(), |id| id.to_string());
        match name {
            Some(name) => format!("{id} “{name}”"),
            None => id,
        }
    };
    let named: Vec<_> = first.iter().map(one).collect();
    let more = match count.saturating_sub(first.len()) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("It could be {}{more}.", named.join(" or "))
}
