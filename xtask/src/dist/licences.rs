//! What others wrote and ships inside the program, with the terms of each.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use spdx::{Expression, ParseMode};

use crate::{process::Line, project::Project};

/// The programs in the packages.
const PROGRAMS: [&str; 2] = [super::WINDOW, super::TERMINAL.0];

/// The compiler of the UI: its run-time part ships, although `ui/package.json` lists it among the tools.
const COMPILER: &str = "svelte";

/// One package of someone else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    name: String,
    version: String,
    /// As the package says it, in SPDX.
    licence: String,
    folder: PathBuf,
}

/// The whole list as a text: every part with its licence, then every licence text once.
pub(super) fn list(project: &Project) -> Result<String> {
    let mut parts = crates(project)?;
    parts.extend(modules(&project.ui())?);
    if let Some(part) = parts.iter().find(|part| part.licence.is_empty()) {
        bail!("{} {} names no licence", part.name, part.version);
    }
    let texts = texts(&parts)?;
    Ok(written(&parts, &texts))
}

/// The crates that are linked into the programs on this system.
fn crates(project: &Project) -> Result<BTreeSet<Part>> {
    let host = Line::new(project.root(), "rustc -vV").read()?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: "));
    let line = Line::new(
        project.root(),
        "cargo metadata --format-version 1 --filter-platform",
    );
    let metadata = line.arg(host.context("rustc names no host")?).read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let is_program = |package: &&Value| PROGRAMS.contains(&text(&package["name"]));
    let programs: Vec<_> = packages.iter().filter(is_program).collect();
    if programs.len() != PROGRAMS.len() {
        bail!("the workspace does not have all of {PROGRAMS:?}");
    }
    let shipped = reachable(
        &metadata,
        programs.iter().map(|package| text(&package["id"])),
    )?;
    let foreign = packages.iter().filter(|package| {
        let id = package["id"].as_str().unwrap_or_default();
        !package["source"].is_null() && shipped.contains(id)
    });
    Ok(foreign.map(krate).collect())
}

/// The ids of all packages that the programs need at run time.
fn reachable<'a>(
    metadata: &'a Value,
    programs: impl Iterator<Item = &'a str>,
) -> Result<BTreeSet<&'a str>> {
    let nodes = metadata["resolve"]["nodes"]
        .as_array()
        .context("nothing is resolved")?;
    let by_id: BTreeMap<_, _> = nodes.iter().map(|node| (text(&node["id"]), node)).collect();
    let mut found = BTreeSet::new();
    let mut next: Vec<_> = programs.collect();
    while let Some(id) = next.pop() {
        if !found.insert(id) {
            continue;
        }
        let needs = by_id.get(id).and_then(|node| node["deps"].as_array());
        let needs = needs
            .into_iter()
            .flatten()
            .filter(|need| is_at_run_time(need));
        next.extend(needs.map(|need| text(&need["pkg"])));
    }
    Ok(found)
}

fn is_at_run_time(need: &Value) -> bool {
    let kinds = need["dep_kinds"].as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
}

fn krate(package: &Value) -> Part {
    let manifest = Path::new(text(&package["manifest_path"]));
    let stated = text(&package["license"]);
    let in_file = text(&package["license_file"]);
    Part {
        name: text(&package["name"]).to_owned(),
        version: text(&package["version"]).to_owned(),
        licence: if stated.is_empty() { in_file } else { stated }.to_owned(),
        folder: manifest.parent().unwrap_or(manifest).to_owned(),
    }
}

/// The dependencies of the UI, with what they need themselves.
fn modules(ui: &Path) -> Result<BTreeSet<Part>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let manifest: Value = serde_json::from_str(&fs::read_to_string(ui.join("package.json"))?)?;
    let direct = manifest["dependencies"].as_object();
    let direct = direct.context("ui/package.json has no dependencies")?;
    if let Some(name) = direct
        .keys()
        .find(|name| !ui.join("node_modules").join(name).exists())
    {
        bail!("{name} is not installed: run `npm ci` in ui/");
    }
    let mut next: Vec<String> = direct.keys().cloned().collect();
    next.push(COMPILER.to_owned());
    while let Some(name) = next.pop() {
        let folder = ui.join("node_modules").join(&name);
        // What is only types, or for another system, is not installed.
        let package = fs::read_to_string(folder.join("package.json"));
        let (true, Ok(package)) = (seen.insert(name.clone()), package) else {
            continue;
        };
        let package: Value = serde_json::from_str(&package)?;
        let needs = package["dependencies"].as_object();
        next.extend(needs.into_iter().flatten().map(|(need, _)| need.clone()));
        found.insert(Part {
            name,
            version: text(&package["version"]).to_owned(),
            licence: text(&package["license"]).to_owned(),
            folder,
        });
    }
    Ok(found)
}

/// Each licence text, and who ships under it.
fn texts(parts: &BTreeSet<Part>) -> Result<BTreeMap<String, Vec<String>>> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts {
        let own = files(&part.folder)?;
        let own = own.iter().map(|file| {
            let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
            Ok(text.trim().replace("\r\n", "\n"))
        });
        let mut of_part = own.collect::<Result<Vec<_>>>()?;
        of_part.retain(|text| !text.is_empty());
        if of_part.is_empty() {
            of_part = standard_texts(part)?;
        }
        for text in of_part {
            let users = texts.entry(text).or_default();
            let user = format!("{} {}", part.name, part.version);
            if !users.contains(&user) {
                users.push(user);
            }
        }
    }
    Ok(texts)
}

/// The texts that SPDX has for the licences of a package that ships none.
///
/// # Errors
/// Where a licence of the package is not on the SPDX list: then nobody would read its terms.
fn standard_texts(part: &Part) -> Result<Vec<String>> {
    let Part { name, version, .. } = part;
    let missing =
        || format!("{name} {version} ships no licence text, and its licence is none of SPDX");
    let expression = Expression::parse_mode(&part.licence, ParseMode::LAX).with_context(missing)?;
    let mut texts = Vec::new();
    for requirement in expression.requirements() {
        let requirement = &requirement.req;
        texts.push(requirement.license.id().with_context(missing)?.text());
        if let Some(addition) = &requirement.addition {
            texts.push(addition.id().with_context(missing)?.text());
        }
    }
    Ok(texts
        .into_iter()
        .map(|text| text.trim().to_owned())
        .collect())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?
    {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_text = [
            "LICENSE",
            "LICENCE",
            "COPYING",
            "COPYRIGHT",
            "NOTICE",
            "UNLICENSE",
        ];
        if entry.file_type()?.is_file() && is_text.iter().any(|start| name.starts_with(start)) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn written(parts: &BTreeSet<Part>, texts: &BTreeMap<String, Vec<String>>) -> String {
    let mut out = String::from("Adwright contains the work of others, under these licences.\n\n");
    for Part {
        name,
        version,
        licence,
        ..
    } in parts
    {
        writeln!(out, "{name} {version}: {licence}").expect("a text takes everything");
    }
    for (text, users) in texts {
        let rule = "-".repeat(80);
        write!(out, "\n{rule}\n{}\n\n{text}\n", users.join(", ")).expect("a text takes everything");
    }
    out
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn node(id: &str, needs: &[(&str, Value)]) -> Value {
        let needs = needs
            .iter()
            .map(|(id, kind)| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] }));
        json!({ "id": id, "deps": needs.collect::<Vec<_>>() })
    }

    #[test]
    fn what_only_builds_or_tests_is_not_shipped() {
        let metadata = json!({ "resolve": { "nodes": [
            node("terminal", &[("prompt", Value::Null)]), node("prompt", &[]),
            node("ours", &[("linked", Value::Null), ("builder", json!("build")), ("tester", json!("dev"))]),
            node("linked", &[("deeper", Value::Null), ("ours", json!("dev"))]),
            node("deeper", &[]), node("builder", &[]), node("tester", &[]),
        ] } });
        let programs = ["ours", "terminal"].into_iter();
        let shipped: Vec<_> = reachable(&metadata, programs)
            .unwrap()
            .into_iter()
            .collect();
        assert_eq!(shipped, ["deeper", "linked", "ours", "prompt", "terminal"]);
    }

    #[test]
    fn one_text_is_printed_once_for_all_that_have_it() {
        let root = tempfile::tempdir().unwrap();
        let part = |name: &str| {
            let folder = root.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("LICENSE-MIT"), "Do as you like.\r\n").unwrap();
            fs::write(folder.join("README.md"), "Read me.").unwrap();
            Part {
                name: name.to_owned(),
                version: "1.0.0".to_owned(),
                licence: "MIT".to_owned(),
                folder,
            }
        };
        let parts = BTreeSet::from([part("a"), part("b")]);
        let texts = texts(&parts).unwrap();
        assert_eq!(
            texts,
            BTreeMap::from([(
                "Do as you like.".to_owned(),
                vec!["a 1.0.0".to_owned(), "b 1.0.0".to_owned()]
            )])
        );
        assert!(written(&parts, &texts).contains("a 1.0.0: MIT\nb 1.0.0: MIT\n"));
    }

    #[test]
    fn notices_name_what_both_programs_link() {
        let list = list(&Project::here()).unwrap();
        let names: BTreeSet<_> = list
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        for name in [
            "@codemirror/view",
            "@lezer/common",
            "@tauri-apps/api",
            "clap_complete",
            "rpassword",
            "rtoolbox",
            "svelte",
            "tauri",
        ] {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn package_without_text_has_that_of_spdx() {
        let root = tempfile::tempdir().unwrap();
        let texts = |licence: &str| {
            texts(&BTreeSet::from([Part {
                name: "a".to_owned(),
                version: "1.0.0".to_owned(),
                licence: licence.to_owned(),
                folder: root.path().to_owned(),
            }]))
        };
        for (licence, count) in [
            ("MIT", 1),
            ("MIT/Apache-2.0", 2),
            ("Apache-2.0 WITH LLVM-exception", 2),
        ] {
            assert_eq!(texts(licence).unwrap().len(), count, "{licence}");
        }
        for licence in ["LICENCE.txt", "LicenseRef-Ours", "Nobody-1.0"] {
            assert!(texts(licence).is_err(), "{licence}");
        }
    }
}
