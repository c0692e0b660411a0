//! Builds the files beside the terminal program: manual pages, and completions for shells.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use super::TERMINAL;
use crate::{process::CommandLine, project::Project};

/// The shells, and the places of their completions in a .deb and in an .rpm.
const SHELLS: [(&str, [&str; 2]); 3] = [
    (
        "bash",
        ["/usr/share/bash-completion/completions/adwright"; 2],
    ),
    (
        "fish",
        ["/usr/share/fish/vendor_completions.d/adwright.fish"; 2],
    ),
    (
        "zsh",
        [
            "/usr/share/zsh/vendor-completions/_adwright",
            "/usr/share/zsh/site-functions/_adwright",
        ],
    ),
];

/// A path in a package, and the file for it.
pub(super) type PackageFile = (String, PathBuf);

/// Writes the files with the program itself, and returns their paths in a .deb and in an .rpm.
pub(super) fn write(project: &Project) -> Result<[Vec<PackageFile>; 2]> {
    let folder = project.release_dir().join("terminal");
    if folder.exists() {
        // Otherwise pages of removed commands would remain.
        fs::remove_dir_all(&folder)?;
    }
    let pages = folder.join("man");
    let line = format!(
        "cargo run --quiet --release --package {} --example man_pages --",
        TERMINAL.0
    );
    CommandLine::new(project.root(), &line).arg(&pages).run()?;
    let program = project.release_dir().join(TERMINAL.1);
    for (shell, _) in SHELLS {
        let line = CommandLine::for_program(project.root(), &program);
        let script = line.args(["completions", shell]).run_and_read()?;
        fs::write(folder.join(shell), script)?;
    }
    let pages = list_files(&pages)?;
    Ok([0, 1].map(|package| package_files(&folder, &pages, package)))
}

fn list_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).context("there are no manual pages")?;
    let mut pages = Vec::new();
    for entry in entries {
        pages.push(entry?.path());
    }
    pages.sort();
    Ok(pages)
}

fn package_files(folder: &Path, pages: &[PathBuf], package: usize) -> Vec<PackageFile> {
    let pages = pages.iter().filter_map(|page| {
        let name = page.file_name()?.to_string_lossy();
        Some((format!("/usr/share/man/man1/{name}"), page.clone()))
    });
    let shells = SHELLS.iter();
    let shells = shells.map(|(shell, places)| (places[package].to_owned(), folder.join(shell)));
    pages.chain(shells).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn each_file_has_its_place_in_both_packages() {
        let pages = [
            "made/man/adwright.1".into(),
            "made/man/adwright-ad.1".into(),
        ];
        let listed = [0, 1].map(|package| {
            let placed = package_files(Path::new("made"), &pages, package);
            let lines = placed
                .iter()
                .map(|(place, file)| format!("{place} {}\n", file.display()));
            lines.collect::<String>()
        });
        expect![[r#"
            /usr/share/man/man1/adwright.1 made/man/adwright.1
            /usr/share/man/man1/adwright-ad.1 made/man/adwright-ad.1
            /usr/share/bash-completion/completions/adwright made/bash
            /usr/share/fish/vendor_completions.d/adwright.fish made/fish
            /usr/share/zsh/vendor-completions/_adwright made/zsh

            /usr/share/man/man1/adwright.1 made/man/adwright.1
            /usr/share/man/man1/adwright-ad.1 made/man/adwright-ad.1
            /usr/share/bash-completion/completions/adwright made/bash
            /usr/share/fish/vendor_completions.d/adwright.fish made/fish
            /usr/share/zsh/site-functions/_adwright made/zsh
        "#]]
        .assert_eq(&listed.join("\n"));
    }
}
