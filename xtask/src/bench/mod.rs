//! Speed and memory, as ratios against a named peer that is measured in the same run.

mod check;
mod edit;
mod fetch;
mod figure;
mod home;
mod list;
mod measured_program;
mod memory;
mod merge;
mod one_core;
mod properties;
mod rehearse;
mod report;
mod review;
mod samples;
mod send;
mod service;
mod sheet;
mod sheet_file;
mod sheet_window;
mod simulate;
mod start;
mod timed_start;
mod work;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::{figure::BenchFigure, measured_program::MeasuredProgram};
use crate::{
    process::CommandLine,
    project::Project,
    setup::{self, Toolset},
    virtual_desktop::VirtualDesktop,
    window_tests,
};

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct BenchOptions {
    /// What to measure; everything where nothing is named
    benches: Vec<Bench>,
    /// Measure every ratio in fewer turns
    #[arg(long)]
    quick: bool,
    /// Write the ratios into docs/performance.md
    #[arg(long)]
    write: bool,
    /// Print also when each phase of a start ends
    #[arg(long)]
    trace: bool,
    /// Print every sample and figure as JSON, and nothing else
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bench {
    /// From exec to a usable list of 100,000 and of a million campaigns, and the memory of all processes
    Start,
    /// The memory after an hour of work (2,000 edits, 200 views and 50 reviews), against the memory before
    Work,
    /// From a key in the search box to painted rows, among 1,000 and 100,000 campaigns
    List,
    /// 100,000 campaigns and 5,000 ads into the cache, against a bare loop that gets pages and inserts their rows
    Fetch,
    /// Reading and checking ads of 8 to 60 kB, against ajv and the jsonschema crate
    Check,
    /// One edit of a field, in the desk and in the window, in long drafts and large workspaces
    Edit,
    /// One durable edit beside 10, 10,000 and 1,000,000 stored objects
    Drafts,
    /// What a field costs in a merge of 40,000 fields, against one of 400
    Merge,
    /// From a click to the drawn review of an ad of 1,300 fields, and scrolling through 100,000 ads
    Review,
    /// The practice service's answers, against json-server and Prism, and of a million campaigns against ten thousand
    Service,
    /// A batch of 1,000 to 1,000,000 rows as a sheet, against LibreOffice Calc; and in the window, against AG Grid
    Sheet,
    /// A batch of 20,000 values through the outbox, against a loop that posts the same bodies
    Send,
    /// A million schedules of the planner's simulator, against its invariants
    Simulate,
    /// The rehearsal of a send of 10,000 changed campaigns, against their checks
    Rehearse,
    /// The laws of differences and merges, in 100,000 cases each: takes minutes
    Laws,
}

impl Bench {
    /// Whether it needs Linux, the only system where we can read a program's memory and drive a window's web view.
    fn is_for_linux(self) -> bool {
        self.has_window() || matches!(self, Self::Fetch)
    }

    /// Whether it opens the window.
    fn has_window(self) -> bool {
        matches!(
            self,
            Self::Start | Self::Work | Self::List | Self::Edit | Self::Review | Self::Sheet
        )
    }

    /// Whether it compares with a peer. The others only prove something.
    fn has_ratio(self) -> bool {
        !matches!(self, Self::Laws)
    }

    /// Returns the word of the command line.
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no bench is hidden");
        value.get_name().to_owned()
    }

    /// Returns what it measures.
    fn description(self) -> String {
        let value = self.to_possible_value().expect("no bench is hidden");
        value
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default()
    }

    fn run(self, project: &Project, effort: Effort, trace: bool) -> Result<BenchResult> {
        match self {
            Self::Start => start::run(project, effort, trace),
            Self::Work => work::run(project, effort),
            Self::List => list::run(project, effort),
            Self::Fetch => fetch::run(project, effort),
            Self::Check => check::run(project, effort),
            Self::Edit => edit::run(project, effort),
            Self::Drafts => edit::run_by_size(project, effort),
            Self::Merge => merge::run(project),
            Self::Review => review::run(project, effort),
            Self::Service => service::run(project, effort),
            Self::Sheet => {
                Ok(sheet::run(project, effort)?.and(sheet_window::run(project, effort)?))
            }
            Self::Send => send::run(project, effort),
            Self::Simulate => simulate::run(project, effort),
            Self::Rehearse => rehearse::run(project, effort),
            Self::Laws => properties::run(project),
        }
    }
}

/// The result of one bench.
struct BenchResult {
    /// The measurements as rows, for people.
    table: String,
    figures: Vec<BenchFigure>,
    /// Every single sample.
    samples: Value,
}

impl BenchResult {
    /// Appends a second part of the same bench.
    fn and(self, more: Self) -> Self {
        Self {
            table: self.table + "\n" + &more.table,
            figures: self.figures.into_iter().chain(more.figures).collect(),
            samples: json!([self.samples, more.samples]),
        }
    }
}

/// How many turns a bench measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    Full,
    Quick,
}

impl Effort {
    /// Returns how many of these turns are measured: a fifth of them in a quick run, but three at least, so that
    /// the median leaves out a disturbed one.
    fn turns(self, full: u32) -> u32 {
        match self {
            Self::Full => full,
            Self::Quick => full.div_ceil(5).max(3),
        }
    }
}

/// Measures, and prints a table and the figures of each bench. Fails if a goal was missed or a bench failed, after all of
/// them.
pub(crate) fn run(project: &Project, options: &BenchOptions) -> Result<()> {
    let effort = if options.quick {
        Effort::Quick
    } else {
        Effort::Full
    };
    let benches = choose(&options.benches, effort);
    if benches.iter().any(|bench| bench.has_window()) {
        prepare_window(project)?;
    }
    let mut measured = Vec::new();
    let mut troubles = Vec::new();
    let begin = Instant::now();
    for bench in benches {
        let bench_begin = Instant::now();
        match bench.run(project, effort, options.trace) {
            Ok(result) => {
                if !options.json {
                    let seconds = bench_begin.elapsed().as_secs();
                    println!("\n{}\n  {} took {seconds} s", result.table, bench.name());
                }
                measured.push((bench, result));
                // At once, so that a run that does not end keeps what it measured.
                if options.write {
                    report::write(project, &measured)?;
                }
            }
            Err(error) => troubles.push(format!("{} failed: {error:#}", bench.name())),
        }
    }
    if options.json {
        println!("{}", as_json(&measured));
    } else {
        println!("\nAll of it took {} s.", begin.elapsed().as_secs());
    }
    let figures = measured.iter().flat_map(|(_, result)| &result.figures);
    for figure in figures {
        if !options.json {
            println!("{figure}");
        }
        if !figure.is_reached() {
            troubles.push(figure.to_string());
        }
    }
    ensure!(
        troubles.is_empty(),
        "not every goal was reached\n{}",
        troubles.join("\n")
    );
    Ok(())
}

/// Measures every ratio in fewer turns.
pub(crate) fn run_quick(project: &Project) -> Result<()> {
    run(
        project,
        &BenchOptions {
            benches: Vec::new(),
            quick: true,
            write: false,
            trace: false,
            json: false,
        },
    )
}

/// Returns the named benches that this system can do; where nothing is named, all that measure a ratio in this effort.
fn choose(named: &[Bench], effort: Effort) -> Vec<Bench> {
    let all = Bench::value_variants().iter();
    let asked: Vec<_> = if named.is_empty() {
        all.filter(|bench| effort == Effort::Full || bench.has_ratio())
            .copied()
            .collect()
    } else {
        named.to_vec()
    };
    let is_possible = |bench: &Bench| cfg!(target_os = "linux") || !bench.is_for_linux();
    let (possible, left_out): (Vec<_>, Vec<_>) = asked.into_iter().partition(is_possible);
    if !left_out.is_empty() {
        println!("Only Linux can do these, which are left out: {left_out:?}");
    }
    possible
}

fn prepare_window(project: &Project) -> Result<()> {
    setup::prepare(
        project,
        &[
            Toolset::Build,
            Toolset::Ui,
            Toolset::Session,
            Toolset::Window,
        ],
    )?;
    crate::dist::build(project)
}

/// Runs a program of `ui/e2e/bench` on a virtual desktop, which opens the window on a home. Returns its report.
fn run_in_window<T: DeserializeOwned>(
    project: &Project,
    program: &str,
    home: &Path,
    arguments: &[&str],
) -> Result<T> {
    let desktop = VirtualDesktop::start()?;
    let said = window_program(project, &desktop, program, home)
        .args(arguments)
        .run_and_read()?;
    serde_json::from_str(said.trim()).context("the window gave no times")
}

/// Starts a program of `ui/e2e/bench` that answers words, on a virtual desktop. It opens the window on a home.
fn start_in_window(
    project: &Project,
    desktop: &VirtualDesktop,
    program: &str,
    home: &Path,
) -> Result<MeasuredProgram> {
    MeasuredProgram::start_with(
        Path::new(program),
        window_program(project, desktop, program, home),
    )
}

/// Returns the command line of a program of `ui/e2e/bench`.
fn window_program(
    project: &Project,
    desktop: &VirtualDesktop,
    program: &str,
    home: &Path,
) -> CommandLine {
    let window = project.release_dir().join("adwright-desktop");
    CommandLine::new(&project.ui_dir(), &format!("node e2e/bench/{program}.mjs"))
        .arg(home)
        .envs(desktop.env_vars())
        .envs(&window_tests::program_env(&window))
}

/// Builds the programs to measure, which are in one: its first argument names one of them.
fn build_measured(project: &Project) -> Result<PathBuf> {
    let words = "cargo build --quiet --release --package adwright-testkit --example measured";
    CommandLine::new(project.root(), words).run()?;
    Ok(project.release_dir().join("examples/measured"))
}

/// Builds one of our programs for a comparison.
fn build_peer(project: &Project, name: &str) -> Result<PathBuf> {
    let folder = project.root().join("xtask/peers").join(name);
    let line = CommandLine::new(&folder, "cargo build --release --locked --target-dir");
    line.arg(project.target_dir().join("peers")).run()?;
    Ok(project.target_dir().join("peers/release").join(name))
}

fn as_json(measured: &[(Bench, BenchResult)]) -> Value {
    let results = measured.iter().map(|(_, result)| {
        let figures: Vec<_> = result.figures.iter().map(BenchFigure::as_json).collect();
        json!({ "figures": figures, "samples": result.samples })
    });
    results.collect()
}
