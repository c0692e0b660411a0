//! What others wrote and ships inside the program, with the terms of each.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::{process::Line, project::Project};

/// What the UI ships; everything else under `ui/` only builds it.
const SHIPPED: [&str; 3] = ["@tauri-apps/api", "lucide-static", "svelte"];

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
    let shipped = reachable(&metadata)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let foreign = packages.iter().filter(|package| {
        let id = package["id"].as_str().unwrap_or_default();
        !package["source"].is_null() && shipped.contains(id)
    });
    Ok(foreign.map(krate).collect())
}

/// The ids of all packages that the root package needs at run time.
fn reachable(metadata: &Value) -> Result<BTreeSet<&str>> {
    let resolve = &metadata["resolve"];
    let nodes = resolve["nodes"].as_array().context("nothing is resolved")?;
    let by_id: BTreeMap<_, _> = nodes.iter().map(|node| (text(&node["id"]), node)).collect();
    let mut found = BTreeSet::new();
    let mut next = vec![text(&resolve["root"])];
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

/// The packages of the UI, with what they need themselves.
fn modules(ui: &Path) -> Result<BTreeSet<Part>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut next: Vec<String> = SHIPPED.map(str::to_owned).to_vec();
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
        for file in files(&part.folder)? {
            let text = String::from_utf8_lossy(&fs::read(file)?)
                .trim()
                .replace("\r\n", "\n");
            let users = texts.entry(text).or_default();
            let user = format!("{} {}", part.name, part.version);
            if !users.contains(&user) {
                users.push(user);
            }
        }
    }
    Ok(texts)
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
        let metadata = json!({ "resolve": { "root": "ours", "nodes": [
            node("ours", &[("linked", Value::Null), ("builder", json!("build")), ("tester", json!("dev"))]),
            node("linked", &[("deeper", Value::Null), ("ours", json!("dev"))]),
            node("deeper", &[]), node("builder", &[]), node("tester", &[]),
        ] } });
        let shipped: Vec<_> = reachable(&metadata).unwrap().into_iter().collect();
        assert_eq!(shipped, ["deeper", "linked", "ours"]);
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
}
