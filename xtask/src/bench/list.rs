use std::path::Path;

use anyhow::Result;
use serde::Deserialize;
use serde_json::json;

use super::{
    BenchResult, Effort,
    figure::BenchFigure,
    home, run_in_window,
    samples::{Samples, alternate},
};
use crate::project::Project;

const FEW: u32 = 1_000;
const MANY: u32 = 100_000;

/// The number of times that each window is opened.
const TURNS: u32 = 5;

/// The times from each key to its painted change in one window, in milliseconds.
#[derive(Deserialize)]
struct TypingTimes {
    list: Samples,
    /// In a bare page that repeats what is typed.
    echo: Samples,
}

/// Measures from a key in the search box to painted rows, in the real window.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let homes = [FEW, MANY].map(|campaigns| home::with_campaigns(project, campaigns));
    let [few_home, many_home] = homes;
    let (few_home, many_home) = (few_home?, many_home?);
    let (mut few, mut many, mut echo) = <(Samples, Samples, Samples)>::default();
    let (mut ratios, mut echo_ratios) = <(Samples, Samples)>::default();
    for turn in 0..effort.turns(TURNS) {
        let measured = alternate(
            turn,
            || measure(project, few_home.path()),
            || measure(project, many_home.path()),
        );
        let (of_few, of_many) = measured?;
        ratios.add(of_many.list.median() / of_few.list.median());
        echo_ratios.add(of_few.list.median() / of_few.echo.median());
        few.add_all(of_few.list);
        many.add_all(of_many.list);
        echo.add_all(of_few.echo);
    }
    let row = |what: &str, samples: &Samples| {
        format!(
            "  {what:<17} {samples}, 95 % within {:.1}",
            samples.percentile(0.95)
        )
    };
    let table = format!(
        "key in the search box to painted rows, ms\n{}\n{}\n{}",
        row("1000 campaigns", &few),
        row("100000 campaigns", &many),
        row("a bare page", &echo)
    );
    let figure = |name, ratios, peer| BenchFigure {
        name,
        ratios,
        goal: 1.5,
        peer,
    };
    Ok(BenchResult {
        table,
        figures: vec![
            figure("list", ratios, "1000-campaigns"),
            figure("list-typing", echo_ratios, "bare-echo"),
        ],
        samples: json!({ "1000": few.as_json(), "100000": many.as_json(), "echo": echo.as_json() }),
    })
}

fn measure(project: &Project, home: &Path) -> Result<TypingTimes> {
    run_in_window(project, "list", home, &[])
}
