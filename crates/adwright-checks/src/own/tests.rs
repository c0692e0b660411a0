use adwright_model::Kind;
use expect_test::{Expect, expect};

use super::OwnRules;
use crate::finding::{Finding, message, title};
use crate::testing::Case;

/// Rules with one that is about campaigns, given what it says beside its name and words.
fn rule(rest: &str) -> String {
    format!(
        r#"{{"rules": [{{"name": "own-rule", "title": "Own", "says": "It is not so.", "severity": "warning", {rest}}}]}}"#
    )
}

/// What rules of a workspace's own say of a campaign.
#[track_caller]
fn check(rules: &str, campaign: &Case, expected: &Expect) {
    let rules = OwnRules::read(rules).unwrap();
    let found = rules.check(&campaign.subject()).into_iter();
    let own = found.filter(|finding| finding.rule == "own-rule");
    let said: Vec<_> = own.map(|finding| line(&finding)).collect();
    expected.assert_eq(&said.join("\n"));
}

fn line(finding: &Finding) -> String {
    let (says, title) = (message(finding), title(finding));
    format!(
        "{:?} at {}: {says} ({title})",
        finding.severity, finding.path
    )
}

#[track_caller]
fn refused(rules: &str, expected: &Expect) {
    expected.assert_eq(&OwnRules::read(rules).unwrap_err().to_string());
}

fn flights(list: &str) -> Case {
    Case::update(&[("flights", list)])
}

#[test]
fn what_a_field_must_be_like_is_said_where_it_is_not() {
    let prefix = rule(r#""kind": "Campaign", "field": "name", "must": {"match": "^DE "}"#);
    check(
        &prefix,
        &Case::update(&[("name", "\"Spring\"")]),
        &expect!["Warning at name: It is not so. (Own)"],
    );
    check(
        &prefix,
        &Case::update(&[("name", "\"DE Spring\"")]),
        &expect![[""]],
    );
    let value = r#"{"type":"RetargetingDataValue","name":"x"}"#;
    check(
        &prefix,
        &Case::new_of(Kind::RetargetingDataValue, value),
        &expect![[""]],
    );
}

#[test]
fn each_item_of_a_list_is_looked_at() {
    check(
        &rule(r#""field": "flights[].name", "must": {"notMatch": "(?i)test"}"#),
        &flights(r#"[{"name":"Test 1"},{"name":"Spring"},{},{"name":"a test"}]"#),
        &expect![[r#"
            Warning at flights[0].name: It is not so. (Own)
            Warning at flights[3].name: It is not so. (Own)"#]],
    );
}

#[test]
fn what_must_be_filled_is_missed_where_it_is_not_there() {
    let filled = rule(r#""field": "flights[].name", "must": {"beFilled": true}"#);
    check(
        &filled,
        &flights(r#"[{},{"name":" "},{"name":null},{"name":"x"},{"name":0}]"#),
        &expect![[r#"
            Warning at flights[0].name: It is not so. (Own)
            Warning at flights[1].name: It is not so. (Own)
            Warning at flights[2].name: It is not so. (Own)"#]],
    );
    check(
        &rule(r#""field": "notes", "must": {"beFilled": false}"#),
        &Case::update(&[("notes", "\"x\"")]),
        &expect!["Warning at notes: It is not so. (Own)"],
    );
    let list = rule(r#""field": "x", "must": {"beFilled": true}"#);
    for (value, is_filled) in [
        ("[]", false),
        ("{}", false),
        ("[0]", true),
        ("{\"a\":1}", true),
    ] {
        let found = OwnRules::read(&list).unwrap();
        let found = found.check(&Case::update(&[("x", value)]).subject());
        let is_missed = found.iter().any(|finding| finding.rule == "own-rule");
        assert_eq!(is_missed, !is_filled, "{value}");
    }
}

#[test]
fn a_condition_may_ask_for_what_is_not_there() {
    let without_notes = rule(
        r#""field": "mediaPlanRef", "must": {"beFilled": true}, "where": {"notes": {"beFilled": false}}"#,
    );
    let campaign = |notes| Case::update(&[("mediaPlanRef", "null"), ("notes", notes)]);
    check(
        &without_notes,
        &campaign(""),
        &expect!["Warning at mediaPlanRef: It is not so. (Own)"],
    );
    check(&without_notes, &campaign("\"x\""), &expect![[""]]);
}

#[test]
fn rules_of_its_own_are_counted() {
    let count = |rules: &str| OwnRules::read(rules).unwrap().count();
    assert_eq!(count(r#"{"severities": {"tidy-name": "note"}}"#), 0);
    let one = rule(r#""field": "a", "must": {"beFilled": true}"#);
    assert_eq!(count(&one), 1);
    let text = one.trim_end_matches("]}").to_owned();
    let other = &text[text.find("{\"name").unwrap()..];
    assert_eq!(
        count(&format!(
            "{text}, {}]}}",
            other.replace("own-rule", "other")
        )),
        2
    );
}

#[test]
fn numbers_choices_and_lengths_have_limits() {
    let limits = [
        (r#"{"beAtLeast": 10}"#, "9.99", "10.0"),
        (r#"{"beAtMost": 1e3}"#, "1000.01", "1E3"),
        (r#"{"beOneOf": [1, "b", null]}"#, "\"a\"", "1.0"),
        (r#"{"haveAtMost": 2}"#, "\"ääö\"", "\"äö\""),
        (r#"{"haveAtMost": 2}"#, "[1,2,3]", "[1,2]"),
        (r#"{"match": "^12$"}"#, "123", "12"),
    ];
    for (must, wrong, right) in limits {
        let rules = OwnRules::read(&rule(&format!(r#""field": "x", "must": {must}"#))).unwrap();
        let is_found = |value: &str| {
            let campaign = Case::update(&[("x", value)]);
            let found = rules.check(&campaign.subject());
            found.iter().any(|finding| finding.rule == "own-rule")
        };
        assert!(is_found(wrong), "{must} {wrong}");
        assert!(!is_found(right), "{must} {right}");
        // Another type is for our own rules to say, and so is what is not there.
        assert!(must.contains("OneOf") || !is_found("true"), "{must} true");
        assert!(!is_found("null"), "{must} null");
    }
}

#[test]
fn conditions_say_where_a_rule_counts() {
    let german = rule(
        r#""field": "currency", "must": {"beOneOf": ["EUR"]},
           "where": {"name": {"match": "DE$"}, "flights[].name": {"match": "Spring"}}"#,
    );
    let campaign = |name, flights| {
        Case::update(&[
            ("currency", "\"USD\""),
            ("name", name),
            ("flights", flights),
        ])
    };
    let found = expect!["Warning at currency: It is not so. (Own)"];
    check(
        &german,
        &campaign("\"DE\"", r#"[{"name":"a"},{"name":"Spring"}]"#),
        &found,
    );
    for other in [
        campaign("\"UK\"", r#"[{"name":"Spring"}]"#),
        campaign("\"DE\"", r#"[{"name":"a"}]"#),
        campaign("\"DE\"", "[]"),
        campaign("null", r#"[{"name":"Spring"}]"#),
    ] {
        check(&german, &other, &expect![[""]]);
    }
}

#[test]
fn our_rules_matter_as_much_as_a_workspace_says() {
    let found = |rules: &str| {
        let campaign = Case::update(&[("name", "\" Spring \"")]);
        let found = OwnRules::read(rules).unwrap().check(&campaign.subject());
        let found = found
            .into_iter()
            .filter(|finding| finding.rule == "tidy-name");
        found
            .map(|finding| format!("{:?}", finding.severity))
            .collect::<Vec<_>>()
    };
    assert_eq!(found("{}"), ["Warning"]);
    assert_eq!(
        found(r#"{"severities": {"tidy-name": "error"}}"#),
        ["Error"]
    );
    assert_eq!(found(r#"{"severities": {"tidy-name": "note"}}"#), ["Note"]);
    assert_eq!(found(r#"{"severities": {"tidy-name": "off"}}"#), [""; 0]);
}

#[test]
fn without_rules_of_its_own_a_workspace_has_ours() {
    let campaign = Case::update(&[("name", "\" Spring \""), ("advertiserId", "\"7\"")]);
    let own = OwnRules::default().check(&campaign.subject());
    assert_eq!(own, crate::check(&campaign.subject()));
}

#[test]
fn errors_come_first_wherever_they_are_from() {
    let text = r#"{"severities": {"tidy-name": "note"}, "rules": [{"name": "own-rule", "title": "Own",
        "says": "No.", "severity": "error", "field": "mediaPlanRef", "must": {"match": "^X"}}]}"#;
    let campaign = Case::update(&[("name", "\" Spring \"")]);
    let found = OwnRules::read(text).unwrap().check(&campaign.subject());
    let rules: Vec<_> = found.iter().map(|finding| &*finding.rule).collect();
    let place = |rule| rules.iter().position(|one| *one == rule);
    assert_eq!(place("own-rule"), Some(0));
    assert!(place("tidy-name") > Some(0));
}

#[test]
fn what_cannot_be_meant_is_named_with_its_place() {
    let cases = [
        ("", expect!["Line 1, column 0: EOF while parsing a value."]),
        (
            "{\n  \"rule\": []}",
            expect!["Line 2, column 8: unknown field `rule`, expected `severities` or `rules`."],
        ),
        (
            r#"{"severities": {"plain-htp": "off"}}"#,
            expect!["plain-htp: there is no rule of this name; `adwright explain` lists all."],
        ),
        (
            r#"{"severities": {"required": "off"}}"#,
            expect![
                "required: it foretells what the service refuses, so that it can be a warning or a note, but not off."
            ],
        ),
    ];
    for (text, expected) in cases {
        refused(text, &expected);
    }
    refused(
        &rule(r#""field": "a..b", "must": {"beFilled": true}"#),
        &expect![
            "own-rule: “a..b” names no field. Write members with dots between them and [] behind a list, such as flights[].name."
        ],
    );
    refused(
        &rule(r#""field": "a", "must": {"beOneOf": []}"#),
        &expect!["own-rule: beOneOf needs at least one value."],
    );
    for pattern in ["(", "(a{1000}){1000}{1000}"] {
        let text = rule(&format!(
            r#""field": "a", "must": {{"match": "{pattern}"}}"#
        ));
        let said = OwnRules::read(&text).unwrap_err().to_string();
        assert!(said.starts_with("own-rule: the pattern ("), "{said}");
    }
    let named =
        |name: &str| rule(r#""field": "a", "must": {"beFilled": true}"#).replace("own-rule", name);
    for name in ["", "Own rule", "required"] {
        assert!(OwnRules::read(&named(name)).is_err(), "{name}");
    }
}

#[test]
fn two_rules_of_one_name_are_refused() {
    let one = r#"{"name": "own-rule", "title": "Own", "says": "No.", "severity": "note", "field": "a",
        "must": {"beFilled": true}}"#;
    refused(
        &format!(r#"{{"rules": [{one}, {one}]}}"#),
        &expect!["own-rule: two rules have this name."],
    );
}
