use std::env;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Where the disk is, for the process that has it.
const PLACE: &str = "ADWRIGHT_TEST_DISK";
const FILLER: &str = "filler";

/// A small disk that nobody else sees, to be filled up and write-protected. Linux only.
pub struct TestDisk {
    place: PathBuf,
}

impl TestDisk {
    /// Gives the disk to this very test in a process of its own, which may mount one; none in the process that the
    /// test was started in, once the other one has passed. `test` is the test's name with its module.
    #[must_use]
    pub fn mount_for(test: &str) -> Option<Self> {
        if let Some(place) = env::var_os(PLACE) {
            let place = PathBuf::from(place);
            run(Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=48m", "adwright-test"])
                .arg(&place));
            return Some(Self { place });
        }
        let place = tempfile::tempdir().expect("a temporary folder");
        run(Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "--"])
            .arg(env::current_exe().expect("a test is a program"))
            .args([test, "--exact", "--nocapture"])
            .env(PLACE, place.path()));
        None
    }

    /// A new folder on it.
    #[must_use]
    pub fn new_folder(&self) -> TempDir {
        tempfile::tempdir_in(&self.place).expect("a folder on the disk")
    }

    /// Fills it up to the last byte.
    pub fn fill(&self) {
        let mut filler = File::create(self.place.join(FILLER)).expect("a file on the disk");
        for size in [1 << 20, 1 << 10, 1] {
            let block = vec![0; size];
            let failed = std::iter::repeat_with(|| filler.write_all(&block)).find_map(Result::err);
            let kind = failed.expect("a disk has an end").kind();
            assert_eq!(kind, ErrorKind::StorageFull);
        }
    }

    /// Removes what it was filled with.
    pub fn empty(&self) {
        fs::remove_file(self.place.join(FILLER)).expect("the disk was filled");
    }

    /// Write-protects it. Nobody may have a file on it open for writing.
    pub fn write_protect(&self) {
        remount(&self.place, "remount,ro");
    }

    /// Takes the write-protection away.
    pub fn allow_writes(&self) {
        remount(&self.place, "remount,rw");
    }
}

fn remount(place: &Path, how: &str) {
    run(Command::new("mount").args(["-o", how]).arg(place));
}

fn run(command: &mut Command) {
    let status = command.status().expect("the program is there");
    assert!(status.success(), "{command:?}: {status}");
}
