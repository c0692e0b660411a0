use anyhow::Result;
use serde_json::json;

use super::{
    BenchResult, Effort, figure::BenchFigure, home, measured_program::MeasuredProgram, memory,
    samples::Samples, start_in_window,
};
use crate::{project::Project, virtual_desktop::VirtualDesktop};

const CAMPAIGNS: u32 = 100_000;
const ADS: u32 = 100;

/// So many rounds of 40 edits, four views and a review are an hour of work.
const ROUNDS: u32 = 50;

/// Works in the window as a person does in an hour, and measures the memory of all processes before and after.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let home = home::with_campaigns_and_ads(project, CAMPAIGNS, ADS)?;
    let desktop = VirtualDesktop::start()?;
    let mut window = start_in_window(project, &desktop, "work", home.path())?;
    let before = memory_at_rest(&mut window)?;
    let rounds = effort.turns(ROUNDS);
    let mut milliseconds = 0.0;
    for _ in 0..rounds {
        milliseconds += window.measure("round")?;
    }
    let after = memory_at_rest(&mut window)?;
    let seconds = milliseconds / 1000.0;
    let table = format!(
        "memory (PSS) of all processes with {CAMPAIGNS} campaigns, MiB\n\
         \x20 at rest after the start    {before:>8.1}\n\
         \x20 at rest after the work     {after:>8.1}   ({rounds} rounds, {seconds:.0} s without a pause)"
    );
    let ratio: Samples = [after / before].into_iter().collect();
    Ok(BenchResult {
        table,
        figures: vec![BenchFigure {
            name: "work-memory",
            ratios: ratio,
            goal: 1.1,
            peer: "start",
        }],
        samples: json!({ "before": before, "after": after }),
    })
}

/// Measures the memory of all processes of the window.
fn memory_at_rest(window: &mut MeasuredProgram) -> Result<f64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number of a process"
    )]
    let process = window.measure("rest")? as u32;
    memory::settled_memory(process)
}
