use anyhow::{Context as _, Result};
use serde_json::json;

use super::{Outcome, figure::Figure, home, samples::Samples};
use crate::{desktop::Desktop, process::Line, project::Project, window};

const FEW: u32 = 1_000;
const MANY: u32 = 100_000;

/// From a key in the search box to painted rows, in the real window.
pub(super) fn run(project: &Project) -> Result<Outcome> {
    let few = measure(project, FEW)?;
    let many = measure(project, MANY)?;
    let row = |count: u32, samples: &Samples| {
        format!(
            "  {count:>7} campaigns {samples}, 95 % within {:.1}",
            samples.at(0.95)
        )
    };
    let table = format!(
        "key in the search box to painted rows, ms\n{}\n{}",
        row(FEW, &few),
        row(MANY, &many)
    );
    let figure = Figure {
        name: "list",
        ratio: many.median() / few.median(),
        goal: 1.5,
        peer: "1000-campaigns",
    };
    Ok(Outcome {
        table,
        figures: vec![figure],
        samples: json!({ "1000": few.as_json(), "100000": many.as_json() }),
    })
}

fn measure(project: &Project, campaigns: u32) -> Result<Samples> {
    let home = home::with_campaigns(project, campaigns)?;
    let desktop = Desktop::start()?;
    let program = project.release().join("adwright-desktop");
    let said = Line::new(&project.ui(), "node e2e/bench/list.mjs")
        .arg(home.path())
        .envs(desktop.vars())
        .envs(&window::of_program(&program))
        .read()?;
    let samples: Vec<f64> =
        serde_json::from_str(said.trim()).context("the window gave no times")?;
    Ok(samples.into_iter().collect())
}
