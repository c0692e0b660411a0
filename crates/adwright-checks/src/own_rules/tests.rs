use adwright_model::Kind;
use expect_test::{Expect, expect};

use super::OwnRules;
use crate::finding::{Finding, message, title};
use crate::testing::TestCase;

/// Returns rules with one rule. `rest` has its members other than name and wording.
fn rule(rest: &str) -> String {
    format!(
        r#"{{"rules": [{{"name": "own-rule", "title": "Own", "says": "It is not so.", "severity": "warning", {rest}}}]}}"#
    )
}

/// Checks what a workspace's own rules report about a campaign.
#[track_caller]
fn check(rules: &str, campaign: &TestCase, expected: &Expect) {
    let rules = OwnRules::parse(rules).unwrap();
    let found = rules.check(&campaign.input()).into_iter();
    let own = found.filter(|finding| finding.rule == "own-rule");
    let lines: Vec<_> = own.map(|finding| line(&finding)).collect();
    expected.assert_eq(&lines.join("\n"));
}

fn line(finding: &Finding) -> String {
    let (message, title) = (message(finding), title(finding));
    format!(
        "{:?} at {}: {message} ({title})",
        finding.severity, finding.path
    )
}

#[track_caller]
fn refused(rules: &str, expected: &Expect) {
    expected.assert_eq(&OwnRules::parse(rules).unwrap_err().to_string());
}

fn flights(list: &str) -> TestCase {
    TestCase::update(&[("flights", list)])
}

#[test]
fn field_requirement_reports_only_violations() {
    let prefix = rule(r#""kind": "Campaign", "field": "name", "must": {"match": "^DE "}"#);
    check(
        &prefix,
        &TestCase::update(&[("name", "\"Spring\"")]),
        &expect!["Warning at name: It is not so. (Own)"],
    );
    check(
        &prefix,
        &TestCase::update(&[("name", "\"DE Spring\"")]),
        &expect![[""]],
    );
    let value = r#"{"type":"RetargetingDataValue","name":"x"}"#;
    check(
        &prefix,
        &TestCase::new_of(Kind::RetargetingDataValue, value),
        &expect![[""]],
    );
}

#[test]
fn each_list_item_is_checked() {
    check(
        &rule(r#""field": "flights[].name", "must": {"notMatch": "(?i)test"}"#),
        &flights(r#"[{"name":"Test 1"},{"name":"Spring"},{},{"name":"a test"}]"#),
        &expect![[r#"
            Warning at flights[0].name: It is not so. (Own)
            Warning at flights[3].name: It is not so. (Own)"#]],
    );
}

#[test]
fn report_stops_after_ten_thousand_places() {
    let named = rule(r#""field": "flights[].name", "must": {"beFilled": true}"#);
    let rules = OwnRules::parse(&named).unwrap();
    for (flights, reported) in [(9_999, 9_999), (10_000, 10_000), (10_001, 10_000)] {
        let campaign =
            TestCase::update(&[("flights", &format!("[{}]", vec!["{}"; flights].join(",")))]);
        let found = rules.check(&campaign.input());
        let own: Vec<_> = found
            .iter()
            .filter(|finding| finding.rule == "own-rule")
            .collect();
        assert_eq!(own.len(), reported, "of {flights}");
        // The report has the first findings.
        let last = format!("flights[{}].name", reported - 1);
        assert_eq!(own[reported - 1].path.to_string(), last);
    }
}

#[test]
fn required_filled_field_is_reported_when_absent() {
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
        &TestCase::update(&[("notes", "\"x\"")]),
        &expect!["Warning at notes: It is not so. (Own)"],
    );
    let list = rule(r#""field": "x", "must": {"beFilled": true}"#);
    for (value, is_filled) in [
        ("[]", false),
        ("{}", false),
        ("[0]", true),
        ("{\"a\":1}", true),
    ] {
        let found = OwnRules::parse(&list).unwrap();
        let found = found.check(&TestCase::update(&[("x", value)]).input());
        let is_missed = found.iter().any(|finding| finding.rule == "own-rule");
        assert_eq!(is_missed, !is_filled, "{value}");
    }
}

#[test]
fn condition_can_require_absence() {
    let without_notes = rule(
        r#""field": "mediaPlanRef", "must": {"beFilled": true}, "where": {"notes": {"beFilled": false}}"#,
    );
    let campaign = |notes| TestCase::update(&[("mediaPlanRef", "null"), ("notes", notes)]);
    check(
        &without_notes,
        &campaign(""),
        &expect!["Warning at mediaPlanRef: It is not so. (Own)"],
    );
    check(&without_notes, &campaign("\"x\""), &expect![[""]]);
}

#[test]
fn own_rules_are_counted() {
    let count = |rules: &str| OwnRules::parse(rules).unwrap().count();
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
        let rules = OwnRules::parse(&rule(&format!(r#""field": "x", "must": {must}"#))).unwrap();
        let is_found = |value: &str| {
            let campaign = TestCase::update(&[("x", value)]);
            let found = rules.check(&campaign.input());
            found.iter().any(|finding| finding.rule == "own-rule")
        };
        assert!(is_found(wrong), "{must} {wrong}");
        assert!(!is_found(right), "{must} {right}");
        // Built-in rules report other types and absent values.
        assert!(must.contains("OneOf") || !is_found("true"), "{must} true");
        assert!(!is_found("null"), "{must} null");
    }
}

#[test]
fn conditions_limit_where_a_rule_applies() {
    let german = rule(
        r#""field": "currency", "must": {"beOneOf": ["EUR"]},
           "where": {"name": {"match": "DE$"}, "flights[].name": {"match": "Spring"}}"#,
    );
    let campaign = |name, flights| {
        TestCase::update(&[
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
fn workspace_overrides_severity_of_builtin_rules() {
    let found = |rules: &str| {
        let campaign = TestCase::update(&[("name", "\" Spring \"")]);
        let found = OwnRules::parse(rules).unwrap().check(&campaign.input());
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
fn workspace_without_own_rules_has_builtin_rules() {
    let campaign = TestCase::update(&[("name", "\" Spring \""), ("advertiserId", "\"7\"")]);
    let own = OwnRules::default().check(&campaign.input());
    assert_eq!(own, crate::check(&campaign.input()));
}

#[test]
fn errors_precede_warnings_from_any_source() {
    let text = r#"{"severities": {"tidy-name": "note"}, "rules": [{"name": "own-rule", "title": "Own",
        "says": "No.", "severity": "error", "field": "mediaPlanRef", "must": {"match": "^X"}}]}"#;
    let campaign = TestCase::update(&[("name", "\" Spring \"")]);
    let found = OwnRules::parse(text).unwrap().check(&campaign.input());
    let rules: Vec<_> = found.iter().map(|finding| &*finding.rule).collect();
    let place = |rule| rules.iter().position(|one| *one == rule);
    assert_eq!(place("own-rule"), Some(0));
    assert!(place("tidy-name") > Some(0));
}

#[test]
fn impossible_rule_is_reported_with_its_place() {
    let cases = [
        (
            "",
            expect!["Line 1, column 1: this is not well-formed JSON: it is empty."],
        ),
        (
            "{\n  \"rule\": []}",
            expect!["Line 2, column 11: “rule” is not known here; use “severities” or “rules”."],
        ),
        (
            r#"{"severities": {"plain-htp": "off"}}"#,
            expect![
                "Line 1, column 30: plain-htp: unknown rule; `adwright explain` lists all rules."
            ],
        ),
        (
            r#"{"severities": {"required": "off"}}"#,
            expect![
                "Line 1, column 29: required: it predicts a refusal of the service, so it can be a warning or a note, but not off."
            ],
        ),
    ];
    for (text, expected) in cases {
        refused(text, &expected);
    }
    refused(
        &rule(r#""field": "a..b", "must": {"beFilled": true}"#),
        &expect![
            "Line 1, column 12: own-rule: “a..b” is not a field. Write members with dots between them and [] after a list, such as flights[].name."
        ],
    );
    refused(
        &rule(r#""field": "a", "must": {"beOneOf": []}"#),
        &expect!["Line 1, column 12: own-rule: beOneOf needs at least one value."],
    );
    for pattern in ["(", "(a{1000}){1000}{1000}"] {
        let text = rule(&format!(
            r#""field": "a", "must": {{"match": "{pattern}"}}"#
        ));
        let error = OwnRules::parse(&text).unwrap_err().to_string();
        assert!(
            error.starts_with("Line 1, column 12: own-rule: the pattern ("),
            "{error}"
        );
    }
    let named =
        |name: &str| rule(r#""field": "a", "must": {"beFilled": true}"#).replace("own-rule", name);
    for name in ["", "Own rule", "required"] {
        assert!(OwnRules::parse(&named(name)).is_err(), "{name}");
    }
}

#[test]
fn wrong_form_is_reported_with_place_and_expectation() {
    let parts = [
        "[]",
        r#"{"severities": []}"#,
        r#"{"severities": {"tidy-name": "fatal"}}"#,
        r#"{"severities": {"tidy-name": 1}}"#,
        r#"{"rules": {}}"#,
        "{\"rules\": [\n 7]}",
        "{\"rules\": [\n {\"name\": \"a\"}]}",
        r#"{"rules": [], "rules": []}"#,
    ];
    let lines = [
        r#""field": "a""#,
        r#""field": 7, "must": {"beFilled": true}"#,
        r#""field": "a", "must": "beFilled""#,
        r#""field": "a", "must": {}"#,
        r#""field": "a", "must": {"match": "a", "notMatch": "b"}"#,
        r#""field": "a", "must": {"matches": "a"}"#,
        r#""field": "a", "must": {"match": 1}"#,
        r#""field": "a", "must": {"beOneOf": "a"}"#,
        r#""field": "a", "must": {"beAtLeast": "1"}"#,
        r#""field": "a", "must": {"haveAtMost": -1}"#,
        r#""field": "a", "must": {"beFilled": "true"}"#,
        r#""field": "a", "must": {"beFilled": true}, "kind": "Campain""#,
        r#""field": "a", "must": {"beFilled": true}, "where": []"#,
        r#""field": "a", "must": {"beFilled": true}, "where": {"b": {"is": 1}}"#,
        r#""field": "a", "must": {"beFilled": true}, "when": {}"#,
    ];
    let texts = parts.map(str::to_owned).into_iter().chain(lines.map(rule));
    let errors: Vec<_> = texts
        .map(|text| OwnRules::parse(&text).unwrap_err().to_string())
        .collect();
    expect![[r#"
        Line 1, column 1: rules must be one object in braces, with “severities” and “rules”.
        Line 1, column 16: “severities” must have names of rules in braces, each with its severity.
        Line 1, column 30: “fatal” is not known here; use “error”, “warning”, “note” or “off”.
        Line 1, column 30: “1” is not known here; use “error”, “warning”, “note” or “off”.
        Line 1, column 11: “rules” must be a list in brackets.
        Line 2, column 2: each of “rules” must be an object in braces.
        Line 2, column 2: this rule has no “field”.
        Line 1, column 15: the member "rules" occurs twice in one object, so it is unclear which one counts.
        Line 1, column 12: this rule has no “must”.
        Line 1, column 106: “field” must be a text in quotes.
        Line 1, column 119: the requirement of a field must be in braces, such as {"beFilled": true}.
        Line 1, column 119: exactly one requirement is needed here.
        Line 1, column 119: exactly one requirement is needed here.
        Line 1, column 131: “matches” is not known here; use “match”, “notMatch”, “beOneOf”, “beAtLeast”, “beAtMost”, “haveAtMost” or “beFilled”.
        Line 1, column 129: “match” must be a text in quotes.
        Line 1, column 131: “beOneOf” must be a list in brackets.
        Line 1, column 133: “beAtLeast” must be a number.
        Line 1, column 134: “haveAtMost” must be a whole number of at least 0.
        Line 1, column 132: “beFilled” must be true or false, without quotes.
        Line 1, column 147: “Campain” is not known here; use “Campaign”, “SiteContact”, “RetargetingDataValue”, “InStreamInteractiveAd”, “ExpandableBannerAd” or “HTML5ExpandableBannerAd”.
        Line 1, column 148: “where” must have fields in braces, each with its requirement.
        Line 1, column 161: “is” is not known here; use “match”, “notMatch”, “beOneOf”, “beAtLeast”, “beAtMost”, “haveAtMost” or “beFilled”.
        Line 1, column 147: “when” is not known here; use “name”, “title”, “field”, “must”, “severity”, “says”, “kind” or “where”."#]].assert_eq(&errors.join("\n"));
}

#[test]
fn message_is_the_title_of_untitled_rule() {
    let untitled = rule(r#""field": "notes", "must": {"beFilled": false}"#);
    check(
        &untitled.replace(r#""title": "Own","#, ""),
        &TestCase::update(&[("notes", "\"x\"")]),
        &expect!["Warning at notes: It is not so. (It is not so.)"],
    );
}

#[test]
fn rule_kind_and_conditions_are_optional() {
    let none = rule(r#""field": "a", "must": {"beFilled": true}, "kind": null, "where": null"#);
    assert_eq!(OwnRules::parse(&none).unwrap().count(), 1);
    let single = rule(
        r#""field": "a", "must": {"beFilled": true}, "kind": "HTML5SingleExpandableBannerAd""#,
    );
    assert_eq!(OwnRules::parse(&single).unwrap().count(), 1);
}

#[test]
fn a_choice_among_numbers_is_exact() {
    let one = rule(r#""field": "id", "must": {"beOneOf": [9007199254740993]}"#);
    check(
        &one,
        &TestCase::update(&[("id", "9007199254740993")]),
        &expect![[""]],
    );
    check(
        &one,
        &TestCase::update(&[("id", "9007199254740992")]),
        &expect!["Warning at id: It is not so. (Own)"],
    );
}

#[test]
fn unreadable_rules_are_reported_in_every_finding_list() {
    let why = OwnRules::parse(r#"{"rules": [], "since": 2}"#).unwrap_err();
    let own = OwnRules::not_loaded(&why);
    let findings = own.check(&TestCase::update(&[]).input());
    let lines: Vec<_> = findings.iter().map(line).collect();
    expect!["Warning at : Your own rules were not applied, because this version of Adwright cannot use them. Line 1, column 24: “since” is not known here; use “severities” or “rules”. Fix them under “Rules of your own…”, or update Adwright if a later version wrote them. (Rules of your own that are not used)"].assert_eq(&lines.join("\n"));
    assert_eq!(own.count(), 0);
}

#[test]
fn two_rules_of_one_name_are_refused() {
    let one = r#"{"name": "own-rule", "title": "Own", "says": "No.", "severity": "note", "field": "a",
        "must": {"beFilled": true}}"#;
    refused(
        &format!(r#"{{"rules": [{one}, {one}]}}"#),
        &expect!["Line 2, column 38: own-rule: two rules have this name."],
    );
}
