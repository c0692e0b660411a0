use std::path::PathBuf;

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    BenchResult, Effort, build_measured, build_peer,
    figure::BenchFigure,
    samples::{Samples, alternate},
};
use crate::{process::CommandLine, project::Project, server::ChildServer};

/// The numbers of campaigns and ads to fetch.
const MANY: [u32; 2] = [100_000, 5_000];
/// A tenth of [`MANY`], for the memory only.
const FEW: [u32; 2] = [10_000, 500];
const TURNS: u32 = 5;
const PEER: &str = "bare-fetch";
/// The memory limit of a fetch, in MB.
const MEMORY: f64 = 150.0;

/// The report of one fetch.
#[derive(Deserialize)]
struct FetchSample {
    counts: [u32; 2],
    milliseconds: f64,
    /// The peak memory.
    megabytes: f64,
}

/// The programs, and the folder of their files.
struct FetchPrograms {
    folder: PathBuf,
    ours: PathBuf,
    peer: PathBuf,
}

#[derive(Default)]
struct FetchSamples {
    milliseconds: Samples,
    megabytes: Samples,
}

impl FetchSamples {
    fn add(&mut self, fetch: &FetchSample) {
        self.milliseconds.add(fetch.milliseconds);
        self.megabytes.add(fetch.megabytes);
    }

    fn as_json(&self) -> Value {
        json!({ "milliseconds": self.milliseconds.as_json(), "megabytes": self.megabytes.as_json() })
    }
}

/// Fetches into the cache, in turns with a loop that fetches pages, parses them and inserts their rows. Both use a
/// service in a separate process with prepared pages, and commit every page to the same disk.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let programs = FetchPrograms::build(project)?;
    let few = programs.serve(FEW)?;
    let megabytes_of_few = programs.fetch(&few.base, FEW)?.megabytes;
    drop(few);
    let many = programs.serve(MANY)?;
    let (mut ours, mut theirs, mut ratios) = <(FetchSamples, FetchSamples, Samples)>::default();
    for turn in 0..effort.turns(TURNS) {
        let (own, other) = alternate(
            turn,
            || programs.fetch(&many.base, MANY),
            || programs.fetch_with_peer(&many.base, MANY),
        )?;
        ratios.add(own.milliseconds / other.milliseconds);
        ours.add(&own);
        theirs.add(&other);
    }
    Ok(outcome(&ours, &theirs, ratios, megabytes_of_few))
}

impl FetchPrograms {
    fn build(project: &Project) -> Result<Self> {
        let folder = project.target_dir().join("bench");
        std::fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            ours: build_measured(project)?,
            peer: build_peer(project, PEER)?,
        })
    }

    fn serve(&self, [campaigns, ads]: [u32; 2]) -> Result<ChildServer> {
        let line = CommandLine::for_program(&self.folder, &self.ours);
        let counts = [campaigns, ads].map(|count| count.to_string());
        ChildServer::start(line.arg("serve-pages").args(counts))
    }

    /// Fetches into a new home, which is created before the measurement.
    fn fetch(&self, base: &str, expected: [u32; 2]) -> Result<FetchSample> {
        let home = self.new_folder()?;
        let line = || {
            let line = CommandLine::for_program(&self.folder, &self.ours);
            line.arg("fetch-home").arg(home.path())
        };
        line().arg("prepare").arg(base).run_and_read()?;
        parse_sample(&line().run_and_read()?, expected)
    }

    fn fetch_with_peer(&self, base: &str, expected: [u32; 2]) -> Result<FetchSample> {
        let place = self.new_folder()?;
        let line =
            CommandLine::for_program(&self.folder, &self.peer).arg(place.path().join("rows.db"));
        parse_sample(&line.arg(base).run_and_read()?, expected)
    }

    fn new_folder(&self) -> Result<TempDir> {
        let mut place = tempfile::Builder::new();
        Ok(place.prefix("adwright-bench-").tempdir_in(&self.folder)?)
    }
}

/// Parses the report of a fetch. Fails if the fetch was incomplete.
fn parse_sample(text: &str, expected: [u32; 2]) -> Result<FetchSample> {
    let fetch: FetchSample = serde_json::from_str(text.trim())?;
    if fetch.counts != expected {
        bail!("{:?} came of {expected:?}", fetch.counts);
    }
    Ok(fetch)
}

fn outcome(
    ours: &FetchSamples,
    theirs: &FetchSamples,
    ratios: Samples,
    megabytes_of_few: f64,
) -> BenchResult {
    let [campaigns, ads] = MANY;
    let table = format!(
        "{campaigns} campaigns and {ads} ads into the cache, page by page, ms, and the most memory of the process, MB\n\
         \x20 Adwright    ms {}\n  {PEER}  ms {}\n  Adwright    MB {}\n  {PEER}  MB {}\n\
         \x20 Adwright    MB {megabytes_of_few:>8.1}   with {} campaigns and {} ads",
        ours.milliseconds, theirs.milliseconds, ours.megabytes, theirs.megabytes, FEW[0], FEW[1]
    );
    let shares = ours.megabytes.iter().map(|megabytes| megabytes / MEMORY);
    let figures = vec![
        BenchFigure {
            name: "fetch",
            ratios,
            goal: 1.15,
            peer: PEER,
        },
        BenchFigure {
            name: "fetch-memory",
            ratios: shares.collect(),
            goal: 1.0,
            peer: "150-MB",
        },
    ];
    let samples = json!({
        "adwright": ours.as_json(),
        PEER: theirs.as_json(),
        "adwright-few-megabytes": megabytes_of_few,
    });
    BenchResult {
        table,
        figures,
        samples,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_fetch_is_not_a_measurement() {
        let text = r#"{"counts":[10,5],"milliseconds":1.5,"megabytes":40.0}"#;
        assert!((parse_sample(text, [10, 5]).unwrap().megabytes - 40.0).abs() < f64::EPSILON);
        let failed = parse_sample(text, [10, 6]).err().unwrap().to_string();
        assert_eq!(failed, "[10, 5] came of [10, 6]");
        assert!(parse_sample("", [10, 5]).is_err());
    }
}
