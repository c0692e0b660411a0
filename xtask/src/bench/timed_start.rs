use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, bail};

use super::memory;

/// The line that a program prints once its window is usable.
const MARK: &str = "MARK usable";

/// The time and the memory of one start.
pub(super) struct StartSample {
    pub(super) milliseconds: f64,
    /// The memory of all processes together.
    pub(super) mebibytes: f64,
}

/// Starts a window, measures it, and closes it cleanly.
pub(super) fn measure_start(program: &Path, vars: &[(String, String)]) -> Result<StartSample> {
    let begin = Instant::now();
    let mut child = Command::new(program)
        .envs(vars.iter().map(|(name, value)| (name, value)))
        .env("ADWRIGHT_MARKS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    wait_for_mark(&mut child)?;
    let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
    let mebibytes = memory::settled_memory(child.id());
    // The end of its input ends the program.
    drop(child.stdin.take());
    let status = child.wait()?;
    if !status.success() {
        bail!("{} ended badly ({status})", program.display());
    }
    Ok(StartSample {
        milliseconds,
        mebibytes: mebibytes?,
    })
}

fn wait_for_mark(child: &mut Child) -> Result<()> {
    let output = child.stdout.take().context("no output")?;
    for line in BufReader::new(output).lines() {
        if line? == MARK {
            return Ok(());
        }
    }
    bail!("the program ended before its window could be used")
}
