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

const DRAFTS: u32 = 10_000;
const TURNS: u32 = 5;
const PEER: &str = "checks";

/// Rehearses a send of changed campaigns, in turns with the checks of the same drafts.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let program = build_measured(project)?;
    let line = CommandLine::for_program(project.root(), &program);
    let line = line.args(["rehearse", &DRAFTS.to_string()]);
    let measured = RefCell::new(MeasuredProgram::start_with(&program, line)?);
    let (mut ours, mut theirs, mut ratios) = <(Samples, Samples, Samples)>::default();
    for turn in 0..effort.turns(TURNS) {
        let (own, other) = alternate(
            turn,
            || measured.borrow_mut().measure("rehearse"),
            || measured.borrow_mut().measure("check"),
        )?;
        ratios.add(own / other);
        ours.add(own);
        theirs.add(other);
    }
    let table = format!(
        "{DRAFTS} changed campaigns\n\
         \x20 Rehearsal  ms {ours}\n\
         \x20 Checks     ms {theirs}"
    );
    let figures = vec![BenchFigure {
        name: "rehearse",
        ratios,
        goal: 2.0,
        peer: PEER,
    }];
    Ok(BenchResult {
        table,
        figures,
        samples: json!({ "adwright": ours.as_json(), PEER: theirs.as_json() }),
    })
}
