use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::TidyProblem;
use crate::{process::CommandLine, project::Project};

/// The allowed dependencies between our crates. `ARCHITECTURE.md` draws them. Add an arrow to both or to neither.
const ARROWS: [(&str, &[&str]); 17] = [
    ("adwright-checks", &["adwright-model"]),
    (
        "adwright-cli",
        &[
            "adwright-client",
            "adwright-desk",
            "adwright-model",
            "adwright-review",
            "adwright-secrets",
            "adwright-views",
            "adwright-wire",
        ],
    ),
    ("adwright-client", &["adwright-model", "adwright-wire"]),
    (
        "adwright-desk",
        &[
            "adwright-checks",
            "adwright-client",
            "adwright-list",
            "adwright-model",
            "adwright-planner",
            "adwright-review",
            "adwright-service",
            "adwright-sheet",
            "adwright-store",
            "adwright-views",
            "adwright-wire",
        ],
    ),
    (
        "adwright-desktop",
        &["adwright-desk", "adwright-secrets", "adwright-views"],
    ),
    (
        "adwright-list",
        &[
            "adwright-checks",
            "adwright-model",
            "adwright-review",
            "adwright-views",
            "adwright-wire",
        ],
    ),
    ("adwright-model", &[]),
    ("adwright-planner", &["adwright-model", "adwright-wire"]),
    ("adwright-review", &["adwright-checks", "adwright-model"]),
    ("adwright-secrets", &["adwright-desk"]),
    (
        "adwright-service",
        &["adwright-checks", "adwright-model", "adwright-wire"],
    ),
    ("adwright-sheet", &[]),
    ("adwright-store", &["adwright-model"]),
    // For tests only, so it may use all crates.
    (
        "adwright-testkit",
        &[
            "adwright-desk",
            "adwright-secrets",
            "adwright-service",
            "adwright-views",
            "adwright-wire",
        ],
    ),
    (
        "adwright-views",
        &["adwright-checks", "adwright-model", "adwright-review"],
    ),
    ("adwright-wire", &["adwright-model"]),
    ("xtask", &[]),
];

/// Outside crates that only some of ours may use, so that each concern has one home.
const HOMES: [RestrictedDependency; 8] = [
    RestrictedDependency {
        krate: "csv",
        owners: &["adwright-sheet"],
        tests: &[],
    },
    RestrictedDependency {
        krate: "calamine",
        owners: &["adwright-sheet"],
        tests: &[],
    },
    RestrictedDependency {
        krate: "rust_xlsxwriter",
        owners: &["adwright-sheet"],
        tests: &["adwright-desk"],
    },
    RestrictedDependency {
        krate: "tauri*",
        owners: &["adwright-desktop"],
        tests: &[],
    },
    RestrictedDependency {
        krate: "*keyring*",
        owners: &["adwright-secrets"],
        tests: &[],
    },
    RestrictedDependency {
        krate: "axum",
        owners: &["adwright-service", "adwright-testkit"],
        tests: &["adwright-client", "adwright-desktop"],
    },
    RestrictedDependency {
        krate: "rusqlite",
        owners: &["adwright-service", "adwright-store"],
        tests: &["adwright-desk"],
    },
    RestrictedDependency {
        krate: "reqwest",
        owners: &["adwright-client", "adwright-testkit"],
        tests: &["adwright-service"],
    },
];

struct RestrictedDependency {
    /// A crate's name. `*` at an end matches anything.
    krate: &'static str,
    owners: &'static [&'static str],
    /// Crates that may use it in their tests.
    tests: &'static [&'static str],
}

#[derive(Deserialize)]
struct CargoMetadata {
    packages: Vec<WorkspacePackage>,
}

/// One of our crates, as `cargo metadata` describes it.
#[derive(Deserialize)]
pub(super) struct WorkspacePackage {
    name: String,
    dependencies: Vec<PackageDependency>,
}

#[derive(Deserialize)]
struct PackageDependency {
    name: String,
    /// `None` for the program itself, otherwise `dev` or `build`.
    kind: Option<String>,
    #[serde(default)]
    features: Vec<String>,
}

pub(super) fn packages(project: &Project) -> Result<Vec<WorkspacePackage>> {
    let json = CommandLine::new(
        project.root(),
        "cargo metadata --format-version 1 --no-deps",
    )
    .run_and_read()?;
    let metadata: CargoMetadata =
        serde_json::from_str(&json).context("cargo metadata gave something odd")?;
    Ok(metadata.packages)
}

/// Finds dependencies that the rules do not allow.
pub(super) fn check(packages: &[WorkspacePackage]) -> Vec<TidyProblem> {
    let ours: Vec<_> = packages
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    packages
        .iter()
        .flat_map(|package| check_package(package, &ours))
        .collect()
}

fn check_package(package: &WorkspacePackage, ours: &[&str]) -> Vec<TidyProblem> {
    let Some((_, arrows)) = ARROWS.iter().find(|(name, _)| *name == package.name) else {
        return vec![TidyProblem::new(
            &package.name,
            None,
            "a new crate: add its arrows to xtask/src/tidy/dependencies.rs",
        )];
    };
    let dependencies = package.dependencies.iter();
    let refusals = dependencies.filter_map(|dependency| {
        if ours.contains(&dependency.name.as_str()) {
            check_internal(dependency, arrows)
        } else {
            check_external(dependency, &package.name)
        }
    });
    refusals
        .map(|refusal| TidyProblem::new(&package.name, None, refusal))
        .collect()
}

fn check_internal(dependency: &PackageDependency, arrows: &[&str]) -> Option<String> {
    let name = dependency.name.as_str();
    let allowed = dependency.is_for_tests() || arrows.contains(&name);
    (!allowed).then(|| format!("may not depend on {name}"))
}

fn check_external(dependency: &PackageDependency, package: &str) -> Option<String> {
    if dependency.name == "tauri"
        && !dependency.is_for_tests()
        && dependency.features.iter().any(|feature| feature == "test")
    {
        return Some("may use Tauri's feature `test` in its tests only".to_owned());
    }
    let home = HOMES.iter().find(|home| home.matches(&dependency.name))?;
    let allowed = home.owners.contains(&package)
        || (dependency.is_for_tests() && home.tests.contains(&package));
    (!allowed).then(|| {
        format!(
            "may not depend on {}, which belongs to {}",
            dependency.name,
            home.owners.join(", ")
        )
    })
}

impl RestrictedDependency {
    fn matches(&self, name: &str) -> bool {
        let core = self.krate.trim_matches('*');
        match (self.krate.starts_with('*'), self.krate.ends_with('*')) {
            (true, true) => name.contains(core),
            (false, true) => name.starts_with(core),
            _ => name == core,
        }
    }
}

impl PackageDependency {
    fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::join_problems;

    /// A crate's name, and its dependencies with their kinds.
    type Sketch<'a> = (&'a str, &'a [(&'a str, Option<&'a str>)]);

    fn check_graph(packages: &[Sketch<'_>], expected: &Expect) {
        let packages: Vec<_> = packages
            .iter()
            .map(|(name, dependencies)| package(name, dependencies))
            .collect();
        expected.assert_eq(&join_problems(&check(&packages)));
    }

    #[test]
    fn dependency_against_the_layers_is_refused() {
        check_graph(
            &[
                (
                    "adwright-model",
                    &[("adwright-wire", None), ("serde", None)],
                ),
                (
                    "adwright-wire",
                    &[("adwright-model", None), ("adwright-checks", None)],
                ),
                ("adwright-checks", &[("adwright-model", None)]),
            ],
            &expect![[r"
                adwright-model: may not depend on adwright-wire
                adwright-wire: may not depend on adwright-checks
            "]],
        );
    }

    #[test]
    fn tests_may_use_any_crate_of_ours() {
        check_graph(
            &[
                ("adwright-desk", &[("adwright-testkit", Some("dev"))]),
                ("adwright-testkit", &[]),
            ],
            &expect![""],
        );
        check_graph(
            &[
                ("adwright-desk", &[("adwright-testkit", None)]),
                ("adwright-testkit", &[]),
            ],
            &expect![[r"
                adwright-desk: may not depend on adwright-testkit
            "]],
        );
    }

    #[test]
    fn each_concern_has_one_home() {
        check_graph(
            &[
                (
                    "adwright-desktop",
                    &[("tauri", None), ("tauri-build", Some("build"))],
                ),
                (
                    "adwright-desk",
                    &[
                        ("tauri-specta", None),
                        ("zbus-secret-service-keyring-store", None),
                    ],
                ),
                (
                    "adwright-client",
                    &[("reqwest", None), ("axum", Some("dev"))],
                ),
                ("adwright-service", &[("reqwest", None), ("rusqlite", None)]),
            ],
            &expect![[r"
                adwright-desk: may not depend on tauri-specta, which belongs to adwright-desktop
                adwright-desk: may not depend on zbus-secret-service-keyring-store, which belongs to adwright-secrets
                adwright-service: may not depend on reqwest, which belongs to adwright-client, adwright-testkit
            "]],
        );
    }

    #[test]
    fn shipped_programs_have_no_development_server() {
        let tauri = |kind: Option<&str>| PackageDependency {
            name: "tauri".to_owned(),
            kind: kind.map(str::to_owned),
            features: vec!["test".to_owned()],
        };
        let shell = |kind| WorkspacePackage {
            name: "adwright-desktop".to_owned(),
            dependencies: vec![tauri(kind)],
        };
        assert_eq!(check(&[shell(Some("dev"))]), []);
        assert_eq!(check(&[shell(None)]).len(), 1);
        let shell = "adwright-desktop";
        check_graph(
            &[
                (
                    shell,
                    &[("adwright-testkit", Some("dev")), ("axum", Some("dev"))],
                ),
                ("adwright-testkit", &[]),
            ],
            &expect![""],
        );
        check_graph(
            &[
                (shell, &[("adwright-testkit", None), ("axum", None)]),
                ("adwright-testkit", &[]),
            ],
            &expect![[r"
                adwright-desktop: may not depend on adwright-testkit
                adwright-desktop: may not depend on axum, which belongs to adwright-service, adwright-testkit
            "]],
        );
    }

    #[test]
    fn crate_missing_from_the_layers_is_refused() {
        check_graph(
            &[("adwright-extra", &[])],
            &expect![[r"
                adwright-extra: a new crate: add its arrows to xtask/src/tidy/dependencies.rs
            "]],
        );
    }

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> WorkspacePackage {
        let dependencies = dependencies.iter().map(|(name, kind)| PackageDependency {
            name: (*name).to_owned(),
            kind: kind.map(str::to_owned),
            features: Vec::new(),
        });
        WorkspacePackage {
            name: name.to_owned(),
            dependencies: dependencies.collect(),
        }
    }
}
