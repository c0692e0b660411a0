use std::{fs, path::Path, time::SystemTime};

use anyhow::{Context as _, Result, bail};

use crate::{process::CommandLine, project::Project};

/// The oldest Node that Vite supports.
const OLDEST: (u32, u32) = (20, 19);

/// Checks that Node is installed, and installs the packages of a folder if they are outdated.
pub(super) fn provide(project: &Project, folder: &Path) -> Result<()> {
    check(project)?;
    if are_modules_current(folder) {
        return Ok(());
    }
    let shown = folder.strip_prefix(project.root()).unwrap_or(folder);
    println!(
        "The packages of {} are missing or older than package-lock.json.",
        shown.display()
    );
    CommandLine::new(folder, "npm ci --no-audit --no-fund").run()
}

fn check(project: &Project) -> Result<()> {
    let (major, minor) = OLDEST;
    let wanted = format!("Node {major}.{minor} or newer, with npm, from https://nodejs.org");
    let said = CommandLine::new(project.root(), "node --version")
        .run_and_read()
        .with_context(|| format!("install {wanted}"))?;
    if parse_version(&said).is_none_or(|found| found < OLDEST) {
        bail!("this is Node {}; install {wanted}", said.trim());
    }
    CommandLine::new(project.root(), "npm --version")
        .run_and_read()
        .with_context(|| format!("install {wanted}"))?;
    Ok(())
}

/// Whether the installed packages match the lock file.
fn are_modules_current(folder: &Path) -> bool {
    // npm writes this file last, so that an interrupted installation does not count.
    let installed = modified_at(&folder.join("node_modules/.package-lock.json"));
    installed.is_some() && installed >= modified_at(&folder.join("package-lock.json"))
}

fn modified_at(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text
        .trim()
        .trim_start_matches('v')
        .split('.')
        .map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use std::{fs::File, time::Duration};

    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(parse_version("v20.20.2\n"), Some((20, 20)));
        assert!(parse_version("v9.1.0").unwrap() < OLDEST);
        assert_eq!(parse_version("nonsense"), None);
    }

    #[test]
    fn packages_are_current_unless_the_lock_is_newer() {
        let ui = tempfile::tempdir().unwrap();
        let old = SystemTime::UNIX_EPOCH;
        write(&ui.path().join("package-lock.json"), old);
        assert!(!are_modules_current(ui.path()), "nothing is installed");

        fs::create_dir(ui.path().join("node_modules")).unwrap();
        write(&ui.path().join("node_modules/.package-lock.json"), old);
        assert!(are_modules_current(ui.path()));

        write(
            &ui.path().join("package-lock.json"),
            old + Duration::from_mins(1),
        );
        assert!(!are_modules_current(ui.path()));
    }

    fn write(file: &Path, changed: SystemTime) {
        File::create(file).unwrap().set_modified(changed).unwrap();
    }
}
