use std::{fs, path::Path};

use anyhow::{Context as _, Result, bail};

use crate::{process::Line, project::Project};

/// Writes the TypeScript bindings of the shell's commands, or checks that they are as they should be.
pub(crate) fn run(project: &Project, check: bool) -> Result<()> {
    if !check {
        return export(project, &project.bindings());
    }
    let dir = tempfile::tempdir()?;
    let fresh = dir.path().join("bindings.ts");
    export(project, &fresh)?;
    let fresh = fs::read_to_string(fresh).context("the exporter wrote no bindings")?;
    if fs::read_to_string(project.bindings()).ok() != Some(fresh) {
        bail!("ui/src/bridge/bindings.ts is out of date: run `cargo xtask codegen`");
    }
    Ok(())
}

fn export(project: &Project, file: &Path) -> Result<()> {
    Line::new(
        project.root(),
        "cargo run --quiet --example export_bindings --",
    )
    .arg(file)
    .run()
}
