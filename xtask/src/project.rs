use std::{
    env,
    path::{Path, PathBuf},
};

/// The paths of the repository's parts.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Locates the repository that this program was built from.
    pub(crate) fn locate() -> Self {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.parent().expect("xtask/ lies in the repository");
        Self {
            root: root.to_owned(),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn ui_dir(&self) -> PathBuf {
        self.root.join("ui")
    }

    pub(crate) fn bindings_file(&self) -> PathBuf {
        self.root.join("ui/src/bridge/bindings.ts")
    }

    pub(crate) fn target_dir(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.root.join("target"), |dir| self.root.join(dir))
    }

    /// Returns the folder of release programs.
    pub(crate) fn release_dir(&self) -> PathBuf {
        self.target_dir().join("release")
    }

    /// Returns the folder of packages.
    pub(crate) fn dist_dir(&self) -> PathBuf {
        self.target_dir().join("dist")
    }

    /// Returns the folder of the end-to-end tests' screenshots.
    pub(crate) fn tour_dir(&self) -> PathBuf {
        self.target_dir().join("tour")
    }
}
