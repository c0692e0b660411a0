//! Services that differ, read with `--base-url`.

use adwright_testkit::{CannedRequest, canned_service, http_response};

use crate::canned_replies::json;
use crate::{adwright, shown};

fn ask(address: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--base-url", address];
    shown(&adwright(folder.path(), &[arguments, &place].concat(), b""))
}

#[test]
fn ids_replace_missing_names() {
    let address = canned_service(|_: &CannedRequest| {
        json(
            r#"{"result":[
                {"type":"RetargetingDataValue","id":1,"name":"A","advertiserId":4401,"retargetingActivityId":52024},
                {"type":"RetargetingDataValue","id":2,"name":"B","advertiserId":4401,"advertiserName":"Acme",
                 "retargetingActivityId":52024,"retargetingActivityName":"Viewed"}],"total":2}"#,
        )
    });
    let said = ask(&address, &["value", "list"]);
    let lines: Vec<Vec<_>> = said
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[1], ["1", "A", "4401", "52024"], "{said}");
    assert_eq!(lines[2], ["2", "B", "Acme", "Viewed"], "{said}");
}

#[test]
fn wrapper_members_are_not_printed() {
    let address = canned_service(|asked: &CannedRequest| {
        json(if asked.query_number("from") == 0 {
            r#"{"data":{"rows":[{"id":1,"name":"N1"}],"total":1}}"#
        } else {
            r#"{"data":{"rows":[],"total":1}}"#
        })
    });
    let said = ask(&address, &["campaign", "list"]);
    assert!(
        !said.contains("NAME") && !said.ends_with("ended with 0\n"),
        "{said}"
    );
    let set = ["--set", "dialect.listAt=data.rows"];
    let said = ask(&address, &[&["campaign", "list"], &set[..]].concat());
    assert!(
        said.contains("N1") && said.ends_with("ended with 0\n"),
        "{said}"
    );
}

#[test]
fn refusal_names_the_setting_to_change() {
    for (noun, status, body, named) in [
        ("value", 404, "{}", "dialect.restPrefix=true"),
        ("ad", 404, "{}", "dialect.adsPath=PATH"),
        ("campaign", 404, "{}", "/campaigns"),
        (
            "campaign",
            401,
            r#"{"message":"The header X-Tenant is missing."}"#,
            "'dialect.plainHeaders=X-Tenant: VALUE'",
        ),
        ("campaign", 403, r#"{"message":"Ask Ann."}"#, "Ask Ann."),
    ] {
        let address = canned_service(move |_: &CannedRequest| {
            http_response(status, "application/json", body)
        });
        let set = ["--set", "dialect.adsPath=/ads"];
        let said = ask(&address, &[&[noun, "list"], &set[..]].concat());
        assert!(said.contains(named), "{noun}: {said}");
    }
}

#[test]
fn missing_header_is_named_instead_of_the_password() {
    let address = canned_service(|_: &CannedRequest| {
        http_response(
            401,
            "application/json",
            r#"{"message":"Missing header X-Api-Key"}"#,
        )
    });
    let folder = tempfile::tempdir().unwrap();
    let arguments = "campaign list --auth session --username ann --secret-stdin --base-url";
    let arguments: Vec<_> = arguments.split(' ').chain([address.as_str()]).collect();
    let said = shown(&adwright(folder.path(), &arguments, b"opensesame\n"));
    assert!(
        said.contains("dialect.authentication.session.headers=X-Api-Key"),
        "{said}"
    );
    assert!(!said.contains("Check the name"), "{said}");
}

/// A list of four campaigns. The service returns no page from the third row on.
fn windowed(asked: &CannedRequest) -> Vec<u8> {
    let from = asked.query_number("from");
    if from >= 2 {
        let refused = r#"{"error":{"errors":[{"code":9199}]},"result":null}"#;
        return http_response(400, "application/json", refused);
    }
    let is_part = asked.line.contains("advertiserId=");
    let rows = [(1, 7), (2, 8), (3, 8), (4, 7)];
    let rows = rows
        .iter()
        .filter(|(_, of)| !is_part || asked.query_number("advertiserId") == *of);
    let rows: Vec<_> = rows
        .map(|(id, of)| format!(r#"{{"type":"Campaign","id":{id},"advertiserId":{of}}}"#))
        .collect();
    let page = rows.iter().skip(from).take(asked.query_number("max"));
    let page = page.cloned().collect::<Vec<_>>().join(",");
    json(format!(r#"{{"result":[{page}],"total":{}}}"#, rows.len()))
}

#[test]
fn learned_settings_are_shown_as_a_command() {
    let address = canned_service(windowed);
    let said = ask(
        &address,
        &[
            "campaign",
            "list",
            "--show-settings",
            "--set",
            "dialect.pageSize=2",
        ],
    );
    let command = said.lines().find(|line| line.contains("workspace add"));
    let options = command.unwrap().split_once("NAME ").unwrap().1;
    assert_eq!(
        options,
        format!(
            "--base-url {address} --auth none --set dialect.pageSize=2 --set dialect.pagingWindow=2"
        )
    );
}
