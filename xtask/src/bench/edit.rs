use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::{BenchResult, figure::BenchFigure, home, run_in_window, samples::Samples};
use crate::{process::CommandLine, project::Project};

const TURNS: u32 = 200;

/// The number of times that each window is opened.
const WINDOW_TURNS: usize = 5;

/// The campaigns that are edited in the desk and in the window.
const IN_DESK: &str = "1000000000";
const IN_WINDOW: &str = "1000000010";

/// A measured draft. Each has its own home, so that all are opened and cached alike.
struct MeasuredDraft {
    what: &'static str,
    /// The number of campaigns in its home.
    campaigns: u32,
    /// The name that its edits give to the campaign.
    title: &'static str,
    /// The figures in the desk and in the window, and their peer; none for the peer itself.
    figures: Option<([&'static str; 2], &'static str)>,
}

const DRAFTS: [MeasuredDraft; 4] = [
    MeasuredDraft {
        what: "10 edits, 1,000 campaigns",
        campaigns: 1_000,
        title: "Edit 000000008",
        figures: None,
    },
    MeasuredDraft {
        what: "1,000 edits, 1,000 campaigns",
        campaigns: 1_000,
        title: "Edit 000000998",
        figures: Some((["edit-1000-edits", "edit-window-1000-edits"], "10-edits")),
    },
    MeasuredDraft {
        what: "10,000 edits, 1,000 campaigns",
        campaigns: 1_000,
        title: "Edit 000009998",
        figures: Some((["edit-10000-edits", "edit-window-10000-edits"], "10-edits")),
    },
    MeasuredDraft {
        what: "10 edits, 1,000,000 campaigns",
        campaigns: 1_000_000,
        title: "Edit 000000008",
        figures: Some((
            ["edit-million-campaigns", "edit-window-million-campaigns"],
            "1000-campaigns",
        )),
    },
];

/// Measures one edit in the desk and in the window: by the length of its draft, by the size of the workspace, and in the
/// desk against a bare loop.
pub(super) fn run(project: &Project) -> Result<BenchResult> {
    let homes = DRAFTS
        .iter()
        .map(|draft| home::with_campaigns(project, draft.campaigns))
        .collect::<Result<Vec<_>>>()?;
    let homes: Vec<_> = homes.iter().map(tempfile::TempDir::path).collect();
    let words = "cargo build --quiet --release --package adwright-testkit --example measure_edit";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/measure_edit");
    let edit = |campaign: &str, turns: u32| {
        CommandLine::for_program(project.root(), &program)
            .args([campaign, &turns.to_string()])
            .args(&homes)
            .run_and_read()
    };
    let desk = desk_result(&edit(IN_DESK, TURNS)?)?;
    edit(IN_WINDOW, 0)?;
    Ok(desk.and(measure_window(project, &homes)?))
}

/// Parses the times of the desk, one turn a line.
fn desk_result(lines: &str) -> Result<BenchResult> {
    const BARE: usize = DRAFTS.len();
    let turns = lines.lines().map(serde_json::from_str);
    let turns: Vec<[f64; BARE + 1]> = turns
        .collect::<Result<_, _>>()
        .context("the edits gave no times")?;
    let micros = |at: usize| turns.iter().map(|times| times[at] / 1e3).collect();
    let mut columns: Vec<(&str, Samples)> = (0..)
        .zip(&DRAFTS)
        .map(|(at, draft)| (draft.what, micros(at)))
        .collect();
    columns.push(("parse, check and commit alone", micros(BARE)));
    let bare = BenchFigure {
        name: "edit",
        ratios: turns.iter().map(|times| times[0] / times[BARE]).collect(),
        goal: 3.0,
        peer: "parse-check-commit",
    };
    let figures = draft_figures(0, |at| {
        turns.iter().map(|times| times[at] / times[0]).collect()
    });
    Ok(BenchResult {
        table: table("one edit in the desk, to fresh findings, µs", &columns),
        figures: [bare].into_iter().chain(figures).collect(),
        samples: samples(&columns),
    })
}

/// Measures from a key in a field to fresh findings in the page.
fn measure_window(project: &Project, homes: &[&Path]) -> Result<BenchResult> {
    let mut columns = DRAFTS.map(|draft| (draft.what, Samples::default()));
    let mut medians = [[0.0; DRAFTS.len()]; WINDOW_TURNS];
    for (turn, medians) in medians.iter_mut().enumerate() {
        for place in turn..turn + DRAFTS.len() {
            let at = place % DRAFTS.len();
            let times: Samples = run_in_window(project, "edit", homes[at], &[DRAFTS[at].title])?;
            medians[at] = times.median();
            columns[at].1.add_all(times);
        }
    }
    let figures = draft_figures(1, |at| {
        medians.iter().map(|times| times[at] / times[0]).collect()
    });
    Ok(BenchResult {
        table: table("one edit in the window, to fresh findings, ms", &columns),
        figures: figures.collect(),
        samples: samples(&columns),
    })
}

/// Returns the figures of all drafts but the first, with their ratios to the first.
fn draft_figures(
    place: usize,
    ratios: impl Fn(usize) -> Samples,
) -> impl Iterator<Item = BenchFigure> {
    DRAFTS.iter().enumerate().filter_map(move |(at, draft)| {
        let (names, peer) = draft.figures?;
        Some(BenchFigure {
            name: names[place],
            ratios: ratios(at),
            goal: 1.2,
            peer,
        })
    })
}

fn table(heading: &str, columns: &[(&str, Samples)]) -> String {
    let rows = columns.iter().map(|(what, times)| {
        let slow = times.percentile(0.95);
        format!("\n  {what:<30} {times}, 95 % within {slow:.1}")
    });
    [heading.to_owned()].into_iter().chain(rows).collect()
}

fn samples(columns: &[(&str, Samples)]) -> Value {
    columns
        .iter()
        .map(|(what, times)| json!({ *what: times.as_json() }))
        .collect()
}
