use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::json;
use tempfile::TempDir;

use super::{
    BenchResult, Effort, build_peer,
    figure::BenchFigure,
    home,
    samples::Samples,
    timed_start::{self, TimedStart},
};
use crate::{project::Project, virtual_desktop::VirtualDesktop};

/// The timed starts of each window. The memory is measured in one more start before them, which warms the file caches.
const RUNS: u32 = 10;
const PEER: &str = "empty-window";

/// The windows, in the order of their numbers of campaigns.
const EMPTY: usize = 0;
const MANY: usize = 1;
const MILLION: usize = 2;

/// The numbers of campaigns in the homes. The empty window has a home of its own, with nothing that it reads.
const CAMPAIGNS: [u32; 3] = [10, 100_000, 1_000_000];

/// The most memory that 100,000 more campaigns may need, in MiB.
const GROWTH: f64 = 20.0;

/// A window to start, and its measurements.
struct StartedWindow {
    name: String,
    program: PathBuf,
    home: TempDir,
    milliseconds: Samples,
    mebibytes: f64,
    /// When each phase ended.
    phases: Vec<(String, Samples)>,
}

impl StartedWindow {
    fn add(&mut self, start: &TimedStart) {
        self.milliseconds.add(start.milliseconds);
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
    fn trace(&self) -> String {
        let mut phases: Vec<_> = self.phases.iter().collect();
        phases.sort_by(|(_, one), (_, other)| one.median().total_cmp(&other.median()));
        let rows = phases
            .iter()
            .map(|(phase, ends)| format!("\n  {:<18}  {phase:<8} {ends}", self.name));
        rows.collect()
    }
}

/// The ratios of each turn.
#[derive(Default)]
struct TimeRatios {
    many: Samples,
    million: Samples,
    /// Of a million campaigns to a tenth of them.
    flat: Samples,
}

impl TimeRatios {
    fn add(&mut self, turn: &[TimedStart; 3]) {
        let time = |window: usize| turn[window].milliseconds;
        self.many.add(time(MANY) / time(EMPTY));
        self.million.add(time(MILLION) / time(EMPTY));
        self.flat.add(time(MILLION) / time(MANY));
    }
}

/// Measures from exec to a usable list, in turns with an empty window.
pub(super) fn run(project: &Project, effort: Effort, trace: bool) -> Result<BenchResult> {
    let mut windows = prepare(project)?;
    let desktop = VirtualDesktop::start()?;
    let memory = start_each(&windows, &desktop, 0, timed_start::measure_memory)?;
    for (window, mebibytes) in windows.iter_mut().zip(memory) {
        window.mebibytes = mebibytes;
    }
    let mut ratios = TimeRatios::default();
    for turn in 1..=effort.turns(RUNS) {
        let starts = start_each(&windows, &desktop, turn, timed_start::measure_start)?;
        ratios.add(&starts);
        for (window, start) in windows.iter_mut().zip(&starts) {
            window.add(start);
        }
    }
    Ok(outcome(&windows, ratios, trace))
}

fn prepare(project: &Project) -> Result<[StartedWindow; 3]> {
    let peer = build_peer(project, PEER)?;
    let ours = project.release_dir().join("adwright-desktop");
    let window = |window: usize| -> Result<_> {
        let campaigns = CAMPAIGNS[window];
        Ok(StartedWindow {
            name: match window {
                EMPTY => PEER.to_owned(),
                _ => format!("{campaigns} campaigns"),
            },
            program: if window == EMPTY { &peer } else { &ours }.clone(),
            home: home::with_campaigns(project, campaigns)?,
            milliseconds: Samples::default(),
            mebibytes: f64::NAN,
            phases: Vec::new(),
        })
    };
    Ok([window(EMPTY)?, window(MANY)?, window(MILLION)?])
}

/// Starts each window once. Every other turn is in reverse order, so that no window always starts after the same one.
fn start_each<T>(
    windows: &[StartedWindow; 3],
    desktop: &VirtualDesktop,
    turn: u32,
    measure: impl Fn(&Path, &[(String, String)]) -> Result<T>,
) -> Result<[T; 3]> {
    let start = |window: usize| {
        let home = windows[window].home.path().to_string_lossy();
        let vars = ["HOME", "ADWRIGHT_HOME"].map(|name| (name.to_owned(), home.clone().into()));
        let vars = [desktop.env_vars(), &vars].concat();
        measure(&windows[window].program, &vars)
    };
    if turn.is_multiple_of(2) {
        return Ok([start(EMPTY)?, start(MANY)?, start(MILLION)?]);
    }
    let [million, many, empty] = [start(MILLION)?, start(MANY)?, start(EMPTY)?];
    Ok([empty, many, million])
}

fn outcome(windows: &[StartedWindow; 3], ratios: TimeRatios, trace: bool) -> BenchResult {
    let rows = windows.iter().map(|window| {
        let name = &window.name;
        format!(
            "\n  {name:<18}  ms  {}\n  {name:<18}  MiB {:8.1}",
            window.milliseconds, window.mebibytes
        )
    });
    let mut table = format!(
        "exec to a usable list, ms, and memory (PSS) of all processes at rest, MiB{}",
        rows.collect::<String>()
    );
    if trace {
        table += "\nexec to the end of each phase, ms";
        table.extend(windows.iter().map(StartedWindow::trace));
    }
    let samples = windows.iter().map(|window| {
        let (time, memory) = (window.milliseconds.as_json(), window.mebibytes);
        json!({ "window": window.name, "milliseconds": time, "mebibytes": memory })
    });
    let figure = |name, ratios, goal, peer| BenchFigure {
        name,
        ratios,
        goal,
        peer,
    };
    let once = |ratio: f64| [ratio].into_iter().collect();
    let [empty, many, million] = windows.each_ref().map(|window| window.mebibytes);
    let steps = f64::from(CAMPAIGNS[MILLION] - CAMPAIGNS[MANY]) / 100_000.0;
    let growth = once((million - many) / steps / GROWTH);
    BenchResult {
        table,
        figures: vec![
            figure("start", ratios.many, 1.2, PEER),
            figure("start-million", ratios.million, 1.2, PEER),
            figure("start-flat", ratios.flat, 1.1, "100000-campaigns"),
            figure("start-memory", once(many / empty), 1.3, PEER),
            figure("start-memory-growth", growth, 1.0, "20-MiB-per-100000"),
        ],
        samples: samples.collect(),
    }
}
