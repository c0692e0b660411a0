//! Packs Linux packages again with a stronger compression than the bundler's.
//!
//! The second program consists largely of what the first has. So both must be compressed in one stream, which the bundler
//! does not do: it starts anew with each file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use crate::{
    process::{self, CommandLine},
    project::Project,
};

/// Prints what `rpmbuild` must know of a package, in the format of `rpm --queryformat`.
///
/// The bundler listed the required libraries, and stripped the programs. What `rpmlib` must be able to do depends on
/// the compression, so `rpmbuild` adds these requirements itself.
const SPEC: &str = r#"
%%global __os_install_post %%nil
%%global _build_id_links none
%%global _buildhost localhost
%%global _binary_payload w9.xzdio
Name: %{NAME}
Version: %{VERSION}
Release: %{RELEASE}
Summary: %{SUMMARY}
License: %{LICENSE}
AutoReqProv: no
[Requires: %{REQUIRENAME}\n]
%%description
%{DESCRIPTION}

%%files
["%{FILENAMES}"\n]"#;

/// Packs a .deb or an .rpm again. Packages of another kind stay as they are.
pub(super) fn repack(project: &Project, package: &Path) -> Result<()> {
    let folder = tempfile::tempdir_in(project.target_dir())?;
    match package.extension().and_then(|kind| kind.to_str()) {
        Some("deb") => pack_deb(package, folder.path()),
        Some("rpm") => pack_rpm(package, folder.path()),
        _ => Ok(()),
    }
}

fn pack_deb(package: &Path, folder: &Path) -> Result<()> {
    if process::find_program("dpkg-deb").is_none() {
        println!(
            "Without dpkg-deb, {} keeps its weaker compression.",
            package.display()
        );
        return Ok(());
    }
    let unpacked = folder.join("package");
    let line = |words: &str| CommandLine::new(folder, &format!("dpkg-deb {words}"));
    line("--raw-extract").arg(package).arg(&unpacked).run()?;
    line("-Zxz -z9 -Sextreme --root-owner-group --build")
        .arg(&unpacked)
        .arg(package)
        .run()
}

fn pack_rpm(package: &Path, folder: &Path) -> Result<()> {
    let spec = CommandLine::new(folder, "rpm --query --package --queryformat")
        .arg(SPEC)
        .arg(package)
        .run_and_read()?;
    let needs_rpmlib = |line: &&str| line.starts_with("Requires: rpmlib(");
    let spec: Vec<_> = spec.lines().filter(|line| !needs_rpmlib(line)).collect();
    fs::write(folder.join("adwright.spec"), spec.join("\n"))?;
    let copy = folder.join("package.rpm");
    fs::copy(package, &copy)?;
    CommandLine::new(folder, "rpm2archive").arg(&copy).run()?;
    let unpacked = folder.join("unpacked");
    fs::create_dir(&unpacked)?;
    CommandLine::new(&unpacked, "tar -xzf ../package.rpm.tgz").run()?;
    let define = |name: &str, path: PathBuf| format!("{name} {}", path.display());
    CommandLine::new(folder, "rpmbuild -bb --quiet --buildroot")
        .arg(&unpacked)
        .arg("--define")
        .arg(define("_topdir", folder.join("build")))
        .arg("--define")
        .arg(define("_rpmdir", folder.to_owned()))
        .arg("--define")
        .arg("_rpmfilename packed.rpm")
        .arg("adwright.spec")
        .run()?;
    fs::copy(folder.join("packed.rpm"), package)
        .with_context(|| format!("rpmbuild did not make {}", package.display()))?;
    Ok(())
}
