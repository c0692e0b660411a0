use std::cell::RefCell;

use anyhow::Result;
use serde_json::json;

use super::{
    BenchResult, Effort, build_measured,
    figure::BenchFigure,
    measured_program::MeasuredProgram,
    samples::{Samples, alternate},
};
use crate::{process::CommandLine, project::Project};

const ROWS: u32 = 20_000;
const TURNS: u32 = 5;
/// Also in a quick run: each takes a tenth of a second.
const PLAN_TURNS: u32 = 41;
const PEER: &str = "bare-posts";
/// The creates of a small batch. Its decisions are repeated until both sides made as many.
const FEW_ROWS: u32 = 1_000;

/// Sends a batch of new values through the outbox, in turns with a loop that posts the same bodies and reads the
/// replies. Each sends to a new practice service in the same process.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let program = build_measured(project)?;
    let line = CommandLine::for_program(project.root(), &program);
    let line = line.args(["send", &ROWS.to_string()]);
    let sender = RefCell::new(MeasuredProgram::start_with(&program, line)?);
    // Warms up, and makes the bodies for the loop.
    sender.borrow_mut().measure("send")?;
    let (mut ours, mut theirs, mut ratios) = <(Samples, Samples, Samples)>::default();
    for turn in 0..effort.turns(TURNS) {
        let (own, other) = alternate(
            turn,
            || sender.borrow_mut().measure("send"),
            || sender.borrow_mut().measure("bare"),
        )?;
        ratios.add(own / other);
        ours.add(own);
        theirs.add(other);
    }
    Ok(outcome(&ours, &theirs, ratios).and(plan(project)?))
}

/// Decides about one large batch, in turns with as many rows in small ones.
fn plan(project: &Project) -> Result<BenchResult> {
    let words = "cargo build --quiet --release --package adwright-planner --example measure_plan";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/measure_plan");
    let line = CommandLine::for_program(project.root(), &program);
    let planner = RefCell::new(MeasuredProgram::start_with(&program, line)?);
    let measure = |rows: u32, times: u32| {
        let mut planner = planner.borrow_mut();
        let times = (0..times).map(|_| planner.measure(&rows.to_string()));
        times.sum::<Result<f64>>()
    };
    let repeats = ROWS / FEW_ROWS;
    // Warms up both sizes.
    measure(ROWS, 1)?;
    measure(FEW_ROWS, repeats)?;
    let (mut large, mut small, mut ratios) = <(Samples, Samples, Samples)>::default();
    for turn in 0..PLAN_TURNS {
        let (one, many) = alternate(turn, || measure(ROWS, 1), || measure(FEW_ROWS, repeats))?;
        ratios.add(one / many * f64::from(repeats));
        large.add(one);
        small.add(many);
    }
    let table = format!(
        "the decisions about {ROWS} new values\n\
         \x20 one batch                 ms {large}\n\
         \x20 {repeats} batches of {FEW_ROWS}  ms {small}"
    );
    let figures = vec![BenchFigure {
        name: "send-plan",
        ratios,
        goal: f64::from(repeats),
        peer: "1000-creates",
    }];
    Ok(BenchResult {
        table,
        figures,
        samples: json!({ "large": large.as_json(), "small": small.as_json() }),
    })
}

fn outcome(ours: &Samples, theirs: &Samples, ratios: Samples) -> BenchResult {
    let per_second = |times: &Samples| f64::from(ROWS) / times.median() * 1e3;
    let table = format!(
        "{ROWS} new values of one batch\n\
         \x20 Adwright    ms {ours}   {:>8.0} values per second\n\
         \x20 {PEER}  ms {theirs}   {:>8.0} values per second",
        per_second(ours),
        per_second(theirs),
    );
    let figures = vec![BenchFigure {
        name: "send",
        ratios,
        // 0.9 of its values per second.
        goal: 1.11,
        peer: PEER,
    }];
    BenchResult {
        table,
        figures,
        samples: json!({ "adwright": ours.as_json(), PEER: theirs.as_json() }),
    }
}
