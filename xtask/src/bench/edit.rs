use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    BenchResult, Effort, build_measured, figure::BenchFigure, home, run_in_window, samples::Samples,
};
use crate::{process::CommandLine, project::Project};

const TURNS: u32 = 200;

/// The number of times that each window is opened.
const WINDOW_TURNS: u32 = 5;

/// The campaigns that are edited in the desk and in the window.
const IN_DESK: &str = "1000000000";
const IN_WINDOW: &str = "1000000010";

/// A measured draft. Each has its own home, so that all are opened and cached alike.
struct MeasuredDraft {
    what: &'static str,
    /// The number of campaigns in its home.
    campaigns: u32,
    /// The number of its edits before the measurement.
    edits: u32,
    /// The name that its edits give to the campaign.
    title: &'static str,
    /// The figures in the desk and in the window, and their peer; none for the peer itself.
    figures: Option<([&'static str; 2], &'static str)>,
}

const DRAFTS: [MeasuredDraft; 4] = [
    MeasuredDraft {
        what: "10 edits, 1,000 campaigns",
        campaigns: 1_000,
        edits: 10,
        title: "Edit 000000008",
        figures: None,
    },
    MeasuredDraft {
        what: "1,000 edits, 1,000 campaigns",
        campaigns: 1_000,
        edits: 1_000,
        title: "Edit 000000998",
        figures: Some((["edit-1000-edits", "edit-window-1000-edits"], "10-edits")),
    },
    MeasuredDraft {
        what: "10,000 edits, 1,000 campaigns",
        campaigns: 1_000,
        edits: 10_000,
        title: "Edit 000009998",
        figures: Some((["edit-10000-edits", "edit-window-10000-edits"], "10-edits")),
    },
    MeasuredDraft {
        what: "10 edits, 1,000,000 campaigns",
        campaigns: 1_000_000,
        edits: 10,
        title: "Edit 000000008",
        figures: Some((
            ["edit-million-campaigns", "edit-window-million-campaigns"],
            "1000-campaigns",
        )),
    },
];

/// Drafts of the same length beside ever more stored objects.
const DRAFTS_BY_SIZE: [MeasuredDraft; 3] = [
    MeasuredDraft {
        what: "10 campaigns",
        campaigns: 10,
        edits: 10,
        title: "",
        figures: None,
    },
    MeasuredDraft {
        what: "10,000 campaigns",
        campaigns: 10_000,
        edits: 10,
        title: "",
        figures: Some((["drafts-10-thousand", ""], "10-campaigns")),
    },
    MeasuredDraft {
        what: "1,000,000 campaigns",
        campaigns: 1_000_000,
        edits: 10,
        title: "",
        figures: Some((["drafts-million", ""], "10-campaigns")),
    },
];

/// Measures one edit in the desk and in the window: by the length of its draft, by the size of the workspace, and in the
/// desk against a bare loop.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let homes = filled_homes(project, &DRAFTS)?;
    let homes: Vec<_> = homes.iter().map(TempDir::path).collect();
    let (mut result, turns) = measure_desk(project, (&DRAFTS, &homes), effort)?;
    let bare = BenchFigure {
        name: "edit",
        ratios: turns
            .iter()
            .map(|times| times[0] / times[DRAFTS.len()])
            .collect(),
        goal: 3.0,
        peer: "parse-check-commit",
    };
    result.figures.insert(0, bare);
    edit_drafts(project, (IN_WINDOW, 0), &DRAFTS, &homes)?;
    Ok(result.and(measure_window(project, &homes, effort)?))
}

/// Measures one durable edit in the desk, by the number of stored objects.
pub(super) fn run_by_size(project: &Project, effort: Effort) -> Result<BenchResult> {
    let homes = filled_homes(project, &DRAFTS_BY_SIZE)?;
    let homes: Vec<_> = homes.iter().map(TempDir::path).collect();
    Ok(measure_desk(project, (&DRAFTS_BY_SIZE, &homes), effort)?.0)
}

fn filled_homes(project: &Project, drafts: &[MeasuredDraft]) -> Result<Vec<TempDir>> {
    let homes = drafts.iter();
    homes
        .map(|draft| home::with_campaigns(project, draft.campaigns))
        .collect()
}

/// Runs the program that edits a campaign in each home. Returns the times of its turns.
fn edit_drafts(
    project: &Project,
    (campaign, turns): (&str, u32),
    drafts: &[MeasuredDraft],
    homes: &[&Path],
) -> Result<String> {
    let program = build_measured(project)?;
    let mut line = CommandLine::for_program(project.root(), &program);
    line = line.args(["edit", campaign, &turns.to_string()]);
    for (draft, home) in drafts.iter().zip(homes) {
        line = line.arg(draft.edits.to_string()).arg(home);
    }
    line.run_and_read()
}

/// Measures the desk. Returns the result, and the nanoseconds of each turn: one for each draft, and then of the bare
/// loop.
fn measure_desk(
    project: &Project,
    (drafts, homes): (&[MeasuredDraft], &[&Path]),
    effort: Effort,
) -> Result<(BenchResult, Vec<Vec<f64>>)> {
    let lines = edit_drafts(project, (IN_DESK, effort.turns(TURNS)), drafts, homes)?;
    let turns = lines.lines().map(serde_json::from_str);
    let turns: Vec<Vec<f64>> = turns
        .collect::<Result<_, _>>()
        .context("the edits gave no times")?;
    let micros = |at: usize| turns.iter().map(|times| times[at] / 1e3).collect();
    let mut columns: Vec<(&str, Samples)> = (0..)
        .zip(drafts)
        .map(|(at, draft)| (draft.what, micros(at)))
        .collect();
    columns.push(("parse, check and commit alone", micros(drafts.len())));
    let figures = draft_figures(drafts, 0, |at| {
        turns.iter().map(|times| times[at] / times[0]).collect()
    });
    let result = BenchResult {
        table: table("one edit in the desk, to fresh findings, µs", &columns),
        figures: figures.collect(),
        samples: samples(&columns),
    };
    Ok((result, turns))
}

/// The times from each key in one window, in milliseconds.
#[derive(Deserialize)]
struct KeyTimes {
    /// To the page that has the fresh findings.
    changed: Samples,
    /// To the frame that shows them.
    painted: Samples,
    /// To the frame that shows the key, in a bare page that repeats what is typed.
    echo: Samples,
}

/// Measures from a key in a field to fresh findings in the page; in the first draft also to the frame that shows them.
fn measure_window(project: &Project, homes: &[&Path], effort: Effort) -> Result<BenchResult> {
    let mut columns = DRAFTS.map(|draft| (draft.what, Samples::default()));
    let (mut painted, mut echo) = <(Samples, Samples)>::default();
    let mut ratios = Samples::default();
    let turns = effort.turns(WINDOW_TURNS) as usize;
    let mut medians = vec![[0.0; DRAFTS.len()]; turns];
    for (turn, medians) in medians.iter_mut().enumerate() {
        for place in turn..turn + DRAFTS.len() {
            let at = place % DRAFTS.len();
            let times: KeyTimes = run_in_window(project, "edit", homes[at], &[DRAFTS[at].title])?;
            medians[at] = times.changed.median();
            columns[at].1.add_all(times.changed);
            if at == 0 {
                ratios.add(times.painted.median() / times.echo.median());
                painted.add_all(times.painted);
                echo.add_all(times.echo);
            }
        }
    }
    let figures = draft_figures(&DRAFTS, 1, |at| {
        medians.iter().map(|times| times[at] / times[0]).collect()
    });
    let typing = BenchFigure {
        name: "form-typing",
        ratios,
        goal: 1.5,
        peer: "bare-echo",
    };
    let painted = [("to painted findings", painted), ("a bare page", echo)];
    let heading = "one key in the window, ms; in the drafts to fresh findings";
    let columns: Vec<_> = columns.into_iter().chain(painted).collect();
    Ok(BenchResult {
        table: table(heading, &columns),
        figures: figures.chain([typing]).collect(),
        samples: samples(&columns),
    })
}

/// Returns the figures of all drafts but the first, with their ratios to the first.
fn draft_figures(
    drafts: &[MeasuredDraft],
    place: usize,
    ratios: impl Fn(usize) -> Samples,
) -> impl Iterator<Item = BenchFigure> {
    drafts.iter().enumerate().filter_map(move |(at, draft)| {
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
