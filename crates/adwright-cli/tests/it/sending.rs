//! Commands that change a service, from the terminal: plan, single send, look-up, refusal.

use std::fs;
use std::io::Read as _;
use std::process::{Command, Output, Stdio};

use adwright_service::Fault;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::live_workspace::{added, added_as, in_live, without_keyring};
use crate::practice::{Practice, started};
use crate::values::objects;
use crate::{elements, shown};

/// Returns a campaign that the service accepts.
pub(crate) fn campaign(name: &str) -> Value {
    json!({"type": "Campaign", "name": name, "accountId": 3310, "advertiserId": 4401, "brandId": 88120,
        "traffickingMode": "simple"})
}

pub(crate) fn written(home: &TempDir, name: &str, value: &Value) -> String {
    let path = home.path().join(name);
    fs::write(&path, value.to_string()).unwrap();
    path.display().to_string()
}

/// Returns how many campaigns of that name the service has.
pub(crate) fn count(service: &Practice, name: &str) -> usize {
    let q = json!({"1": {"NAME": [name]}}).to_string();
    let list = service.ask(&["campaign", "list", "--json", "--q", &q]);
    elements(&list)
        .iter()
        .filter(|campaign| campaign["name"] == name)
        .count()
}

pub(crate) fn at(service: &Practice, home: &TempDir, arguments: &[&str]) -> Output {
    service.command_at(home, arguments).output().unwrap()
}

/// Returns the outcome, the code and the message of each element.
pub(crate) fn outcomes(output: &Output) -> Vec<(String, Value, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let outcome = |element: &Value| {
        (
            text(&element["outcome"]),
            element["code"].clone(),
            text(&element["message"]),
        )
    };
    elements(output).iter().map(outcome).collect()
}

/// Removes the ids of drafts, which change each time.
pub(crate) fn without_ids(said: &str) -> String {
    let is_of_id = |c: char| c.is_ascii_hexdigit() || c == '-';
    let words = said.split_inclusive(|c| !is_of_id(c));
    let words = words.map(|word| {
        let id = word.trim_end_matches(|c| !is_of_id(c));
        match id.len() {
            36 if id.starts_with("01") => word.replace(id, "DRAFT"),
            _ => word.to_owned(),
        }
    });
    words.collect()
}

pub(crate) fn check(output: &Output, expected: &Expect) {
    let said = without_ids(&shown(output));
    // Ports change each time as well.
    let mut said = said.split("127.0.0.1:");
    let first = said.next().unwrap_or_default().to_owned();
    let said = said.fold(first, |so_far, rest| {
        format!(
            "{so_far}PLACE{}",
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
        )
    });
    expected.assert_eq(&said);
}

#[test]
fn rehearsal_asks_no_service_and_sends_nothing() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let file = written(&home, "c.json", &campaign("Harvest"));
    at(&service, &home, &["campaign", "create", &file]);
    let mut rehearse = service.command_at(&home, &["send", "--rehearse"]);
    let mut json = service.command_at(&home, &["send", "--rehearse", "--json"]);
    let mut list = service.command_at(&home, &["sent", "list", "--json"]);
    let answers = [
        ["account/3310/login/mara.lindgaard", "mayWrite", "yes"],
        ["brand/88120/advertiser/4401", "brandOfAdvertiser", "yes"],
        ["advertiser/4401/account/3310", "advertiserOfAccount", "yes"],
        ["service/Campaign", "acceptsReference", "yes"],
        ["advertiser/4401", "advertiserHasPrivacySection", "yes"],
        ["advertiser/4401", "advertiserHasPrivacySection", "no"],
    ];
    let mut answers = answers.map(|answer| {
        let words = [&["fact", "set"], &answer[..]].concat();
        service.command_at(&home, &words)
    });
    drop(service);

    let rehearsed = json.output().unwrap();
    assert_eq!(rehearsed.status.code(), Some(4), "{}", shown(&rehearsed));
    let element = elements(&rehearsed).remove(0);
    assert_eq!(element["verdict"], "unknown");
    assert_eq!(element["questions"].as_array().unwrap().len(), 5);
    let (contrary, answers) = answers.split_last_mut().unwrap();
    for answer in answers {
        answer.output().unwrap();
    }
    check(
        &rehearse.output().unwrap(),
        &expect![[r#"
        “Harvest”, draft DRAFT: would be accepted
        Nothing was sent. 1 would be accepted.
        ended with 0
    "#]],
    );
    contrary.output().unwrap();
    check(
        &rehearse.output().unwrap(),
        &expect![[r#"
        “Harvest”, draft DRAFT: would be refused (62002)
          Advertiser 4401 has no privacy section, so the service will refuse to create a campaign for it (62002). Choose another advertiser, or have a privacy section added first.
        Nothing was sent. 1 would be refused.
        ended with 3
    "#]],
    );
    assert!(elements(&list.output().unwrap()).is_empty());
}

#[test]
fn plan_is_shown_stored_and_then_sent() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let file = written(&home, "c.json", &campaign("Harvest"));
    let plan = at(
        &service,
        &home,
        &["campaign", "create", &file, "--set", "name=\"Harvest, AT\""],
    );
    check(
        &plan,
        &expect![[r#"
            Acme, PLACE

            Create a campaign “Harvest, AT”, draft DRAFT
              Name              (absent) → Harvest, AT
              Account ID        (absent) → 3310
              Advertiser ID     (absent) → 4401
              Brand ID          (absent) → 88120
              Trafficking mode  (absent) → simple
              5 fields changed, 1 unchanged, 0 dropped
              note: Advertiser ID: Adwright cannot tell offline if Advertiser 4401 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            Nothing was sent. 1 draft is saved. To send: adwright send DRAFT --go --workspace Acme --secret-env SERVICE_PASSWORD
            ended with 0
        "#]],
    );
    assert_eq!(count(&service, "Harvest, AT"), 0);
    let plan = elements(&at(&service, &home, &["send", "--json"]));
    assert_eq!((plan.len(), &plan[0]["verb"]), (1, &json!("create")));
    let draft = plan[0]["draft"].as_str().unwrap();
    let sent = at(&service, &home, &["send", draft, "--go", "--json"]);
    assert_eq!(sent.status.code(), Some(0), "{}", shown(&sent));
    let element = &elements(&sent)[0];
    assert_eq!(
        (&element["draft"], &element["outcome"]),
        (&json!(draft), &json!("confirmed"))
    );
    let made = service.ask(&["campaign", "get", element["id"].as_str().unwrap(), "--json"]);
    assert!(shown(&made).contains(r#""name":"Harvest, AT""#));
    check(
        &at(&service, &home, &["send"]),
        &expect![[r#"
            Acme, PLACE
            There is no draft to send.
            ended with 0
        "#]],
    );
}

#[test]
fn change_preserves_all_other_bytes() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let get = |id: &str| {
        String::from_utf8(service.ask(&["campaign", "get", id, "--json"]).stdout).unwrap()
    };
    let id = "1072226018";
    let before = get(id);
    let update = [
        "campaign",
        "update",
        id,
        "--set",
        "name=\"Spring, 2027\"",
        "--go",
    ];
    check(
        &at(&service, &home, &update),
        &expect![[r#"
        confirmed: 1072226018 “Spring, 2027”: Updated.
        Sending 1 of 1: “Spring, 2027”
        1 confirmed.
        ended with 0
    "#]],
    );
    let without_record = |text: &str| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        let members = value.as_object_mut().unwrap();
        members.retain(|name, _| name != "version" && !name.starts_with("lastUpdate"));
        value.to_string()
    };
    assert_eq!(
        without_record(&get(id)),
        without_record(&before).replace("Spring range, DE", "Spring, 2027")
    );
    // The same command again changes nothing.
    check(
        &at(&service, &home, &update),
        &expect![[r#"
        Nothing was changed: campaign 1072226018 already has these values.
        ended with 2
    "#]],
    );
}

#[test]
fn impossible_edit_is_reported_and_nothing_stored() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let mut held = campaign("Held");
    held["id"] = json!(7);
    let list = json!([campaign("Good"), held]);
    let held = written(&home, "held.json", &list);
    let ad = written(&home, "ad.json", &json!({"type": "ExpandableBannerAd"}));
    let said = [
        at(&service, &home, &["campaign", "create", &held]),
        at(&service, &home, &["campaign", "create", &ad]),
        at(
            &service,
            &home,
            &["campaign", "create", "--set", "name=New"],
        ),
        at(&service, &home, &["campaign", "create", "--set", "name"]),
        at(
            &service,
            &home,
            &["campaign", "update", "1", "--set", "name=1"],
        ),
        at(&service, &home, &["send", "0198"]),
    ];
    let home_path = home.path().display().to_string();
    let said = said.map(|output| shown(&output).replace(&home_path, "HOME"));
    expect![[r#"
        HOME/held.json, object 2 has an id, so the service has it already. Change it with `campaign update`, or remove the id to create another campaign.
        ended with 2
        HOME/ad.json is not a campaign: it has another type.
        ended with 2
        --set name=New: the value is not JSON. Put a text in quotes: '"like this"'.
        ended with 2
        --set name: the form is PATH=JSON.
        ended with 2
        Campaign 1 is not in this workspace.
        ended with 3
        There is no draft 0198 to send. `adwright send` lists the drafts.
        ended with 2
    "#]].assert_eq(&said.concat());
    assert_eq!(elements(&at(&service, &home, &["send", "--json"])).len(), 0);
}

#[test]
fn lost_answer_is_looked_up_and_never_resent() {
    for (fault, outcome, code, there) in [
        (Fault::DropAfterCommit, "confirmed", 0, 1),
        (Fault::HalfReply, "confirmed", 0, 1),
        (Fault::DropBeforeCommit, "needs-you", 4, 0),
    ] {
        let service = Practice::with_faults(&[], &[fault]);
        let home = tempfile::tempdir().unwrap();
        let file = written(&home, "c.json", &campaign("Only once"));
        let sent = at(
            &service,
            &home,
            &["campaign", "create", &file, "--go", "--json"],
        );
        assert_eq!(sent.status.code(), Some(code), "{}", shown(&sent));
        assert_eq!(outcomes(&sent)[0].0, outcome);
        assert_eq!(count(&service, "Only once"), there, "{fault:?}");
    }
}

#[test]
fn refusal_has_its_code_and_exit_code() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let mode = [
        "campaign",
        "update",
        "1072226018",
        "--set",
        "traffickingMode=\"simple\"",
        "--go",
        "--json",
    ];
    let refused = at(&service, &home, &mode);
    assert_eq!(refused.status.code(), Some(3), "{}", shown(&refused));
    let refused = outcomes(&refused);
    assert_eq!(
        (refused[0].0.as_str(), &refused[0].1),
        ("refused", &json!(62_000))
    );
    // The item remains a draft, and the cause of the refusal is known now.
    let plan = at(&service, &home, &["send", "--json"]);
    assert_eq!(plan.status.code(), Some(1), "{}", shown(&plan));
}

#[test]
fn nothing_is_sent_without_service_or_login() {
    let home = tempfile::tempdir().unwrap();
    let file = written(&home, "c.json", &campaign("Nowhere"));
    let create = ["campaign", "create", &file, "--json"];
    let service = Practice::start(&[]);
    assert_eq!(at(&service, &home, &create).status.code(), Some(0));
    let mut wrong = service.command_at(&home, &["send", "--go", "--json"]);
    wrong.env("SERVICE_PASSWORD", "wrong");
    let wrong = wrong.output().unwrap();
    assert_eq!(
        (wrong.status.code(), outcomes(&wrong)[0].0.as_str()),
        (Some(6), "not-sent")
    );
    let mut nobody = service.command_at(&home, &["send", "--go", "--json"]);
    drop(service);
    let nobody = nobody.output().unwrap();
    assert_eq!(nobody.status.code(), Some(5), "{}", shown(&nobody));
    assert_eq!(outcomes(&nobody)[0].0, "not-sent");
}

/// Starts the program, and waits until it has begun to send.
pub(crate) fn begun(mut command: Command) -> std::process::Child {
    command.stderr(Stdio::piped()).stdout(Stdio::piped());
    let mut child = started(&mut command);
    let mut said = Vec::new();
    let errors = child.stderr.as_mut().unwrap();
    while !said.ends_with(b"Sending 1 of") {
        let mut byte = [0];
        assert_eq!(errors.read(&mut byte).unwrap(), 1);
        said.push(byte[0]);
    }
    child
}

#[test]
fn second_sender_is_refused_and_killed_one_recovered() {
    let service = Practice::with_faults(&[], &[Fault::HoldAfterCommit]);
    let home = tempfile::tempdir().unwrap();
    let file = written(
        &home,
        "c.json",
        &json!([campaign("First"), campaign("Second")]),
    );
    let mut sending = begun(service.command_at(&home, &["campaign", "create", &file, "--go"]));
    while count(&service, "First") == 0 {}
    let second = written(&home, "d.json", &campaign("Third"));
    let held = at(&service, &home, &["campaign", "create", &second, "--go"]);
    assert_eq!(held.status.code(), Some(7), "{}", shown(&held));
    sending.kill().unwrap();
    sending.wait().unwrap();
    let after = at(&service, &home, &["send", "--go", "--json"]);
    assert_eq!(after.status.code(), Some(0), "{}", shown(&after));
    assert!(
        shown(&after).contains("looked up 1 sent item "),
        "{}",
        shown(&after)
    );
    for name in ["First", "Second", "Third"] {
        assert_eq!(count(&service, name), 1, "{name}");
    }
}

#[test]
fn terminal_send_obeys_the_guards() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let file = written(&home, "c.json", &campaign("Guarded"));
    let guards = ["--production", "--confirm-above", "0"];
    added_as("Live", &home, &service, &guards);
    added_as("Museum", &home, &service, &["--read-only"]);
    let create = |workspace: &str, more: &[&str]| {
        let from = ["--workspace", workspace, "--secret-env", "SERVICE_PASSWORD"];
        let create = ["campaign", "create", &file, "--go"];
        without_keyring(&home, &[&create[..], &from, more].concat())
    };
    check(
        &create("Museum", &[]),
        &expect![[r#"
            not-sent: “Guarded”: It was not sent and is kept.
            “Museum” is read-only: nothing is sent from it. Allow sending in its settings first.
            ended with 2
        "#]],
    );
    check(
        &create("Live", &[]),
        &expect![[r#"
            not-sent: “Guarded”: It was not sent and is kept.
            “Live” is a production workspace, and this would send 1 draft. Type its exact name to send it. Add --confirm with this name.
            ended with 2
        "#]],
    );
    check(
        &create("Live", &["--confirm", "live"]),
        &expect![[r#"
            not-sent: “Guarded”: It was not sent and is kept.
            This draft exists already, so no second one was created.
            “Live” is a production workspace, and this would send 1 draft. Type its exact name to send it. Add --confirm with this name.
            ended with 2
        "#]],
    );
    let sent = create("Live", &["--confirm", "Live"]);
    assert_eq!(sent.status.code(), Some(0), "{}", shown(&sent));
    assert_eq!(count(&service, "Guarded"), 1);
}

#[test]
fn production_guard_counts_campaigns_and_values_together() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added(&home, &service, &["--production", "--confirm-above", "1"]);
    let file = written(&home, "c.json", &campaign("Together"));
    let value = crate::values::file(&home, "v.json", &objects("Together", 1));
    for (noun, file) in [("campaign", &file), ("value", &value)] {
        let planned = in_live(&home, &[noun, "create", file]);
        assert_eq!(planned.status.code(), Some(0), "{}", shown(&planned));
    }
    let refused = in_live(&home, &["send", "--go", "--json"]);
    let said = shown(&refused);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("this would send 2 drafts"), "{said}");
    assert_eq!(count(&service, "Together"), 0);
    let sent = in_live(&home, &["send", "--go", "--json", "--confirm", "Live"]);
    assert_eq!(sent.status.code(), Some(0), "{}", shown(&sent));
    assert_eq!(count(&service, "Together"), 1);
}

#[test]
fn plan_escapes_control_characters() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let file = written(&home, "c.json", &campaign("\u{1b}]0;x\u{7}\u{202e}"));
    let output = at(&service, &home, &["campaign", "create", &file]);
    let hostile = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!shown(&output).contains(hostile), "{:?}", shown(&output));
}
