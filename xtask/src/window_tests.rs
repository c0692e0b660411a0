//! Runs the end-to-end tests in the real window.

use std::{
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
    thread,
};

use anyhow::{Context as _, Result, ensure};

use crate::{process::CommandLine, project::Project, virtual_desktop::VirtualDesktop};

/// The page is drawn in layers, by the processor. Without layers, the driver waits for ever for a picture of a page at
/// rest.
const DRAWING: [(&str, &str); 2] = [
    ("WEBKIT_DISABLE_COMPOSITING_MODE", "0"),
    ("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1"),
];

/// The desktops on which files are tested side by side. A test keeps about one core busy.
const DESKTOPS: usize = 2;

/// Runs the end-to-end tests: all of them, or the files whose name contains `only`.
pub(crate) fn test(project: &Project, only: &str) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("Skipped: only Linux has a driver for the web view.");
        return Ok(());
    }
    let mut files = test_files(project)?;
    files.retain(|file| file.contains(only));
    ensure!(
        !files.is_empty(),
        "no test of the window has {only:?} in its name"
    );
    let desktops = DESKTOPS.min(files.len());
    let waiting = Mutex::new(files);
    let failures = thread::scope(|scope| {
        let desktops: Vec<_> = (0..desktops)
            .map(|_| scope.spawn(|| test_waiting(project, &waiting)))
            .collect();
        let joined = desktops.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .map(|failures| failures.expect("a test is a program, and does not panic here"))
            .collect::<Result<Vec<_>>>()
    })?
    .concat();
    ensure!(failures.is_empty(), "these failed: {}", failures.join(", "));
    Ok(())
}

/// Tests files on a desktop of its own until none is waiting, and returns those that failed.
fn test_waiting(project: &Project, waiting: &Mutex<Vec<String>>) -> Result<Vec<String>> {
    let desktop = VirtualDesktop::start()?;
    let mut failed = Vec::new();
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some(file) = next else {
            return Ok(failed);
        };
        let files = [file];
        let tests = node_tests(project, &desktop, &files);
        if let Err(error) = tests.run_and_print_at_end() {
            println!("{error:#}");
            failed.extend(files);
        }
    }
}

/// Returns the variable that makes the tests drive another program than the test build.
pub(crate) fn program_env(program: &Path) -> [(String, String); 1] {
    let program = program.to_string_lossy().into_owned();
    [("ADWRIGHT_DESKTOP".to_owned(), program)]
}

/// Runs end-to-end test files on a virtual desktop.
pub(crate) fn run_files(project: &Project, files: &[String]) -> Result<()> {
    run_files_with(project, files, &[])
}

/// Runs end-to-end test files with additional environment variables.
pub(crate) fn run_files_with(
    project: &Project,
    files: &[String],
    vars: &[(String, String)],
) -> Result<()> {
    let desktop = VirtualDesktop::start()?;
    node_tests(project, &desktop, files).envs(vars).run()
}

fn node_tests(project: &Project, desktop: &VirtualDesktop, files: &[String]) -> CommandLine {
    // One at a time: each test has the whole screen and the keyboard to itself.
    let node = "node --test --test-concurrency=1 --test-reporter=spec";
    let tests = CommandLine::new(&project.ui_dir(), node).args(files);
    let drawing = DRAWING.map(|(name, value)| (name.to_owned(), value.to_owned()));
    tests.envs(desktop.env_vars()).envs(&drawing)
}

fn test_files(project: &Project) -> Result<Vec<String>> {
    let dir = project.ui_dir().join("e2e");
    let mut files = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            files.push(format!("e2e/{name}"));
        }
    }
    // The last one is tested first.
    files.sort_unstable_by(|one, other| other.cmp(one));
    Ok(files)
}
