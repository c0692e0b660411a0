//! Finds missing tools and installs them, or says how to.

mod apt;
mod node;
mod python;
mod system_dependency;
mod tool;
mod toolchain;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

pub(crate) use self::python::PythonEnvironment;
pub(crate) use self::system_dependency::SYSTEM_PYTHON;
use self::system_dependency::SystemDependency;
pub(crate) use self::tool::{CARGO_ABOUT, CARGO_DENY, CARGO_MACHETE, Tool};
use crate::project::Project;

/// A kind of work that needs certain tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolset {
    /// Compiling the Rust code.
    Build,
    /// Formatting and linting the Rust code.
    Lints,
    /// A separate desktop session for the tests, with an empty keyring.
    Session,
    /// Checking and building the UI.
    Ui,
    /// Running the examples of the guides unchanged.
    Examples,
    /// Showing the window on a virtual display and driving it.
    Window,
    /// Programs written in Python.
    Python,
    /// LibreOffice Calc without a window, driven by the system's Python.
    Calc,
    /// Packing what people install.
    Packages,
}

/// Installs what these kinds of work need, all at once, before the work begins.
pub(crate) fn prepare(project: &Project, parts: &[Toolset]) -> Result<()> {
    // Only Linux needs system packages. macOS and Windows include their web view.
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

/// Checks that Node is installed, and installs the packages of the folder's lock file.
pub(crate) fn provide_packages(project: &Project, folder: &Path) -> Result<()> {
    node::provide(project, folder)
}

/// Installs the packages of a Python requirements file into a folder.
pub(crate) fn provide_python(folder: &Path, requirements: &Path) -> Result<PythonEnvironment> {
    PythonEnvironment::provide(folder, requirements)
}

/// Installs a cargo program if it is missing, and returns its path.
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
