use std::path::Path;

use anyhow::Result;
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

/// Measures from a key in the search box to painted rows, in the real window.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let homes = [FEW, MANY].map(|campaigns| home::with_campaigns(project, campaigns));
    let [few_home, many_home] = homes;
    let (few_home, many_home) = (few_home?, many_home?);
    let (mut few, mut many, mut ratios) = <(Samples, Samples, Samples)>::default();
    for turn in 0..effort.turns(TURNS) {
        let measured = alternate(
            turn,
            || measure(project, few_home.path()),
            || measure(project, many_home.path()),
        );
        let (of_few, of_many) = measured?;
        ratios.add(of_many.median() / of_few.median());
        few.add_all(of_few);
        many.add_all(of_many);
    }
    let row = |count: u32, samples: &Samples| {
        format!(
            "  {count:>7} campaigns {samples}, 95 % within {:.1}",
            samples.percentile(0.95)
        )
    };
    let table = format!(
        "key in the search box to painted rows, ms\n{}\n{}",
        row(FEW, &few),
        row(MANY, &many)
    );
    let figure = BenchFigure {
        name: "list",
        ratios,
        goal: 1.5,
        peer: "1000-campaigns",
    };
    Ok(BenchResult {
        table,
        figures: vec![figure],
        samples: json!({ "1000": few.as_json(), "100000": many.as_json() }),
    })
}

fn measure(project: &Project, home: &Path) -> Result<Samples> {
    let samples: Vec<f64> = run_in_window(project, "list", home, &[])?;
    Ok(samples.into_iter().collect())
}
