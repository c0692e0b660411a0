use std::env;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::{desktop::Desktop, process::Line, project::Project, setup, steps};

#[derive(Args)]
pub(crate) struct RunOptions {
    /// Use a virtual display and make the tour's pictures even where there is a real display
    #[arg(long)]
    tour: bool,
}

/// Starts the app, or shows it off in pictures where it cannot be seen.
pub(crate) fn run(project: &Project, options: &RunOptions) -> Result<()> {
    setup::for_rust()?;
    setup::for_ui(project)?;
    let unseen = options.tour || !has_display();
    if unseen {
        setup::for_window()?;
    }
    Line::new(&project.ui(), "npm run build").run()?;
    if unseen {
        tour(project)
    } else {
        Line::new(project.root(), "cargo run").run()
    }
}

/// The main job in the real window on a virtual display.
fn tour(project: &Project) -> Result<()> {
    println!("The window opens on a virtual display; going through the main job in it.");
    steps::build(project)?;
    drive(project, &["e2e/tour.test.mjs"]).context("the tour did not reach its end")?;
    println!("\nThe pictures are in {}", project.tour().display());
    Ok(())
}

/// Runs end-to-end test files on a desktop of their own.
pub(crate) fn drive(project: &Project, files: &[&str]) -> Result<()> {
    let desktop = Desktop::start()?;
    let node = "node --test --test-concurrency=1 --test-reporter=spec";
    let tests = files.iter().fold(Line::new(&project.ui(), node), Line::arg);
    tests.envs(desktop.vars()).run()
}

fn has_display() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}
