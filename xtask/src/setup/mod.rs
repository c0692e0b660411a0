//! Finds what a machine lacks and puts it there, or says how.

mod apt;
mod node;
mod python;
mod system_dependency;
mod tool;
mod toolchain;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

pub(crate) use self::python::PythonEnvironment;
use self::system_dependency::SystemDependency;
pub(crate) use self::tool::{CARGO_ABOUT, CARGO_DENY, Tool};
use crate::project::Project;

/// A kind of work, and with it what the machine must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolset {
    /// Compiling the Rust code.
    Build,
    /// Formatting and linting it.
    Lints,
    /// A desktop session of the tests' own, with a keyring that is nobody's.
    Session,
    /// Checking and building the UI.
    Ui,
    /// Running the examples of the guides as they stand there.
    Examples,
    /// Showing the window on a display of its own and driving it.
    Window,
    /// Programs written in Python.
    Python,
}

/// Sees to it that the machine has all that these need: everything at once, before the work begins.
pub(crate) fn prepare(project: &Project, parts: &[Toolset]) -> Result<()> {
    // Only Linux takes these from system packages; macOS and Windows bring their web view along.
    if cfg!(target_os = "linux") {
        provide(&system_dependency::for_toolsets(parts))?;
    }
    if parts.contains(&Toolset::Lints) {
        toolchain::provide()?;
    }
    if parts.contains(&Toolset::Ui) {
        node::provide(project, &project.ui_dir())?;
    }
    Ok(())
}

/// Sees to it that Node is there, and in a folder with a `package.json` the packages that its lock file names.
pub(crate) fn provide_packages(project: &Project, folder: &Path) -> Result<()> {
    node::provide(project, folder)
}

/// Sees to it that a folder holds what a file of Python requirements names.
pub(crate) fn provide_python(folder: &Path, requirements: &Path) -> Result<PythonEnvironment> {
    PythonEnvironment::provide(folder, requirements)
}

/// Installs a program of cargo's if it is missing, and returns where it is.
pub(crate) fn provide_tool(project: &Project, tool: &Tool) -> Result<PathBuf> {
    tool::provide(project, tool)
}

fn provide(needs: &[&SystemDependency]) -> Result<()> {
    let missing = system_dependency::missing(needs);
    if missing.is_empty() {
        return Ok(());
    }
    println!("Missing on this machine:");
    for need in &missing {
        println!("  {}", need.what);
    }
    match apt::find_usable() {
        Some(apt) => apt.install(&system_dependency::packages(&missing, |packages| {
            packages.debian
        }))?,
        None => bail!("{}", system_dependency::install_commands(&missing)),
    }
    let missing = system_dependency::missing(needs);
    if !missing.is_empty() {
        let names: Vec<_> = missing.iter().map(|need| need.what).collect();
        bail!("still missing after the installation: {}", names.join(", "));
    }
    Ok(())
}
