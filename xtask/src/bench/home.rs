use anyhow::Result;
use tempfile::TempDir;

use crate::{process::Line, project::Project};

/// A new home with so many campaigns in it, got by a real fetch.
pub(super) fn with_campaigns(project: &Project, count: u32) -> Result<TempDir> {
    let home = tempfile::Builder::new()
        .prefix("adwright-bench-")
        .tempdir()?;
    let words = "cargo run --quiet --release --package adwright-testkit --example fill_home --";
    let line = Line::new(project.root(), words)
        .arg(home.path())
        .arg(count.to_string());
    line.run()?;
    Ok(home)
}
