use std::env;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::{
    dist,
    process::CommandLine,
    project::Project,
    setup::{self, Toolset},
    steps, window_tests,
};

#[derive(Args)]
pub(crate) struct RunOptions {
    /// Use a virtual display and make the tour's pictures even where there is a real display
    #[arg(long)]
    tour: bool,
}

/// Starts the app, or takes screenshots of it if there is no display.
pub(crate) fn run(project: &Project, options: &RunOptions) -> Result<()> {
    let unseen = options.tour || !has_display();
    let mut parts = vec![Toolset::Build, Toolset::Ui];
    if unseen {
        parts.extend([Toolset::Session, Toolset::Window]);
    }
    setup::prepare(project, &parts)?;
    dist::build_pages(project)?;
    if unseen {
        run_tour(project)
    } else {
        CommandLine::new(project.root(), "cargo run").run()
    }
}

/// Does the main job in the real window on a virtual display.
fn run_tour(project: &Project) -> Result<()> {
    println!("The window opens on a virtual display; going through the main job in it.");
    steps::build(project)?;
    window_tests::run_files(project, &["e2e/tour.test.mjs".to_owned()])
        .context("the tour did not reach its end")?;
    println!("\nThe pictures are in {}", project.tour_dir().display());
    Ok(())
}

fn has_display() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}
