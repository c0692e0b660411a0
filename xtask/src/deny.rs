//! Checks the dependencies of the programs against `deny.toml` with cargo-deny.

use std::path::Path;

use anyhow::Result;

use crate::{
    process::CommandLine,
    project::Project,
    setup::{self, CARGO_DENY},
};

/// Checks licences, bans and sources, which need only the lock file. Then fetches and checks the advisories.
///
/// # Errors
/// If a dependency breaks the rules. Without the network the advisories are unknown: this is reported, but is not an
/// error.
pub(crate) fn check(project: &Project) -> Result<()> {
    check_with_program(&setup::provide_tool(project, &CARGO_DENY)?, project.root())
}

fn check_with_program(program: &Path, root: &Path) -> Result<()> {
    let deny = |arguments: &[&str]| CommandLine::for_program(root, program).args(arguments);
    deny(&["--locked", "check", "bans", "licenses", "sources"]).run()?;
    // A failed fetch is not a failed check.
    if let Err(error) = deny(&["fetch", "db"]).run() {
        println!("The advisories were not checked, since they cannot be fetched: {error:#}");
        println!("   with the network: cargo xtask test deny");
        return Ok(());
    }
    deny(&["--locked", "check", "--disable-fetch", "advisories"]).run()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use expect_test::{Expect, expect};

    use super::*;

    /// Runs a substitute for cargo-deny that fails if its arguments match a shell pattern.
    fn check(fails_at: &str, expected: &Expect) {
        let folder = tempfile::tempdir().unwrap();
        let (program, log) = (folder.path().join("cargo-deny"), folder.path().join("log"));
        let script =
            format!("#!/bin/sh\necho \"$@\" >> log\ncase \"$*\" in {fails_at}) exit 1;; esac\n");
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
        let held = check_with_program(&program, folder.path()).is_ok();
        let asked = fs::read_to_string(log).unwrap();
        expected.assert_eq(&format!("{asked}passed: {held}"));
    }

    #[test]
    fn everything_is_asked() {
        check(
            "none",
            &expect![[r#"
                --locked check bans licenses sources
                fetch db
                --locked check --disable-fetch advisories
                passed: true"#]],
        );
    }

    #[test]
    fn what_is_against_the_rules_fails() {
        check(
            "*bans*",
            &expect![[r#"
            --locked check bans licenses sources
            passed: false"#]],
        );
        check(
            "*advisories*",
            &expect![[r#"
            --locked check bans licenses sources
            fetch db
            --locked check --disable-fetch advisories
            passed: false"#]],
        );
    }

    #[test]
    fn advisories_that_cannot_be_fetched_fail_nothing() {
        check(
            "fetch*",
            &expect![[r#"
            --locked check bans licenses sources
            fetch db
            passed: true"#]],
        );
    }
}
