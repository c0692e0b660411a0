//! Third-party code inside the programs, with its licences: cargo-about reads the crates, Vite the modules.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use spdx::{Expression, Licensee, ParseMode};

use crate::{
    process::CommandLine,
    project::Project,
    setup::{self, CARGO_ABOUT},
};

/// The manifests of the programs in the packages.
const PROGRAMS: [&str; 2] = ["Cargo.toml", "crates/adwright-cli/Cargo.toml"];

/// Vite's list of the packages that it bundled, below `ui/`.
const BUNDLED: &str = "dist/.vite/licences.json";

/// The icons: a plugin turns their files into components, so Vite does not see the package.
const ICONS: &str = "lucide-static";

/// Packages of both kinds. A list without one of them does not describe the shipped programs.
const LANDMARKS: [&str; 8] = [
    "@codemirror/view",
    "@lezer/common",
    "clap_complete",
    "lucide-static",
    "rpassword",
    "rtoolbox",
    "svelte",
    "tauri",
];

/// A third-party package with the text of its licence.
#[derive(Deserialize)]
struct ThirdPartyPackage {
    name: String,
    version: String,
    #[serde(alias = "identifier")]
    license: Option<String>,
    text: Option<String>,
}

/// The part of `deny.toml` with the allowed licences and systems.
#[derive(Deserialize)]
struct Rules {
    graph: Graph,
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Graph {
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

/// Returns the whole list as a text: every part with its licence, then every licence text once.
///
/// # Errors
/// If a part has no text, or a licence that `deny.toml` does not allow.
pub(super) fn third_party_notices(project: &Project) -> Result<String> {
    let rules = Rules::read(project)?;
    let mut parts = modules(&project.ui_dir())?;
    for program in PROGRAMS {
        parts.extend(crates(&report(project, &rules, program)?)?);
    }
    check(&parts, &rules)?;
    check_landmarks(&parts)?;
    format_notices(&parts)
}

/// Checks the modules of the last Vite bundle against `deny.toml`.
pub(super) fn check_modules(project: &Project) -> Result<()> {
    check(&modules(&project.ui_dir())?, &Rules::read(project)?)
}

/// Returns cargo-about's report on the crates that are linked into a program, on any system.
fn report(project: &Project, rules: &Rules, program: &str) -> Result<Value> {
    let about = setup::provide_tool(project, &CARGO_ABOUT)?;
    let folder = tempfile::tempdir()?;
    let (config, report) = (folder.path().join("about.toml"), folder.path().join("list"));
    fs::write(&config, rules.about()?)?;
    let line =
        CommandLine::for_program(project.root(), &about).args(["generate", "--locked", "--fail"]);
    let line = line.args(["--format", "json", "--manifest-path", program]);
    let line = line.arg("--config").arg(&config);
    line.arg("--output-file").arg(&report).run()?;
    read(&report)
}

/// Returns each crate with each text that cargo-about has for it; the SPDX text if the crate ships none.
fn crates(report: &Value) -> Result<Vec<ThirdPartyPackage>> {
    let mut parts = Vec::new();
    let packages = rows(&report["crates"]).map(|listed| &listed["package"]);
    for package in packages.filter(|package| !package["source"].is_null()) {
        let uses = |user: &Value| user["crate"]["id"] == package["id"];
        let texts = rows(&report["licenses"]);
        let texts = texts.filter(|licence| rows(&licence["used_by"]).any(uses));
        let mut texts: Vec<_> = texts.map(|licence| licence["text"].as_str()).collect();
        if texts.is_empty() {
            texts.push(None);
        }
        for text in texts {
            let text = text.map(str::to_owned);
            let part = ThirdPartyPackage::deserialize(package)?;
            parts.push(ThirdPartyPackage { text, ..part });
        }
    }
    Ok(parts)
}

fn rows(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Returns the packages inside the last built UI.
fn modules(ui: &Path) -> Result<Vec<ThirdPartyPackage>> {
    let mut modules: Vec<ThirdPartyPackage> = read(&ui.join(BUNDLED))?;
    let icons = ui.join("node_modules").join(ICONS);
    modules.push(ThirdPartyPackage {
        text: fs::read_to_string(icons.join("LICENSE")).ok(),
        ..read(&icons.join("package.json"))?
    });
    Ok(modules)
}

fn read<T: DeserializeOwned>(file: &Path) -> Result<T> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    serde_json::from_str(&text).with_context(|| format!("cannot use {name}"))
}

fn check(parts: &[ThirdPartyPackage], rules: &Rules) -> Result<()> {
    for part in parts {
        let title = part.title();
        let licence = part.license.as_deref().unwrap_or_default();
        let is_allowed = rules.allow(licence);
        if !is_allowed.with_context(|| format!("{title} has no known licence"))? {
            bail!("deny.toml does not allow the licence of {title}: {licence}");
        }
        if part.text.as_ref().is_none_or(|text| text.trim().is_empty()) {
            bail!("{title} has no licence text");
        }
    }
    Ok(())
}

fn check_landmarks(parts: &[ThirdPartyPackage]) -> Result<()> {
    let lacks = |name: &&&str| parts.iter().all(|part| part.name != **name);
    match LANDMARKS.iter().find(lacks) {
        Some(name) => bail!("the licences miss {name}, which is in the programs"),
        None => Ok(()),
    }
}

fn format_notices(parts: &[ThirdPartyPackage]) -> Result<String> {
    let mut lines = BTreeSet::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in parts {
        lines.insert(format!(
            "{}: {}",
            part.title(),
            part.license.as_deref().unwrap_or_default()
        ));
        let text = part.text.as_deref().unwrap_or_default();
        let users = texts.entry(text.trim().replace("\r\n", "\n")).or_default();
        users.insert(part.title());
    }
    let mut out = String::from("Adwright contains the work of others, under these licences.\n\n");
    out.extend(lines.iter().map(|line| format!("{line}\n")));
    for (text, users) in texts {
        let users: Vec<_> = users.into_iter().collect();
        let rule = "-".repeat(80);
        write!(out, "\n{rule}\n{}\n\n{text}\n", users.join(", "))?;
    }
    Ok(out)
}

impl Rules {
    fn read(project: &Project) -> Result<Self> {
        let text = fs::read_to_string(project.root().join("deny.toml"))?;
        toml::from_str(&text).context("deny.toml has no allowed licences")
    }

    /// Returns the configuration of cargo-about.
    fn about(&self) -> Result<String> {
        Ok(toml::to_string(&json!({
            "targets": self.graph.targets,
            "accepted": self.licenses.allow,
            "ignore-build-dependencies": true,
            "ignore-dev-dependencies": true,
            // Licences are beside the manifest. With a greater depth, cargo-about would read each source file.
            "max-depth": 1,
            "private": { "ignore": true },
        }))?)
    }

    fn allow(&self, licence: &str) -> Result<bool> {
        let allowed = self.licenses.allow.iter();
        let allowed = allowed.map(|one| Licensee::parse(one));
        let allowed = allowed.collect::<Result<Vec<_>, _>>()?;
        let stated = Expression::parse_mode(licence, ParseMode::LAX)?;
        Ok(stated.evaluate(|asked| allowed.iter().any(|one| one.satisfies(asked))))
    }
}

impl ThirdPartyPackage {
    fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn part(name: &str, licence: Option<&str>, text: Option<&str>) -> ThirdPartyPackage {
        let part = json!({ "name": name, "version": "1.0.0", "identifier": licence, "text": text });
        serde_json::from_value(part).unwrap()
    }

    fn rules(allow: &[&str]) -> Rules {
        let targets = vec!["a-system".to_owned()];
        let allow = allow.iter().map(|&one| one.to_owned()).collect();
        Rules {
            graph: Graph { targets },
            licenses: Licenses { allow },
        }
    }

    #[test]
    fn each_part_and_each_text_is_written_once() {
        let free = Some("Do as you like.\r\n");
        let parts = [
            part("b", Some("MIT"), free),
            part("a", Some("MIT"), free),
            part("b", Some("MIT"), free),
            part("@x/y", Some("ISC"), Some("Thanks.")),
        ];
        expect![[r#"
            Adwright contains the work of others, under these licences.

            @x/y 1.0.0: ISC
            a 1.0.0: MIT
            b 1.0.0: MIT

            --------------------------------------------------------------------------------
            a 1.0.0, b 1.0.0

            Do as you like.

            --------------------------------------------------------------------------------
            @x/y 1.0.0

            Thanks.
        "#]]
        .assert_eq(&format_notices(&parts).unwrap());
    }

    #[test]
    fn crate_without_text_is_a_part_without_text() {
        let krate = |name: &str, source: Option<&str>| {
            let licence = "MIT";
            json!({ "name": name, "version": "1", "id": name, "license": licence, "source": source })
        };
        let (a, b, ours) = (
            krate("a", Some("a registry")),
            krate("b", Some("a registry")),
            krate("ours", None),
        );
        let report = json!({
            "crates": [{ "package": a }, { "package": b }, { "package": ours }],
            "licenses": [
                { "text": "Thanks.", "used_by": [{ "crate": a }] },
                { "text": "Thank you.", "used_by": [{ "crate": a }] },
            ],
        });
        let parts = crates(&report).unwrap();
        let texts = parts
            .iter()
            .map(|part| (part.name.as_str(), part.text.as_deref()));
        assert_eq!(
            texts.collect::<Vec<_>>(),
            [
                ("a", Some("Thanks.")),
                ("a", Some("Thank you.")),
                ("b", None)
            ]
        );
        assert!(check(&parts[..2], &rules(&["MIT"])).is_ok());
        assert!(check(&parts, &rules(&["MIT"])).is_err());
    }

    #[test]
    fn part_needs_a_text_and_an_allowed_licence() {
        let accepts = |licence: Option<&str>, text: Option<&str>| {
            check(&[part("a", licence, text)], &rules(&["Apache-2.0", "MIT"])).is_ok()
        };
        assert!(accepts(Some("MIT"), Some("Thanks.")));
        assert!(accepts(Some("GPL-3.0-only OR MIT"), Some("Thanks.")));
        assert!(accepts(Some("MIT/Apache-2.0"), Some("Thanks.")));
        assert!(!accepts(Some("GPL-3.0-only"), Some("Thanks.")));
        assert!(!accepts(Some("SEE LICENSE IN FILE"), Some("Thanks.")));
        assert!(!accepts(None, Some("Thanks.")));
        assert!(!accepts(Some("MIT"), Some("\n")));
        assert!(!accepts(Some("MIT"), None));
    }

    #[test]
    fn list_without_a_landmark_is_refused() {
        let parts = LANDMARKS.map(|name| part(name, None, None));
        assert!(check_landmarks(&parts).is_ok());
        assert!(check_landmarks(&parts[1..]).is_err());
    }

    #[test]
    fn deny_toml_configures_cargo_about() {
        expect![[r#"
            targets = ["a-system"]
            accepted = ["MIT", "ISC"]
            ignore-build-dependencies = true
            ignore-dev-dependencies = true
            max-depth = 1

            [private]
            ignore = true
        "#]]
        .assert_eq(&rules(&["MIT", "ISC"]).about().unwrap());
        let rules = Rules::read(&Project::locate()).unwrap();
        assert!(rules.allow("MIT").unwrap() && !rules.allow("GPL-3.0-only").unwrap());
        let targets = &rules.graph.targets;
        assert!(targets.iter().any(|target| target.contains("windows")));
    }
}
