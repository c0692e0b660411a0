//! Checks the dependencies of the programs: are they used, and does `deny.toml` allow them?

use std::path::Path;

use anyhow::Result;

use crate::{
    process::CommandLine,
    project::Project,
    setup::{self, CARGO_DENY, CARGO_MACHETE},
};

/// Checks that each crate uses its dependencies, then their licences, bans and sources. All of this needs only the
/// lock file.
///
/// # Errors
/// If a dependency is unused or breaks the rules.
pub(crate) fn check(project: &Project) -> Result<()> {
    let machete = setup::provide_tool(project, &CARGO_MACHETE)?;
    // Below Cargo, it expects its own name first, as `cargo machete` passes it.
    CommandLine::for_program(project.root(), &machete)
        .arg("machete")
        .run()?;
    let deny = setup::provide_tool(project, &CARGO_DENY)?;
    CommandLine::for_program(project.root(), &deny)
        .args(["--locked", "check", "bans", "licenses", "sources"])
        .run()
}

/// Fetches the advisories, and checks all dependencies against them.
///
/// # Errors
/// If an advisory is about a dependency. Without the network the advisories are unknown: this is reported, but is not
/// an error.
pub(crate) fn check_advisories(project: &Project) -> Result<()> {
    check_with_program(&setup::provide_tool(project, &CARGO_DENY)?, project.root())
}

fn check_with_program(program: &Path, root: &Path) -> Result<()> {
    let deny = |arguments: &[&str]| CommandLine::for_program(root, program).args(arguments);
    // A failed fetch is not a failed check.
    if let Err(error) = deny(&["fetch", "db"]).run() {
        println!("The advisories were not checked, since they cannot be fetched: {error:#}");
        println!("   with the network: cargo xtask test advisories");
        return Ok(());
    }
    deny(&["--locked", "check", "--disable-fetch", "advisories"]).run()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;

    use expect_test::{Expect, expect};

    use super::*;

    /// Runs a substitute for cargo-deny that fails if its arguments match a shell pattern.
    fn check(fails_at: &str, expected: &Expect) {
        let folder = tempfile::tempdir().unwrap();
        let (program, log) = (folder.path().join("cargo-deny"), folder.path().join("log"));
        let script =
            format!("#!/bin/sh\necho \"$@\" >> log\ncase \"$*\" in {fails_at}) exit 1;; esac\n");
        let source = folder.path().join("script");
        fs::write(&source, script).unwrap();
        fs::set_permissions(&source, fs::Permissions::from_mode(0o700)).unwrap();
        // Another test may start a program now, which inherits our open files. A program that is still open for writing
        // cannot be started, so another process writes it.
        let mut copy = Command::new("cp");
        assert!(copy.args([&source, &program]).status().unwrap().success());
        let held = check_with_program(&program, folder.path()).is_ok();
        let asked = fs::read_to_string(log).unwrap();
        expected.assert_eq(&format!("{asked}passed: {held}"));
    }

    #[test]
    fn advisories_are_fetched_then_checked() {
        check(
            "none",
            &expect![[r#"
                fetch db
                --locked check --disable-fetch advisories
                passed: true"#]],
        );
    }

    #[test]
    fn advisory_about_a_dependency_fails() {
        check(
            "*advisories*",
            &expect![[r#"
            fetch db
            --locked check --disable-fetch advisories
            passed: false"#]],
        );
    }

    #[test]
    fn unknown_advisories_do_not_fail() {
        check(
            "fetch*",
            &expect![[r#"
            fetch db
            passed: true"#]],
        );
    }
}
