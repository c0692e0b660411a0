//! A deterministic simulator of sending: each schedule follows from one seed.
//!
//! A schedule has a service with random properties, drafts or rows, foreign writers, and two programs that share one
//! database. Every reply is JSON text that the real classifier reads. The planner decides about items and batches.
//! Around each database write and socket event, others may act, the clock may jump and the program may crash.
//!
//! `cargo run -p adwright-planner --example simulate -- 0xSEED` repeats one schedule and prints what happened.

mod invariants;
mod others;
mod program;
mod random;
mod service;
mod service_traits;
mod store;
mod world;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use adwright_model::EditableDocument;
use adwright_planner::REFERENCE_MEMBER;

use program::{Program, Work};
use random::Random;
use service::{Service, Writer, with, without};
use service_traits::{BadRowReply, ReferenceHandling, ServiceTraits};
use store::ItemState;
use world::{NAMES, Stop, World, parse};

/// What must hold in every schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invariant {
    /// Nothing is created twice.
    NoDuplicate,
    /// Every row of a finished batch is settled or a draft again.
    NoLostRow,
    /// A foreign change before our GET is in the written body. A later one is reported.
    NoForeignOverwrite,
    /// Every run ends, and no item stays in flight.
    NothingStuck,
    /// What an item or a learned setting states is true.
    StatesAreTrue,
    /// Nobody is asked what an answer of the service settled.
    NoNeedlessQuestion,
    /// The database never changes a settled item or one that another program owns.
    LegalStates,
    /// No code panics.
    NoPanic,
}

/// A broken invariant.
#[derive(Debug)]
pub(crate) struct Violation {
    pub(crate) invariant: Invariant,
    pub(crate) what: String,
}

/// A schedule that broke an invariant.
#[derive(Debug)]
pub(crate) struct FailedSchedule {
    pub(crate) seed: u64,
    pub(crate) violation: Violation,
    /// What happened, one line an event.
    pub(crate) trace: Vec<String>,
}

impl FailedSchedule {
    /// Returns the seed and the broken invariant in one line.
    pub(crate) fn summary(&self) -> String {
        let (seed, Violation { invariant, what }) = (self.seed, &self.violation);
        format!("seed {seed:#018x} breaks {invariant:?}: {what}")
    }
}

impl fmt::Display for FailedSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.trace {
            writeln!(f, "  {line}")?;
        }
        writeln!(f, "{}", self.summary())?;
        let seed = self.seed;
        write!(
            f,
            "repeat it: cargo run -p adwright-planner --example simulate -- {seed:#018x}"
        )
    }
}

/// One draft or row that a person sends.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// Whether it is a row of a batch. Otherwise it is sent alone.
    pub(crate) is_row: bool,
    /// The id of the object to update; none for a create.
    pub(crate) target: Option<i64>,
    /// The object that an update starts from.
    pub(crate) base: Option<EditableDocument>,
    /// Whether that object has all members. A list may omit some.
    pub(crate) is_base_full: bool,
    /// The members that the person set, as raw JSON.
    pub(crate) fields: Vec<(&'static str, String)>,
    /// The reference of a create.
    pub(crate) reference: String,
}

impl Source {
    /// Returns the object to send.
    pub(crate) fn body(&self, reference: Option<&str>) -> EditableDocument {
        let empty = || parse("{}");
        let start = self.base.clone().unwrap_or_else(empty);
        let fields = self.fields.iter();
        let body = fields.fold(start, |body, (member, json)| with(&body, member, json));
        match reference {
            Some(digits) if digits.parse::<u64>().is_ok() => with(&body, REFERENCE_MEMBER, digits),
            Some(text) => with(&body, REFERENCE_MEMBER, &format!("\"{text}\"")),
            None => body,
        }
    }
}

/// Plays the schedule of a seed. Only a failed schedule is played again, with its trace.
pub(crate) fn run(seed: u64) -> Result<(), Box<FailedSchedule>> {
    if play(&mut Schedule::new(seed, Trace::Off)).is_ok() {
        return Ok(());
    }
    replay(seed).map(drop)
}

/// Plays the schedule of a seed, and returns what happened in it.
pub(crate) fn replay(seed: u64) -> Result<Vec<String>, Box<FailedSchedule>> {
    let mut schedule = Schedule::new(seed, Trace::On);
    let played = play(&mut schedule);
    let trace = schedule.world.trace.unwrap_or_default();
    match played {
        Ok(()) => Ok(trace),
        Err(violation) => Err(Box::new(FailedSchedule {
            seed,
            violation,
            trace,
        })),
    }
}

fn play(schedule: &mut Schedule) -> Result<(), Violation> {
    match catch_unwind(AssertUnwindSafe(|| schedule.play())) {
        Ok(Err(Stop::Broken(violation))) => Err(*violation),
        Ok(_) => Ok(()),
        Err(_) => Err(Violation {
            invariant: Invariant::NoPanic,
            what: "a panic".to_owned(),
        }),
    }
}

/// Whether a schedule keeps what happened in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trace {
    On,
    Off,
}

struct Schedule {
    world: World,
    sources: Vec<Source>,
    /// A schedule without faults, foreign writers and crashes, in which everything must be settled.
    is_calm: bool,
}

impl Schedule {
    fn new(seed: u64, trace: Trace) -> Self {
        let mut random = Random::new(seed);
        let is_calm = random.percent(10);
        let faults = if is_calm {
            0
        } else {
            random.pick(&[10, 25, 50])
        };
        let mut traits = ServiceTraits::new(&mut random, faults);
        if is_calm {
            traits.reference = ReferenceHandling::Kept;
            traits.reorders_replies = false;
            traits.bad_row = random.pick(&[BadRowReply::PerItem, BadRowReply::WholeCall]);
        }
        let scene = random.below(4);
        let mut world = World::new(random, Service::new(traits), trace == Trace::On);
        world.log(|| format!("calm {is_calm}, {traits:?}"));
        let sources = match scene {
            0 => creates(&mut world),
            1 => updates(&mut world),
            _ => rows(&mut world),
        };
        world.log(|| format!("sources {sources:?}"));
        if !is_calm {
            for _ in 0..world.random.below(4) {
                world.create_foreign_object();
            }
        }
        Self {
            world,
            sources,
            is_calm,
        }
    }

    fn play(&mut self) -> Result<(), Stop> {
        let rounds = 1 + self.world.random.below(3);
        for _ in 0..rounds {
            let sources = self.sendable();
            if !sources.is_empty() {
                self.attempt(&Work::Send(sources))?;
            }
            self.decide()?;
        }
        self.world.calm_down();
        self.attempt(&Work::Recover)?;
        self.attempt(&Work::LookAtAll)?;
        invariants::check_end(&self.world, &self.sources, self.is_calm)
    }

    /// Returns the sources that a person can send: no item of theirs is open or confirmed.
    fn sendable(&self) -> Vec<usize> {
        let is_free = |source: &usize| {
            let last = self.world.store.last_of(*source);
            last.is_none_or(|item| item.state == ItemState::TakenBack)
        };
        (0..self.sources.len()).filter(is_free).collect()
    }

    /// Lets a person decide about open items, after the service did all its late work.
    fn decide(&mut self) -> Result<(), Stop> {
        self.world.service.do_late_work(None);
        for item in self.world.store.items_in(&[ItemState::NeedsYou]) {
            // A look after a crash may have answered it meanwhile.
            if self.world.store.items[item].state != ItemState::NeedsYou {
                continue;
            }
            match self.world.random.below(4) {
                0 if !self.world.store.items[item].attempts.is_empty() => {
                    self.attempt(&Work::LookAgain(item))?;
                }
                1 => {
                    self.attempt(&Work::TakeBack(item))?;
                    let source = self.world.store.items[item].source;
                    self.edit_draft(source);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Perhaps edits a draft before it is sent again.
    fn edit_draft(&mut self, source: usize) {
        if self.world.random.percent(30)
            && let Some((_, json)) = self.sources[source].fields.first_mut()
        {
            "\"edited\"".clone_into(json);
        }
    }

    /// Lets a program do its work. After a crash, the next program recovers.
    fn attempt(&mut self, work: &Work) -> Result<(), Stop> {
        let mut ended = self.program().perform(work);
        while let Err(Stop::Crashed) = ended {
            self.world.forget_replies();
            ended = self.program().perform(&Work::Recover);
        }
        ended
    }

    fn program(&mut self) -> Program<'_> {
        Program {
            world: &mut self.world,
            sources: &self.sources,
        }
    }
}

fn creates(world: &mut World) -> Vec<Source> {
    let count = 1 + world.random.below(2);
    (0..count)
        .map(|at| {
            let name = world
                .random
                .pick(&[NAMES[0], NAMES[1], NAMES[2], NAMES[3], "bad"]);
            Source {
                is_row: false,
                target: None,
                base: None,
                is_base_full: false,
                fields: vec![
                    ("name", format!("\"{name}\"")),
                    ("type", "\"Campaign\"".to_owned()),
                    ("brandId", "7".to_owned()),
                ],
                reference: reference(world, at),
            }
        })
        .collect()
}

fn rows(world: &mut World) -> Vec<Source> {
    let count = 2 + world.random.below(8);
    let bad = world.random.pick(&[0, 15, 30]);
    let are_distinct = world.random.percent(60);
    (0..count)
        .map(|at| {
            let prefix = if world.random.percent(bad) {
                "bad"
            } else {
                "n"
            };
            let number = if are_distinct {
                at + 1
            } else {
                1 + world.random.below(4)
            };
            Source {
                is_row: true,
                target: None,
                base: None,
                is_base_full: false,
                fields: vec![
                    ("value", format!("\"{prefix}{number}\"")),
                    ("type", "\"RetargetingDataValue\"".to_owned()),
                    ("brandId", "7".to_owned()),
                ],
                reference: reference(world, at),
            }
        })
        .collect()
}

fn updates(world: &mut World) -> Vec<Source> {
    let count = 1 + world.random.below(2);
    (0..count)
        .map(|at| {
            let text = r#"{"type":"Campaign","version":3,"name":"old","budget":1,"note":"x"}"#;
            let id = world.service.insert(Writer::Foreign, &parse(text));
            let mut fields = vec![("name", format!("\"mine{at}\""))];
            if world.random.percent(40) {
                fields.push(("note", "\"mine\"".to_owned()));
            }
            let full = world.service.objects[&id].document.clone();
            let is_summary = world.random.percent(30);
            Source {
                is_row: false,
                target: Some(id),
                base: Some(if is_summary {
                    without(&full, "budget")
                } else {
                    full
                }),
                is_base_full: !is_summary,
                fields,
                reference: String::new(),
            }
        })
        .collect()
}

/// Returns the reference of a new object, as text or as a number of 53 bits.
fn reference(world: &mut World, at: usize) -> String {
    if world.random.percent(25) {
        return ((1_u64 << 52) + at as u64).to_string();
    }
    format!("adwright-{:032x}", 0xA000 + at)
}
