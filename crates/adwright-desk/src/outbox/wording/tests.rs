//! The sentences themselves, one line per outcome. Everything else compares types.

use adwright_model::{TextPosition, UneditableReason};
use adwright_planner::{
    Confirmation, ConfirmedBy, Contradiction, DifferingField, OpenReason, PossibleMatch,
    PossibleMatches, ReadFailure, ReferenceProof, ReportedError, SearchFailure, SendOutcome,
    UnclearReason, WithdrawReason,
};
use adwright_store::{ChainBreak, ChainFault, ChainStatus, Receipt};
use adwright_wire::{Ambiguity, ConnectionFailure, IncompleteList, RequestFailure, UnclearReply};
use expect_test::expect;

use super::{OutcomeRenderer, receipt_audit};

use crate::host::Zone;
use crate::outbox::recorded_outcome::{PersonDecision, RecordedOutcome};

fn lines(outcomes: impl IntoIterator<Item = RecordedOutcome>) -> String {
    let zone = Zone::named("UTC");
    let wording = OutcomeRenderer { zone: &zone, at: 0 };
    let lines = outcomes.into_iter().map(|outcome| {
        // What is stored is what is worded.
        let json = outcome.to_json();
        assert_eq!(RecordedOutcome::parse(Some(&json)), Some(outcome.clone()));
        let mut lines = wording.stored(Some(&json)) + "\n";
        if let RecordedOutcome::Settled(SendOutcome::NeedsYou(reason)) = &outcome {
            for evidence in wording.evidence(reason) {
                lines.extend(["  ", &evidence, "\n"]);
            }
        }
        lines
    });
    lines.collect()
}

fn confirmed(by: ConfirmedBy) -> RecordedOutcome {
    RecordedOutcome::Settled(SendOutcome::Confirmed(Confirmation {
        by,
        includes_foreign_changes: false,
        has_interleaved_save: false,
        read_failure: None,
    }))
}

fn open(reason: OpenReason) -> RecordedOutcome {
    RecordedOutcome::Settled(SendOutcome::NeedsYou(reason))
}

fn withdrawn(reason: WithdrawReason) -> RecordedOutcome {
    RecordedOutcome::Settled(SendOutcome::Withdrawn(reason))
}

fn error(code: Option<u32>, message: Option<&str>) -> ReportedError {
    ReportedError {
        status: 400,
        code,
        message: message.map(str::to_owned),
    }
}

fn lost() -> UnclearReason {
    UnclearReason::Lost(RequestFailure::IncompleteReply(ConnectionFailure::Other(
        "the connection broke".to_owned(),
    )))
}

fn no_answer() -> ReadFailure {
    ReadFailure::Failed(no_connection())
}

fn no_connection() -> RequestFailure {
    RequestFailure::Unreachable(ConnectionFailure::UnknownHost)
}

fn fields() -> Vec<DifferingField> {
    [("name", Some("\"Old\"")), ("budget", None)]
        .map(|(path, held)| DifferingField {
            path: path.parse().unwrap(),
            service_value: held.map(str::to_owned),
        })
        .to_vec()
}

fn matches(count: usize) -> PossibleMatches {
    let one = |at: usize| PossibleMatch {
        id: (at > 0).then_some(7),
        name: (at < 2).then(|| "New".to_owned()),
    };
    PossibleMatches {
        first: (0..count.min(3)).map(one).collect(),
        count,
    }
}

#[test]
fn items_in_progress_and_decisions_are_worded() {
    let decided = |decision| RecordedOutcome::Decided {
        person: "Ann".to_owned(),
        decision,
    };
    expect![[r#"
        On its way.
        No clear answer arrived; looking it up.
        The service was too busy.
        The service refused the call with this item; Adwright sends it again in a smaller call.
        The service was too busy (429) and reported that it did nothing. It can be sent again; the next send first checks if the service has it.
        Ann reported that the service has it.
        Ann took it back; it can be sent again.
        Ann took it back, to continue from the newest version.
    "#]].assert_eq(&lines([
        RecordedOutcome::OnItsWay,
        RecordedOutcome::LookingUp,
        RecordedOutcome::Busy,
        RecordedOutcome::CallRefused,
        RecordedOutcome::BusyUntilEnd { status: 429 },
        decided(PersonDecision::WasSent),
        decided(PersonDecision::BackToDraft),
        decided(PersonDecision::Rebase),
    ]));
}

#[test]
fn confirmations_and_refusals_are_worded() {
    let proof = |is_only_one| ReferenceProof {
        reference: "r-1".to_owned(),
        is_only_one,
    };
    let with = |[includes_foreign_changes, has_interleaved_save]: [bool; 2], read_failure| {
        RecordedOutcome::Settled(SendOutcome::Confirmed(Confirmation {
            by: ConfirmedBy::Updated,
            includes_foreign_changes,
            has_interleaved_save,
            read_failure,
        }))
    };
    let refused = |error| RecordedOutcome::Settled(SendOutcome::Refused(error));
    expect![[r#"
        Updated.
        Created.
        Created. No clear answer arrived, but the service has it under Adwright’s reference. It has Adwright’s reference r-1, and no other object was sent with it.
        Created by an earlier send, which the service saved late. Nothing was sent again. It has Adwright’s reference r-1, and the object contains everything that was sent last.
        Updated. No clear answer arrived, but the service has the sent values.
        Updated, although the service reported an error (70001): No.
        Updated. The service reported that it was too busy, but it has the sent values.
        Updated. Its version increased by more than one: someone else saved it at the same time. Check the changes.
        Updated. It includes the changes that someone else made since you fetched it.
        Updated. The service confirmed it, but it could not be read back: the service cannot be reached: its host name cannot be found.
        The service refused it (62004): This login lacks the privileges for the action. Ask for the privilege, or connect with another login. It is kept as it was sent.
        The service refused it (400): The name is too long. Fix the cause, then send it again. It is kept as it was sent.
        The service refused it (400) and gave no reason. Fix the cause, then send it again. It is kept as it was sent.
    "#]].assert_eq(&lines([
        confirmed(ConfirmedBy::Updated),
        confirmed(ConfirmedBy::Created),
        confirmed(ConfirmedBy::Found(proof(true))),
        confirmed(ConfirmedBy::FoundBeforeWrite(proof(false))),
        confirmed(ConfirmedBy::Held),
        confirmed(ConfirmedBy::HeldDespite(error(Some(70_001), Some("No.")))),
        confirmed(ConfirmedBy::HeldThoughBusy),
        with([false, true], None),
        with([true, false], None),
        with([false, false], Some(no_answer())),
        refused(error(Some(62_004), None)),
        refused(error(None, Some("The name is too long."))),
        refused(error(None, None)),
    ]));
}

#[test]
fn open_updates_are_worded_with_their_evidence() {
    let contradicted = |shown, later| open(OpenReason::Contradicted { shown, later });
    let why = lost;
    expect![[r#"
        The service reports that it no longer exists. Nothing was sent.
        Someone changed it since you last fetched it. Nothing was sent, and nothing was overwritten.
        The service accepted the change, but it has other values.
          name: the service has "Old"
          budget: the service has absent
        The service accepted it, but now reports that it does not exist.
          the service cannot be reached: its host name cannot be found.
        The service reported an error (70001): No. It has only a part of the change.
          name: the service has "Old"
          budget: the service has absent
        No clear answer arrived (the connection broke), and the service does not have the change.
          name: the service has "Old"
          budget: the service has absent
        No clear answer arrived (the connection broke), and the service reports that it does not exist.
        No clear answer arrived (the connection broke), and it could not be looked up.
          the service cannot be reached: its host name cannot be found.
    "#]]
    .assert_eq(&lines([
        open(OpenReason::Gone),
        open(OpenReason::ChangedMeanwhile),
        contradicted(Contradiction::OtherValues(fields()), None),
        contradicted(Contradiction::Missing, Some(no_answer())),
        open(OpenReason::PartlyApplied {
            error: error(Some(70_001), Some("No.")),
            fields: fields(),
        }),
        open(OpenReason::NotApplied {
            why: why(),
            fields: fields(),
        }),
        open(OpenReason::NotThere { why: why() }),
        open(OpenReason::NotRead {
            why: why(),
            failure: no_answer(),
        }),
    ]));
}

#[test]
fn open_creates_are_worded_with_their_evidence() {
    let why = lost;
    expect![[r#"
        No clear answer arrived (the connection broke), and it is not in the list.
          The service may still save it late. Look again before you take it back.
        No clear answer arrived (the connection broke), and the list could not be searched.
          The list is complete, but some rows cannot be read.
        The service has one object that could be this one. It may also be an older object with the same content.
          No clear answer arrived: the connection broke
          It could be one without an id “New”.
          Only the content identifies it: the list shows no reference of Adwright, so the service may not keep references.
        The service has 5 objects that could be this one.
          No clear answer arrived: the connection broke
          It could be one without an id “New” or 7 “New” or 7, and 2 more.
        The service has an object that could be from an earlier send. Nothing was sent again.
          It could be one without an id “New” or 7 “New”.
          Fetch latest and compare. If it is the same object, choose “It was sent”, and make later changes there.
          If it is another object, take this back and send a copy: a copy is sent as a new object.
        The service has it, but without an id.
        Adwright lost track of this item and stopped before sending anything more.
    "#]]
    .assert_eq(&lines([
        open(OpenReason::NotListed { why: why() }),
        open(OpenReason::NotSearched {
            why: why(),
            failure: SearchFailure::UnreadableRows,
        }),
        open(OpenReason::CouldBe {
            why: why(),
            matches: matches(1),
            lacks_reference: true,
        }),
        open(OpenReason::CouldBe {
            why: why(),
            matches: matches(5),
            lacks_reference: false,
        }),
        open(OpenReason::SentBefore {
            matches: matches(2),
        }),
        open(OpenReason::WithoutId),
        open(OpenReason::LostTrack),
    ]));
}

#[test]
fn withdrawals_are_worded() {
    let unsearched = |failure| withdrawn(WithdrawReason::NotSearched(failure));
    let unread = |failure| withdrawn(WithdrawReason::NotRead(failure));
    expect![[r#"
        Nothing was sent: the service cannot be reached: its host name cannot be found. It is unchanged; send it again when the service can be reached.
        Nothing was sent: the service does not accept the login. Check the credentials, then send again.
        The service asks for a pause until 01:00; nothing more was sent. Send again after the pause.
        The service was too busy several times; nothing more was sent. Send again later.
        You stopped during a pause that the service asked for. It had not started this item, which is unchanged.
        Nothing was sent: you stopped before it was fetched. It is unchanged; send it again when the service can be reached.
        Nothing was sent: the service asks for a pause until 01:00. It is unchanged; send it again when the service can be reached.
        Nothing was sent: Line 2, column 7: objects and lists are nested more than 128 deep. It is unchanged; send it again when the service can be reached.
        Nothing was sent: an earlier send may have created it, and the list cannot be searched: the service cannot be reached: its host name cannot be found. Send again later. If you know that the service does not have it, send a copy: a copy is sent as a new object.
        Nothing was sent: an earlier send may have created it, and the list cannot be searched: The list is incomplete: you stopped before its end. Send again later. If you know that the service does not have it, send a copy: a copy is sent as a new object.
        Nothing was sent: an earlier send may have created it, and the list cannot be searched: The list is incomplete: the service sent an empty reply. Send again later. If you know that the service does not have it, send a copy: a copy is sent as a new object.
        Nothing was sent: an earlier send may have created it, and the list cannot be searched: The list is complete, but it does not show what identifies this object. Send again later. If you know that the service does not have it, send a copy: a copy is sent as a new object.
    "#]].assert_eq(&lines([
        withdrawn(WithdrawReason::NeverSent(no_connection())),
        withdrawn(WithdrawReason::LoginNotAccepted),
        withdrawn(WithdrawReason::Paused {
            until_ms: Some(3_600_000),
        }),
        withdrawn(WithdrawReason::Paused { until_ms: None }),
        withdrawn(WithdrawReason::Stopped),
        unread(ReadFailure::Stopped),
        unread(ReadFailure::Paused {
            until_ms: 3_600_000,
        }),
        unread(ReadFailure::Unreadable {
            reason: UneditableReason::TooDeep,
            place: TextPosition { line: 2, column: 7 },
        }),
        unsearched(SearchFailure::NotRead(no_answer())),
        unsearched(SearchFailure::Stopped),
        unsearched(SearchFailure::Incomplete(IncompleteList::NoContent)),
        unsearched(SearchFailure::IndistinguishableRows),
    ]));
}

#[test]
fn unclear_replies_are_worded() {
    let unclear = |why| open(OpenReason::NotThere { why });
    let row = |message: Option<&str>| UnclearReason::RowNotNamed {
        message: message.map(str::to_owned),
    };
    let all = [
        UnclearReason::Reply(UnclearReply {
            ambiguity: Ambiguity::Unreadable,
            status: 502,
            codes: Vec::new(),
            message: None,
        }),
        UnclearReason::Reported(error(None, None)),
        UnclearReason::SeveralItems,
        UnclearReason::Unnamed,
        UnclearReason::Busy { status: None },
        UnclearReason::Busy { status: Some(503) },
        row(None),
        row(Some("Too many.")),
        UnclearReason::CallRefused,
        UnclearReason::ProgramEnded,
        UnclearReason::LookAsked,
        UnclearReason::LookInconclusive,
    ];
    expect![[r#"
        No clear answer arrived (the reply cannot be read (status 502)), and the service reports that it does not exist.
        No clear answer arrived (no reason given), and the service reports that it does not exist.
        No clear answer arrived (the service answered for several items at once (207)), and the service reports that it does not exist.
        No clear answer arrived (the reply does not identify the created object), and the service reports that it does not exist.
        No clear answer arrived (the service was too busy to answer), and the service reports that it does not exist.
        No clear answer arrived (the service was too busy to answer (503)), and the service reports that it does not exist.
        No clear answer arrived (the reply does not report the outcome of this row), and the service reports that it does not exist.
        No clear answer arrived (the reply does not report the outcome of this row; the service says: “Too many.”), and the service reports that it does not exist.
        No clear answer arrived (the service refused the call, but may have created something), and the service reports that it does not exist.
        No clear answer arrived (Adwright ended before the answer arrived), and the service reports that it does not exist.
        No clear answer arrived (you asked to look again), and the service reports that it does not exist.
        No clear answer arrived (the lookup just after the send found nothing), and the service reports that it does not exist.
    "#]].assert_eq(&lines(all.map(unclear)));
}

#[test]
fn receipt_audits_are_worded() {
    let status = |length, broken| ChainStatus {
        length,
        last_hash: None,
        broken,
    };
    let broken = |fault| ChainBreak {
        item: "item".to_owned(),
        at: 0,
        receipt: Some(Receipt {
            seq: 5,
            item: "item".to_owned(),
            canonical: String::new(),
            prev_hash: None,
            hash: String::new(),
            at: 0,
        }),
        fault,
    };
    let zone = Zone::named("UTC");
    let word = |status: ChainStatus, title| receipt_audit(&zone, &status, title) + "\n";
    let intact = [0, 1, 1200].map(|length| word(status(length, None), None));
    let broken = [
        (0, ChainFault::Hash, None),
        (1, ChainFault::Hash, Some("Spring")),
        (3, ChainFault::Order, Some("Spring")),
        (3, ChainFault::Link, Some("Spring")),
        (3, ChainFault::MissingItem, Some("Spring")),
        (3, ChainFault::MissingReceipt, Some("Spring")),
    ]
    .map(|(length, fault, title)| word(status(length, Some(broken(fault))), title));
    expect![[r#"
        There are no receipts yet.
        The receipt is intact.
        All 1,200 receipts are intact.
        Receipt 1 (1970-01-01 00:00:00) was changed: its hash does not match its content. Check the object at the service.
        Receipt 2 of “Spring” (1970-01-01 00:00:00) was changed: its hash does not match its content. The receipt before it is intact. Check the object at the service.
        Receipt 4 is missing: receipt 5 of “Spring” (1970-01-01 00:00:00) follows. The 3 receipts before it are intact. Check the object at the service.
        Receipt 4 of “Spring” (1970-01-01 00:00:00) does not contain the hash of the receipt before it. The 3 receipts before it are intact. Check the object at the service.
        The sent item of receipt 4 of “Spring” (1970-01-01 00:00:00) is missing. The 3 receipts before it are intact. Check the object at the service.
        The receipt of “Spring” (1970-01-01 00:00:00) is missing. The 3 receipts before it are intact. Check the object at the service.
    "#]]
    .assert_eq(&(intact.concat() + &broken.concat()));
}
