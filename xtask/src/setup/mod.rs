//! Finds what a machine lacks and puts it there, or says how.

mod apt;
mod need;
mod node;
mod toolchain;

use anyhow::{Result, bail};

use self::need::Need;
use crate::{process::Line, project::Project};

/// What it takes to compile the Rust code.
pub(crate) fn for_rust() -> Result<()> {
    provide(need::BUILD)
}

/// What it takes to lint and format it.
pub(crate) fn for_lints() -> Result<()> {
    toolchain::provide()
}

/// What it takes to show the window on a display of its own and to drive it.
pub(crate) fn for_window() -> Result<()> {
    provide(need::WINDOW)
}

/// What it takes to check and build the UI.
pub(crate) fn for_ui(project: &Project) -> Result<()> {
    node::check(project)?;
    if node::modules_are_current(&project.ui()) {
        return Ok(());
    }
    println!("The UI's packages are missing or older than package-lock.json.");
    Line::new(&project.ui(), "npm ci --no-audit --no-fund").run()
}

fn provide(needs: &[Need]) -> Result<()> {
    // Only Linux takes these from system packages; macOS and Windows bring their web view along.
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let missing = need::missing(needs);
    if missing.is_empty() {
        return Ok(());
    }
    println!("Missing on this machine:");
    for need in &missing {
        println!("  {}", need.what);
    }
    match apt::permitted() {
        Some(apt) => apt.install(&need::packages(&missing, |packages| packages.debian))?,
        None => bail!("{}", need::how_to_install(&missing)),
    }
    let missing = need::missing(needs);
    if !missing.is_empty() {
        let names: Vec<_> = missing.iter().map(|need| need.what).collect();
        bail!("still missing after the installation: {}", names.join(", "));
    }
    Ok(())
}
