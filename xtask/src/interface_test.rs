//! Tests the running practice service against its own description with schemathesis.

use std::{env, fs, path::Path};

use anyhow::Result;

use crate::{process::CommandLine, project::Project, server::ChildServer, setup};

/// The checks of every reply. `not_a_server_error` is left out, because the interface refuses with 500. Our own checks,
/// the last three, are more precise.
const CHECKS: [&str; 12] = [
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
    "documented_code",
    "nothing_changed",
    "answers_well",
];

/// The number of random cases for each path, beside the examples and the edge cases of its description.
const CASES: &str = "150";
const SEED: &str = "1";
const PASSWORD: &str = "for this run only";
const TOKEN: &str = "for-this-run-only";

/// Starts the service with fresh data, and sends requests that its description allows, and many that it does not.
pub(crate) fn test(project: &Project) -> Result<()> {
    let ours = project.root().join("xtask/peers/schemathesis");
    let work = project.target_dir().join("schemathesis");
    let environment = setup::provide_python(&work.join("venv"), &ours.join("requirements.txt"))?;
    CommandLine::new(project.root(), "cargo build --package adwright-service").run()?;

    let data = tempfile::tempdir()?;
    let data = data.path().join("practice.db");
    let program = project.target_dir().join("debug/adwright-service");
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    let line = CommandLine::for_program(project.root(), &program)
        .arg("--data")
        .arg(&data);
    let mut vars = env_vars(&ours, &data);
    let server = ChildServer::start(line.envs(&vars))?;
    vars.push(("ADWRIGHT_BASE".to_owned(), server.base.clone()));

    // Schemathesis writes files into its working folder.
    fs::create_dir_all(&work)?;
    let line =
        CommandLine::for_program(&work, &environment.program("st")).args(arguments(&server.base));
    line.envs(&vars).run()
}

fn arguments(base: &str) -> Vec<String> {
    let checks = CHECKS.join(",");
    let fixed = [
        "--phases=examples,coverage,fuzzing",
        "--continue-on-failure",
        "--generation-database=none",
        "--request-timeout=60",
        // The hooks compare the data before and after each call, so calls must not overlap.
        "--workers=1",
        // The warnings only guess what the check `answers_well` verifies.
        "--warnings=off",
        // Otherwise schemathesis leaves out the path of the description itself.
        "--include-path-regex=.",
    ];
    let mut arguments = vec![
        "run".to_owned(),
        format!("{base}/openapi.json"),
        format!("--checks={checks}"),
        format!("--max-examples={CASES}"),
        format!("--seed={SEED}"),
    ];
    arguments.extend(fixed.map(str::to_owned));
    arguments
}

/// Returns the environment of the service and the hooks.
fn env_vars(ours: &Path, data: &Path) -> Vec<(String, String)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let vars = [
        ("ADWRIGHT_DATA", text(data)),
        ("ADWRIGHT_SERVICE_PASSWORD", PASSWORD.to_owned()),
        ("ADWRIGHT_SERVICE_TOKEN", TOKEN.to_owned()),
        ("SCHEMATHESIS_HOOKS", "hooks".to_owned()),
        ("PYTHONPATH", text(ours)),
        ("PYTHONDONTWRITEBYTECODE", "1".to_owned()),
        ("PYTHONHASHSEED", "0".to_owned()),
        ("PYTHONUTF8", "1".to_owned()),
        // The service is on this computer, so no proxy may be used.
        ("NO_PROXY", "127.0.0.1".to_owned()),
    ];
    vars.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_checks_run_without_the_server_error_check() {
        let hooks = include_str!("../peers/schemathesis/hooks.py");
        let ours: Vec<_> = hooks
            .split("@schemathesis.check\nclass ")
            .skip(1)
            .map(|rest| rest.split(':').next().unwrap())
            .collect();
        assert_eq!(ours, CHECKS[CHECKS.len() - 3..]);
        assert!(!CHECKS.contains(&"not_a_server_error"));
    }

    #[test]
    fn each_requirement_is_one_version_with_its_hashes() {
        let requirements = include_str!("../peers/schemathesis/requirements.txt");
        let named: Vec<_> = requirements
            .lines()
            .filter(|line| !line.starts_with(['#', ' ']))
            .collect();
        assert!(named.len() > 1);
        for line in named {
            assert!(line.contains("==") && line.ends_with('\\'), "{line}");
        }
    }

    #[test]
    fn run_is_bounded_and_reproducible() {
        let arguments = arguments("http://127.0.0.1:8080");
        for wanted in [
            "--max-examples=150",
            "--seed=1",
            "--generation-database=none",
        ] {
            assert!(arguments.iter().any(|one| one == wanted), "{wanted}");
        }
        assert!(!arguments.iter().any(|one| one.starts_with("--max-time")));
    }
}
