//! Runs the end-to-end tests in the real window.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, ensure};

use crate::{process::CommandLine, project::Project, virtual_desktop::VirtualDesktop};

/// The page is drawn in layers, by the processor. Without layers, the driver waits for ever for a picture of a page at
/// rest.
const DRAWING: [(&str, &str); 2] = [
    ("WEBKIT_DISABLE_COMPOSITING_MODE", "0"),
    ("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1"),
];

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
    run_files(project, &files)
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
    // One at a time: each test has the whole screen and the machine to itself.
    let node = "node --test --test-concurrency=1 --test-reporter=spec";
    let tests = files
        .iter()
        .fold(CommandLine::new(&project.ui_dir(), node), CommandLine::arg);
    let drawing = DRAWING.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let tests = tests.envs(desktop.env_vars()).envs(&drawing);
    tests.envs(vars).run()
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
    files.sort_unstable();
    Ok(files)
}
