//! What the guide says that `--json` prints, held against the program.

use std::collections::BTreeSet;
use std::process::Output;

use adwright_cli::JSON_SHAPES;
use serde_json::Value;

use crate::practice::Practice;
use crate::sending::at;
use crate::shown;
use crate::values::{file, table};

/// The members that the guide names for a command.
fn told(command: &str) -> (bool, BTreeSet<String>) {
    let mut shapes = JSON_SHAPES.iter();
    let shape = shapes.find(|shape| shape.commands.contains(&command));
    let shape = shape.unwrap();
    let members = shape.members.iter().map(|name| (*name).to_owned());
    (shape.is_array, members.collect())
}

fn check(command: &str, output: &Output) {
    let printed: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{command}: {error}\n{}", shown(output)));
    let (is_array, members) = told(command);
    assert_eq!(printed.is_array(), is_array, "{command}");
    let objects = printed.as_array().cloned().unwrap_or_else(|| vec![printed]);
    assert!(!objects.is_empty(), "{command}");
    for object in objects
        .iter()
        .filter(|object| object.get("suggestion").is_none())
    {
        let has: BTreeSet<_> = object.as_object().unwrap().keys().cloned().collect();
        if members.is_empty() {
            assert!(
                has.contains("type") || has.contains("findings"),
                "{command}: {has:?}"
            );
        } else {
            assert_eq!(has, members, "{command}");
        }
    }
}

#[test]
fn every_shape_of_the_guide_is_what_the_program_prints() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let run = |command: &str, arguments: &[&str]| {
        check(command, &at(&service, &home, arguments));
    };
    for list in ["campaign", "value", "ad"] {
        let listed = at(&service, &home, &[list, "list", "--max", "2", "--json"]);
        check(&format!("{list} list"), &listed);
        let id = crate::elements(&listed)[0]["id"].to_string();
        run(&format!("{list} get"), &[list, "get", &id, "--json"]);
    }
    let values = file(&home, "values.csv", &table("Shape", 2));
    run("value create", &["value", "create", &values, "--json"]);
    run("send", &["send", "--json"]);
    run("send --go", &["send", "--go", "--json"]);
    let more = file(&home, "more.csv", &table("Other", 1));
    run(
        "value create --go",
        &["value", "create", &more, "--go", "--json"],
    );
    let rename = [
        "campaign",
        "update",
        "1072226018",
        "--set",
        "name=\"Shape\"",
    ];
    run("campaign update", &[&rename[..], &["--json"]].concat());
}
