use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::json;

use super::{BenchResult, figure::BenchFigure, home, samples::Samples};
use crate::{process::CommandLine, project::Project};

const TURNS: u32 = 200;

/// The times of one turn, in nanoseconds.
#[derive(Deserialize)]
struct EditTurn {
    /// In a draft with 10 edits.
    #[serde(rename = "10")]
    few: f64,
    #[serde(rename = "1000")]
    thousand: f64,
    #[serde(rename = "10000")]
    ten_thousand: f64,
    /// In a draft with 10 edits, in a workspace of a million campaigns.
    million: f64,
    bare: f64,
}

/// Measures one edit in the desk: by the length of its draft, by the size of the workspace, and against a bare loop.
pub(super) fn run(project: &Project) -> Result<BenchResult> {
    let small = home::with_campaigns(project, 1_000)?;
    let large = home::with_campaigns(project, 1_000_000)?;
    let words = "cargo build --quiet --release --package adwright-testkit --example measure_edit";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/measure_edit");
    let said = CommandLine::for_program(project.root(), &program)
        .arg(small.path())
        .arg(large.path())
        .arg(TURNS.to_string())
        .run_and_read()?;
    let turns = said.lines().map(serde_json::from_str);
    let turns: Vec<EditTurn> = turns
        .collect::<Result<_, _>>()
        .context("the edits gave no times")?;
    Ok(outcome(&turns))
}

fn outcome(turns: &[EditTurn]) -> BenchResult {
    let of = |time: fn(&EditTurn) -> f64| turns.iter().map(time).collect::<Samples>();
    let columns = [
        ("10 edits, 1,000 campaigns", of(|turn| turn.few)),
        ("1,000 edits, 1,000 campaigns", of(|turn| turn.thousand)),
        (
            "10,000 edits, 1,000 campaigns",
            of(|turn| turn.ten_thousand),
        ),
        ("10 edits, 1,000,000 campaigns", of(|turn| turn.million)),
        ("parse, check and commit alone", of(|turn| turn.bare)),
    ];
    let mut rows = vec!["one edit in the desk, to fresh findings, µs".to_owned()];
    rows.extend(columns.iter().map(|(what, times)| {
        let (median, slow) = (times.median() / 1e3, times.percentile(0.95) / 1e3);
        format!("  {what:<30} median {median:>7.0}   95 % {slow:>7.0}")
    }));
    let ratio = |name, goal, peer, ratio: fn(&EditTurn) -> f64| BenchFigure {
        name,
        ratios: of(ratio),
        goal,
        peer,
    };
    BenchResult {
        table: rows.join("\n"),
        figures: vec![
            ratio("edit", 3.0, "parse-check-commit", |turn| {
                turn.few / turn.bare
            }),
            ratio("edit-1000-edits", 1.2, "10-edits", |turn| {
                turn.thousand / turn.few
            }),
            ratio("edit-10000-edits", 1.2, "10-edits", |turn| {
                turn.ten_thousand / turn.few
            }),
            ratio("edit-million-campaigns", 1.2, "1000-campaigns", |turn| {
                turn.million / turn.few
            }),
        ],
        samples: columns
            .iter()
            .map(|(what, times)| json!({ *what: times.as_json() }))
            .collect(),
    }
}
