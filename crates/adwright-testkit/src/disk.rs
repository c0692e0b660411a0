use std::env;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The variable with the disk's path, in the process that has the disk.
const PATH_VARIABLE: &str = "ADWRIGHT_TEST_DISK";
const FILLER: &str = "filler";

/// A small private disk that a test can fill up and write-protect. Linux only.
pub struct TestDisk {
    path: PathBuf,
}

impl TestDisk {
    /// Runs this test again in a process of its own, which may mount a disk, and returns the disk there. In the first
    /// process it returns `None` after the other process passed. `test` is the test's name with its module.
    #[must_use]
    pub fn mount_for(test: &str) -> Option<Self> {
        if let Some(path) = env::var_os(PATH_VARIABLE) {
            let path = PathBuf::from(path);
            run(Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=48m", "adwright-test"])
                .arg(&path));
            return Some(Self { path });
        }
        let path = tempfile::tempdir().expect("a temporary folder");
        run(Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "--"])
            .arg(env::current_exe().expect("a test is a program"))
            .args([test, "--exact", "--nocapture"])
            .env(PATH_VARIABLE, path.path()));
        None
    }

    /// Creates a new folder on the disk.
    #[must_use]
    pub fn new_folder(&self) -> TempDir {
        tempfile::tempdir_in(&self.path).expect("a folder on the disk")
    }

    /// Fills the disk up to the last byte.
    pub fn fill(&self) {
        let mut filler = File::create(self.path.join(FILLER)).expect("a file on the disk");
        for size in [1 << 20, 1 << 10, 1] {
            let block = vec![0; size];
            let failed = std::iter::repeat_with(|| filler.write_all(&block)).find_map(Result::err);
            let kind = failed.expect("a disk has an end").kind();
            assert_eq!(kind, ErrorKind::StorageFull);
        }
    }

    /// Removes the filler.
    pub fn empty(&self) {
        fs::remove_file(self.path.join(FILLER)).expect("the disk was filled");
    }

    /// Write-protects the disk. No file on it may be open for writing.
    pub fn write_protect(&self) {
        remount(&self.path, "remount,ro");
    }

    /// Removes the write protection.
    pub fn allow_writes(&self) {
        remount(&self.path, "remount,rw");
    }
}

fn remount(path: &Path, how: &str) {
    run(Command::new("mount").args(["-o", how]).arg(path));
}

fn run(command: &mut Command) {
    let status = command.status().expect("the program is there");
    assert!(status.success(), "{command:?}: {status}");
}
