//! Speed and memory, as ratios against a named peer that is measured in the same run.

mod figure;
mod home;
mod list;
mod memory;
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
    if !cfg!(target_os = "linux") {
        println!("Skipped: only Linux tells the memory of all processes, and drives the web view.");
        return Ok(());
    }
    setup::prepare(
        project,
        &[Part::Build, Part::Ui, Part::Session, Part::Window],
    )?;
    crate::dist::build(project)?;
    let asked = match options.benches.as_slice() {
        [] => Bench::value_variants(),
        named => named,
    };
    let mut outcomes = Vec::new();
    for bench in asked {
        outcomes.push(match bench {
            Bench::Start => start::run(project)?,
            Bench::List => list::run(project)?,
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
