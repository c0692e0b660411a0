use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::process::{self, Line};

/// The oldest Python that schemathesis runs on.
const OLDEST: (u32, u32) = (3, 11);

/// A folder with programs written in Python and all that they need, apart from those of the system.
pub(crate) struct Environment {
    dir: PathBuf,
}

impl Environment {
    /// Sees to it that `dir` holds exactly what the file of requirements names, which is installed where it does not.
    pub(super) fn provide(dir: &Path, requirements: &Path) -> Result<Self> {
        let environment = Self {
            dir: dir.to_owned(),
        };
        let wanted = fs::read_to_string(requirements)
            .with_context(|| format!("cannot read {}", requirements.display()))?;
        if environment.holds(&wanted) {
            return Ok(environment);
        }
        environment.install(requirements)?;
        fs::write(environment.note(), wanted)?;
        Ok(environment)
    }

    /// A program in it.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            return self.dir.join("Scripts").join(format!("{name}.exe"));
        }
        self.dir.join("bin").join(name)
    }

    /// Whether it was installed as a whole, and the Python that it was made with is still there.
    fn holds(&self, wanted: &str) -> bool {
        let installed = fs::read_to_string(self.note());
        let line = Line::of(Path::new("."), &self.program("python"));
        installed.is_ok_and(|installed| installed == wanted) && line.arg("--version").read().is_ok()
    }

    fn install(&self, requirements: &Path) -> Result<()> {
        let python = python()?;
        let here = Path::new(".");
        let _ = fs::remove_file(self.note());
        let line = Line::new(here, &format!("{python} -m venv --clear"));
        line.arg(&self.dir).run()?;
        let line = Line::of(here, &self.program("python"));
        line.args(["-m", "pip", "install", "--quiet", "--require-hashes"])
            .args(["--only-binary", ":all:", "--requirement"])
            .arg(requirements)
            .run()
    }

    /// What is installed; written last, so that an installation cut short counts as none.
    fn note(&self) -> PathBuf {
        self.dir.join("requirements.txt")
    }
}

/// The name of a Python that is new enough.
fn python() -> Result<&'static str> {
    let (major, minor) = OLDEST;
    let wanted = format!("Python {major}.{minor} or newer, from https://www.python.org");
    let names = ["python3", "python"];
    let found = names.into_iter().find(|name| process::find(name).is_some());
    let Some(python) = found else {
        bail!("install {wanted}");
    };
    let said = Line::new(Path::new("."), &format!("{python} --version")).read()?;
    if version(&said).is_none_or(|found| found < OLDEST) {
        bail!("this is {}; install {wanted}", said.trim());
    }
    Ok(python)
}

fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix("Python ")?.split('.');
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(version("Python 3.11.7\n"), Some((3, 11)));
        assert!(version("Python 3.9.18").unwrap() < OLDEST);
        assert_eq!(version("Python 3.14.0rc2"), Some((3, 14)));
        assert_eq!(version("nonsense"), None);
    }

    #[cfg(unix)]
    #[test]
    fn an_environment_counts_once_it_is_complete_and_as_long_as_nothing_else_is_wanted() {
        let dir = tempfile::tempdir().unwrap();
        let environment = Environment {
            dir: dir.path().to_owned(),
        };
        fs::write(environment.note(), "schemathesis==1\n").unwrap();
        let wanted = "schemathesis==1\n";
        assert!(!environment.holds(wanted), "there is no Python in it");

        // Any program that tells its version.
        let python = environment.program("python");
        fs::create_dir_all(python.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(env!("CARGO"), &python).unwrap();
        assert!(environment.holds(wanted));
        assert!(!environment.holds("schemathesis==2\n"));
    }
}
