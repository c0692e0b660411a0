use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, bail};

use super::memory;

/// The begin of a line that a program prints when a phase of its start has ended: its name follows, and sometimes the
/// milliseconds since then.
const MARK: &str = "MARK ";

/// The last phase.
const USABLE: &str = "usable";

/// One start of a window.
pub(super) struct TimedStart {
    pub(super) milliseconds: f64,
    /// The phases, each with the milliseconds from exec to its end.
    pub(super) phases: Vec<(String, f64)>,
}

/// Starts a window until it is usable, and closes it cleanly.
pub(super) fn measure_start(program: &Path, vars: &[(String, String)]) -> Result<TimedStart> {
    let (start, ()) = start_window(program, vars, |_| Ok(()))?;
    Ok(start)
}

/// Starts a window, and closes it cleanly. Returns the memory of all its processes together at rest, in MiB.
pub(super) fn measure_memory(program: &Path, vars: &[(String, String)]) -> Result<f64> {
    let (_, mebibytes) = start_window(program, vars, memory::settled_memory)?;
    Ok(mebibytes)
}

/// Starts a window, and closes it cleanly after `measure` has measured its process.
fn start_window<T>(
    program: &Path,
    vars: &[(String, String)],
    measure: impl FnOnce(u32) -> Result<T>,
) -> Result<(TimedStart, T)> {
    let begin = Instant::now();
    let mut child = Command::new(program)
        .envs(vars.iter().map(|(name, value)| (name, value)))
        .env("ADWRIGHT_MARKS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let phases = read_phases(&mut child, begin)?;
    let milliseconds = phases.last().map_or(f64::NAN, |(_, end)| *end);
    let measured = measure(child.id());
    // The end of its input ends the program.
    drop(child.stdin.take());
    let status = child.wait()?;
    if !status.success() {
        bail!("{} ended badly ({status})", program.display());
    }
    let start = TimedStart {
        milliseconds,
        phases,
    };
    Ok((start, measured?))
}

/// Reads the phases up to the one that makes the window usable.
fn read_phases(child: &mut Child, begin: Instant) -> Result<Vec<(String, f64)>> {
    let output = child.stdout.take().context("no output")?;
    let mut phases = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line?;
        let now = begin.elapsed().as_secs_f64() * 1000.0;
        let Some(mark) = line.strip_prefix(MARK) else {
            continue;
        };
        let (name, ago) = mark.split_once(' ').unwrap_or((mark, "0"));
        phases.push((name.to_owned(), now - ago.parse::<f64>()?));
        if name == USABLE {
            return Ok(phases);
        }
    }
    bail!("the program ended before its window could be used")
}
