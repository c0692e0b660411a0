//! Tests the planner against a service that loses replies, commits late and refuses, and against crashes at any step.
//!
//! In every run, nothing is created twice, no foreign change is overwritten, and every report is true.

use std::sync::Arc;

use adwright_model::{Bindings, Catalog, Edit, EditableDocument, Id, Kind};
use adwright_wire::{
    Ambiguity, ConnectionFailure, ForeignChangeRule, RequestFailure, UnclearReply, Verdict,
};
use proptest::prelude::*;

use crate::{
    Action, Delivery, Event, ListScan, MatchCandidate, OpenReason, PauseOutcome, PlannedWrite,
    ReadFailure, ReadResult, SearchFailure, SendOutcome, SendTask, Settlement, Stage,
    UnclearReason, next_step,
};

const BASE: &str = r#"{"id":7,"version":3,"name":"Old"}"#;

/// The fault of one step.
#[derive(Debug, Clone, Copy)]
enum StepFault {
    None,
    /// The reply is lost after the work was done.
    LostAfter,
    /// The request is lost before the work was done.
    LostBefore,
    /// The request is lost, and the work is done after the next look.
    Late,
    /// The request is lost, and the work is done after the last look.
    VeryLate,
    Refused,
    /// HTTP 429: the service did nothing and asks for a pause.
    Busy,
    NeverSent,
    /// A bare 500; the flag says whether the work was done.
    Unclear(bool),
    /// The program ends right after this step, before it sees the reply. The flag says whether the work was done.
    Crash(bool),
}

fn any_fault() -> impl Strategy<Value = StepFault> {
    prop_oneof![
        Just(StepFault::None),
        Just(StepFault::None),
        Just(StepFault::LostAfter),
        Just(StepFault::LostBefore),
        Just(StepFault::Late),
        Just(StepFault::VeryLate),
        Just(StepFault::Refused),
        Just(StepFault::Busy),
        Just(StepFault::NeverSent),
        any::<bool>().prop_map(StepFault::Unclear),
        any::<bool>().prop_map(StepFault::Crash),
    ]
}

/// How a service treats the reference of an object.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum ReferenceHandling {
    #[default]
    Kept,
    Nulled,
    Dropped,
    /// It stores a reference of its own instead.
    Replaced,
    /// It keeps the reference, but its lists do not show it.
    Unlisted,
}

fn any_reference_handling() -> impl Strategy<Value = ReferenceHandling> {
    prop_oneof![
        Just(ReferenceHandling::Kept),
        Just(ReferenceHandling::Nulled),
        Just(ReferenceHandling::Dropped),
        Just(ReferenceHandling::Replaced),
        Just(ReferenceHandling::Unlisted),
    ]
}

/// Generates other objects of the service: similar to ours or not, with references or without.
fn other_objects() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(
        vec![
            r#"{"id":1,"name":"New"}"#,
            r#"{"id":2,"name":"New","clientRefId":null}"#,
            r#"{"id":3,"name":"New","clientRefId":"theirs"}"#,
            r#"{"id":4,"name":"Old","clientRefId":"theirs"}"#,
            r#"{"id":5,"name":"Old","clientRefId":null}"#,
        ],
        0..=5,
    )
}

/// A fake service with one object, or none yet.
#[derive(Debug, Default)]
struct FakeService {
    objects: Vec<EditableDocument>,
    /// How it treats references.
    reference: ReferenceHandling,
    others: Vec<EditableDocument>,
    /// Work that is done after the next look.
    late: Option<EditableDocument>,
    /// Work that is done after the last look.
    very_late: Option<EditableDocument>,
    writes: usize,
    /// The object just before it was overwritten.
    overwritten: Option<EditableDocument>,
}

impl FakeService {
    fn with_object(text: &str) -> Self {
        Self {
            objects: vec![document(text)],
            ..Self::default()
        }
    }

    fn with_references(reference: ReferenceHandling, others: &[&str]) -> Self {
        Self {
            reference,
            others: others.iter().map(|text| document(text)).collect(),
            ..Self::default()
        }
    }

    fn write(&mut self, fault: StepFault, write: &PlannedWrite) -> Event {
        // A busy reply does not count as a write.
        self.writes += usize::from(!matches!(fault, StepFault::Busy));
        match fault {
            StepFault::None
            | StepFault::LostAfter
            | StepFault::Unclear(true)
            | StepFault::Crash(true) => {
                self.commit(&write.body);
            }
            StepFault::Late => self.late = Some(write.body.clone()),
            StepFault::VeryLate => self.very_late = Some(write.body.clone()),
            _ => {}
        }
        Event::Delivered(match fault {
            StepFault::None => answered(
                200,
                Verdict::Accepted {
                    entities: self.last_entity(),
                },
            ),
            StepFault::Refused => answered(
                500,
                Verdict::Refused {
                    codes: vec![62_003],
                    message: None,
                },
            ),
            StepFault::Busy => answered(429, Verdict::Wait { seconds: Some(1) }),
            StepFault::NeverSent => Delivery::NeverSent(no_connection()),
            StepFault::Unclear(_) => answered(
                500,
                Verdict::Unknown(UnclearReply {
                    ambiguity: Ambiguity::ServerError,
                    status: 500,
                    codes: Vec::new(),
                    message: None,
                }),
            ),
            _ => Delivery::Unclear(UnclearReason::Lost(RequestFailure::IncompleteReply(
                ConnectionFailure::RequestTimeout,
            ))),
        })
    }

    fn commit(&mut self, body: &EditableDocument) {
        if body.get(&"id".parse().unwrap()).is_some() {
            self.overwritten = self.objects.pop();
            self.objects.push(body.clone());
        } else {
            let id = Edit::Set {
                path: "id".parse().unwrap(),
                json: "8".to_owned(),
            };
            self.objects
                .push(self.stored_form(body).apply(&id).unwrap());
        }
    }

    /// Returns the object as the service stores it.
    fn stored_form(&self, body: &EditableDocument) -> EditableDocument {
        let path = "clientRefId".parse().unwrap();
        let set = |json: &str| Edit::Set {
            path: "clientRefId".parse().unwrap(),
            json: json.to_owned(),
        };
        match self.reference {
            ReferenceHandling::Kept | ReferenceHandling::Unlisted => body.clone(),
            ReferenceHandling::Nulled => body.apply(&set("null")).unwrap(),
            ReferenceHandling::Replaced => body.apply(&set("\"81\"")).unwrap(),
            ReferenceHandling::Dropped => body.apply(&Edit::Remove { path }).unwrap(),
        }
    }

    /// Returns the object as the list shows it.
    fn listed_form(&self, object: &EditableDocument) -> Vec<u8> {
        let path = "clientRefId".parse().unwrap();
        let has_one = object.get(&path).is_some();
        let shown = if has_one && self.reference == ReferenceHandling::Unlisted {
            object.apply(&Edit::Remove { path }).unwrap()
        } else {
            object.clone()
        };
        shown.text().as_bytes().to_vec()
    }

    /// Searches the service's list as the desk does.
    fn find(&self, sent: &EditableDocument) -> Result<Vec<MatchCandidate>, SearchFailure> {
        let mut scan = ListScan::default();
        let all = || self.others.iter().chain(&self.objects);
        all().for_each(|object| scan.add_row(self.listed_form(object), &[sent]));
        for (at, id) in scan.possible_matches(&[sent]) {
            let id = id.to_string();
            let full = all().find(|object| object.root().member("id").unwrap().raw() == id);
            scan.replace_with_full(at, full.unwrap().clone());
        }
        scan.candidates_for(sent)
    }

    fn last_entity(&self) -> Vec<String> {
        self.objects
            .last()
            .map(|object| object.text().to_owned())
            .into_iter()
            .collect()
    }

    fn read(&mut self, fault: StepFault) -> Event {
        let result = match (fault, self.objects.last()) {
            (StepFault::LostAfter | StepFault::LostBefore | StepFault::NeverSent, _) => {
                ReadResult::Failed(no_answer())
            }
            (_, Some(object)) => ReadResult::Object(object.clone()),
            (_, None) => ReadResult::Missing,
        };
        self.do_late_work();
        Event::Read(result)
    }

    fn search(&mut self, fault: StepFault, sent: &EditableDocument) -> Event {
        let found = match fault {
            StepFault::LostAfter | StepFault::LostBefore | StepFault::NeverSent => {
                Err(SearchFailure::NotRead(no_answer()))
            }
            _ => self.find(sent),
        };
        self.do_late_work();
        Event::Searched(found)
    }

    fn do_late_work(&mut self) {
        if let Some(body) = self.late.take() {
            self.commit(&body);
        }
    }

    fn do_very_late_work(&mut self) {
        if let Some(body) = self.very_late.take() {
            self.commit(&body);
        }
    }
}

/// Returns a create with a reference.
fn create_task(is_reply_enough: bool) -> SendTask {
    SendTask::Create {
        reference: Some("adwright-1".to_owned()),
        sent_before: Vec::new(),
        is_reply_enough,
        body: document(r#"{"name":"New","clientRefId":"adwright-1"}"#),
    }
}

/// Returns a second send of the same draft with the same reference, after an edit if there is one.
fn second_create(edit: Option<Edit>) -> SendTask {
    let first = document(r#"{"name":"New","clientRefId":"adwright-1"}"#);
    let body = match edit {
        Some(edit) => first.apply(&edit).unwrap(),
        None => first.clone(),
    };
    SendTask::Create {
        reference: Some("adwright-1".to_owned()),
        sent_before: vec![first],
        is_reply_enough: false,
        body,
    }
}

/// Looks once more at an item that needs a person, without a write.
fn look_once(task: &SendTask, service: &mut FakeService, faults: &[StepFault]) -> Settlement {
    let SendTask::Create { body, .. } = task else {
        unreachable!("only creates are looked at so")
    };
    let look = Event::StartFinalLookup {
        write: PlannedWrite {
            before: None,
            body: body.clone(),
        },
        why: UnclearReason::LookInconclusive,
    };
    run_from(task, service, look, faults)
}

fn document(text: &str) -> EditableDocument {
    EditableDocument::parse(text).unwrap()
}

fn answered(status: u16, verdict: Verdict) -> Delivery {
    Delivery::Answered { status, verdict }
}

fn no_answer() -> ReadFailure {
    ReadFailure::Failed(no_connection())
}

fn no_connection() -> RequestFailure {
    RequestFailure::Unreachable(ConnectionFailure::ConnectTimeout)
}

/// Runs one task to its end as the item runner does, and starts again after a crash as recovery does.
fn run(task: &SendTask, service: &mut FakeService, faults: &[StepFault]) -> Settlement {
    run_from(task, service, Event::Begin, faults)
}

fn run_from(
    task: &SendTask,
    service: &mut FakeService,
    first: Event,
    faults: &[StepFault],
) -> Settlement {
    let mut faults = faults
        .iter()
        .copied()
        .chain(std::iter::repeat(StepFault::None));
    let mut intent: Option<PlannedWrite> = None;
    let (mut stage, mut event) = (Stage::Planned, first);
    loop {
        let (after, action) = next_step(task, stage, event);
        stage = after;
        let fault = faults.next().expect("there is always more");
        event = match action {
            Action::Read => service.read(fault),
            Action::ReadBack(id) => {
                assert_eq!(id, Id(8), "only what is surely ours is taken for ours");
                service.read(fault)
            }
            Action::Search(write) => service.search(fault, &write.body),
            Action::Wait => Event::QuietPeriodOver,
            Action::Pause(_) => Event::Paused(match fault {
                // The service asks for a pause that is too long to wait for.
                StepFault::Busy => PauseOutcome::TooLong { until_ms: None },
                _ => PauseOutcome::Over,
            }),
            Action::Settle(settlement) => return settlement,
            Action::Write(write) => {
                intent = Some(write.clone());
                service.write(fault, &write)
            }
        };
        if let (StepFault::Crash(_), Some(write)) = (fault, &intent) {
            stage = Stage::Planned;
            event = Event::StartLookup {
                write: write.clone(),
                why: UnclearReason::ProgramEnded,
            };
        }
    }
}

fn is_confirmed(settlement: &Settlement) -> bool {
    matches!(settlement.outcome, SendOutcome::Confirmed(_))
}

/// Returns an update of the name.
fn rename_task() -> SendTask {
    SendTask::Update {
        base: document(BASE),
        is_base_full: true,
        mine: document(&BASE.replace("Old", "Mine")),
        kind: Kind::Campaign,
        catalog: Arc::new(Catalog::bundled().clone()),
        foreign_changes: ForeignChangeRule::Merge,
        bindings: Bindings::default(),
    }
}

proptest! {
    #[test]
    fn create_is_written_once_and_reported_correctly(
        faults in prop::collection::vec(any_fault(), 0..12),
        is_reply_enough in any::<bool>(),
        reference in any_reference_handling(),
        others in other_objects(),
    ) {
        let task = create_task(is_reply_enough);
        let mut service = FakeService::with_references(reference, &others);
        let settlement = run(&task, &mut service, &faults);
        let objects = service.objects.len();
        prop_assert!(service.writes <= 1 && objects <= 1);
        match settlement.outcome {
            SendOutcome::Confirmed(_) => prop_assert_eq!(objects, 1),
            SendOutcome::Refused(_) | SendOutcome::Withdrawn(_) => prop_assert_eq!(objects, 0),
            SendOutcome::NeedsYou(reason) => {
                let claims_absence = matches!(reason, OpenReason::NotListed { .. });
                prop_assert!(objects == 0 || !claims_absence);
            }
        }
    }

    #[test]
    fn draft_sent_again_exists_once(
        first in prop::collection::vec(any_fault(), 0..8),
        second in prop::collection::vec(any_fault(), 0..8),
        is_reply_enough in any::<bool>(),
        reference in any_reference_handling(),
        others in other_objects(),
        is_edited in any::<bool>(),
    ) {
        let mut service = FakeService::with_references(reference, &others);
        let settlement = run(&create_task(is_reply_enough), &mut service, &first);
        service.do_very_late_work();
        if matches!(settlement.outcome, SendOutcome::NeedsYou(_) | SendOutcome::Withdrawn(_)) {
            let rename = Edit::Set {
                path: "name".parse().unwrap(),
                json: "\"Newer\"".to_owned(),
            };
            let task = second_create(is_edited.then_some(rename));
            let settlement = run(&task, &mut service, &second);
            if is_confirmed(&settlement) {
                let name = service.objects[0].root().member("name").unwrap();
                let expected = if is_edited { "\"Newer\"" } else { "\"New\"" };
                prop_assert_eq!(name.raw(), expected, "what is confirmed is what was sent");
            }
        }
        prop_assert!(service.objects.len() <= 1);
    }

    #[test]
    fn later_look_writes_nothing_and_confirms_only_facts(
        first in prop::collection::vec(any_fault(), 0..8),
        later in prop::collection::vec(any_fault(), 0..8),
        is_reply_enough in any::<bool>(),
        reference in any_reference_handling(),
        others in other_objects(),
    ) {
        let task = create_task(is_reply_enough);
        let mut service = FakeService::with_references(reference, &others);
        let settlement = run(&task, &mut service, &first);
        service.do_very_late_work();
        let writes = service.writes;
        if matches!(settlement.outcome, SendOutcome::NeedsYou(_)) {
            let later = look_once(&task, &mut service, &later);
            let is_open = matches!(later.outcome, SendOutcome::NeedsYou(_));
            prop_assert!(is_open || is_confirmed(&later));
            prop_assert!(is_open || service.objects.len() == 1);
            prop_assert!(is_open || matches!(reference, ReferenceHandling::Kept | ReferenceHandling::Unlisted));
        }
        prop_assert_eq!(service.writes, writes);
    }

    #[test]
    fn update_never_overwrites_a_foreign_save(
        faults in prop::collection::vec(any_fault(), 0..12),
        changed_meanwhile in any::<bool>(),
    ) {
        let current = if changed_meanwhile { r#"{"id":7,"version":4,"name":"Theirs"}"# } else { BASE };
        let task = rename_task();
        let mut service = FakeService::with_object(current);
        let settlement = run(&task, &mut service, &faults);
        prop_assert!(service.writes <= 1);
        prop_assert!(!(changed_meanwhile && service.overwritten.is_some()));
        let mine = service.objects[0].text().contains("Mine");
        match settlement.outcome {
            SendOutcome::Confirmed(_) => prop_assert!(mine),
            SendOutcome::Refused(_) | SendOutcome::Withdrawn(_) => prop_assert!(!mine),
            SendOutcome::NeedsYou(reason) => {
                let claims_absence = matches!(reason, OpenReason::NotApplied { .. });
                prop_assert!(!mine || !claims_absence);
            }
        }
    }
}
