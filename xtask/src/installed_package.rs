//! Tests the installed packages, unpacked into a separate folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

use crate::{process::CommandLine, project::Project, window_tests};

/// The required files of the package, beside the program's own dependencies.
const CONTENTS: [&str; 11] = [
    "usr/bin/adwright-desktop",
    "usr/bin/adwright",
    "usr/share/applications/Adwright.desktop",
    "usr/share/doc/adwright/licences.txt",
    "usr/share/icons/hicolor/128x128/apps/adwright-desktop.png",
    "usr/share/metainfo/dev.adwright.desktop.metainfo.xml",
    "usr/share/man/man1/adwright.1",
    "usr/share/man/man1/adwright-campaign-list.1",
    "usr/share/bash-completion/completions/adwright",
    "usr/share/fish/vendor_completions.d/adwright.fish",
    "usr/share/zsh/vendor-completions/_adwright",
];

/// Unpacks the .deb and does the main job with the program in it.
pub(crate) fn test(project: &Project) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("Skipped: only Linux has a driver for the web view.");
        return Ok(());
    }
    let root = unpack(project)?;
    for file in CONTENTS {
        if !root.path().join(file).is_file() {
            bail!("the package lacks /{file}");
        }
    }
    check_terminal(&root.path().join(CONTENTS[1]))?;
    check_menu_entry(&root.path().join(CONTENTS[2]))?;
    let mut vars = window_tests::program_env(&root.path().join(CONTENTS[0])).to_vec();
    let tour = project.target_dir().join("tour-installed");
    vars.push((
        "ADWRIGHT_TOUR".to_owned(),
        tour.to_string_lossy().into_owned(),
    ));
    window_tests::run_files_with(project, &["e2e/tour.test.mjs".to_owned()], &vars)
}

fn unpack(project: &Project) -> Result<TempDir> {
    let root = tempfile::Builder::new()
        .prefix("adwright-installed-")
        .tempdir()?;
    let line = CommandLine::new(project.root(), "dpkg-deb --extract");
    line.arg(find_package(&project.dist_dir())?)
        .arg(root.path())
        .run()?;
    Ok(root)
}

fn find_package(dist: &Path) -> Result<PathBuf> {
    let entries = fs::read_dir(dist).with_context(|| format!("cannot list {}", dist.display()))?;
    let mut files = entries.flatten().map(|entry| entry.path());
    files
        .find(|file| file.extension().is_some_and(|kind| kind == "deb"))
        .context("there is no .deb: run `cargo xtask dist`")
}

/// Checks that the terminal program needs only itself.
fn check_terminal(program: &Path) -> Result<()> {
    let said = CommandLine::new(Path::new("/"), "env -i")
        .arg(program)
        .arg("explain")
        .arg("62000");
    let said = said.run_and_read()?;
    if !said.starts_with("62000: ") {
        bail!("the packed terminal program does not explain a code: {said}");
    }
    Ok(())
}

/// Checks the desktop entry, because menus show only complete entries.
fn check_menu_entry(file: &Path) -> Result<()> {
    let entry = fs::read_to_string(file)?;
    for line in [
        "Exec=adwright-desktop",
        "Icon=adwright-desktop",
        "Type=Application",
    ] {
        if !entry.lines().any(|found| found == line) {
            bail!("the desktop entry lacks {line}");
        }
    }
    if entry.contains("{{") {
        bail!("the desktop entry has a hole in it");
    }
    Ok(())
}
