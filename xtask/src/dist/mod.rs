//! Builds the packages that people install.

mod checksums;
mod licences;
mod repack;
mod terminal;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use crate::{
    process::CommandLine,
    project::Project,
    setup::{self, Toolset},
};

/// The window's program.
const WINDOW: &str = "adwright-desktop";
/// The terminal's package and program, which are packed if they exist.
const TERMINAL: (&str, &str) = ("adwright-cli", "adwright");
/// The licences of third-party code.
const LICENCES: &str = "licences.txt";
/// The package formats that can be built on Linux. Other systems build theirs.
const LINUX: &str = "deb,rpm";
/// The largest size of a package, in bytes.
const LIMIT: u64 = 12_000_000;

/// Builds the packages of this system into `target/dist`, and prints their sizes.
pub(crate) fn run(project: &Project) -> Result<()> {
    setup::prepare(project, &[Toolset::Build, Toolset::Ui, Toolset::Packages])?;
    build_ui(project)?;
    // Before the long part, so that a forbidden licence is reported early.
    write_licences(project)?;
    build_programs(project)?;
    let folder = project.dist_dir();
    let config = folder.join("bundle.json");
    fs::write(&config, overlay(project)?.to_string())?;
    bundle(project, &config)?;
    let packages = collect(project)?;
    fs::remove_file(config)?;
    checksums::write(&folder, &packages)?;
    report(&packages)
}

/// Writes the licences of third-party code for the last built UI.
pub(crate) fn write_licences(project: &Project) -> Result<()> {
    let folder = project.dist_dir();
    fs::create_dir_all(&folder)?;
    fs::write(
        folder.join(LICENCES),
        licences::third_party_notices(project)?,
    )?;
    Ok(())
}

/// Builds the UI, and checks that all its modules may ship.
pub(crate) fn build_ui(project: &Project) -> Result<()> {
    build_pages(project)?;
    licences::check_modules(project)
}

/// Builds the UI into `ui/dist`. A file that stays the same keeps its time, because a newer one has the window's program
/// built again, which takes minutes for a release.
pub(crate) fn build_pages(project: &Project) -> Result<()> {
    let built = project.target_dir().join("ui");
    let line = CommandLine::new(&project.ui_dir(), "npm run build -- --emptyOutDir --outDir");
    line.arg(&built).run()?;
    mirror(&built, &project.ui_dir().join("dist"))
}

/// Makes a folder equal to another, and writes only what differs.
fn mirror(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let old = entry?;
        if from.join(old.file_name()).exists() {
            continue;
        }
        if old.file_type()?.is_dir() {
            fs::remove_dir_all(old.path())?;
        } else {
            fs::remove_file(old.path())?;
        }
    }
    for entry in fs::read_dir(from)? {
        let new = entry?;
        let (source, copy) = (new.path(), to.join(new.file_name()));
        if new.file_type()?.is_dir() {
            mirror(&source, &copy)?;
        } else if fs::read(&copy).ok() != Some(fs::read(&source)?) {
            fs::copy(&source, &copy)?;
        }
    }
    Ok(())
}

/// Builds the release programs, with the UI inside.
pub(crate) fn build(project: &Project) -> Result<()> {
    build_ui(project)?;
    build_programs(project)
}

fn build_programs(project: &Project) -> Result<()> {
    let line = CommandLine::new(project.root(), "cargo build --release --package").arg(WINDOW);
    let line = line.arg("--bin").arg(WINDOW);
    if !has_terminal(project)? {
        return line.run();
    }
    line.arg("--package")
        .arg(TERMINAL.0)
        .arg("--bin")
        .arg(TERMINAL.1)
        .run()
}

/// Returns the bundler's settings beyond `tauri.conf.json`: files that do not exist in every checkout.
fn overlay(project: &Project) -> Result<Value> {
    let mut deb = serde_json::Map::new();
    deb.insert(
        format!("/usr/share/doc/adwright/{LICENCES}"),
        path(&project.dist_dir().join(LICENCES)),
    );
    if has_terminal(project)? {
        let program = project.release_dir().join(TERMINAL.1);
        deb.insert(format!("/usr/bin/{}", TERMINAL.1), path(&program));
    }
    for (place, file) in configured_files(project)? {
        deb.entry(place).or_insert(file);
    }
    let mut rpm = deb.clone();
    if has_terminal(project)? {
        let [in_deb, in_rpm] = terminal::write(project)?;
        let value = |(place, file): terminal::PackageFile| (place, path(&file));
        deb.extend(in_deb.into_iter().map(value));
        rpm.extend(in_rpm.into_iter().map(value));
    }
    Ok(json!({ "bundle": { "linux": { "deb": { "files": deb }, "rpm": { "files": rpm } } } }))
}

/// Returns the files that `tauri.conf.json` lists, because an overlay replaces a whole map.
fn configured_files(project: &Project) -> Result<Vec<(String, Value)>> {
    let config = fs::read_to_string(project.root().join("tauri.conf.json"))?;
    let config: Value = serde_json::from_str(&config).context("tauri.conf.json is no JSON")?;
    let files = config["bundle"]["linux"]["deb"]["files"].as_object();
    let files = files.context("tauri.conf.json names no files for the packages")?;
    Ok(files
        .iter()
        .map(|(place, file)| (place.clone(), file.clone()))
        .collect())
}

fn path(file: &Path) -> Value {
    Value::from(file.to_string_lossy())
}

fn has_terminal(project: &Project) -> Result<bool> {
    let metadata = CommandLine::new(
        project.root(),
        "cargo metadata --format-version 1 --no-deps",
    )
    .run_and_read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array();
    Ok(packages
        .is_some_and(|packages| packages.iter().any(|package| package["name"] == TERMINAL.0)))
}

fn bundle(project: &Project, config: &Path) -> Result<()> {
    let old = project.release_dir().join("bundle");
    if old.exists() {
        fs::remove_dir_all(&old)?;
    }
    let line = CommandLine::new(&project.ui_dir(), "npm run tauri -- bundle");
    let line = if cfg!(target_os = "linux") {
        line.arg("--bundles").arg(LINUX)
    } else {
        line
    };
    let ci = [("CI".to_owned(), "true".to_owned())];
    line.arg("--config").arg(config).envs(&ci).run()
}

/// Copies the bundler's output into one folder, under our file names.
fn collect(project: &Project) -> Result<Vec<PathBuf>> {
    let mut packages = Vec::new();
    for kind in ["deb", "rpm", "dmg", "msi", "nsis"] {
        let Ok(entries) = fs::read_dir(project.release_dir().join("bundle").join(kind)) else {
            continue;
        };
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let package = project.dist_dir().join(entry.file_name());
                fs::copy(entry.path(), &package)?;
                repack::repack(project, &package)?;
                packages.push(package);
            }
        }
    }
    if packages.is_empty() {
        bail!("the bundler made no package");
    }
    packages.sort();
    Ok(packages)
}

/// Prints the sizes. Fails if a package is too large.
fn report(packages: &[PathBuf]) -> Result<()> {
    println!();
    let mut too_large = Vec::new();
    for package in packages {
        let size = fs::metadata(package)?.len();
        println!("{:>5.1} MB  {}", as_megabytes(size), package.display());
        if size > LIMIT {
            too_large.push(package.display().to_string());
        }
    }
    ensure!(
        too_large.is_empty(),
        "larger than {:.1} MB: {}",
        as_megabytes(LIMIT),
        too_large.join(", ")
    );
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a size to be read")]
fn as_megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn mirrored_files_that_stay_keep_their_time() {
        let [from, to] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let files = |folder: &Path, texts: &[(&str, &str)]| {
            for (name, text) in texts {
                let file = folder.join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
            }
        };
        let old = [
            ("index.html", "a"),
            ("code/same.js", "b"),
            ("gone/old.js", "c"),
        ];
        files(to.path(), &old);
        let past = SystemTime::UNIX_EPOCH + Duration::from_hours(24);
        let same = to.path().join("code/same.js");
        fs::File::options()
            .write(true)
            .open(&same)
            .unwrap()
            .set_modified(past)
            .unwrap();
        files(
            from.path(),
            &[
                ("index.html", "A"),
                ("code/same.js", "b"),
                ("code/new.js", "d"),
            ],
        );

        mirror(from.path(), to.path()).unwrap();

        assert_eq!(
            fs::read_to_string(to.path().join("index.html")).unwrap(),
            "A"
        );
        assert_eq!(
            fs::read_to_string(to.path().join("code/new.js")).unwrap(),
            "d"
        );
        assert!(!to.path().join("gone").exists());
        assert_eq!(fs::metadata(&same).unwrap().modified().unwrap(), past);
    }
}
