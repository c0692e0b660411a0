//! Writes the measured ratios into `docs/performance.md`, one section for each bench.

use std::fs;

use anyhow::{Context as _, Result};
use clap::ValueEnum as _;

use super::{Bench, BenchResult, figure::BenchFigure};
use crate::project::Project;

const HEAD: &str = "# Performance

Each figure is a ratio of Adwright to a peer that does the same work, measured in turns in one run. Lower is better, and the
ratio is the median of the turns. `cargo xtask bench --write` measures everything and writes this file; a missed goal makes it
fail. `cargo xtask bench --quick` does the same in fewer turns.
";
/// The beginning of a section's first line.
const SECTION: &str = "\n## ";

/// Replaces the sections of these benches, and keeps the others.
pub(super) fn write(project: &Project, measured: &[(Bench, BenchResult)]) -> Result<()> {
    let path = project.root().join("docs/performance.md");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let sections = measured
        .iter()
        .filter(|(_, result)| !result.figures.is_empty())
        .map(|(bench, result)| (*bench, section(*bench, &result.figures)));
    let after = merge(&before, &sections.collect::<Vec<_>>());
    fs::write(&path, after).with_context(|| format!("cannot write {}", path.display()))
}

fn section(bench: Bench, figures: &[BenchFigure]) -> String {
    let rows = figures.iter().map(|figure| {
        let BenchFigure {
            name,
            ratios,
            goal,
            peer,
        } = figure;
        let (ratio, turns) = (ratios.median(), ratios.len());
        let verdict = if figure.is_reached() {
            "reached"
        } else {
            "missed"
        };
        format!("| {name} | {peer} | {ratio:.2} | {goal} | {verdict} | {turns} |\n")
    });
    format!(
        "{}\n\n{}. To repeat it: `cargo xtask bench {0}`.\n\n\
         | figure | peer | ratio | goal | result | turns |\n\
         | --- | --- | --- | --- | --- | --- |\n{}",
        bench.name(),
        bench.description(),
        rows.collect::<String>()
    )
}

/// Returns the file with these sections in the order of the benches.
fn merge(before: &str, sections: &[(Bench, String)]) -> String {
    let kept: Vec<_> = before.split(SECTION).skip(1).collect();
    let all = Bench::value_variants().iter().filter_map(|bench| {
        let new = sections.iter().find(|(measured, _)| measured == bench);
        let heading = format!("{}\n", bench.name());
        let old = kept.iter().find(|text| text.starts_with(&heading));
        new.map(|(_, text)| text.as_str()).or(old.copied())
    });
    let all = all.map(|text| format!("{SECTION}{}\n", text.trim_end()));
    [HEAD.to_owned()].into_iter().chain(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_sections_replace_old_ones_in_order() {
        let figure = |ratio: f64| BenchFigure {
            name: "fetch",
            ratios: [ratio].into_iter().collect(),
            goal: 1.15,
            peer: "bare-fetch",
        };
        let of = |bench, ratio| (bench, section(bench, &[figure(ratio)]));
        let first = merge("", &[of(Bench::Check, 1.0), of(Bench::Fetch, 1.5)]);
        let second = merge(&first, &[of(Bench::Fetch, 1.1)]);
        let (fetch, check) = second.split_once("## check").unwrap();
        assert!(fetch.contains("| fetch | bare-fetch | 1.10 | 1.15 | reached | 1 |"));
        assert!(!second.contains("1.50") && check.contains("| 1.00 |"));
        assert_eq!(merge(&second, &[]), second);
    }
}
