use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use super::BenchResult;
use crate::{process::CommandLine, project::Project};

const CASES: u32 = 100_000;

/// Tests the laws of `diff` and `merge3` with fifty times the cases of the tests. A broken law is an error.
pub(super) fn run(project: &Project) -> Result<BenchResult> {
    let of_cargo = |more: &str| {
        let words = "cargo test --quiet --release --package adwright-model --test it";
        CommandLine::new(project.root(), &format!("{words} {more}"))
    };
    of_cargo("--no-run").run()?;
    let cases = ("ADWRIGHT_LAW_CASES".to_owned(), CASES.to_string());
    let begin = Instant::now();
    of_cargo("-- diff_laws:: merge_laws::")
        .envs([&cases])
        .run()?;
    let seconds = begin.elapsed().as_secs();
    Ok(BenchResult {
        table: format!("the laws of diff and merge3 hold in {CASES} cases each ({seconds} s)"),
        figures: Vec::new(),
        samples: json!({ "cases": CASES, "seconds": seconds }),
    })
}
