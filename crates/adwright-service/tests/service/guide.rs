//! Runs the examples of the guide in a shell, unchanged.

use std::process::Command;

use crate::program::Program;

const README: &str = include_str!("../../../../README.md");
const GUIDE: &str = include_str!("../../../../docs/practice-service.md");

/// Returns the lines between `sh` fences.
fn examples() -> String {
    let blocks = GUIDE.split("```sh\n").skip(1);
    blocks
        .filter_map(|block| block.split("```").next())
        .collect()
}

/// Returns the number after each `"code":`.
fn codes(output: &str) -> Vec<u32> {
    let after = output.split("\"code\":").skip(1);
    let digits = after.filter_map(|text| text.split([',', '}']).next());
    digits.map(|code| code.parse().unwrap()).collect()
}

/// Returns the tools that the examples need and this machine does not have.
fn missing() -> Vec<&'static str> {
    let is_there = |program: &str| {
        let asking = format!("command -v {program}");
        let asked = Command::new("sh").args(["-c", &asking]).output();
        asked.is_ok_and(|found| found.status.success())
    };
    let needed = ["sh", "curl", "cut", "paste", "sed", "seq"];
    let missing = needed.into_iter().filter(|program| !is_there(program));
    missing.collect()
}

/// Runs the lines with another address for the program, and returns their output.
fn run(script: &str, named: &str) -> String {
    let missing = missing().join(", ");
    assert!(
        missing.is_empty(),
        "The guide's examples are run by a shell, and this machine lacks {missing}. Install it and run this again; \
         `cargo xtask test rust-test` does so by itself on Debian and Ubuntu."
    );
    let mut program = Program::start(&["--password", "practice", "--token", "mine"]);
    let base_url = program.line();
    let script = script.replace(named, &base_url);
    let run = Command::new("sh")
        .args(["-eu", "-c", &script])
        .output()
        .unwrap();
    let output = String::from_utf8(run.stdout).unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    output
}

#[test]
fn the_readme_logs_in_and_lists_campaigns() {
    let lines = README.lines();
    let lines = lines.filter(|line| line.starts_with("token=") || line.starts_with("curl "));
    let script: Vec<_> = lines.collect();
    let output = run(&script.join("\n"), "localhost:8080");
    let list: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(list["result"].as_array().unwrap().len(), 2, "{list}");
}

#[test]
fn every_example_does_what_the_guide_says() {
    let output = run(&examples(), "http://127.0.0.1:8080");
    assert_eq!(
        codes(&output),
        [
            62000, 62001, 62002, 62003, 66107, 66109, 66108, 66110, 62004, 66107, 503
        ]
    );
    for part in [
        "\"total\":434",
        "\"name\":\"First\"",
        "\"name\":\"Renamed\"",
        "{\"fault\":{\"code\":66107",
    ] {
        assert!(output.contains(part), "{part} in {output}");
    }
}
