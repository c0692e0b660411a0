use std::{
    env,
    path::{Path, PathBuf},
};

/// Where the parts of the repository are.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// The repository that this program was built from.
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

    /// Where release programs go.
    pub(crate) fn release_dir(&self) -> PathBuf {
        self.target_dir().join("release")
    }

    /// Where the packages go.
    pub(crate) fn dist_dir(&self) -> PathBuf {
        self.target_dir().join("dist")
    }

    /// Where the end-to-end tests leave their pictures.
    pub(crate) fn tour_dir(&self) -> PathBuf {
        self.target_dir().join("tour")
    }
}
