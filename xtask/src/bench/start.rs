use anyhow::Result;
use serde_json::json;

use super::{
    BenchResult, Effort, build_peer,
    figure::BenchFigure,
    home,
    samples::{Samples, alternate},
    timed_start,
};
use crate::{project::Project, virtual_desktop::VirtualDesktop};

const CAMPAIGNS: u32 = 100_000;
/// The measured starts of each program. One more start before them warms the file caches.
const RUNS: u32 = 10;
const PEER: &str = "empty-window";

/// The measurements of one of the two programs.
#[derive(Default)]
struct StartSamples {
    milliseconds: Samples,
    mebibytes: Samples,
    /// When each phase ended.
    phases: Vec<(String, Samples)>,
}

impl StartSamples {
    fn add(&mut self, start: &timed_start::StartSample) {
        self.milliseconds.add(start.milliseconds);
        self.mebibytes.add(start.mebibytes);
        for (name, end) in &start.phases {
            let known = self.phases.iter().position(|(known, _)| known == name);
            let at = known.unwrap_or_else(|| {
                self.phases.push((name.clone(), Samples::default()));
                self.phases.len() - 1
            });
            self.phases[at].1.add(*end);
        }
    }

    /// Returns the phases as rows, in the order of their ends.
    fn trace(&self, program: &str) -> String {
        let mut phases: Vec<_> = self.phases.iter().collect();
        phases.sort_by(|(_, one), (_, other)| one.median().total_cmp(&other.median()));
        let rows = phases
            .iter()
            .map(|(name, ends)| format!("\n  {program:<12}  {name:<8} {ends}"));
        rows.collect()
    }
}

#[derive(Default)]
struct StartComparison {
    adwright: StartSamples,
    empty: StartSamples,
    /// The ratios of ours to theirs, turn by turn.
    ratios: StartSamples,
}

impl StartComparison {
    fn add(&mut self, own: &timed_start::StartSample, theirs: &timed_start::StartSample) {
        self.adwright.add(own);
        self.empty.add(theirs);
        self.ratios.add(&timed_start::StartSample {
            milliseconds: own.milliseconds / theirs.milliseconds,
            mebibytes: own.mebibytes / theirs.mebibytes,
            phases: Vec::new(),
        });
    }
}

/// Measures from exec to a usable list, in turns with an empty window.
pub(super) fn run(project: &Project, effort: Effort, trace: bool) -> Result<BenchResult> {
    let peer = build_peer(project, PEER)?;
    let ours = project.release_dir().join("adwright-desktop");
    let home = home::with_campaigns(project, CAMPAIGNS)?;
    let desktop = VirtualDesktop::start()?;
    let path = home.path().to_string_lossy().into_owned();
    let mut vars = desktop.env_vars().to_vec();
    vars.extend(["HOME", "ADWRIGHT_HOME"].map(|name| (name.to_owned(), path.clone())));
    let mut turns = StartComparison::default();
    for turn in 0..=effort.turns(RUNS) {
        let start = |program| timed_start::measure_start(program, &vars);
        let (theirs, own) = alternate(turn, || start(&peer), || start(&ours))?;
        if turn > 0 {
            turns.add(&own, &theirs);
        }
    }
    let phases = trace.then(|| {
        let [own, theirs] = [("Adwright", &turns.adwright), (PEER, &turns.empty)]
            .map(|(program, samples)| samples.trace(program));
        format!("\nexec to the end of each phase, ms{own}{theirs}")
    });
    let mut result = outcome(turns);
    result.table += &phases.unwrap_or_default();
    Ok(result)
}

fn outcome(turns: StartComparison) -> BenchResult {
    let StartComparison {
        adwright,
        empty,
        ratios,
    } = turns;
    let table = format!(
        "exec to a usable list of {CAMPAIGNS} campaigns, ms, and memory (PSS) of all processes at rest, MiB\n\
         \x20 Adwright      ms  {}\n  {PEER}  ms  {}\n  Adwright      MiB {}\n  {PEER}  MiB {}",
        adwright.milliseconds, empty.milliseconds, adwright.mebibytes, empty.mebibytes
    );
    let samples = |side: &StartSamples| json!({ "milliseconds": side.milliseconds.as_json(), "mebibytes": side.mebibytes.as_json() });
    let samples = json!({ "adwright": samples(&adwright), PEER: samples(&empty) });
    let figure = |name, ratios, goal| BenchFigure {
        name,
        ratios,
        goal,
        peer: PEER,
    };
    BenchResult {
        table,
        figures: vec![
            figure("start", ratios.milliseconds, 1.2),
            figure("start-memory", ratios.mebibytes, 1.3),
        ],
        samples,
    }
}
