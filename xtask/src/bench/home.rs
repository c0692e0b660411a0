use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use super::build_measured;
use crate::{process::CommandLine, project::Project};

/// Returns a separate home with this number of campaigns, filled by a real fetch.
pub(super) fn with_campaigns(project: &Project, count: u32) -> Result<TempDir> {
    fill_or_copy(project, count, 0)
}

/// Returns a home with this number of HTML5 expandable banners. The first of them has 1,300 fields.
pub(super) fn with_ads(project: &Project, count: u32) -> Result<TempDir> {
    fill_or_copy(project, 0, count)
}

/// Returns a home with this number of campaigns, and of HTML5 expandable banners.
pub(super) fn with_campaigns_and_ads(
    project: &Project,
    campaigns: u32,
    ads: u32,
) -> Result<TempDir> {
    fill_or_copy(project, campaigns, ads)
}

/// Returns a home with one batch, which has the rows of a CSV file.
pub(super) fn with_batch(project: &Project, file: &Path) -> Result<TempDir> {
    let home = tempfile::tempdir_in(project.target_dir())?;
    let line = filling_line(project, &build_measured(project)?, home.path(), [0, 0]);
    line.arg(file).run()?;
    Ok(home)
}

/// Returns the command line that fills a home with so many campaigns and ads.
fn filling_line(project: &Project, program: &Path, home: &Path, counts: [u32; 2]) -> CommandLine {
    let line = CommandLine::for_program(project.root(), program);
    let line = line.arg("fill-home").arg(home);
    line.args(counts.map(|count| count.to_string()))
}

/// Returns a copy of a filled home, because filling takes longer than measuring. The home is filled again when the
/// filling program changes, because the stored format may have changed with it.
fn fill_or_copy(project: &Project, campaigns: u32, ads: u32) -> Result<TempDir> {
    let program = build_measured(project)?;
    let kept = FilledHomes::new(
        &project.target_dir().join("bench"),
        &format!("{campaigns}-{ads}"),
        &program,
    )?;
    kept.fill_where_missing(|home| filling_line(project, &program, home, [campaigns, ads]).run())?;
    kept.copy()
}

/// The filled homes of one size. Only that of the newest recipe is kept.
struct FilledHomes {
    folder: PathBuf,
    size: String,
    recipe: String,
}

impl FilledHomes {
    fn new(folder: &Path, size: &str, program: &Path) -> Result<Self> {
        let bytes =
            fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Ok(Self {
            folder: folder.to_owned(),
            size: format!("home-{size}-"),
            recipe: format!("{:016x}", hasher.finish()),
        })
    }

    fn home(&self) -> PathBuf {
        self.folder.join(format!("{}{}", self.size, self.recipe))
    }

    fn fill_where_missing(&self, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        if self.home().is_dir() {
            return Ok(());
        }
        self.remove_all()?;
        fs::create_dir_all(&self.folder)?;
        // A half-filled home has another name, and is deleted automatically.
        let filling = tempfile::Builder::new()
            .prefix("filling-")
            .tempdir_in(&self.folder)?;
        fill(filling.path())?;
        Ok(fs::rename(filling.keep(), self.home())?)
    }

    /// Removes the homes of this size, which have other recipes.
    fn remove_all(&self) -> Result<()> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Ok(());
        };
        for entry in entries {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(&self.size) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    fn copy(&self) -> Result<TempDir> {
        let copy = tempfile::Builder::new()
            .prefix("adwright-bench-")
            .tempdir_in(&self.folder)?;
        for entry in fs::read_dir(self.home())? {
            let entry = entry?;
            let to = copy.path().join(entry.file_name());
            fs::copy(entry.path(), &to)?;
            sync(&to)?;
        }
        Ok(copy)
    }
}

/// Flushes the file, so that nothing is written to the disk during a measurement.
fn sync(file: &Path) -> io::Result<()> {
    fs::File::open(file)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Returns how often a home was filled, for a sequence of program contents.
    fn fillings(programs: &[&str]) -> u32 {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let filled = Cell::new(0);
        for bytes in programs {
            fs::write(&program, bytes).unwrap();
            let kept = FilledHomes::new(&folder.path().join("bench"), "7", &program).unwrap();
            let fill = |home: &Path| {
                filled.set(filled.get() + 1);
                Ok(fs::write(home.join("adwright.db"), bytes)?)
            };
            kept.fill_where_missing(fill).unwrap();
            let copy = kept.copy().unwrap();
            let used = copy.path().join("adwright.db");
            assert_eq!(fs::read_to_string(&used).unwrap(), *bytes);
            fs::write(used, "changed by a run").unwrap();
        }
        filled.get()
    }

    #[test]
    fn home_is_filled_once_per_recipe() {
        assert_eq!(fillings(&["one", "one"]), 1);
        assert_eq!(fillings(&["one", "two"]), 2);
    }

    #[test]
    fn incompletely_filled_home_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "one").unwrap();
        let kept = FilledHomes::new(&folder.path().join("bench"), "7", &program).unwrap();
        let failed = kept.fill_where_missing(|_| anyhow::bail!("the disk is full"));
        assert!(failed.is_err());
        assert!(!kept.home().exists());
        assert_eq!(fs::read_dir(&kept.folder).unwrap().count(), 0);
    }
}
