//! Speed and memory, as ratios against a named peer that is measured in the same run.

mod answering;
mod check;
mod figure;
mod home;
mod laws;
mod list;
mod memory;
mod merge;
mod samples;
mod start;
mod timed;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use self::figure::Figure;
use crate::{
    project::Project,
    setup::{self, Part},
};

#[derive(Args)]
pub(crate) struct BenchOptions {
    /// What to measure; everything where nothing is named
    benches: Vec<Bench>,
    /// Print every sample and figure as JSON, and nothing else
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bench {
    /// From exec to a usable list of 100,000 campaigns, and the memory of all processes
    Start,
    /// From a key in the search box to painted rows, among 1,000 and 100,000 campaigns
    List,
    /// Reading and checking ads of 8 to 60 kB, against ajv and the jsonschema crate
    Check,
    /// What a field costs in a merge of 40,000 fields, against one of 400
    Merge,
    /// The laws of merges, with 100,000 cases each: minutes
    Laws,
}

impl Bench {
    /// Whether it opens the window, of which only Linux tells the memory, and whose web view only Linux drives.
    fn has_window(self) -> bool {
        matches!(self, Self::Start | Self::List)
    }
}

/// What one bench found out.
struct Outcome {
    /// For a person: what was measured, row by row.
    table: String,
    figures: Vec<Figure>,
    /// Every single sample.
    samples: Value,
}

/// Measures, and prints a table and the figures of each bench.
pub(crate) fn run(project: &Project, options: &BenchOptions) -> Result<()> {
    let asked = match options.benches.as_slice() {
        [] => Bench::value_variants(),
        named => named,
    };
    let (windows, others): (Vec<Bench>, Vec<Bench>) =
        asked.iter().partition(|bench| bench.has_window());
    let mut benches = others;
    if !windows.is_empty() && cfg!(target_os = "linux") {
        prepare_window(project)?;
        benches.splice(..0, windows);
    } else if !windows.is_empty() {
        println!("Only Linux has what these need: {windows:?}. They are left out.");
    }
    let mut outcomes = Vec::new();
    for bench in benches {
        outcomes.push(match bench {
            Bench::Start => start::run(project)?,
            Bench::List => list::run(project)?,
            Bench::Check => check::run(project)?,
            Bench::Merge => merge::run(project)?,
            Bench::Laws => laws::run(project)?,
        });
    }
    if options.json {
        println!("{}", as_json(&outcomes));
        return Ok(());
    }
    for Outcome { table, .. } in &outcomes {
        println!("\n{table}");
    }
    for figure in outcomes.iter().flat_map(|outcome| &outcome.figures) {
        println!("{figure}");
    }
    Ok(())
}

fn prepare_window(project: &Project) -> Result<()> {
    setup::prepare(
        project,
        &[Part::Build, Part::Ui, Part::Session, Part::Window],
    )?;
    crate::dist::build(project)
}

fn as_json(outcomes: &[Outcome]) -> Value {
    let outcomes = outcomes.iter().map(
        |Outcome {
             figures, samples, ..
         }| {
            let figures: Vec<_> = figures.iter().map(Figure::as_json).collect();
            json!({ "figures": figures, "samples": samples })
        },
    );
    outcomes.collect()
}
