use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::json;

use super::{BenchResult, figure::BenchFigure, one_core, samples::Samples};
use crate::{process::CommandLine, project::Project};

const PEER: &str = "400-fields";
const GOAL: f64 = 1.2;

/// The document shapes, under their names in the measuring program, and the names of the figures.
const SHAPES: [(&str, &str); 3] = [
    ("sections", "merge-sections"),
    ("keyed list", "merge-keyed-list"),
    ("one object", "merge-one-object"),
];

/// One merge: the shape of the documents, their number of fields, and the time.
#[derive(Deserialize)]
struct MergeSample {
    shape: String,
    fields: u32,
    nanoseconds: f64,
}

/// The times per field.
#[derive(Default)]
struct FieldCosts {
    few: Samples,
    many: Samples,
    ratios: Samples,
}

/// Measures the time per field in a merge of many fields, in turns with a merge of few.
pub(super) fn run(project: &Project) -> Result<BenchResult> {
    let words = "cargo build --quiet --release --package adwright-model --example measure";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/measure");
    let said = one_core::command_line(project.root(), &program);
    let said = said.arg("merge").run_and_read()?;
    outcome(&parse_samples(&said)?)
}

fn parse_samples(lines: &str) -> Result<Vec<MergeSample>> {
    let lines = lines.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .context("the merges gave no times")
}

fn outcome(samples: &[MergeSample]) -> Result<BenchResult> {
    let mut rows = vec![format!(
        "one merge of three documents, {}, ns a field",
        one_core::core_note()
    )];
    let mut figures = Vec::new();
    let mut all = serde_json::Map::new();
    for (shape, name) in SHAPES {
        let costs = field_costs(samples.iter().filter(|sample| sample.shape == shape))
            .with_context(|| format!("the merges of {shape} gave no pairs"))?;
        rows.push(format!("  {shape:<11}    400 fields {}", costs.few));
        rows.push(format!("  {shape:<11} 40,000 fields {}", costs.many));
        let samples = json!({ "400": costs.few.as_json(), "40000": costs.many.as_json() });
        all.insert(shape.to_owned(), samples);
        figures.push(BenchFigure {
            name,
            ratios: costs.ratios,
            goal: GOAL,
            peer: PEER,
        });
    }
    Ok(BenchResult {
        table: rows.join("\n"),
        figures,
        samples: all.into(),
    })
}

/// Returns the times per field. The samples alternate: a merge of few fields, then one of many.
fn field_costs<'a>(samples: impl Iterator<Item = &'a MergeSample>) -> Option<FieldCosts> {
    let samples: Vec<_> = samples.collect();
    let mut costs = FieldCosts::default();
    for turn in samples.chunks(2) {
        let [few, many] = turn else { return None };
        if few.fields >= many.fields {
            return None;
        }
        let [few, many] = [few, many].map(|one| one.nanoseconds / f64::from(one.fields));
        costs.few.add(few);
        costs.many.add(many);
        costs.ratios.add(many / few);
    }
    (costs.ratios.len() > 0).then_some(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(times: &[(u32, f64)]) -> Result<Vec<String>> {
        let lines = SHAPES.iter().flat_map(|(shape, _)| {
            times.iter().map(move |(fields, nanoseconds)| {
                json!({ "shape": shape, "fields": fields, "nanoseconds": nanoseconds }).to_string()
            })
        });
        let lines: Vec<_> = lines.collect();
        let outcome = outcome(&parse_samples(&lines.join("\n"))?)?;
        Ok(outcome.figures.iter().map(BenchFigure::to_string).collect())
    }

    #[test]
    fn field_cost_is_compared_turn_by_turn() {
        let figures = figures(&[(400, 400.0), (40_000, 44_000.0)]).unwrap();
        assert_eq!(
            figures[0],
            "merge-sections ratio=1.10 goal=<=1.2 passed turns=1 peer=400-fields"
        );
        assert_eq!(figures.len(), 3);
    }

    #[test]
    fn unpaired_times_are_an_error() {
        assert!(figures(&[]).is_err());
        assert!(figures(&[(400, 400.0)]).is_err());
        assert!(figures(&[(40_000, 1.0), (400, 1.0)]).is_err());
        assert!(parse_samples("nothing").is_err());
    }
}
