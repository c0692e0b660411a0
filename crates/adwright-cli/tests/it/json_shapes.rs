//! Compares the output of `--json` with the guide.

use std::collections::BTreeSet;
use std::process::Output;

use adwright_cli::{JSON_SHAPES, JsonShape};
use adwright_service::Fault;
use clap::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::local_data::backed_up_draft;
use crate::practice::Practice;
use crate::sending::{at, campaign, written};
use crate::templates::save_template;
use crate::values::{OWN, file, table};
use crate::{elements, shown};

/// The commands whose output was compared with the guide.
#[derive(Default)]
struct CheckedCommands {
    commands: BTreeSet<String>,
    /// Lists of objects that were not empty.
    lists: BTreeSet<String>,
}

impl CheckedCommands {
    /// Compares the output of a command with the guide.
    fn check(&mut self, command: &str, output: &Output) -> Value {
        let printed: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{command}: {error}\n{}", shown(output)));
        self.check_value(command, &printed);
        printed
    }

    fn check_value(&mut self, command: &str, printed: &Value) {
        let mut shapes = JSON_SHAPES.iter();
        let shape = shapes.find(|shape| shape.commands.contains(&command));
        let shape = shape.unwrap_or_else(|| panic!("the guide has no {command}"));
        assert_eq!(printed.is_array(), shape.is_array, "{command}");
        for object in objects(printed) {
            check_object(command, shape, object, &mut self.lists);
        }
        self.commands.insert(command.to_owned());
    }
}

/// Returns the printed objects, at least one.
fn objects(printed: &Value) -> Vec<&Value> {
    let objects = printed.as_array().map(|all| all.iter().collect());
    let objects = objects.unwrap_or_else(|| vec![printed]);
    assert!(!objects.is_empty(), "{printed}");
    objects
}

/// Checks one object, and records its lists of objects that are not empty.
fn check_object(command: &str, shape: &JsonShape, object: &Value, seen: &mut BTreeSet<String>) {
    if shape.members.is_empty() {
        assert!(object["type"].is_string(), "{command}: {object}");
        return;
    }
    if object.get("suggestion").is_some() {
        assert_eq!(
            members(object),
            set(&["suggestion", "why", "set", "sample", "accepted"])
        );
        return;
    }
    assert_eq!(members(object), set(shape.members), "{command}");
    for (name, value) in object.as_object().unwrap() {
        let mut items = value.as_array().into_iter().flatten();
        let Some((_, names)) = shape.lists.iter().find(|(list, _)| list == name) else {
            assert!(!items.any(Value::is_object), "{command}: {name}");
            continue;
        };
        for item in items {
            assert_eq!(members(item), set(names), "{command}: {name}");
            seen.insert(format!("{command}: {name}"));
        }
    }
}

fn members(object: &Value) -> BTreeSet<&str> {
    let members = object.as_object().unwrap();
    members.keys().map(String::as_str).collect()
}

fn set<'a>(names: &[&'a str]) -> BTreeSet<&'a str> {
    names.iter().copied().collect()
}

#[test]
fn guide_shapes_match_the_program_output() {
    let mut held = CheckedCommands::default();
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    reading(&mut held, &service, &home);
    sending(&mut held, &service, &home);
    batches(&mut held, &service, &home);
    sent(&mut held);
    drafts(&mut held, &service, &home);
    history_and_templates(&mut held, &service, &home);
    rules(&mut held, &service, &home);
    facts(&mut held, &service, &home);
    ad_import(&mut held, &service, &home);
    local_data(&mut held, &service);
    here(&mut held, &service, &home);
    #[cfg(target_os = "linux")]
    workspaces(&mut held, &service, &home);
    let in_guide = JSON_SHAPES.iter().flat_map(|shape| shape.commands);
    let is_tried = |command: &&&str| cfg!(target_os = "linux") || !command.starts_with("workspace");
    let in_guide: BTreeSet<_> = in_guide
        .filter(is_tried)
        .map(|command| (*command).to_owned())
        .collect();
    assert_eq!(held.commands, in_guide);
    for shape in JSON_SHAPES {
        for (list, _) in shape.lists {
            let is_seen = |command: &&&str| held.lists.contains(&format!("{command}: {list}"));
            assert!(
                shape.commands.iter().any(|command| is_seen(&command)),
                "{list} of {:?}",
                shape.commands
            );
        }
    }
}

fn reading(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    for noun in ["campaign", "value", "ad"] {
        let list = at(service, home, &[noun, "list", "--max", "2", "--json"]);
        let listed = held.check(&format!("{noun} list"), &list);
        let id = listed[0]["id"].to_string();
        let got = at(service, home, &[noun, "get", &id, "--json"]);
        held.check(&format!("{noun} get"), &got);
    }
    let contact = ["site-contact", "get", "1072288341", "7101", "--json"];
    held.check("site-contact get", &at(service, home, &contact));
}

fn sending(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let new = written(home, "c.json", &campaign("Shape"));
    let values = file(home, "values.csv", &table("Shape", 2));
    let update = [
        "campaign",
        "update",
        "1072226018",
        "--set",
        "name=\"Shape\"",
    ];
    for (command, words) in [
        ("campaign create", &["campaign", "create", &new][..]),
        ("value create", &["value", "create", &values]),
        ("campaign update", &update),
        ("send", &["send"]),
    ] {
        let plan = at(service, home, &[words, &["--json"]].concat());
        held.check(command, &plan);
        let rehearsed = at(service, home, &[words, &["--json", "--rehearse"]].concat());
        held.check(&format!("{command} --rehearse"), &rehearsed);
        let go = at(service, home, &[words, &["--json", "--go"]].concat());
        held.check(&format!("{command} --go"), &go);
        if command != "send" {
            // Leaves an object to send for the last command.
            let other = [words, &["--json", "--set", "name=\"Other shape\""]].concat();
            at(service, home, &other);
        }
    }
}

fn batches(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let stranger = elements(&service.ask(&["value", "list", "--json"]));
    let stranger = stranger.iter().find(|value| value["advertiserId"] != 4401);
    let activity = &stranger.unwrap()["retargetingActivityId"];
    let rows = table("Batch", 1) + &format!("Bad,bad|1,4401,{activity}\nBatch 0,Batch|0,{OWN}\n");
    let values = file(home, "batch.csv", &rows);
    let plan = elements(&at(service, home, &["value", "create", &values, "--json"]));
    let batch = plan[0]["batch"].as_str().unwrap();
    let send = ["batch", "send", batch, "--json"];
    held.check("batch send", &at(service, home, &send));
    let rehearse = [&send[..], &["--rehearse"]].concat();
    held.check("batch send --rehearse", &at(service, home, &rehearse));
    // Only unsent rows have findings here: the service confirms or refuses every row.
    let show = ["batch", "show", batch];
    let unsent = at(service, home, &[&show[..], &["--json"]].concat());
    held.check("batch show", &unsent);
    let go = at(service, home, &[&send[..], &["--go"]].concat());
    held.check("batch send --go", &go);
    for (command, words) in [
        ("batch list", &["batch", "list"][..]),
        ("batch show", &show),
        ("batch copy-refused", &["batch", "copy-refused", batch]),
    ] {
        let output = at(service, home, &[words, &["--json"]].concat());
        held.check(command, &output);
    }
}

fn sent(held: &mut CheckedCommands) {
    let service = Practice::with_faults(&[], &[Fault::DropBeforeCommit]);
    let home = tempfile::tempdir().unwrap();
    let new = written(&home, "lost.json", &campaign("Lost shape"));
    at(&service, &home, &["campaign", "create", &new, "--go"]);
    let list = at(&service, &home, &["sent", "list", "--json"]);
    let list = held.check("sent list", &list);
    let item = list[0]["item"].as_str().unwrap();
    let decide = ["sent", "decide", item, "back-to-draft", "--json"];
    held.check("sent decide", &at(&service, &home, &decide));
    let undo = ["sent", "undo", item, "--json"];
    held.check("sent undo", &at(&service, &home, &undo));
    held.check("audit", &at(&service, &home, &["audit", "--json"]));
}

fn drafts(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let new = written(home, "d.json", &campaign("Kept shape"));
    at(service, home, &["campaign", "create", &new]);
    let list = held.check(
        "draft list",
        &at(service, home, &["draft", "list", "--json"]),
    );
    let update = [
        "campaign",
        "update",
        "1072226018",
        "--set",
        "notes=\"Mine\"",
    ];
    at(service, home, &update);
    service.touch("1072226018", json!({ "notes": "Theirs" }));
    let merge = ["draft", "merge", "--all", "--json"];
    held.check("draft merge", &at(service, home, &merge));
    let draft = list[0]["draft"].as_str().unwrap();
    for (command, verb) in [
        ("draft discard", "discard"),
        ("draft restore", "restore"),
        ("draft copy", "copy"),
    ] {
        held.check(
            command,
            &at(service, home, &["draft", verb, draft, "--json"]),
        );
    }
}

fn history_and_templates(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let drafts = elements(&at(service, home, &["draft", "list", "--json"]));
    let campaign = drafts.iter().find(|draft| draft["kind"] == "Campaign");
    let campaign = campaign.unwrap()["draft"].as_str().unwrap();
    let history = ["history", "draft", campaign, "--json"];
    held.check("history", &at(service, home, &history));
    save_template(home, "Acme", campaign);
    let list = at(service, home, &["template", "list", "--json"]);
    let list = held.check("template list", &list);
    let template = list[0]["template"].as_str().unwrap();
    for verb in ["use", "remove", "restore"] {
        let done = at(service, home, &["template", verb, template, "--json"]);
        held.check(&format!("template {verb}"), &done);
    }
}

fn facts(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let key = ["campaign/700120", "placementAttached"];
    let set = ["fact", "set", key[0], key[1], "no", "--json"];
    held.check("fact set", &at(service, home, &set));
    held.check("fact list", &at(service, home, &["fact", "list", "--json"]));
    let remove = ["fact", "remove", key[0], key[1], "--json"];
    held.check("fact remove", &at(service, home, &remove));
}

fn rules(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let must = json!({"beFilled": true});
    let rule = json!({"name": "r", "field": "name", "must": must, "severity": "note", "says": "x"});
    let file = written(home, "rules.json", &json!({"rules": [rule]}));
    let set = ["rules", "set", &file, "--json"];
    held.check("rules set", &at(service, home, &set));
    held.check(
        "rules count",
        &at(service, home, &["rules", "count", "--json"]),
    );
}

fn local_data(held: &mut CheckedCommands, service: &Practice) {
    let home = tempfile::tempdir().unwrap();
    let draft = backed_up_draft(service, &home);
    let data = ["data", "show", "--json"];
    let data = held.check("data show", &at(service, &home, &data));
    let backup = data["backups"][0]["name"].as_str().unwrap().to_owned();
    let items = ["data", "items", &backup, "--json"];
    held.check("data items", &at(service, &home, &items));
    at(service, &home, &["draft", "discard", &draft]);
    for (command, arguments) in [
        ("data keep", &["data", "keep", "6"][..]),
        ("data restore", &["data", "restore", &backup, &draft]),
    ] {
        for (form, more) in [("", &["--json"][..]), (" --go", &["--go", "--json"])] {
            let output = at(service, &home, &[arguments, more].concat());
            held.check(&format!("{command}{form}"), &output);
        }
    }
}

fn ad_import(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let ads = json!([{"type": "ExpandableBannerAd", "name": "Shape"}, {"type": "Campaign"}]);
    let ads = written(home, "ads.json", &ads);
    let import = at(service, home, &["ad", "import", &ads, "--json"]);
    let import = held.check("ad import", &import)["import"].to_string();
    let undo = ["ad", "import", "--json", "--undo", import.trim_matches('"')];
    held.check("ad import --undo", &at(service, home, &undo));
}

/// Checks the commands that contact no service.
fn here(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let ad = json!({"type": "ExpandableBannerAd", "name": "Shape", "panels": [{"name": "main"}]});
    let ad = written(home, "ad.json", &ad);
    let here = |words: &[&str]| {
        let mut program = service.command(&[]);
        program = std::process::Command::new(program.get_program());
        program.args(words).output().unwrap()
    };
    held.check("check", &here(&["check", &ad, "--json"]));
    held.check("ad review", &here(&["ad", "review", &ad, "--json"]));
    held.check("explain", &here(&["explain", "--json"]));
    held.check("explain WORD", &here(&["explain", "62000", "--json"]));
}

#[cfg(target_os = "linux")]
fn workspaces(held: &mut CheckedCommands, service: &Practice, home: &TempDir) {
    let script = r#"
        $A workspace add Shape --base-url "$URL" --auth session --username mara.lindgaard --json \
            --secret-env SERVICE_PASSWORD
        $A workspace secret Shape --secret-env SERVICE_PASSWORD --json
        unset SERVICE_PASSWORD
        $A workspace test Shape --json
        $A workspace set Shape production=true --json
        $A workspace list --json
        echo '{"planRef": "MP-1"}' | $A workspace learn Shape --sample - --apply --json
        $A workspace remove Shape --json 2>/dev/null
        $A workspace remove Shape --yes --json
    "#;
    let variables = [
        ("URL", service.running.base_url.as_str()),
        ("SERVICE_PASSWORD", crate::practice::PASSWORD),
    ];
    let said = crate::keyring::in_session(home, script, &variables);
    let commands = [
        "add", "secret", "test", "set", "list", "learn", "remove", "remove",
    ];
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), commands.len(), "{said}");
    for (command, line) in commands.iter().zip(lines) {
        let printed = serde_json::from_str(line).unwrap();
        held.check_value(&format!("workspace {command}"), &printed);
    }
}

#[test]
fn guide_covers_every_json_command() {
    let mut missing = Vec::new();
    missing_in_guide(&adwright_cli::command(), &[], &mut missing);
    assert_eq!(missing, [""; 0]);
}

/// Collects the commands with `--json` that no shape names, including those that send or rehearse.
fn missing_in_guide(command: &Command, above: &[&str], missing: &mut Vec<String>) {
    for below in command.get_subcommands() {
        let name = [above, &[below.get_name()]].concat();
        missing_in_guide(below, &name, missing);
        let has = |long: &str| {
            below
                .get_arguments()
                .any(|option| option.get_long() == Some(long))
        };
        let line = name.join(" ");
        let forms = [
            has("json").then(|| line.clone()),
            (has("json") && has("go")).then(|| format!("{line} --go")),
            (has("json") && has("rehearse")).then(|| format!("{line} --rehearse")),
        ];
        let is_named = |form: &String| {
            let mut all = JSON_SHAPES.iter().flat_map(|shape| shape.commands);
            all.any(|command| command == form)
        };
        missing.extend(forms.into_iter().flatten().filter(|form| !is_named(form)));
    }
}
