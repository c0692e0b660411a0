use anyhow::Result;
use serde_json::json;

use super::{Outcome, figure::Figure, home, samples::Samples, timed};
use crate::{desktop::Desktop, process::Line, project::Project};

const CAMPAIGNS: u32 = 100_000;
/// Measured starts of each; one more before them warms the file caches.
const RUNS: u32 = 10;
const PEER: &str = "empty-window";

#[derive(Default)]
struct Side {
    milliseconds: Samples,
    mebibytes: Samples,
}

impl Side {
    fn add(&mut self, start: &timed::Start) {
        self.milliseconds.add(start.milliseconds);
        self.mebibytes.add(start.mebibytes);
    }
}

/// From exec to a list that can be used, in turns with a window that is empty.
pub(super) fn run(project: &Project) -> Result<Outcome> {
    let peer = build_peer(project)?;
    let ours = project.release().join("adwright-desktop");
    let home = home::with_campaigns(project, CAMPAIGNS)?;
    let desktop = Desktop::start()?;
    let path = home.path().to_string_lossy().into_owned();
    let mut vars = desktop.vars().to_vec();
    vars.extend(["HOME", "ADWRIGHT_HOME"].map(|name| (name.to_owned(), path.clone())));
    let (mut adwright, mut empty) = (Side::default(), Side::default());
    for turn in 0..=RUNS {
        let (theirs, own) = (timed::start(&peer, &vars)?, timed::start(&ours, &vars)?);
        if turn > 0 {
            empty.add(&theirs);
            adwright.add(&own);
        }
    }
    Ok(outcome(&adwright, &empty))
}

fn build_peer(project: &Project) -> Result<std::path::PathBuf> {
    let folder = project.root().join("xtask/peers").join(PEER);
    let line = Line::new(&folder, "cargo build --release --locked --target-dir");
    line.arg(project.target().join("peers")).run()?;
    Ok(project.target().join("peers/release").join(PEER))
}

fn outcome(adwright: &Side, empty: &Side) -> Outcome {
    let table = format!(
        "exec to a usable list of {CAMPAIGNS} campaigns, ms, and memory (PSS) of all processes at rest, MiB\n\
         \x20 Adwright      ms  {}\n  {PEER}  ms  {}\n  Adwright      MiB {}\n  {PEER}  MiB {}",
        adwright.milliseconds, empty.milliseconds, adwright.mebibytes, empty.mebibytes
    );
    let figure = |name, goal, of: fn(&Side) -> &Samples| Figure {
        name,
        ratio: of(adwright).median() / of(empty).median(),
        goal,
        peer: PEER,
    };
    let samples = |side: &Side| json!({ "milliseconds": side.milliseconds.as_json(), "mebibytes": side.mebibytes.as_json() });
    Outcome {
        table,
        figures: vec![
            figure("start", 1.3, |side| &side.milliseconds),
            figure("start-memory", 1.5, |side| &side.mebibytes),
        ],
        samples: json!({ "adwright": samples(adwright), PEER: samples(empty) }),
    }
}
