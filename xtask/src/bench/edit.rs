use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::json;

use super::{
    BenchResult,
    figure::BenchFigure,
    home, run_in_window,
    samples::{Samples, alternate},
};
use crate::{process::CommandLine, project::Project};

const TURNS: u32 = 200;

/// The number of times that each window is opened.
const WINDOW_TURNS: u32 = 5;

/// The first campaigns that are edited in the desk and in the window.
const IN_DESK: u32 = 1_000_000_000;
const IN_WINDOW: u32 = IN_DESK + 10;

/// The names of the drafts with 10, 1,000 and 10,000 edits in the window.
const DRAFTS: [&str; 3] = ["Edit 000000008", "Edit 000000998", "Edit 000009998"];

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

/// Measures one edit in the desk and in the window: by the length of its draft, by the size of the workspace, and in the
/// desk against a bare loop.
pub(super) fn run(project: &Project) -> Result<BenchResult> {
    let small = home::with_campaigns(project, 1_000)?;
    let large = home::with_campaigns(project, 1_000_000)?;
    let words = "cargo build --quiet --release --package adwright-testkit --example measure_edit";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/measure_edit");
    let edit = |first: u32, turns: u32| {
        CommandLine::for_program(project.root(), &program)
            .arg(small.path())
            .arg(large.path())
            .arg(first.to_string())
            .arg(turns.to_string())
            .run_and_read()
    };
    let said = edit(IN_DESK, TURNS)?;
    let turns = said.lines().map(serde_json::from_str);
    let turns: Vec<EditTurn> = turns
        .collect::<Result<_, _>>()
        .context("the edits gave no times")?;
    edit(IN_WINDOW, 0)?;
    let window = measure_window(project, small.path(), large.path())?;
    Ok(outcome(&turns).and(window))
}

/// The times of the window in one draft: all of them, and their ratios to the draft with 10 edits.
#[derive(Default)]
struct WindowTimes {
    all: Samples,
    ratios: Samples,
}

/// Measures from a key in a field to fresh findings in the page.
fn measure_window(project: &Project, small: &Path, large: &Path) -> Result<BenchResult> {
    let mut few = Samples::default();
    let mut others: [WindowTimes; 3] = Default::default();
    for turn in 0..WINDOW_TURNS {
        let (of_small, of_large) = alternate(
            turn,
            || edit_in_window(project, small, &DRAFTS),
            || edit_in_window(project, large, &DRAFTS[..1]),
        )?;
        let [first, longer @ ..] = DRAFTS.map(|draft| &of_small[draft]);
        let peer = first.median();
        few.add_all(first.clone());
        let measured = longer.into_iter().chain([&of_large[DRAFTS[0]]]);
        for (times, samples) in others.iter_mut().zip(measured) {
            times.ratios.add(samples.median() / peer);
            times.all.add_all(samples.clone());
        }
    }
    let [thousand, ten_thousand, million] = others;
    let columns = [
        ("10 edits, 1,000 campaigns", few),
        ("1,000 edits, 1,000 campaigns", thousand.all),
        ("10,000 edits, 1,000 campaigns", ten_thousand.all),
        ("10 edits, 1,000,000 campaigns", million.all),
    ];
    let mut rows = vec!["one edit in the window, to fresh findings, ms".to_owned()];
    rows.extend(
        columns
            .iter()
            .map(|(what, times)| format!("  {what:<30} {times}")),
    );
    let figure = |name, ratios, peer| BenchFigure {
        name,
        ratios,
        goal: 1.2,
        peer,
    };
    Ok(BenchResult {
        table: rows.join("\n"),
        figures: vec![
            figure("edit-window-1000-edits", thousand.ratios, "10-edits"),
            figure("edit-window-10000-edits", ten_thousand.ratios, "10-edits"),
            figure(
                "edit-window-million-campaigns",
                million.ratios,
                "1000-campaigns",
            ),
        ],
        samples: columns
            .iter()
            .map(|(what, times)| json!({ *what: times.as_json() }))
            .collect(),
    })
}

/// Edits these drafts of a home in the window. Returns the times of each.
fn edit_in_window(
    project: &Project,
    home: &Path,
    drafts: &[&str],
) -> Result<HashMap<String, Samples>> {
    run_in_window(project, "edit", home, drafts)
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
