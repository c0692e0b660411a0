//! Everything around the planner: the service, the shared database, the clock, other people and crashes.

use adwright_model::{EditableDocument, Id};
use adwright_planner::{
    CapLesson, Delivery, ListScan, PauseOutcome, ReadFailure, ReadResult, SearchFailure,
    SendOutcome, Settlement, UnclearReason, UnsupportedReference,
};
use adwright_wire::{
    ClassifierInput, ConnectionFailure, IncompleteList, Method, ReplyPaths, RequestFailure,
    Verdict, classify,
};

use super::random::Random;
use super::service::{DefiniteReply, Exchange, HttpReply, Service, Writer, number, path};
use super::service_traits::ReferenceHandling;
use super::store::{ItemState, Store, StoredItem};
use super::{Invariant, Violation};

/// The values of objects, few enough that foreign objects are often similar to ours.
pub(crate) const NAMES: [&str; 4] = ["n1", "n2", "n3", "n4"];

/// The most steps of one run. A run that takes more is stuck.
const MAX_STEPS: usize = 2_000;

/// Why a program stops in the middle of its work.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The program crashed. The database and the service stay as they are.
    Crashed,
    /// An invariant does not hold.
    Broken(Box<Violation>),
}

/// What the service answered about one item since its last write. The rules about "needs you" read it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Evidence {
    pub(crate) told: Option<DefiniteReply>,
    /// The last complete and readable list that was searched for the item; none if the last search failed.
    pub(crate) list: Option<ListEvidence>,
    /// The number of searches in the run that gave the answers.
    pub(crate) looks: usize,
    /// Whether the last read of the object was answered.
    pub(crate) read_answered: Option<bool>,
    /// Whether the object of the last answered read held every value that was sent.
    pub(crate) held: bool,
}

impl Evidence {
    /// Returns whether the object held what was sent, as far as the program could know.
    pub(crate) fn held_or_unread(self) -> bool {
        self.held || self.read_answered != Some(true)
    }
}

/// What a complete list showed about one item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListEvidence {
    /// It had the object of the item.
    pub(crate) has_object: bool,
    /// It had the object with its whole reference.
    pub(crate) has_reference: bool,
}

pub(crate) struct World {
    pub(crate) random: Random,
    pub(crate) service: Service,
    pub(crate) store: Store,
    /// What the service answered about each item.
    pub(crate) evidence: Vec<Evidence>,
    /// The object that each update read last before it wrote.
    pub(crate) read_before_write: Vec<Option<EditableDocument>>,
    /// The wall clock of the computer. It jumps.
    pub(crate) wall_ms: i64,
    /// The number of database writes and socket events so far.
    pub(crate) points: usize,
    /// The points at which the running program crashes, the next one last.
    crashes: Vec<usize>,
    /// Whether a program holds the send lock.
    pub(crate) is_locked: bool,
    pub(crate) foreign_objects: usize,
    /// The share of points at which somebody else does something, in percent.
    unrest: usize,
    pub(crate) trace: Option<Vec<String>>,
}

impl World {
    pub(crate) fn new(mut random: Random, service: Service, has_trace: bool) -> Self {
        let mut crashes: Vec<usize> = Vec::new();
        if service.traits.faults > 0 {
            let last = random.pick(&[30, 60, 200]);
            for _ in 0..random.below(4) {
                crashes.push(random.below(last));
            }
        }
        crashes.sort_unstable_by(|a, b| b.cmp(a));
        crashes.dedup();
        let unrest = if service.traits.faults > 0 { 6 } else { 0 };
        let batch_cap = random.pick(&[2, 4, 8, 500]);
        Self {
            random,
            service,
            store: Store {
                batch_cap,
                ..Store::default()
            },
            evidence: Vec::new(),
            read_before_write: Vec::new(),
            wall_ms: 1_700_000_000_000,
            points: 0,
            crashes,
            is_locked: false,
            foreign_objects: 0,
            unrest,
            trace: has_trace.then(Vec::new),
        }
    }

    /// Ends all faults, foreign writes and crashes. The service does all its late work.
    pub(crate) fn calm_down(&mut self) {
        self.service.traits.faults = 0;
        self.unrest = 0;
        self.crashes.clear();
        self.service.do_late_work(None);
    }

    /// Forgets the replies that a crashed program did not use.
    pub(crate) fn forget_replies(&mut self) {
        for evidence in &mut self.evidence {
            evidence.told = None;
        }
    }

    pub(crate) fn log(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(line());
        }
    }

    /// Passes one database write or socket event: others act, the clock may jump, and the program may crash.
    fn pass_point(&mut self) -> Result<(), Stop> {
        self.points += 1;
        if self.points > MAX_STEPS {
            return Err(broken(Invariant::NothingStuck, "the run does not end"));
        }
        self.service.do_late_work(Some(self.points));
        if self.random.percent(self.unrest) {
            self.act_as_others();
        }
        if self.crashes.last().is_some_and(|at| *at <= self.points) {
            self.crashes.pop();
            self.log(|| "crash".to_owned());
            return Err(Stop::Crashed);
        }
        Ok(())
    }

    /// Commits a change of the database. A crash may come before or after it.
    pub(crate) fn commit(
        &mut self,
        change: impl FnOnce(&mut Store) -> Result<(), &'static str>,
    ) -> Result<(), Stop> {
        self.pass_point()?;
        if !self.is_locked {
            return Err(broken(Invariant::LegalStates, "no send lock"));
        }
        change(&mut self.store).map_err(|what| broken(Invariant::LegalStates, what))?;
        self.pass_point()
    }

    /// Changes the state of one item, from one of these states.
    pub(crate) fn transition(
        &mut self,
        item: usize,
        to: ItemState,
        change: impl FnOnce(&mut StoredItem),
    ) -> Result<(), Stop> {
        let at = self.wall_ms;
        self.log(|| format!("item {item} -> {to:?}"));
        self.commit(|store| {
            let item = &mut store.items[item];
            if matches!(
                item.state,
                ItemState::Confirmed
                    | ItemState::Refused
                    | ItemState::TakenBack
                    | ItemState::Withdrawn
            ) {
                return Err("a settled item changed");
            }
            item.state = to;
            item.at = at;
            change(item);
            Ok(())
        })
    }

    /// Commits the intent to send these items in one request.
    pub(crate) fn begin_attempt(
        &mut self,
        writes: &[(usize, EditableDocument, Option<EditableDocument>)],
    ) -> Result<(), Stop> {
        for (item, ..) in writes {
            self.evidence[*item] = Evidence::default();
        }
        self.commit(|store| {
            for (item, body, before) in writes {
                let item = &mut store.items[*item];
                if item.state != ItemState::Planned {
                    return Err("an item was written that is not planned");
                }
                item.state = ItemState::Intent;
                item.body = body.clone();
                item.before.clone_from(before);
                item.attempts.push(None);
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Creates these objects in one call. Returns how the call ended, and the text of the reply.
    pub(crate) fn post(
        &mut self,
        rows: &[(usize, EditableDocument)],
    ) -> Result<(Delivery, String), Stop> {
        self.pass_point()?;
        let exchange = self.service.create(rows, self.points, &mut self.random);
        let items: Vec<_> = rows.iter().map(|(item, _)| *item).collect();
        self.receive(Method::Post, &items, exchange)
    }

    /// Updates an object.
    pub(crate) fn put(
        &mut self,
        item: usize,
        id: Id,
        body: &EditableDocument,
    ) -> Result<(Delivery, String), Stop> {
        self.pass_point()?;
        let around = (self.points, &mut self.random);
        let exchange = self.service.update(item, id, body, around);
        self.receive(Method::Put, &[item], exchange)
    }

    fn receive(
        &mut self,
        method: Method,
        items: &[usize],
        exchange: Exchange,
    ) -> Result<(Delivery, String), Stop> {
        self.log(|| {
            let method = method.as_str();
            match &exchange {
                Exchange::Replied(reply) => {
                    format!("{method} {items:?}: {} {}", reply.status, reply.body)
                }
                other => format!("{method} {items:?}: {other:?}"),
            }
        });
        self.pass_point()?;
        let (delivery, text) = match exchange {
            Exchange::NeverSent => (Delivery::NeverSent(no_connection()), String::new()),
            Exchange::Lost => {
                let failure = RequestFailure::IncompleteReply(ConnectionFailure::RequestTimeout);
                (
                    Delivery::Unclear(UnclearReason::Lost(failure)),
                    String::new(),
                )
            }
            Exchange::Replied(reply) => {
                for (item, told) in items.iter().zip(&reply.told) {
                    self.evidence[*item].told = Some(*told);
                }
                let verdict = verdict_of(method, &reply);
                let status = reply.status;
                (Delivery::Answered { status, verdict }, reply.body)
            }
        };
        let status = match &delivery {
            Delivery::Answered { status, .. } => Some(*status),
            _ => None,
        };
        let items = items.to_vec();
        self.commit(|store| {
            for item in items {
                *store.items[item].attempts.last_mut().expect("it began") = status;
            }
            Ok(())
        })?;
        Ok((delivery, text))
    }

    /// Reads the object of an item.
    pub(crate) fn read(
        &mut self,
        item: usize,
        fields: &[(&'static str, String)],
    ) -> Result<ReadResult, Stop> {
        self.pass_point()?;
        let Some(id) = self.store.items[item].target else {
            return Ok(ReadResult::Missing);
        };
        let fails = self.random.percent(self.service.traits.faults / 3);
        let result = match self.service.objects.get(&id.0) {
            _ if fails => ReadResult::Failed(ReadFailure::Failed(no_connection())),
            Some(object) => ReadResult::Object(object.document.clone()),
            None => ReadResult::Missing,
        };
        let evidence = &mut self.evidence[item];
        evidence.read_answered = Some(!fails);
        if matches!(result, ReadResult::Missing) {
            evidence.held = false;
        }
        if let ReadResult::Object(object) = &result {
            evidence.held = fields.iter().all(|(member, json)| {
                let node = object.get(&path(member));
                node.is_some_and(|node| node.raw() == json)
            });
        }
        self.log(|| match &result {
            ReadResult::Object(object) => format!("GET for item {item}: {}", object.text()),
            other => format!("GET for item {item}: {other:?}"),
        });
        self.pass_point()?;
        Ok(result)
    }

    /// Searches the list for the objects of these items, as the desk does.
    pub(crate) fn search(
        &mut self,
        items: &[(usize, EditableDocument)],
    ) -> Result<Result<ListScan, SearchFailure>, Stop> {
        self.pass_point()?;
        let sent: Vec<_> = items.iter().map(|(_, body)| body).collect();
        let rows: Vec<_> = self
            .service
            .objects
            .values()
            .map(|object| (object.creator, self.service.listed_form(object)))
            .collect();
        let fails = self.random.percent(self.service.traits.faults / 3);
        let failure = fails.then(|| self.random.below(3));
        for (item, _) in items {
            self.evidence[*item].looks += 1;
            self.evidence[*item].list = failure.is_none().then(|| self.list_evidence(*item, &rows));
        }
        self.log(|| {
            let items: Vec<_> = items.iter().map(|(item, _)| item).collect();
            let rows: Vec<_> = rows.iter().map(|(_, row)| row.text()).collect();
            format!("list for {items:?}: failure {failure:?}, rows {rows:?}")
        });
        if failure == Some(0) {
            self.pass_point()?;
            let failure = ReadFailure::Failed(no_connection());
            return Ok(Err(SearchFailure::NotRead(failure)));
        }
        let mut scan = ListScan::default();
        let keep = if failure == Some(1) {
            rows.len() / 2
        } else {
            rows.len()
        };
        for (_, row) in rows.iter().take(keep) {
            scan.add_row(row.text().as_bytes().to_vec(), &sent);
        }
        if failure == Some(2) {
            scan.add_row(b"{broken".to_vec(), &sent);
        }
        scan.finish(
            (failure == Some(1)).then_some(SearchFailure::Incomplete(IncompleteList::RepeatedPage)),
        );
        self.pass_point()?;
        for (at, id) in scan
            .possible_matches(&sent)
            .into_iter()
            .take(sent.len() + 8)
        {
            self.pass_point()?;
            let fails = self.random.percent(self.service.traits.faults / 3);
            if let Some(object) = self.service.objects.get(&id.0).filter(|_| !fails) {
                scan.replace_with_full(at, object.document.clone());
            }
        }
        Ok(Ok(scan))
    }

    fn list_evidence(&self, item: usize, rows: &[(Writer, EditableDocument)]) -> ListEvidence {
        let reference = self.store.items[item].reference.as_deref();
        let source = self.store.items[item].source;
        let is_own = |creator: &Writer| match creator {
            Writer::Item(other) => self.store.items[*other].source == source,
            Writer::Foreign => false,
        };
        let mut own = rows
            .iter()
            .filter(|(creator, _)| is_own(creator))
            .peekable();
        ListEvidence {
            has_object: own.peek().is_some(),
            has_reference: own.any(|(_, row)| {
                let listed = adwright_planner::reference_of(row);
                reference.is_some() && listed.as_deref() == reference
            }),
        }
    }

    /// Waits a quiet period. Late work often comes in it.
    pub(crate) fn wait_quiet_period(&mut self) -> Result<(), Stop> {
        self.points += self.random.below(10);
        self.pass_point()
    }

    /// Waits out the pause that the service asked for, unless the person stops it or it is too long.
    pub(crate) fn wait_pause(&mut self, seconds: Option<u64>, earlier: usize) -> PauseOutcome {
        if self.service.traits.faults > 0 && self.random.percent(10) {
            return PauseOutcome::Stopped;
        }
        if seconds.is_some_and(|seconds| seconds > 60) {
            return PauseOutcome::TooLong {
                until_ms: Some(self.wall_ms + 120_000),
            };
        }
        if earlier >= 3 {
            return PauseOutcome::TooLong { until_ms: None };
        }
        PauseOutcome::Over
    }

    /// Checks what a settlement claims about the settings of the service.
    pub(crate) fn learn(&mut self, settlement: &Settlement) -> Result<(), Stop> {
        let Some(evidence) = &settlement.unsupported_reference else {
            return Ok(());
        };
        let handling = self.service.traits.reference;
        let is_dropped = matches!(
            handling,
            ReferenceHandling::Nulled | ReferenceHandling::Dropped | ReferenceHandling::LongNulled
        );
        if *evidence == UnsupportedReference::Dropped && !is_dropped {
            return Err(broken(
                Invariant::StatesAreTrue,
                "learned that references are dropped",
            ));
        }
        self.commit(|store| {
            store.references_off = true;
            Ok(())
        })
    }

    /// Stores the learned limit of rows per call.
    pub(crate) fn learn_cap(&mut self, lesson: CapLesson) -> Result<(), Stop> {
        let cap = self.service.traits.cap;
        if lesson.accepted > cap
            || lesson.refused <= cap
            || lesson.cap >= lesson.refused
            || lesson.cap == 0
        {
            return Err(broken(
                Invariant::StatesAreTrue,
                "learned a false limit of rows per call",
            ));
        }
        self.commit(|store| {
            store.batch_cap = lesson.cap;
            Ok(())
        })
    }
}

fn verdict_of(method: Method, reply: &HttpReply) -> Verdict {
    classify(&ClassifierInput {
        method,
        status: reply.status,
        retry_after: reply.retry_after,
        date: None,
        body: &reply.body,
        places: &ReplyPaths::default(),
    })
}

fn no_connection() -> RequestFailure {
    RequestFailure::Unreachable(ConnectionFailure::ConnectTimeout)
}

pub(crate) fn parse(text: &str) -> EditableDocument {
    EditableDocument::parse(text).expect("the simulation writes JSON")
}

pub(crate) fn broken(invariant: Invariant, what: impl Into<String>) -> Stop {
    Stop::Broken(Box::new(Violation {
        invariant,
        what: what.into(),
    }))
}

/// Returns the state in which an outcome is stored.
pub(crate) const fn state_of(outcome: &SendOutcome) -> ItemState {
    match outcome {
        SendOutcome::Confirmed(_) => ItemState::Confirmed,
        SendOutcome::Refused(_) => ItemState::Refused,
        SendOutcome::NeedsYou(_) => ItemState::NeedsYou,
        SendOutcome::Withdrawn(_) => ItemState::Planned,
    }
}

/// Returns the version of an object.
pub(crate) fn version(document: &EditableDocument) -> i64 {
    number(document, "version")
}
