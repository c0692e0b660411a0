//! The locations of Adwright's files, the same for window and terminal.

use std::path::{Path, PathBuf};
use std::{fs, io};

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::error::Error;

/// The environment variable that overrides the home folder, for tests and trials.
pub const HOME_VARIABLE: &str = "ADWRIGHT_HOME";

/// The folder with all data of one person on one computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    home: PathBuf,
}

impl Paths {
    /// Returns the paths inside `home`.
    pub fn in_home(home: impl Into<PathBuf>) -> Self {
        Self { home: home.into() }
    }

    /// Returns the paths of the current user: `ADWRIGHT_HOME` if it is set, otherwise the system's folder for
    /// application data.
    ///
    /// Fails if the system has no home folder.
    pub fn for_current_user() -> io::Result<Self> {
        if let Some(home) = std::env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()) {
            return Ok(Self::in_home(home));
        }
        let strategy = choose_native_strategy(AppStrategyArgs {
            top_level_domain: "dev".to_owned(),
            author: "adwright".to_owned(),
            app_name: "Adwright".to_owned(),
        })
        .map_err(|error| io::Error::new(io::ErrorKind::NotFound, error))?;
        Ok(Self::in_home(strategy.data_dir()))
    }

    /// Creates the home folder, readable by its owner only.
    ///
    /// # Errors
    /// [`Error::ForeignHome`] if the folder has files but none of ours; the folder stays unchanged.
    pub fn prepare(&self) -> Result<(), Error> {
        let failed = |source| Error::Home {
            folder: self.home.clone(),
            source,
        };
        fs::create_dir_all(&self.home).map_err(failed)?;
        if !self.is_own_home().map_err(failed)? {
            return Err(Error::ForeignHome {
                folder: self.home.clone(),
            });
        }
        restrict_to_owner(&self.home).map_err(failed)
    }

    /// Returns whether the home folder is empty or holds a file of ours.
    fn is_own_home(&self) -> io::Result<bool> {
        // The database's lock file appears before the database, and the web view's folder may appear before both.
        let ours = [
            self.store(),
            self.store().with_extension("db-lock"),
            self.practice(),
            self.web_view(),
        ];
        // The folder is read once, because the window and the desk prepare it in parallel: one may write the first file
        // while the other looks.
        let entries: Vec<_> = fs::read_dir(&self.home)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        Ok(entries.is_empty() || entries.iter().any(|entry| ours.contains(entry)))
    }

    /// The home folder itself.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The database of drafts, cache, outbox and receipts.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.home.join("adwright.db")
    }

    /// The web view's own data, without any of a person's work.
    #[must_use]
    pub fn web_view(&self) -> PathBuf {
        self.home.join("web-view")
    }

    /// The files written for the person: settings and data of workspaces.
    #[must_use]
    pub fn exports(&self) -> PathBuf {
        self.home.join("exports")
    }

    /// The practice service's own database.
    #[must_use]
    pub fn practice(&self) -> PathBuf {
        self.home.join("practice.db")
    }
}

#[cfg(unix)]
fn restrict_to_owner(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn restrict_to_owner(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_inside_the_home_folder() {
        let paths = Paths::in_home("/somewhere");
        assert!(paths.store().starts_with("/somewhere"));
        assert!(paths.practice().starts_with("/somewhere"));
        assert!(paths.exports().starts_with("/somewhere"));
    }

    #[cfg(unix)]
    #[test]
    fn the_home_folder_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        let paths = Paths::in_home(root.path().join("new"));
        paths.prepare().unwrap();
        let mode = fs::metadata(paths.home()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn folder_with_other_files_is_left_alone() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        let mode = || fs::metadata(root.path()).unwrap().permissions().mode() & 0o777;
        fs::set_permissions(root.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(root.path().join("thesis.txt"), "years of work").unwrap();
        let refused = Paths::in_home(root.path()).prepare();
        assert!(matches!(refused, Err(Error::ForeignHome { .. })));
        assert_eq!(mode(), 0o755);
        fs::write(root.path().join("adwright.db"), "").unwrap();
        Paths::in_home(root.path()).prepare().unwrap();
        assert_eq!(mode(), 0o700);
    }
}
