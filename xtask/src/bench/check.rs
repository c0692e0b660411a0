use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Map, Value};

use super::{
    BenchResult, Effort, figure::BenchFigure, measured_program::MeasuredProgram, one_core,
    samples::Samples,
};
use crate::{process::CommandLine, project::Project, setup};

/// The number of uncounted passes over all ads, which warm up compilers and caches.
const WARMING: u32 = 60;
const TURNS: u32 = 101;

/// A measured operation: a program, and the word that starts it.
struct Contender {
    name: &'static str,
    what: &'static str,
    program: usize,
}

const OURS: usize = 0;
const AJV: usize = 1;
const JSONSCHEMA: usize = 2;
const FIRST_ERROR: usize = 3;
const PARSE: usize = 4;
const WALK: usize = 5;

const SIDES: [Contender; 6] = [
    Contender {
        name: "adwright",
        what: "Adwright: read, and check by every rule",
        program: 0,
    },
    Contender {
        name: "ajv",
        what: "JSON.parse + compiled ajv, all errors",
        program: 1,
    },
    Contender {
        name: "jsonschema",
        what: "serde_json + jsonschema, all errors",
        program: 0,
    },
    // For comparison only: it stops at the first error, while ours and ajv report all.
    Contender {
        name: "jsonschema-first",
        what: "serde_json + jsonschema, yes or no only",
        program: 0,
    },
    Contender {
        name: "adwright-parse",
        what: "Adwright: read only",
        program: 0,
    },
    Contender {
        name: "adwright-walk",
        what: "Adwright: read, and visit without rules",
        program: 0,
    },
];

/// One value for each side.
type OfSides<T> = [T; SIDES.len()];

/// Reads and checks ads, in turns with two validators that use the same schemas and files.
///
/// The schemas say less than our rules: other validators ignore their custom keywords, such as conditional
/// requirements.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let ours = build(project)?;
    let peer = project.root().join("xtask/peers/ajv");
    setup::provide_packages(project, &peer)?;
    let ads = tempfile::tempdir()?;
    let schemas = project.root().join("schemas/objects");
    // Ours writes the ads. They exist for the peer as soon as ours is ready.
    let ours = MeasuredProgram::start(project.root(), &ours, &[ads.path()])?;
    let words = [Path::new("measure.mjs"), &schemas, ads.path()];
    let mut programs = [
        ours,
        MeasuredProgram::start(&peer, Path::new("node"), &words)?,
    ];
    let mut milliseconds: OfSides<Samples> = Default::default();
    let mut ratios: OfSides<Samples> = Default::default();
    for turn in 0..WARMING + effort.turns(TURNS) {
        let of_turn = one_turn(turn, &mut programs)?;
        if turn < WARMING {
            continue;
        }
        for (side, sample) in of_turn.into_iter().enumerate() {
            milliseconds[side].add(sample);
            ratios[side].add(of_turn[OURS] / sample);
        }
    }
    let size = kilobytes(ads.path())?;
    Ok(outcome(&size, &milliseconds, &ratios))
}

fn build(project: &Project) -> Result<PathBuf> {
    let words = "cargo build --quiet --release --package adwright-checks --example measure_check";
    CommandLine::new(project.root(), words).run()?;
    Ok(project.release_dir().join("examples/measure_check"))
}

/// Runs one pass of each. Every other turn is in reverse order, so that no program always runs after the same one.
fn one_turn(turn: u32, programs: &mut [MeasuredProgram; 2]) -> Result<OfSides<f64>> {
    let mut samples = [0.0; SIDES.len()];
    for step in 0..SIDES.len() {
        let side = if turn.is_multiple_of(2) {
            step
        } else {
            SIDES.len() - 1 - step
        };
        let Contender { name, program, .. } = SIDES[side];
        samples[side] = programs[program].measure(name)?;
    }
    Ok(samples)
}

/// Returns the number and the size of the files.
fn kilobytes(folder: &Path) -> Result<String> {
    let sizes: Vec<u64> = std::fs::read_dir(folder)?
        .map(|file| Ok(file?.metadata()?.len()))
        .collect::<Result<_>>()?;
    let least = sizes.iter().min().copied().unwrap_or_default() / 1_000;
    let most = sizes.iter().max().copied().unwrap_or_default() / 1_000;
    let all = sizes.iter().sum::<u64>() / 1_000;
    let count = sizes.len();
    Ok(format!(
        "{count} ads of {least} to {most} kB, {all} kB in all"
    ))
}

fn outcome(size: &str, milliseconds: &OfSides<Samples>, ratios: &OfSides<Samples>) -> BenchResult {
    let rows = SIDES.iter().zip(milliseconds);
    let rows = rows.map(|(side, samples)| format!("\n  {:<40}{samples}", side.what));
    let [ours, parse, walk] = [OURS, PARSE, WALK].map(|side| milliseconds[side].median());
    let table = format!(
        "read and check {size}, {}, ms for all{}\n  (ours: parse {parse:.2}, walk {:.2}, rules {:.2}; to the yes or \
         no of jsonschema: {:.2})",
        one_core::core_note(),
        rows.collect::<String>(),
        walk - parse,
        ours - walk,
        ratios[FIRST_ERROR].median()
    );
    let samples = SIDES.iter().zip(milliseconds);
    let samples: Map<String, Value> = samples
        .map(|(side, samples)| (side.name.to_owned(), samples.as_json()))
        .collect();
    let figure = |name, side: usize| BenchFigure {
        name,
        ratios: ratios[side].clone(),
        goal: 0.7,
        peer: SIDES[side].name,
    };
    BenchResult {
        table,
        figures: vec![
            figure("check-ajv", AJV),
            figure("check-jsonschema", JSONSCHEMA),
        ],
        samples: Value::Object(samples),
    }
}
