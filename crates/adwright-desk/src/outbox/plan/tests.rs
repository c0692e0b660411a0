//! Transcripts of the planner: each event, and the action that follows.

use adwright_client::WriteOutcome;
use adwright_model::{Binding, Bindings, Edit, Editable};
use adwright_wire::{ItemOutcome, ItemReply, Verdict};
use expect_test::{Expect, expect};

use super::*;

const BASE: &str = r#"{"id":7,"version":3,"name":"Old","budget":1.50,"kept":[1, 2]}"#;
const MINE: &str = r#"{"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}"#;
const SAVED: &str = r#"{"id":7,"version":4,"name":"New","budget":1.50,"kept":[1, 2]}"#;

fn document(text: &str) -> Editable {
    Editable::parse(text).unwrap()
}

fn object(text: &str) -> Event {
    Event::Read(ReadResult::Object(document(text)))
}

fn update() -> SendTask {
    let edit = Edit::Set {
        path: "name".parse().unwrap(),
        json: r#""New""#.to_owned(),
    };
    SendTask::Update {
        base: document(BASE),
        whole: true,
        edits: vec![edit],
        bindings: Bindings::default(),
    }
}

fn create(reference: Option<&str>) -> SendTask {
    SendTask::Create {
        body: document(r#"{"name":"New"}"#),
        reference: reference.map(str::to_owned),
        sent_before: Vec::new(),
    }
}

fn answered(status: u16, verdict: Verdict) -> Event {
    Event::Delivered(WriteOutcome::Answered {
        status,
        reply: String::new(),
        verdict,
    })
}

fn lost() -> Event {
    Event::Delivered(WriteOutcome::Lost {
        why: "the connection broke".to_owned(),
    })
}

fn refusal(code: u32) -> Verdict {
    Verdict::Refused {
        codes: vec![code],
        message: None,
    }
}

fn unanswered(why: &str) -> SearchFailure {
    SearchFailure {
        why: why.to_owned(),
        may_pass: true,
    }
}

/// Returns the event of a search with one match.
fn searched(text: &str, by_reference: bool) -> Event {
    let object = document(text);
    Event::Searched(Ok(vec![MatchCandidate {
        object,
        by_reference,
    }]))
}

/// Feeds the events one after the other, and compares the transcript of actions.
#[track_caller]
fn check(task: &SendTask, events: Vec<Event>, expected: &Expect) {
    let mut stage = Stage::Planned;
    let mut transcript = String::new();
    for event in events {
        let (after, action) = next_step(task, stage, event);
        transcript += &describe_action(&action);
        stage = after;
    }
    expected.assert_eq(&transcript);
}

fn describe_action(action: &Action) -> String {
    match action {
        Action::Read => "read\n".to_owned(),
        Action::ReadBack(id) => format!("read back {id}\n"),
        Action::Write(written) => format!("write {}\n", written.body.text()),
        Action::Search(_) => "search\n".to_owned(),
        Action::Wait => "wait\n".to_owned(),
        Action::Pause(seconds) => format!("pause {seconds:?}\n"),
        Action::Settle(settlement) => describe_settlement(settlement),
    }
}

fn describe_settlement(settlement: &Settlement) -> String {
    let outcome = format!("{:?}: {}\n", settlement.end, settlement.outcome);
    let evidence = settlement
        .evidence
        .iter()
        .map(|evidence| format!("  because {evidence}\n"));
    let changes = settlement.service_changes.iter().map(|change| {
        let (before, after) = (&change.before, &change.after);
        format!(
            "  the service changed {}: {before:?} -> {after:?}\n",
            change.path
        )
    });
    let meanwhile = settlement.meanwhile.iter().map(|change| {
        let (before, after) = (&change.before, &change.after);
        format!(
            "  someone changed {}: {before:?} -> {after:?}\n",
            change.path
        )
    });
    std::iter::once(outcome)
        .chain(evidence)
        .chain(changes)
        .chain(meanwhile)
        .collect()
}

#[test]
fn an_update_reads_writes_the_whole_object_and_reads_back() {
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            answered(200, Verdict::Accepted { entities: vec![] }),
            object(SAVED),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            Confirmed: Updated.
              the service changed version: Some("3") -> Some("4")
        "#]],
    );
}

#[test]
fn id_in_another_type_is_no_conflict() {
    const LISTED: &str = r#"{"id":7,"brandId":"5","name":"Old"}"#;
    const WHOLE: &str = r#"{"id":"7","brandId":5,"name":"Old"}"#;
    let task = SendTask::Update {
        base: document(LISTED),
        whole: false,
        edits: vec![Edit::Set {
            path: "name".parse().unwrap(),
            json: r#""New""#.to_owned(),
        }],
        bindings: Bindings::default(),
    };
    check(
        &task,
        vec![
            Event::Begin,
            object(WHOLE),
            answered(200, Verdict::Accepted { entities: vec![] }),
            object(r#"{"id":7,"brandId":"5","name":"New"}"#),
        ],
        &expect![[r#"
            read
            write {"id":"7","brandId":5,"name":"New"}
            read
            Confirmed: Updated.
        "#]],
    );
}

fn busy(status: u16) -> Event {
    answered(status, Verdict::Wait { seconds: Some(7) })
}

#[test]
fn an_update_that_the_service_has_no_time_for_is_looked_at_after_the_pause_and_goes_again() {
    let goes_again = expect![[r#"
        read
        write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
        pause Some(7)
        read
        write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
        read
        Confirmed: Updated.
          the service changed version: Some("3") -> Some("4")
    "#]];
    for status in [429, 503] {
        let events = vec![
            Event::Begin,
            object(BASE),
            busy(status),
            Event::Paused(PauseOutcome::Over),
            object(BASE),
            answered(200, Verdict::Accepted { entities: vec![] }),
            object(SAVED),
        ];
        check(&update(), events, &goes_again);
    }
}

#[test]
fn an_update_does_not_go_again_where_a_look_after_the_pause_speaks_against_it() {
    let after_the_pause = [
        (
            object(SAVED),
            expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            pause Some(7)
            read
            Confirmed: Updated. The service said that it had no time, but it holds the values that were sent.
              the service changed version: Some("3") -> Some("4")
        "#]],
        ),
        (
            object(r#"{"id":7,"version":4,"name":"Theirs","budget":1.50,"kept":[1, 2]}"#),
            expect![[r#"
                read
                write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
                pause Some(7)
                read
                NeedsYou: Someone changed it since you last got it. Nothing was sent, and nothing was overwritten.
                  someone changed version: Some("3") -> Some("4")
                  someone changed name: Some("\"Old\"") -> Some("\"Theirs\"")
            "#]],
        ),
        (
            Event::Read(ReadResult::Failed("No answer.".to_owned())),
            expect![[r#"
                read
                write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
                pause Some(7)
                read
                read
            "#]],
        ),
    ];
    for (seen, expected) in after_the_pause {
        let pause = Event::Paused(PauseOutcome::Over);
        check(
            &update(),
            vec![Event::Begin, object(BASE), busy(429), pause, seen],
            &expected,
        );
    }
}

#[test]
fn a_create_goes_again_only_after_a_429_and_where_the_list_shows_that_it_is_not_there() {
    let over = || Event::Paused(PauseOutcome::Over);
    let nothing = || Event::Searched(Ok(vec![]));
    let there = r#"{"id":8,"name":"New","clientRefId":"r-1"}"#;
    check(
        &create(Some("r-1")),
        vec![Event::Begin, busy(429), over(), nothing()],
        &expect![[r#"
            write {"name":"New"}
            pause Some(7)
            search
            write {"name":"New"}
        "#]],
    );
    check(
        &create(Some("r-1")),
        vec![Event::Begin, busy(429), over(), searched(there, true)],
        &expect![[r#"
            write {"name":"New"}
            pause Some(7)
            search
            read back 8
        "#]],
    );
    check(
        &create(None),
        vec![Event::Begin, busy(429), over(), searched(there, false)],
        &expect![[r#"
            write {"name":"New"}
            pause Some(7)
            search
            NeedsYou: The service holds one that could be this one. It may also be an older twin.
              because No clear answer came: the service was too busy to answer
              because It could be 8 “New”.
        "#]],
    );
}

#[test]
fn a_create_does_not_go_again_where_nobody_can_tell_that_it_is_not_there() {
    let over = || Event::Paused(PauseOutcome::Over);
    let nothing = || Event::Searched(Ok(vec![]));
    let failed = || Event::Searched(Err(unanswered("The list is not whole.")));
    let looks = vec![
        Event::Begin,
        busy(429),
        over(),
        failed(),
        Event::QuietPeriodOver,
        nothing(),
    ];
    check(
        &create(Some("r-1")),
        looks,
        &expect![[r#"
        write {"name":"New"}
        pause Some(7)
        search
        wait
        search
        NeedsYou: No clear answer came (the service was too busy to answer), and it is not in the list.
          because The service may still commit it late. Look again before you take it back.
    "#]],
    );
    // A proxy may have passed the write on.
    check(
        &create(Some("r-1")),
        vec![
            Event::Begin,
            busy(503),
            nothing(),
            Event::QuietPeriodOver,
            nothing(),
        ],
        &expect![[r#"
            write {"name":"New"}
            search
            wait
            search
            NeedsYou: No clear answer came (the service was too busy to answer (503)), and it is not in the list.
              because The service may still commit it late. Look again before you take it back.
        "#]],
    );
}

#[test]
fn a_pause_that_is_too_much_sends_nothing_more() {
    let too_much = vec![
        Event::Begin,
        object(BASE),
        busy(429),
        Event::Paused(PauseOutcome::TooLong(Some("14:20".to_owned()))),
    ];
    check(
        &update(),
        too_much,
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            pause Some(7)
            Withdrawn: The service asks for a pause until 14:20; nothing more was sent. Send again after that.
        "#]],
    );
    let closed = || Event::Paused(PauseOutcome::TooLong(Some("14:20".to_owned())));
    check(
        &create(None),
        vec![Event::Begin, closed()],
        &expect![[r#"
        write {"name":"New"}
        Withdrawn: The service asks for a pause until 14:20; nothing more was sent. Send again after that.
    "#]],
    );
    let once_more = Event::Paused(PauseOutcome::TooLong(None));
    check(
        &create(None),
        vec![Event::Begin, busy(429), once_more],
        &expect![[r#"
            write {"name":"New"}
            pause Some(7)
            Withdrawn: The service had no time, again and again; nothing more was sent. Send again later.
        "#]],
    );
}

#[test]
fn a_pause_after_which_something_in_between_may_have_passed_it_on_is_looked_into() {
    let unclear = vec![
        Event::Begin,
        object(BASE),
        busy(503),
        Event::Paused(PauseOutcome::TooLong(None)),
        object(BASE),
    ];
    check(
        &update(),
        unclear,
        &expect![[r#"
        read
        write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
        pause Some(7)
        read
        wait
    "#]],
    );
}

#[test]
fn a_pause_that_the_person_stops_sends_nothing_more() {
    let stopped = vec![
        Event::Begin,
        object(BASE),
        busy(429),
        Event::Paused(PauseOutcome::Stopped),
    ];
    check(
        &update(),
        stopped,
        &expect![[r#"
        read
        write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
        pause Some(7)
        Withdrawn: You stopped while the service wanted a pause. It had done nothing of this one; the draft is unchanged.
    "#]],
    );
    check(
        &create(None),
        vec![Event::Begin, Event::Paused(PauseOutcome::Stopped)],
        &expect![[r#"
            write {"name":"New"}
            Withdrawn: You stopped while the service wanted a pause. It had done nothing of this one; the draft is unchanged.
        "#]],
    );
}

#[test]
fn a_change_of_someone_else_is_never_overwritten() {
    let theirs = r#"{"id":7,"version":4,"name":"Old","budget":2,"kept":[1, 2]}"#;
    check(
        &update(),
        vec![Event::Begin, object(theirs)],
        &expect![[r#"
            read
            NeedsYou: Someone changed it since you last got it. Nothing was sent, and nothing was overwritten.
              someone changed version: Some("3") -> Some("4")
              someone changed budget: Some("1.50") -> Some("2")
        "#]],
    );
}

#[test]
fn the_same_values_in_another_spelling_are_no_conflict_and_keep_the_services_spelling() {
    let theirs = r#"{"id":7,"version":3.0,"name":"Old","budget":1.5,"kept":[1, 2]}"#;
    check(
        &update(),
        vec![Event::Begin, object(theirs)],
        &expect![[r#"
            read
            write {"id":7,"version":3.0,"name":"New","budget":1.5,"kept":[1, 2]}
        "#]],
    );
}

#[test]
fn a_summary_vouches_only_for_the_members_that_it_has() {
    let SendTask::Update { edits, .. } = update() else {
        unreachable!()
    };
    let summary = SendTask::Update {
        base: document(r#"{"id":7,"name":"Old"}"#),
        whole: false,
        edits,
        bindings: Bindings::default(),
    };
    check(
        &summary,
        vec![Event::Begin, object(BASE)],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
        "#]],
    );
}

#[test]
fn what_cannot_be_read_first_is_not_written() {
    check(
        &update(),
        vec![
            Event::Begin,
            Event::Read(ReadResult::Failed(
                "The service cannot be reached.".to_owned(),
            )),
        ],
        &expect![[r#"
            read
            Withdrawn: Nothing was sent: The service cannot be reached. The draft is unchanged; send it again when the service can be reached.
        "#]],
    );
    check(
        &update(),
        vec![Event::Begin, Event::Read(ReadResult::Missing)],
        &expect![[r#"
            read
            NeedsYou: The service says that it is not there any more. Nothing was sent.
        "#]],
    );
}

#[test]
fn a_refusal_is_final_and_says_why() {
    check(
        &update(),
        vec![Event::Begin, object(BASE), answered(500, refusal(62_000))],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            Refused: The service refused it (62000): The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign. Set it back to advanced, or have the placements detached first. Your draft is kept.
        "#]],
    );
}

#[test]
fn a_lost_update_is_settled_by_looking() {
    check(
        &update(),
        vec![Event::Begin, object(BASE), lost(), object(SAVED)],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            Confirmed: Updated. No clear answer came, but the service holds the values that were sent.
              the service changed version: Some("3") -> Some("4")
        "#]],
    );
}

#[test]
fn a_lost_update_that_is_not_there_is_looked_for_twice_and_then_needs_a_person() {
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            lost(),
            object(BASE),
            Event::QuietPeriodOver,
            object(BASE),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            wait
            read
            NeedsYou: No clear answer came (the connection broke), and the service does not hold the change.
              because name: the service holds "Old"
        "#]],
    );
}

#[test]
fn an_update_that_is_committed_late_is_found_by_the_second_look() {
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            lost(),
            object(BASE),
            Event::QuietPeriodOver,
            object(SAVED),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            wait
            read
            Confirmed: Updated. No clear answer came, but the service holds the values that were sent.
              the service changed version: Some("3") -> Some("4")
        "#]],
    );
}

#[test]
fn an_accepted_update_that_the_service_does_not_hold_is_said() {
    let other = r#"{"id":7,"version":4,"name":"Else","budget":1.50,"kept":[1, 2]}"#;
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            answered(200, Verdict::Accepted { entities: vec![] }),
            object(other),
            Event::QuietPeriodOver,
            object(other),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            wait
            read
            NeedsYou: The service said that it accepted the change, but it holds other values.
              because name: the service holds "Else"
        "#]],
    );
}

#[test]
fn accepted_update_that_is_shown_late_is_confirmed() {
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            answered(200, Verdict::Accepted { entities: vec![] }),
            object(BASE),
            Event::QuietPeriodOver,
            object(SAVED),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            wait
            read
            Confirmed: Updated.
              the service changed version: Some("3") -> Some("4")
        "#]],
    );
}

#[test]
fn accepted_create_that_is_shown_late_is_confirmed() {
    let entities = || vec![r#"{"id":8,"name":"New"}"#.to_owned()];
    let accepted = || {
        answered(
            200,
            Verdict::Accepted {
                entities: entities(),
            },
        )
    };
    let there = object(r#"{"id":8,"name":"New","clientRefId":"r-1"}"#);
    let nothing = || Event::Read(ReadResult::Missing);
    let looks = |second: Event| {
        vec![
            Event::Begin,
            accepted(),
            nothing(),
            Event::QuietPeriodOver,
            second,
        ]
    };
    check(
        &create(Some("r-1")),
        looks(there),
        &expect![[r#"
        write {"name":"New"}
        read back 8
        wait
        read
        Confirmed: Created.
          the service changed id: None -> Some("8")
          the service changed clientRefId: None -> Some("\"r-1\"")
    "#]],
    );
    check(
        &create(Some("r-1")),
        looks(nothing()),
        &expect![[r#"
        write {"name":"New"}
        read back 8
        wait
        read
        NeedsYou: The service accepted it, but says now that there is none.
    "#]],
    );
    let failed = Event::Read(ReadResult::Failed("No answer.".to_owned()));
    check(
        &create(Some("r-1")),
        looks(failed),
        &expect![[r#"
        write {"name":"New"}
        read back 8
        wait
        read
        NeedsYou: The service accepted it, but says now that there is none.
          because No answer.
    "#]],
    );
}

#[test]
fn one_more_look_confirms_on_proof_and_waits_for_nothing() {
    let look = || Event::LookOnce {
        written: PlannedWrite {
            before: None,
            body: document(r#"{"name":"New","clientRefId":"r-1"}"#),
        },
        why: "the first look failed".to_owned(),
    };
    let there = r#"{"id":8,"name":"New","clientRefId":"r-1"}"#;
    let found = vec![look(), searched(there, true), object(there)];
    check(
        &create(Some("r-1")),
        found,
        &expect![[r#"
            search
            read back 8
            Confirmed: Created. No clear answer came, but the service holds it under our reference. It carries our reference r-1, and nothing else was sent under it.
              the service changed id: None -> Some("8")
        "#]],
    );
    let absent = vec![look(), Event::Searched(Ok(vec![]))];
    check(
        &create(Some("r-1")),
        absent,
        &expect![[r#"
        search
        NeedsYou: No clear answer came (the first look failed), and it is not in the list.
          because The service may still commit it late. Look again before you take it back.
    "#]],
    );
    let twin = vec![look(), searched(r#"{"id":8,"name":"New"}"#, false)];
    check(
        &create(Some("r-1")),
        twin,
        &expect![[r#"
        search
        NeedsYou: The service holds one that could be this one. It may also be an older twin.
          because No clear answer came: the first look failed
          because It could be 8 “New”.
          because Only the content tells: the list shows no reference that Adwright sent, so the service may keep none.
    "#]],
    );
}

#[test]
fn only_a_look_without_an_answer_is_made_again() {
    let needs_look = |may_pass: bool| {
        let failure = SearchFailure {
            may_pass,
            ..unanswered("No answer.")
        };
        let failed = Event::Searched(Err(failure));
        let events = [
            Event::Begin,
            lost(),
            failed.clone(),
            Event::QuietPeriodOver,
            failed,
        ];
        let (mut stage, mut needs_look) = (Stage::Planned, None);
        for event in events {
            let (after, action) = next_step(&create(Some("r-1")), stage, event);
            stage = after;
            if let Action::Settle(settlement) = action {
                needs_look = Some(settlement.needs_look);
            }
        }
        needs_look
    };
    assert_eq!(needs_look(true), Some(true));
    assert_eq!(needs_look(false), Some(false), "the list never ends");
}

#[test]
fn service_that_refuses_or_drops_references_is_noticed() {
    let lesson = |reference: Option<&str>, events: Vec<Event>| {
        let (mut stage, mut lesson) = (Stage::Planned, None);
        for event in events {
            let (after, action) = next_step(&create(reference), stage, event);
            stage = after;
            if let Action::Settle(settlement) = action {
                lesson = settlement.lesson;
            }
        }
        lesson
    };
    let refused = |message: &str| {
        let refusal = Verdict::Refused {
            codes: vec![],
            message: Some(message.to_owned()),
        };
        vec![Event::Begin, answered(400, refusal)]
    };
    let words = "clientRefId: not to be sent";
    let named = Some(ReferenceLesson::Refused(words.to_owned()));
    assert_eq!(lesson(Some("r-1"), refused(words)), named);
    assert_eq!(lesson(None, refused(words)), None);
    assert_eq!(lesson(Some("r-1"), refused("name: too long")), None);
    let created = |object_text: &str| {
        let entities = vec![r#"{"id":8}"#.to_owned()];
        let accepted = answered(200, Verdict::Accepted { entities });
        vec![Event::Begin, accepted, object(object_text)]
    };
    for (kept, expected) in [
        (r#"{"id":8,"name":"New"}"#, Some(ReferenceLesson::Dropped)),
        (
            r#"{"id":8,"clientRefId":null}"#,
            Some(ReferenceLesson::Dropped),
        ),
        (r#"{"id":8,"clientRefId":"r-1"}"#, None),
        (r#"{"id":8,"clientRefId":"81"}"#, None),
    ] {
        assert_eq!(lesson(Some("r-1"), created(kept)), expected, "{kept}");
        assert_eq!(lesson(None, created(kept)), None, "{kept}");
    }
}

#[test]
fn a_save_that_slipped_between_is_seen_by_the_version_wherever_the_service_has_it() {
    let SendTask::Update { edits, .. } = update() else {
        unreachable!()
    };
    let rev = "rev".parse().unwrap();
    let task = SendTask::Update {
        base: document(r#"{"id":7,"rev":3,"name":"Old"}"#),
        whole: true,
        edits,
        bindings: Bindings([(Binding::Version, rev)].into()),
    };
    let told = |after: &str| {
        let written = PlannedWrite {
            before: Some(document(r#"{"id":7,"rev":3,"name":"Old"}"#)),
            body: document(r#"{"id":7,"rev":3,"name":"New"}"#),
        };
        update::settle_confirmed(&task, &written, document(after), "Updated.").outcome
    };
    assert_eq!(told(r#"{"id":7,"rev":4,"name":"New"}"#), "Updated.");
    assert!(told(r#"{"id":7,"rev":5,"name":"New"}"#).contains("someone else saved it"));
}

#[test]
fn a_save_that_slipped_between_the_reads_is_said() {
    let slipped = r#"{"id":7,"version":5,"name":"New","budget":9,"kept":[1, 2]}"#;
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            answered(200, Verdict::Accepted { entities: vec![] }),
            object(slipped),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            Confirmed: Updated. Its version went up by more than one: someone else saved it at the same moment. Look at the changes.
              the service changed version: Some("3") -> Some("5")
              the service changed budget: Some("1.50") -> Some("9")
        "#]],
    );
}

#[test]
fn a_partial_acceptance_is_settled_by_looking() {
    let item = ItemReply {
        outcome: ItemOutcome::Compare,
        codes: vec![62_001],
        message: None,
        entity: None,
    };
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            answered(207, Verdict::PerItem { items: vec![item] }),
            object(SAVED),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            Confirmed: Updated, though the service objected (62001): The campaign has verification tracking placements although its verification is set to None.
              the service changed version: Some("3") -> Some("4")
        "#]],
    );
}

#[test]
fn a_partial_acceptance_that_changed_nothing_is_a_refusal() {
    let item = ItemReply {
        outcome: ItemOutcome::Compare,
        codes: vec![62_001],
        message: None,
        entity: None,
    };
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            answered(207, Verdict::PerItem { items: vec![item] }),
            object(BASE),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            Refused: The service refused it (62001): The campaign has verification tracking placements although its verification is set to None. Set the verification back, or have those placements removed first. Your draft is kept.
        "#]],
    );
}

#[test]
fn what_was_taken_over_in_part_needs_a_person() {
    let edits = [("name", r#""New""#), ("budget", "9")];
    let edits = edits.map(|(path, json)| Edit::Set {
        path: path.parse().unwrap(),
        json: json.to_owned(),
    });
    let task = SendTask::Update {
        base: document(BASE),
        whole: true,
        edits: edits.to_vec(),
        bindings: Bindings::default(),
    };
    let item = ItemReply {
        outcome: ItemOutcome::Compare,
        codes: vec![62_001],
        message: None,
        entity: None,
    };
    check(
        &task,
        vec![
            Event::Begin,
            object(BASE),
            answered(207, Verdict::PerItem { items: vec![item] }),
            object(SAVED),
            Event::QuietPeriodOver,
            object(SAVED),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":9,"kept":[1, 2]}
            read
            wait
            read
            NeedsYou: The service objected (62001): The campaign has verification tracking placements although its verification is set to None. It holds only a part of what was sent.
              because budget: the service holds 1.50
        "#]],
    );
}

#[test]
fn a_look_that_fails_claims_nothing_about_the_service() {
    let failed = || Event::Read(ReadResult::Failed("No answer.".to_owned()));
    check(
        &update(),
        vec![
            Event::Begin,
            object(BASE),
            lost(),
            failed(),
            Event::QuietPeriodOver,
            failed(),
        ],
        &expect![[r#"
            read
            write {"id":7,"version":3,"name":"New","budget":1.50,"kept":[1, 2]}
            read
            wait
            read
            NeedsYou: No clear answer came (the connection broke), and it could not be looked up.
              because No answer.
        "#]],
    );
}

#[test]
fn a_summary_is_asked_about_what_the_person_set_unseen() {
    let SendTask::Update { edits, .. } = update() else {
        unreachable!()
    };
    let summary = SendTask::Update {
        base: document(r#"{"id":7}"#),
        whole: false,
        edits,
        bindings: Bindings::default(),
    };
    check(
        &summary,
        vec![Event::Begin, object(BASE)],
        &expect![[r#"
        read
        NeedsYou: Someone changed it since you last got it. Nothing was sent, and nothing was overwritten.
          someone changed name: None -> Some("\"Old\"")
    "#]],
    );
}

#[test]
fn what_never_left_this_computer_is_a_draft_again() {
    let never = Event::Delivered(WriteOutcome::NeverSent {
        why: "connection refused".to_owned(),
    });
    check(
        &create(Some("r-1")),
        vec![Event::Begin, never],
        &expect![[r#"
            write {"name":"New"}
            Withdrawn: Nothing was sent: connection refused. The draft is unchanged; send it again when the service can be reached.
        "#]],
    );
}

#[test]
fn a_create_is_read_back_by_the_id_in_the_reply() {
    let entities = vec![r#"{"id":8,"name":"New"}"#.to_owned()];
    check(
        &create(Some("r-1")),
        vec![
            Event::Begin,
            answered(200, Verdict::Accepted { entities }),
            object(r#"{"id":8,"name":"New","clientRefId":"r-1"}"#),
        ],
        &expect![[r#"
            write {"name":"New"}
            read back 8
            Confirmed: Created.
              the service changed id: None -> Some("8")
              the service changed clientRefId: None -> Some("\"r-1\"")
        "#]],
    );
}

#[test]
fn a_lost_create_is_found_by_its_reference_and_not_written_again() {
    let found = r#"{"id":8,"name":"New","clientRefId":"r-1"}"#;
    check(
        &create(Some("r-1")),
        vec![
            Event::Begin,
            lost(),
            Event::Searched(Ok(vec![])),
            Event::QuietPeriodOver,
            searched(found, true),
            object(found),
        ],
        &expect![[r#"
            write {"name":"New"}
            search
            wait
            search
            read back 8
            Confirmed: Created. No clear answer came, but the service holds it under our reference. It carries our reference r-1, and nothing else was sent under it.
              the service changed id: None -> Some("8")
              the service changed clientRefId: None -> Some("\"r-1\"")
        "#]],
    );
}

#[test]
fn a_lost_create_that_is_not_found_needs_a_person() {
    check(
        &create(Some("r-1")),
        vec![
            Event::Begin,
            lost(),
            Event::Searched(Ok(vec![])),
            Event::QuietPeriodOver,
            Event::Searched(Ok(vec![])),
        ],
        &expect![[r#"
            write {"name":"New"}
            search
            wait
            search
            NeedsYou: No clear answer came (the connection broke), and it is not in the list.
              because The service may still commit it late. Look again before you take it back.
        "#]],
    );
}

#[test]
fn without_a_reference_a_twin_is_no_proof() {
    let twin = searched(r#"{"id":8,"name":"New"}"#, false);
    check(
        &create(None),
        vec![Event::Begin, lost(), twin.clone()],
        &expect![[r#"
            write {"name":"New"}
            search
            NeedsYou: The service holds one that could be this one. It may also be an older twin.
              because No clear answer came: the connection broke
              because It could be 8 “New”.
        "#]],
    );
    // The create carried a reference, but the service shows none.
    check(
        &create(Some("r-1")),
        vec![Event::Begin, lost(), twin],
        &expect![[r#"
            write {"name":"New"}
            search
            NeedsYou: The service holds one that could be this one. It may also be an older twin.
              because No clear answer came: the connection broke
              because It could be 8 “New”.
              because Only the content tells: the list shows no reference that Adwright sent, so the service may keep none.
        "#]],
    );
}

#[test]
fn after_a_crash_only_looking_is_asked_for() {
    let written = PlannedWrite {
        before: Some(document(BASE)),
        body: document(MINE),
    };
    let again = Event::LookAgain {
        written,
        why: "Adwright was ended".to_owned(),
    };
    check(
        &update(),
        vec![again, object(SAVED)],
        &expect![[r#"
        read
        Confirmed: Updated. No clear answer came, but the service holds the values that were sent.
          the service changed version: Some("3") -> Some("4")
    "#]],
    );
}

fn create_again() -> SendTask {
    SendTask::Create {
        body: document(r#"{"name":"New","clientRefId":"r-1"}"#),
        reference: Some("r-1".to_owned()),
        sent_before: vec![document(r#"{"name":"New","clientRefId":"r-1"}"#)],
    }
}

#[test]
fn before_a_second_send_the_first_is_looked_for() {
    check(
        &create_again(),
        vec![Event::Begin, Event::Searched(Ok(vec![]))],
        &expect![[r#"
            search
            write {"name":"New","clientRefId":"r-1"}
        "#]],
    );
    let late = r#"{"id":8,"name":"New","clientRefId":"r-1"}"#;
    check(
        &create_again(),
        vec![Event::Begin, searched(late, true), object(late)],
        &expect![[r#"
            search
            read back 8
            Confirmed: Created by an earlier send, which the service committed late. Nothing was sent again. It carries our reference r-1, and nothing else was sent under it.
              the service changed id: None -> Some("8")
        "#]],
    );
    let other = r#"{"id":8,"name":"Before","clientRefId":"r-1"}"#;
    check(
        &create_again(),
        vec![Event::Begin, searched(other, true), object(other)],
        &expect![[r#"
            search
            read back 8
            Confirmed: Created by an earlier send, which the service committed late. Nothing was sent again. It carries our reference r-1, and nothing else was sent under it.
              the service changed name: Some("\"New\"") -> Some("\"Before\"")
              the service changed id: None -> Some("8")
        "#]],
    );
    let nameless = r#"{"id":8,"name":"New","clientRefId":null}"#;
    check(
        &create_again(),
        vec![Event::Begin, searched(nameless, false)],
        &expect![[r#"
            search
            NeedsYou: The service holds what could be an earlier send of this draft. Nothing was sent again.
              because It could be 8 “New”.
              because Get latest and look. If it is this one, say that it was sent, and make later changes there.
              because If it is another one, take this back and send a copy of the draft: a copy is sent as something new.
        "#]],
    );
    check(
        &create_again(),
        vec![Event::Begin, Event::Searched(Err(unanswered("no answer.")))],
        &expect![[r#"
            search
            Withdrawn: Nothing was sent: an earlier send may have created it, and the list cannot be searched: no answer. Send again later. If you know that the service has none, send a copy of the draft: a copy is sent as something new.
        "#]],
    );
}

#[test]
fn another_state_of_the_draft_under_the_same_reference_needs_a_person() {
    let before = r#"{"name":"Before","clientRefId":"r-1"}"#;
    let mut task = create_again();
    if let SendTask::Create { sent_before, .. } = &mut task {
        *sent_before = vec![document(before)];
    }
    let there = r#"{"id":8,"name":"Before","clientRefId":"r-1"}"#;
    check(
        &task,
        vec![Event::Begin, searched(there, true)],
        &expect![[r#"
            search
            NeedsYou: The service holds what could be an earlier send of this draft. Nothing was sent again.
              because It could be 8 “Before”.
              because Get latest and look. If it is this one, say that it was sent, and make later changes there.
              because If it is another one, take this back and send a copy of the draft: a copy is sent as something new.
        "#]],
    );
    let none = Event::Searched(Ok(vec![]));
    let lost_later = vec![Event::Begin, none, lost(), searched(there, true)];
    check(
        &task,
        lost_later,
        &expect![[r#"
        search
        write {"name":"New","clientRefId":"r-1"}
        search
        NeedsYou: The service holds one that could be this one. It may also be an older twin.
          because No clear answer came: the connection broke
          because It could be 8 “Before”.
    "#]],
    );
}

#[test]
fn reference_of_a_person_is_no_proof_of_an_earlier_send() {
    let theirs = r#"{"name":"New","clientRefId":"mine-1"}"#;
    let mut task = create_again();
    if let SendTask::Create { sent_before, .. } = &mut task {
        *sent_before = vec![document(theirs)];
    }
    let there = r#"{"id":8,"name":"New","clientRefId":"mine-1"}"#;
    check(
        &task,
        vec![Event::Begin, searched(there, true)],
        &expect![[r#"
            search
            NeedsYou: The service holds what could be an earlier send of this draft. Nothing was sent again.
              because It could be 8 “New”.
              because Get latest and look. If it is this one, say that it was sent, and make later changes there.
              because If it is another one, take this back and send a copy of the draft: a copy is sent as something new.
        "#]],
    );
}

#[test]
fn every_earlier_send_is_looked_for_the_last_one_first() {
    let first = r#"{"name":"Before","clientRefId":null}"#;
    let mut task = create_again();
    if let SendTask::Create { sent_before, .. } = &mut task {
        sent_before.insert(0, document(first));
    }
    let none = || Event::Searched(Ok(vec![]));
    check(
        &task,
        vec![Event::Begin, none(), none()],
        &expect![[r#"
        search
        search
        write {"name":"New","clientRefId":"r-1"}
    "#]],
    );
    let late = searched(r#"{"id":8,"name":"Before","clientRefId":null}"#, false);
    check(
        &task,
        vec![Event::Begin, none(), late],
        &expect![[r#"
        search
        search
        NeedsYou: The service holds what could be an earlier send of this draft. Nothing was sent again.
          because It could be 8 “Before”.
          because Get latest and look. If it is this one, say that it was sent, and make later changes there.
          because If it is another one, take this back and send a copy of the draft: a copy is sent as something new.
    "#]],
    );
}
