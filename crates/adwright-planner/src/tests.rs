//! Scenes of one item: its events, and the actions that follow.

use std::sync::Arc;

use adwright_model::{Binding, Bindings, Catalog, Edit, EditableDocument, Kind};
use adwright_wire::{
    Ambiguity, ConnectionFailure, ForeignChangeRule, IncompleteList, ItemOutcome, ItemReply,
    RequestFailure, UnclearReply, Verdict, codes,
};

use crate::*;

const BASE: &str = r#"{"id":7,"version":3,"name":"Old","budget":1.50,"kept":[1, 2]}"#;
const MINE: &str = r#"{"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}"#;
const SAVED: &str = r#"{"id":7,"version":4,"name":"New","budget":1.50,"kept":[1, 2]}"#;
const THEIRS: &str = r#"{"id":7,"version":4,"name":"Theirs","budget":1.50,"kept":[1, 2]}"#;
const SENT: &str = r#"{"name":"New","clientRefId":"r-1"}"#;
const CREATED: &str = r#"{"id":8,"name":"New","clientRefId":"r-1"}"#;
const TWIN: &str = r#"{"id":8,"name":"New"}"#;
/// The end of a long pause, in epoch milliseconds.
const UNTIL: Option<i64> = Some(3_600_000);

/// One action, without the documents that it carries.
#[derive(Debug, PartialEq)]
enum Step {
    Read,
    ReadBack(i64),
    Write(&'static str),
    Search,
    Wait,
    Pause,
    End(SendOutcome),
}

use Step::{End, Pause, Read, Search, Wait, Write};

const READ_BACK: Step = Step::ReadBack(8);

/// A scene: its name, its task, its events and the steps that follow.
type Scene = (&'static str, SendTask, Vec<Event>, Vec<Step>);

#[track_caller]
fn check(scenes: Vec<Scene>) {
    for (name, task, events, expected) in scenes {
        let actions = play(&task, events);
        let steps: Vec<_> = actions.into_iter().map(step_of).collect();
        assert_eq!(steps, expected, "{name}");
    }
}

fn play(task: &SendTask, events: Vec<Event>) -> Vec<Action> {
    let mut stage = Stage::Planned;
    let actions = events.into_iter().map(|event| {
        let (after, action) = next_step(task, stage.clone(), event);
        stage = after;
        action
    });
    actions.collect()
}

fn settled(task: &SendTask, events: Vec<Event>) -> Settlement {
    match play(task, events).pop() {
        Some(Action::Settle(settlement)) => settlement,
        other => panic!("{other:?}"),
    }
}

fn step_of(action: Action) -> Step {
    match action {
        Action::Read => Read,
        Action::ReadBack(id) => Step::ReadBack(id.0),
        Action::Write(write) => Write(write.body.text().to_owned().leak()),
        Action::Search(_) => Search,
        Action::Wait => Wait,
        Action::Pause(_) => Pause,
        Action::Settle(settlement) => End(settlement.outcome),
    }
}

fn document(text: &str) -> EditableDocument {
    EditableDocument::parse(text).unwrap()
}

fn object(text: &str) -> Event {
    Event::Read(ReadResult::Object(document(text)))
}

fn set(path: &str, json: &str) -> Edit {
    Edit::Set {
        path: path.parse().unwrap(),
        json: json.to_owned(),
    }
}

fn update_from(base: &str, edits: &[Edit]) -> SendTask {
    SendTask::Update {
        base: document(base),
        is_base_full: true,
        mine: document(base).apply_all(edits).unwrap(),
        kind: Kind::Campaign,
        catalog: Arc::new(Catalog::bundled().clone()),
        foreign_changes: ForeignChangeRule::Merge,
        bindings: Bindings::default(),
    }
}

fn update_from_summary(base: &str, edits: &[Edit]) -> SendTask {
    let mut task = update_from(base, edits);
    if let SendTask::Update { is_base_full, .. } = &mut task {
        *is_base_full = false;
    }
    task
}

/// Returns an update that stops at any change of someone else.
fn update_that_stops() -> SendTask {
    let mut task = update();
    if let SendTask::Update {
        foreign_changes, ..
    } = &mut task
    {
        *foreign_changes = ForeignChangeRule::Stop;
    }
    task
}

fn update() -> SendTask {
    update_from(BASE, &[set("name", r#""New""#)])
}

fn create(reference: Option<&str>) -> SendTask {
    SendTask::Create {
        body: document(SENT),
        reference: reference.map(str::to_owned),
        sent_before: Vec::new(),
        is_reply_enough: false,
    }
}

/// Returns a create after earlier sends of the same draft.
fn create_after(sent_before: &[&str]) -> SendTask {
    SendTask::Create {
        body: document(SENT),
        reference: Some("r-1".to_owned()),
        sent_before: sent_before.iter().map(|text| document(text)).collect(),
        is_reply_enough: false,
    }
}

fn answered(status: u16, verdict: Verdict) -> Event {
    Event::Delivered(Delivery::Answered { status, verdict })
}

fn accepted() -> Event {
    answered(200, Verdict::Accepted { entities: vec![] })
}

fn created() -> Event {
    let entities = vec![TWIN.to_owned()];
    answered(200, Verdict::Accepted { entities })
}

fn busy(status: u16) -> Event {
    answered(status, Verdict::Wait { seconds: Some(7) })
}

/// Returns the reply that an update was refused partly, with 62001.
fn compare_needed() -> Event {
    let item = ItemReply {
        outcome: ItemOutcome::Compare,
        codes: vec![codes::VERIFICATION],
        message: None,
        entity: None,
    };
    answered(207, Verdict::PerItem { items: vec![item] })
}

fn verification_error() -> ReportedError {
    ReportedError {
        status: 207,
        code: Some(codes::VERIFICATION),
        message: None,
    }
}

fn broken() -> UnclearReason {
    UnclearReason::Lost(RequestFailure::IncompleteReply(
        ConnectionFailure::RequestTimeout,
    ))
}

fn lost() -> Event {
    Event::Delivered(Delivery::Unclear(broken()))
}

fn over() -> Event {
    Event::Paused(PauseOutcome::Over)
}

fn too_long(until_ms: Option<i64>) -> Event {
    Event::Paused(PauseOutcome::TooLong { until_ms })
}

fn stopped() -> Event {
    Event::Paused(PauseOutcome::Stopped)
}

fn no_answer() -> ReadFailure {
    ReadFailure::Failed(no_connection())
}

fn no_connection() -> RequestFailure {
    RequestFailure::Unreachable(ConnectionFailure::ConnectTimeout)
}

fn unread() -> Event {
    Event::Read(ReadResult::Failed(no_answer()))
}

fn missing() -> Event {
    Event::Read(ReadResult::Missing)
}

/// Returns the event of a search without a match.
fn none() -> Event {
    Event::Searched(Ok(vec![]))
}

fn unsearched() -> Event {
    Event::Searched(Err(SearchFailure::NotRead(no_answer())))
}

/// Returns the event of a search with one match.
fn searched(text: &str, by_reference: bool) -> Event {
    Event::Searched(Ok(vec![MatchCandidate {
        object: document(text),
        by_reference,
    }]))
}

const QUIET: Event = Event::QuietPeriodOver;
const BEGIN: Event = Event::Begin;

const UPDATED: Confirmation = Confirmation {
    by: ConfirmedBy::Updated,
    includes_foreign_changes: false,
    has_interleaved_save: false,
    read_failure: None,
};

fn confirmed(by: ConfirmedBy) -> Step {
    End(SendOutcome::Confirmed(Confirmation { by, ..UPDATED }))
}

/// Returns the end of an update with the changes of someone else.
fn merged() -> Step {
    End(SendOutcome::Confirmed(Confirmation {
        includes_foreign_changes: true,
        ..UPDATED
    }))
}

fn open(reason: OpenReason) -> Step {
    End(SendOutcome::NeedsYou(reason))
}

fn withdrawn(reason: WithdrawReason) -> Step {
    End(SendOutcome::Withdrawn(reason))
}

fn only_one() -> ReferenceProof {
    ReferenceProof {
        reference: "r-1".to_owned(),
        is_only_one: true,
    }
}

fn one_match(name: &str) -> PossibleMatches {
    let first = PossibleMatch {
        id: Some(8),
        name: Some(name.to_owned()),
    };
    PossibleMatches {
        first: vec![first],
        count: 1,
    }
}

fn could_be(why: UnclearReason, name: &str, lacks_reference: bool) -> Step {
    open(OpenReason::CouldBe {
        why,
        matches: one_match(name),
        lacks_reference,
    })
}

fn sent_before(name: &str) -> Step {
    let matches = one_match(name);
    open(OpenReason::SentBefore { matches })
}

fn held(path: &str, held: &str) -> Vec<DifferingField> {
    vec![DifferingField {
        path: path.parse().unwrap(),
        service_value: Some(held.to_owned()),
    }]
}

fn contradicted(shown: Contradiction, later: Option<ReadFailure>) -> Step {
    open(OpenReason::Contradicted { shown, later })
}

const RESPELLED: &str = r#"{"id":7,"version":3.0,"name":"Old","budget":1.5,"kept":[1, 2]}"#;
const RENAMED: &str = r#"{"id":7,"version":3.0,"name":"New","budget":1.5,"kept":[1, 2]}"#;

#[test]
fn update_reads_before_it_writes() {
    check(vec![
        (
            "unchanged",
            update(),
            vec![BEGIN, object(BASE)],
            vec![Read, Write(MINE)],
        ),
        (
            "the same values in another spelling",
            update(),
            vec![BEGIN, object(RESPELLED)],
            vec![Read, Write(RENAMED)],
        ),
        (
            "unreadable",
            update(),
            vec![BEGIN, unread()],
            vec![Read, withdrawn(WithdrawReason::NotRead(no_answer()))],
        ),
        (
            "gone",
            update(),
            vec![BEGIN, missing()],
            vec![Read, open(OpenReason::Gone)],
        ),
    ]);
}

#[test]
fn update_is_merged_with_foreign_changes() {
    let elsewhere = r#"{"id":7,"version":4,"name":"Old","budget":9,"kept":[1, 2]}"#;
    let same = r#"{"id":7,"version":4,"name":"New","budget":9,"kept":[1, 2]}"#;
    let flights = |first, second| {
        format!(
            r#"{{"flights":[{{"name":"a","budget":{first}}},{{"name":"b","budget":{second}}}]}}"#
        )
    };
    let two_flights = update_from(&flights(1, 1), &[set("flights[0].budget", "2")]);
    let stopped = || vec![Read, open(OpenReason::ChangedMeanwhile)];
    check(vec![
        (
            "the same field changed by someone",
            update(),
            vec![BEGIN, object(THEIRS)],
            stopped(),
        ),
        (
            "another field changed by someone",
            update(),
            vec![BEGIN, object(elsewhere), accepted(), object(same)],
            vec![Read, Write(same), Read, merged()],
        ),
        (
            "the same change by someone",
            update(),
            vec![BEGIN, object(same)],
            vec![Read, Write(same)],
        ),
        (
            "another item of a keyed list",
            two_flights,
            vec![BEGIN, object(&flights(1, 3))],
            vec![Read, Write(flights(2, 3).leak())],
        ),
        (
            "another field, in a workspace that stops",
            update_that_stops(),
            vec![BEGIN, object(elsewhere)],
            stopped(),
        ),
        (
            "unchanged, in a workspace that stops",
            update_that_stops(),
            vec![BEGIN, object(RESPELLED)],
            vec![Read, Write(RENAMED)],
        ),
    ]);
}

#[test]
fn summary_vouches_only_for_its_members() {
    let (listed, full) = (
        r#"{"id":7,"brandId":"5","name":"Old"}"#,
        r#"{"id":"7","brandId":5,"name":"Old"}"#,
    );
    let summary = |base| update_from_summary(base, &[set("name", r#""New""#)]);
    check(vec![
        (
            "an id in another JSON type",
            summary(listed),
            vec![
                BEGIN,
                object(full),
                accepted(),
                object(r#"{"id":7,"brandId":"5","name":"New"}"#),
            ],
            vec![
                Read,
                Write(r#"{"id":"7","brandId":5,"name":"New"}"#),
                Read,
                confirmed(ConfirmedBy::Updated),
            ],
        ),
        (
            "a summary is compared only in its members",
            summary(r#"{"id":7,"name":"Old"}"#),
            vec![BEGIN, object(BASE), accepted(), object(SAVED)],
            vec![Read, Write(MINE), Read, confirmed(ConfirmedBy::Updated)],
        ),
        (
            "a summary without the edited member",
            summary(r#"{"id":7}"#),
            vec![BEGIN, object(BASE)],
            vec![Read, open(OpenReason::ChangedMeanwhile)],
        ),
    ]);
}

/// Returns a scene of an update after its write.
fn after_write(name: &'static str, events: Vec<Event>, steps: Vec<Step>) -> Scene {
    let events = [BEGIN, object(BASE)].into_iter().chain(events);
    let steps = [Read, Write(MINE)].into_iter().chain(steps);
    (name, update(), events.collect(), steps.collect())
}

#[test]
fn accepted_update_is_read_back() {
    let other = r#"{"id":7,"version":4,"name":"Else","budget":1.50,"kept":[1, 2]}"#;
    let values = || Contradiction::OtherValues(held("name", r#""Else""#));
    let updated = || confirmed(ConfirmedBy::Updated);
    let unread_back = End(SendOutcome::Confirmed(Confirmation {
        read_failure: Some(no_answer()),
        ..UPDATED
    }));
    check(vec![
        after_write(
            "held",
            vec![accepted(), object(SAVED)],
            vec![Read, updated()],
        ),
        after_write(
            "shown late",
            vec![accepted(), object(BASE), QUIET, object(SAVED)],
            vec![Read, Wait, Read, updated()],
        ),
        after_write(
            "other values twice",
            vec![accepted(), object(other), QUIET, object(other)],
            vec![Read, Wait, Read, contradicted(values(), None)],
        ),
        after_write(
            "other values, then no answer",
            vec![accepted(), object(other), QUIET, unread()],
            vec![Read, Wait, Read, contradicted(values(), Some(no_answer()))],
        ),
        after_write(
            "not readable",
            vec![accepted(), unread()],
            vec![Read, unread_back],
        ),
    ]);
}

#[test]
fn unclear_update_is_looked_up_twice() {
    let why = broken;
    let undecided = |reason| vec![Read, Wait, Read, open(reason)];
    check(vec![
        after_write(
            "held",
            vec![lost(), object(SAVED)],
            vec![Read, confirmed(ConfirmedBy::Held)],
        ),
        after_write(
            "committed late",
            vec![lost(), object(BASE), QUIET, object(SAVED)],
            vec![Read, Wait, Read, confirmed(ConfirmedBy::Held)],
        ),
        after_write(
            "not held",
            vec![lost(), object(BASE), QUIET, object(BASE)],
            undecided(OpenReason::NotApplied {
                why: why(),
                fields: held("name", r#""Old""#),
            }),
        ),
        after_write(
            "gone",
            vec![lost(), missing(), QUIET, missing()],
            undecided(OpenReason::NotThere { why: why() }),
        ),
        after_write(
            "not readable",
            vec![lost(), unread(), QUIET, unread()],
            undecided(OpenReason::NotRead {
                why: why(),
                failure: no_answer(),
            }),
        ),
        (
            "after a crash",
            update(),
            vec![
                Event::StartLookup {
                    write: PlannedWrite {
                        before: Some(document(BASE)),
                        body: document(MINE),
                    },
                    why: UnclearReason::ProgramEnded,
                },
                object(SAVED),
            ],
            vec![Read, confirmed(ConfirmedBy::Held)],
        ),
    ]);
}

#[test]
fn partly_refused_update_is_compared() {
    let two = [set("name", r#""New""#), set("budget", "9")];
    let both = r#"{"id":7,"version":3,"name":"New","budget":9,"kept":[1, 2]}"#;
    let error = verification_error;
    check(vec![
        after_write(
            "held",
            vec![compare_needed(), object(SAVED)],
            vec![Read, confirmed(ConfirmedBy::HeldDespite(error()))],
        ),
        after_write(
            "nothing held",
            vec![compare_needed(), object(BASE)],
            vec![Read, End(SendOutcome::Refused(error()))],
        ),
        (
            "held in part",
            update_from(BASE, &two),
            vec![
                BEGIN,
                object(BASE),
                compare_needed(),
                object(SAVED),
                QUIET,
                object(SAVED),
            ],
            vec![
                Read,
                Write(both),
                Read,
                Wait,
                Read,
                open(OpenReason::PartlyApplied {
                    error: error(),
                    fields: held("budget", "1.50"),
                }),
            ],
        ),
    ]);
}

#[test]
fn coded_error_and_no_change_are_a_refusal() {
    let coded = |code| {
        answered(
            500,
            Verdict::Unknown(UnclearReply {
                ambiguity: Ambiguity::ServerError,
                status: 500,
                codes: vec![500, code],
                message: None,
            }),
        )
    };
    let refused = || {
        End(SendOutcome::Refused(ReportedError {
            status: 500,
            code: Some(codes::LOOSE_DATA),
            message: None,
        }))
    };
    let own = || coded(codes::LOOSE_DATA);
    let created = |name, events: Vec<Event>, steps: Vec<Step>| -> Scene {
        let events = [BEGIN].into_iter().chain(events).collect();
        let steps = [Write(SENT), Search].into_iter().chain(steps).collect();
        (name, create(Some("r-1")), events, steps)
    };
    check(vec![
        created(
            "absent",
            vec![own(), none(), QUIET, none()],
            vec![Wait, Search, refused()],
        ),
        created(
            "found",
            vec![own(), none(), QUIET, searched(CREATED, true)],
            vec![Wait, Search, READ_BACK],
        ),
        after_write(
            "update not applied",
            vec![own(), object(BASE), QUIET, object(BASE)],
            vec![Read, Wait, Read, refused()],
        ),
    ]);
    // A code that only repeats the HTTP status says nothing about the object.
    let events = vec![BEGIN, coded(500), none(), QUIET, none()];
    let outcome = settled(&create(Some("r-1")), events).outcome;
    assert!(matches!(
        outcome,
        SendOutcome::NeedsYou(OpenReason::NotListed { .. })
    ));
}

#[test]
fn write_that_did_nothing_ends_the_item() {
    let refused = ReportedError {
        status: 500,
        code: Some(codes::TRAFFICKING_MODE),
        message: None,
    };
    let refusal = Verdict::Refused {
        codes: vec![codes::TRAFFICKING_MODE],
        message: None,
    };
    let never = Event::Delivered(Delivery::NeverSent(no_connection()));
    check(vec![
        after_write(
            "refused",
            vec![answered(500, refusal)],
            vec![End(SendOutcome::Refused(refused))],
        ),
        after_write(
            "login not accepted",
            vec![answered(401, Verdict::Unauthorized)],
            vec![withdrawn(WithdrawReason::LoginNotAccepted)],
        ),
        (
            "never sent",
            create(Some("r-1")),
            vec![BEGIN, never],
            vec![
                Write(SENT),
                withdrawn(WithdrawReason::NeverSent(no_connection())),
            ],
        ),
    ]);
}

#[test]
fn busy_update_is_read_before_a_retry() {
    let again = |status| {
        after_write(
            "unchanged",
            vec![
                busy(status),
                over(),
                object(BASE),
                accepted(),
                object(SAVED),
            ],
            vec![
                Pause,
                Read,
                Write(MINE),
                Read,
                confirmed(ConfirmedBy::Updated),
            ],
        )
    };
    let paused = |until_ms| withdrawn(WithdrawReason::Paused { until_ms });
    check(vec![
        again(429),
        again(503),
        after_write(
            "held already",
            vec![busy(429), over(), object(SAVED)],
            vec![Pause, Read, confirmed(ConfirmedBy::HeldThoughBusy)],
        ),
        after_write(
            "changed by someone",
            vec![busy(429), over(), object(THEIRS)],
            vec![Pause, Read, open(OpenReason::ChangedMeanwhile)],
        ),
        after_write(
            "not readable",
            vec![busy(429), over(), unread()],
            vec![Pause, Read, Read],
        ),
        after_write(
            "too long",
            vec![busy(429), too_long(UNTIL)],
            vec![Pause, paused(UNTIL)],
        ),
        after_write(
            "a proxy may have passed it on",
            vec![busy(503), too_long(None), object(BASE)],
            vec![Pause, Read, Wait],
        ),
        after_write(
            "stopped",
            vec![busy(429), stopped()],
            vec![Pause, withdrawn(WithdrawReason::Stopped)],
        ),
        after_write(
            "stopped, but a proxy may have passed it on",
            vec![busy(503), stopped(), object(SAVED)],
            vec![Pause, Read, confirmed(ConfirmedBy::Held)],
        ),
    ]);
}

#[test]
fn busy_create_is_searched_before_a_retry() {
    let ours = || create(Some("r-1"));
    let too_busy = |status| UnclearReason::Busy { status };
    let not_listed = |status| {
        let why = too_busy(status);
        vec![Search, Wait, Search, open(OpenReason::NotListed { why })]
    };
    let begun = |steps: Vec<Step>| [Write(SENT)].into_iter().chain(steps).collect();
    let paused = |steps: Vec<Step>| [Write(SENT), Pause].into_iter().chain(steps).collect();
    let withdrawn_until = |until_ms| vec![withdrawn(WithdrawReason::Paused { until_ms })];
    check(vec![
        (
            "not listed",
            ours(),
            vec![BEGIN, busy(429), over(), none()],
            paused(vec![Search, Write(SENT)]),
        ),
        (
            "listed by reference",
            ours(),
            vec![BEGIN, busy(429), over(), searched(CREATED, true)],
            paused(vec![Search, READ_BACK]),
        ),
        (
            "a twin",
            create(None),
            vec![BEGIN, busy(429), over(), searched(CREATED, false)],
            paused(vec![Search, could_be(too_busy(None), "New", false)]),
        ),
        (
            "not searchable at first",
            ours(),
            vec![BEGIN, busy(429), over(), unsearched(), QUIET, none()],
            paused(not_listed(None)),
        ),
        (
            "a proxy may have passed it on",
            ours(),
            vec![BEGIN, busy(503), none(), QUIET, none()],
            begun(not_listed(Some(503))),
        ),
        (
            "a pause before the write",
            create(None),
            vec![BEGIN, too_long(UNTIL)],
            begun(withdrawn_until(UNTIL)),
        ),
        (
            "once too often",
            create(None),
            vec![BEGIN, busy(429), too_long(None)],
            paused(withdrawn_until(None)),
        ),
        (
            "stopped",
            create(None),
            vec![BEGIN, stopped()],
            begun(vec![withdrawn(WithdrawReason::Stopped)]),
        ),
    ]);
}

#[test]
fn whole_reply_confirms_where_it_is_enough() {
    let scene = |name, is_reply_enough, entity: &str, last: Step| {
        let task = SendTask::Create {
            body: document(SENT),
            reference: Some("r-1".to_owned()),
            sent_before: Vec::new(),
            is_reply_enough,
        };
        let entities = vec![entity.to_owned()];
        let events = vec![BEGIN, answered(200, Verdict::Accepted { entities })];
        (name, task, events, vec![Write(SENT), last])
    };
    let by = || confirmed(ConfirmedBy::Created);
    check(vec![
        scene("whole", true, CREATED, by()),
        scene("not enough", false, CREATED, READ_BACK),
        scene("a member is missing", true, TWIN, READ_BACK),
        scene(
            "another value",
            true,
            r#"{"id":8,"name":"Old","clientRefId":"r-1"}"#,
            READ_BACK,
        ),
        scene("without an id", true, SENT, Search),
    ]);
}

#[test]
fn accepted_create_is_read_back() {
    let scene = |name, events: Vec<Event>, steps: Vec<Step>| {
        let events = [BEGIN, created()].into_iter().chain(events);
        let steps = [Write(SENT), READ_BACK].into_iter().chain(steps);
        (name, create(Some("r-1")), events.collect(), steps.collect())
    };
    let by = || confirmed(ConfirmedBy::Created);
    let contradicted = |later| contradicted(Contradiction::Missing, later);
    check(vec![
        scene("held", vec![object(CREATED)], vec![by()]),
        scene(
            "shown late",
            vec![missing(), QUIET, object(CREATED)],
            vec![Wait, Read, by()],
        ),
        scene(
            "missing twice",
            vec![missing(), QUIET, missing()],
            vec![Wait, Read, contradicted(None)],
        ),
        scene(
            "missing, then no answer",
            vec![missing(), QUIET, unread()],
            vec![Wait, Read, contradicted(Some(no_answer()))],
        ),
        (
            "without a name",
            create(Some("r-1")),
            vec![BEGIN, accepted(), none(), QUIET, none()],
            vec![
                Write(SENT),
                Search,
                Wait,
                Search,
                open(OpenReason::NotListed {
                    why: UnclearReason::Unnamed,
                }),
            ],
        ),
    ]);
}

/// Returns a scene of a create whose reply was lost.
fn after_loss(name: &'static str, task: SendTask, events: Vec<Event>, steps: Vec<Step>) -> Scene {
    let events = [BEGIN, lost()].into_iter().chain(events);
    let steps = [Write(SENT), Search].into_iter().chain(steps);
    (name, task, events.collect(), steps.collect())
}

#[test]
fn unclear_create_is_searched_and_never_written_again() {
    let ours = || create(Some("r-1"));
    check(vec![
        after_loss(
            "found by the second search",
            ours(),
            vec![none(), QUIET, searched(CREATED, true), object(CREATED)],
            vec![
                Wait,
                Search,
                READ_BACK,
                confirmed(ConfirmedBy::Found(only_one())),
            ],
        ),
        after_loss(
            "not found",
            ours(),
            vec![none(), QUIET, none()],
            vec![Wait, Search, open(OpenReason::NotListed { why: broken() })],
        ),
        after_loss(
            "not searchable",
            ours(),
            vec![unsearched(), QUIET, unsearched()],
            vec![
                Wait,
                Search,
                open(OpenReason::NotSearched {
                    why: broken(),
                    failure: SearchFailure::NotRead(no_answer()),
                }),
            ],
        ),
    ]);
}

#[test]
fn twin_is_no_proof_of_a_create() {
    let ours = || create(Some("r-1"));
    let nameless = r#"{"name":"New"}"#;
    check(vec![
        after_loss(
            "a twin, and no reference",
            create(None),
            vec![searched(TWIN, false)],
            vec![could_be(broken(), "New", false)],
        ),
        after_loss(
            "a twin that shows no reference",
            ours(),
            vec![searched(TWIN, false), QUIET, searched(TWIN, false)],
            vec![Wait, Search, could_be(broken(), "New", true)],
        ),
        after_loss(
            "a twin, and later ours",
            ours(),
            vec![searched(TWIN, false), QUIET, searched(CREATED, true)],
            vec![Wait, Search, READ_BACK],
        ),
        after_loss(
            "without an id",
            ours(),
            vec![searched(SENT, true)],
            vec![open(OpenReason::WithoutId)],
        ),
        after_loss(
            "a twin without an id",
            create(None),
            vec![searched(nameless, false)],
            vec![open(OpenReason::CouldBe {
                why: broken(),
                matches: PossibleMatches {
                    first: vec![PossibleMatch {
                        id: None,
                        name: Some("New".to_owned()),
                    }],
                    count: 1,
                },
                lacks_reference: false,
            })],
        ),
    ]);
}

#[test]
fn single_lookup_does_not_wait() {
    let look = || Event::StartFinalLookup {
        write: PlannedWrite {
            before: None,
            body: document(SENT),
        },
        why: UnclearReason::LookInconclusive,
    };
    let ours = || create(Some("r-1"));
    let why = || UnclearReason::LookInconclusive;
    check(vec![
        (
            "found",
            ours(),
            vec![look(), searched(CREATED, true), object(CREATED)],
            vec![Search, READ_BACK, confirmed(ConfirmedBy::Found(only_one()))],
        ),
        (
            "not found",
            ours(),
            vec![look(), none()],
            vec![Search, open(OpenReason::NotListed { why: why() })],
        ),
        (
            "a twin",
            ours(),
            vec![look(), searched(TWIN, false)],
            vec![Search, could_be(why(), "New", true)],
        ),
    ]);
}

#[test]
fn earlier_sends_are_searched_before_the_write() {
    let again = || create_after(&[SENT]);
    let found = || confirmed(ConfirmedBy::FoundBeforeWrite(only_one()));
    let changed = r#"{"id":8,"name":"Before","clientRefId":"r-1"}"#;
    let nameless = r#"{"id":8,"name":"New","clientRefId":null}"#;
    let unsearchable = WithdrawReason::NotSearched(SearchFailure::NotRead(no_answer()));
    check(vec![
        (
            "none",
            again(),
            vec![BEGIN, none()],
            vec![Search, Write(SENT)],
        ),
        (
            "committed late",
            again(),
            vec![BEGIN, searched(CREATED, true), object(CREATED)],
            vec![Search, READ_BACK, found()],
        ),
        (
            "changed since",
            again(),
            vec![BEGIN, searched(changed, true), object(changed)],
            vec![Search, READ_BACK, found()],
        ),
        (
            "listed without the reference",
            again(),
            vec![BEGIN, searched(nameless, false)],
            vec![Search, sent_before("New")],
        ),
        (
            "not searchable",
            again(),
            vec![BEGIN, unsearched()],
            vec![Search, withdrawn(unsearchable)],
        ),
    ]);
}

#[test]
fn earlier_bodies_of_the_draft_are_no_proof() {
    let changed = r#"{"id":8,"name":"Before","clientRefId":"r-1"}"#;
    let unmarked = r#"{"name":"Before","clientRefId":null}"#;
    let before = r#"{"name":"Before","clientRefId":"r-1"}"#;
    let foreign = r#"{"name":"New","clientRefId":"mine-1"}"#;
    let foreign_there = r#"{"id":8,"name":"New","clientRefId":"mine-1"}"#;
    let late = r#"{"id":8,"name":"Before","clientRefId":null}"#;
    check(vec![
        (
            "another state of the draft",
            create_after(&[before]),
            vec![BEGIN, searched(changed, true)],
            vec![Search, sent_before("Before")],
        ),
        (
            "another state of the draft, after the write",
            create_after(&[before]),
            vec![BEGIN, none(), lost(), searched(changed, true)],
            vec![
                Search,
                Write(SENT),
                Search,
                could_be(broken(), "Before", false),
            ],
        ),
        (
            "the reference of a person",
            create_after(&[foreign]),
            vec![BEGIN, searched(foreign_there, true)],
            vec![Search, sent_before("New")],
        ),
        (
            "two earlier sends",
            create_after(&[unmarked, SENT]),
            vec![BEGIN, none(), none()],
            vec![Search, Search, Write(SENT)],
        ),
        (
            "the first of two",
            create_after(&[unmarked, SENT]),
            vec![BEGIN, none(), searched(late, false)],
            vec![Search, Search, sent_before("Before")],
        ),
    ]);
}

#[test]
fn settlement_stores_changes_of_others() {
    let slipped = r#"{"id":7,"version":5,"name":"New","budget":9,"kept":[1, 2]}"#;
    let events = vec![BEGIN, object(BASE), accepted(), object(slipped)];
    let by_service = settled(&update(), events).service_changes;
    let by_someone = settled(&update(), vec![BEGIN, object(THEIRS)])
        .concurrent
        .unwrap();
    let clashing = &by_someone.conflicts[0];
    let paths = |changes: Vec<adwright_model::ValueChange>| -> Vec<String> {
        changes
            .iter()
            .map(|change| change.path.to_string())
            .collect()
    };
    let listed = update_from_summary(r#"{"id":7,"name":"Old"}"#, &[set("name", r#""New""#)]);
    let retyped = object(r#"{"id":"7","name":"New"}"#);
    let events = vec![
        BEGIN,
        object(r#"{"id":7,"name":"Old"}"#),
        accepted(),
        retyped,
    ];
    assert_eq!(settled(&listed, events).service_changes, []);
    assert_eq!(paths(by_service), ["version", "budget"]);
    assert_eq!(paths(by_someone.others), ["version"]);
    assert_eq!(clashing.path.to_string(), "name");
    assert_eq!(clashing.theirs.as_deref(), Some(r#""Theirs""#));
}

#[test]
fn interleaved_save_shows_in_the_bound_version() {
    let rename = [set("name", r#""New""#)];
    let mut task = update_from(r#"{"id":7,"rev":3,"name":"Old"}"#, &rename);
    if let SendTask::Update { bindings, .. } = &mut task {
        *bindings = Bindings([(Binding::Version, "rev".parse().unwrap())].into());
    }
    for (rev, has_interleaved_save) in [(4, false), (5, true)] {
        let now = format!(r#"{{"id":7,"rev":{rev},"name":"New"}}"#);
        let base = object(r#"{"id":7,"rev":3,"name":"Old"}"#);
        let events = vec![BEGIN, base, accepted(), object(&now)];
        let confirmation = Confirmation {
            has_interleaved_save,
            ..UPDATED
        };
        let expected = SendOutcome::Confirmed(confirmation);
        assert_eq!(settled(&task, events).outcome, expected, "{rev}");
    }
}

#[test]
fn only_a_failed_lookup_is_repeated() {
    let contradicted = |later| OpenReason::Contradicted {
        shown: Contradiction::Missing,
        later,
    };
    let not_searched = |failure| OpenReason::NotSearched {
        why: broken(),
        failure,
    };
    let endless = SearchFailure::Incomplete(IncompleteList::RepeatedPage);
    let not_read = OpenReason::NotRead {
        why: broken(),
        failure: no_answer(),
    };
    for (reason, needs_look) in [
        (not_read, true),
        (contradicted(Some(no_answer())), true),
        (contradicted(None), false),
        (not_searched(SearchFailure::NotRead(no_answer())), true),
        (not_searched(SearchFailure::Stopped), true),
        (not_searched(endless), false),
        (not_searched(SearchFailure::IndistinguishableRows), false),
        (OpenReason::NotListed { why: broken() }, false),
    ] {
        assert_eq!(reason.needs_look(), needs_look, "{reason:?}");
    }
}

#[test]
fn service_without_references_is_noticed() {
    let unsupported_reference =
        |reference, events| settled(&create(reference), events).unsupported_reference;
    let refused = |message: &str| {
        let refusal = Verdict::Refused {
            codes: vec![],
            message: Some(message.to_owned()),
        };
        vec![BEGIN, answered(400, refusal)]
    };
    let words = "clientRefId: not to be sent";
    let named = Some(UnsupportedReference::Refused(words.to_owned()));
    assert_eq!(unsupported_reference(Some("r-1"), refused(words)), named);
    assert_eq!(unsupported_reference(None, refused(words)), None);
    assert_eq!(
        unsupported_reference(Some("r-1"), refused("name: too long")),
        None
    );
    for (kept, expected) in [
        (TWIN, Some(UnsupportedReference::Dropped)),
        (
            r#"{"id":8,"clientRefId":null}"#,
            Some(UnsupportedReference::Dropped),
        ),
        (CREATED, None),
        (r#"{"id":8,"clientRefId":"81"}"#, None),
    ] {
        let events = || vec![BEGIN, created(), object(kept)];
        assert_eq!(
            unsupported_reference(Some("r-1"), events()),
            expected,
            "{kept}"
        );
        assert_eq!(unsupported_reference(None, events()), None, "{kept}");
    }
}
