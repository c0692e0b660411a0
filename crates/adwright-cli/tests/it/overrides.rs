//! Errors that a person overrides, by the rule that found them.

use adwright_views::ItemState;
use expect_test::expect;
use serde_json::json;
use tempfile::TempDir;

use crate::live_workspace::{added, desk_of, in_live};
use crate::practice::Practice;
use crate::sending::{at, campaign, check, outcomes, written};
use crate::values::{file, table};
use crate::{elements, shown};

const RULE: &str = "trafficking-mode-with-placements";

/// Creates the draft of a change that the service refused, because the campaign has a placement.
fn refused(service: &Practice, home: &TempDir) -> String {
    let mode = "campaign update 1072226018 --set traffickingMode=\"simple\" --go --json";
    let mode: Vec<_> = mode.split(' ').collect();
    let refused = at(service, home, &mode);
    assert_eq!(outcomes(&refused)[0].0, "refused", "{}", shown(&refused));
    elements(&refused)[0]["draft"].as_str().unwrap().to_owned()
}

#[test]
fn error_blocks_a_draft_with_a_remedy() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let draft = refused(&service, &home);
    check(
        &at(&service, &home, &["send"]),
        &expect![[r#"
            Acme, PLACE

            Update campaign 1072226018 “Spring range, DE”, draft DRAFT
              Trafficking mode  advanced → simple
              1 field changed, 51 unchanged, 0 dropped
              error: Trafficking mode: This campaign has placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first. [trafficking-mode-with-placements]

            Nothing was sent. 1 draft is saved. Fix the errors, or override them: adwright send DRAFT --override trafficking-mode-with-placements --go --workspace Acme --secret-env SERVICE_PASSWORD
            ended with 1
        "#]],
    );
    check(
        &at(&service, &home, &["send", &draft, "--go"]),
        &expect![[r#"
            Acme, PLACE

            Update campaign 1072226018 “Spring range, DE”, draft DRAFT
              Trafficking mode  advanced → simple
              1 field changed, 51 unchanged, 0 dropped
              error: Trafficking mode: This campaign has placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first. [trafficking-mode-with-placements]

            “Spring range, DE” is not sent. It still has errors.
            Nothing was sent. Fix the errors, or override them: adwright send DRAFT --override trafficking-mode-with-placements --go --workspace Acme --secret-env SERVICE_PASSWORD
            ended with 1
        "#]],
    );
    check(
        &at(&service, &home, &["send", "--go"]),
        &expect![[r#"
            “Spring range, DE” is not sent. It still has errors.
            Nothing was sent.
            ended with 1
        "#]],
    );
}

#[test]
fn override_applies_to_that_send_only() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let draft = refused(&service, &home);
    check(
        &at(&service, &home, &["send", "--override", RULE]),
        &expect![[r#"
            Acme, PLACE

            Update campaign 1072226018 “Spring range, DE”, draft DRAFT
              Trafficking mode  advanced → simple
              1 field changed, 51 unchanged, 0 dropped
              error, overridden: Trafficking mode: This campaign has placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first. [trafficking-mode-with-placements]

            Nothing was sent. 1 draft is saved. To send: adwright send DRAFT --override trafficking-mode-with-placements --go --workspace Acme --secret-env SERVICE_PASSWORD
            ended with 1
        "#]],
    );
    let plan = elements(&at(
        &service,
        &home,
        &["send", "--json", "--override", RULE],
    ));
    let findings = plan[0]["findings"].as_array().unwrap();
    let overridden: Vec<_> = findings
        .iter()
        .filter(|finding| finding["overridden"] == true)
        .map(|finding| finding["rule"].clone())
        .collect();
    assert_eq!(overridden, [RULE]);
    // The draft is sent, and the service decides.
    let sent = at(
        &service,
        &home,
        &["send", &draft, "--override", RULE, "--go", "--json"],
    );
    assert_eq!(sent.status.code(), Some(3), "{}", shown(&sent));
    assert_eq!(outcomes(&sent)[0].1, json!(62_000));
    // The override was for that send only.
    let again = at(&service, &home, &["send", &draft, "--go", "--json"]);
    assert_eq!(again.status.code(), Some(1), "{}", shown(&again));
}

#[test]
fn receipt_records_an_overridden_error() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added(&home, &service, &[]);
    let desk = desk_of(&home);
    desk.customization.set_own_rules(
        r#"{"rules": [{"name": "country-first", "title": "The country stands first", "field": "name",
            "must": {"match": "^[A-Z]{2} "}, "severity": "error", "says": "The name does not begin with the country."}]}"#,
    )
    .unwrap();
    let new = written(&home, "c.json", &campaign("Harvest"));
    let values = file(&home, "v.csv", &table("Harvest", 2));
    for create in [["campaign", "create", &new], ["value", "create", &values]] {
        let go = [&create[..], &["--json", "--go"]].concat();
        let stopped = in_live(&home, &go);
        assert_eq!(stopped.status.code(), Some(1), "{}", shown(&stopped));
        let sent = in_live(&home, &[&go[..], &["--override", "country-first"]].concat());
        assert_eq!(sent.status.code(), Some(0), "{}", shown(&sent));
        for element in elements(&sent) {
            let receipt = desk
                .outbox
                .receipt(element["item"].as_str().unwrap())
                .unwrap();
            assert_eq!(receipt.row.state, ItemState::Confirmed);
            assert_eq!(receipt.overrides, ["country-first (name)"]);
        }
    }
}

#[test]
fn rule_without_error_cannot_be_overridden() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let nothing = at(&service, &home, &["send", "--override", "required"]);
    refused(&service, &home);
    let file = written(&home, "c.json", &campaign("A note"));
    at(&service, &home, &["campaign", "create", &file]);
    let send = |rule: &str| {
        let more = ["send", "--override", RULE, "--override", rule, "--go"];
        at(&service, &home, &more)
    };
    let said = [
        nothing,
        send("trafficking"),
        send("required"),
        send("advertiser-without-privacy-section"),
    ];
    expect![[r#"
        --override required: No rule with this name found an error in what would be sent. There are no errors to override. Nothing was sent.
        ended with 2
        --override trafficking: No rule with this name found an error in what would be sent. These rules found errors: trafficking-mode-with-placements. Nothing was sent.
        ended with 2
        --override required: No rule with this name found an error in what would be sent. These rules found errors: trafficking-mode-with-placements. Nothing was sent.
        ended with 2
        --override advertiser-without-privacy-section: Its findings are not errors and do not block the send. These rules found errors: trafficking-mode-with-placements. Nothing was sent.
        ended with 2
    "#]].assert_eq(&said.map(|output| shown(&output)).concat());
}
