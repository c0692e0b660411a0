//! What comes into the programs from outside, held against `deny.toml` by cargo-deny.

use std::path::Path;

use anyhow::Result;

use crate::{process::Line, project::Project, setup};

/// Checks licences, bans and sources, for which the lock file is enough; then the advisories, which are fetched.
///
/// # Errors
/// Where something is against the rules. Without the network nobody knows of advisories: that is said, and is no failure.
pub(crate) fn check(project: &Project) -> Result<()> {
    check_with(&setup::provide_deny(project)?, project.root())
}

fn check_with(program: &Path, root: &Path) -> Result<()> {
    let deny = |arguments: &[&str]| Line::of(root, program).args(arguments);
    deny(&["--locked", "check", "bans", "licenses", "sources"]).run()?;
    // To fetch them is one thing, what they say is another.
    if let Err(error) = deny(&["fetch", "db"]).run() {
        println!("The advisories were not checked, since they cannot be fetched: {error:#}");
        println!("   with the network: cargo xtask test deny");
        return Ok(());
    }
    deny(&["--locked", "check", "--disable-fetch", "advisories"]).run()
}
