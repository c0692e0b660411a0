use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::process::{self, CommandLine};

/// The oldest Python that schemathesis supports.
const OLDEST: (u32, u32) = (3, 11);

/// A folder with Python programs and their dependencies, separate from the system's.
pub(crate) struct PythonEnvironment {
    dir: PathBuf,
}

impl PythonEnvironment {
    /// Installs exactly the packages of the requirements file into `dir`, unless they are there.
    pub(super) fn provide(dir: &Path, requirements: &Path) -> Result<Self> {
        let environment = Self {
            dir: dir.to_owned(),
        };
        let wanted = fs::read_to_string(requirements)
            .with_context(|| format!("cannot read {}", requirements.display()))?;
        if environment.is_current(&wanted) {
            return Ok(environment);
        }
        environment.install(requirements)?;
        fs::write(environment.installed_marker(), wanted)?;
        Ok(environment)
    }

    /// Returns the path of a program in the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            return self.dir.join("Scripts").join(format!("{name}.exe"));
        }
        self.dir.join("bin").join(name)
    }

    /// Whether the installation is complete, and its Python still exists.
    fn is_current(&self, wanted: &str) -> bool {
        let installed = fs::read_to_string(self.installed_marker());
        let line = CommandLine::for_program(Path::new("."), &self.program("python"));
        installed.is_ok_and(|installed| installed == wanted)
            && line.arg("--version").run_and_read().is_ok()
    }

    fn install(&self, requirements: &Path) -> Result<()> {
        let python = find_python()?;
        let here = Path::new(".");
        let _ = fs::remove_file(self.installed_marker());
        let line = CommandLine::new(here, &format!("{python} -m venv --clear"));
        line.arg(&self.dir).run()?;
        let line = CommandLine::for_program(here, &self.program("python"));
        line.args(["-m", "pip", "install", "--quiet", "--require-hashes"])
            .args(["--only-binary", ":all:", "--requirement"])
            .arg(requirements)
            .run()
    }

    /// Returns the path of the installed requirements. The file is written last, so that an interrupted installation
    /// does not count.
    fn installed_marker(&self) -> PathBuf {
        self.dir.join("requirements.txt")
    }
}

/// Returns the name of a Python that is new enough.
fn find_python() -> Result<&'static str> {
    let (major, minor) = OLDEST;
    let wanted = format!("Python {major}.{minor} or newer, from https://www.python.org");
    let names = ["python3", "python"];
    let found = names
        .into_iter()
        .find(|name| process::find_program(name).is_some());
    let Some(python) = found else {
        bail!("install {wanted}");
    };
    let said = CommandLine::new(Path::new("."), &format!("{python} --version")).run_and_read()?;
    if parse_version(&said).is_none_or(|found| found < OLDEST) {
        bail!("this is {}; install {wanted}", said.trim());
    }
    Ok(python)
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix("Python ")?.split('.');
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(parse_version("Python 3.11.7\n"), Some((3, 11)));
        assert!(parse_version("Python 3.9.18").unwrap() < OLDEST);
        assert_eq!(parse_version("Python 3.14.0rc2"), Some((3, 14)));
        assert_eq!(parse_version("nonsense"), None);
    }

    #[cfg(unix)]
    #[test]
    fn environment_counts_if_complete_and_matching() {
        let dir = tempfile::tempdir().unwrap();
        let environment = PythonEnvironment {
            dir: dir.path().to_owned(),
        };
        fs::write(environment.installed_marker(), "schemathesis==1\n").unwrap();
        let wanted = "schemathesis==1\n";
        assert!(!environment.is_current(wanted), "there is no Python in it");

        // Any program that prints its version.
        let python = environment.program("python");
        fs::create_dir_all(python.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(env!("CARGO"), &python).unwrap();
        assert!(environment.is_current(wanted));
        assert!(!environment.is_current("schemathesis==2\n"));
    }
}
