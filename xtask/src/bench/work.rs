use anyhow::Result;
use serde_json::json;

use super::{BenchResult, figure::BenchFigure, home, memory, samples::Samples, start_in_window};
use crate::{project::Project, virtual_desktop::VirtualDesktop};

const CAMPAIGNS: u32 = 100_000;
const ADS: u32 = 100;

/// Works in the window as a person does in an hour, and measures the memory of all processes before and after.
pub(super) fn run(project: &Project) -> Result<BenchResult> {
    let home = home::with_campaigns_and_ads(project, CAMPAIGNS, ADS)?;
    let desktop = VirtualDesktop::start()?;
    let mut window = start_in_window(project, &desktop, "work", home.path())?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number of a process"
    )]
    let pid = window.measure("pid")? as u32;
    let before = memory::settled_memory(pid)?;
    let seconds = window.measure("work")? / 1000.0;
    let after = memory::settled_memory(pid)?;
    let table = format!(
        "memory (PSS) of all processes with {CAMPAIGNS} campaigns, MiB\n\
         \x20 at rest after the start    {before:>8.1}\n\
         \x20 at rest after the work     {after:>8.1}   ({seconds:.0} s of work without a pause)"
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
