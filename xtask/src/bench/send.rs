use std::cell::RefCell;

use anyhow::Result;
use serde_json::json;

use super::{
    BenchResult, Effort,
    figure::BenchFigure,
    measured_program::MeasuredProgram,
    samples::{Samples, alternate},
};
use crate::{process::CommandLine, project::Project};

const ROWS: u32 = 20_000;
const TURNS: u32 = 5;
const PEER: &str = "bare-posts";

/// Sends a batch of new values through the outbox, in turns with a loop that posts the same bodies and reads the
/// replies. Each sends to a new practice service in the same process.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let words = "cargo build --quiet --release --package adwright-testkit --example measure_send";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/measure_send");
    let line = CommandLine::for_program(project.root(), &program).arg(ROWS.to_string());
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
    Ok(outcome(&ours, &theirs, ratios))
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
