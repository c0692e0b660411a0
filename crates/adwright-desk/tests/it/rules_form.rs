//! A text of rules as a form: its rows, its edits, and the cached objects that the rules find.

use std::sync::atomic::{AtomicBool, Ordering};

use adwright_desk::{Error, OwnRulesError};
use adwright_testkit::TestApp;
use adwright_views::{
    ListId, RequirementKind, RuleCount, RulePart, RuleParts, RuleRequirement, RuleRow, RulesEdit,
    RulesForm, Severity,
};

use crate::{fetched, ids_of, with_ads};

/// Unusual spelling on purpose: an edit must keep it.
const TEXT: &str = r#"{
 "rules":[ {"says" : "Put the \u0063ountry first.", "where":{ "accountName": {"match":"South"} },
    "name":"country-first","title":"Country", "kind":"Campaign", "field":"name",
    "must":{"match" : "^[A-Z]{2} "},   "severity":"note"},
  {"name":"one-of", "field":"status","must":{"beOneOf":["ACTIVE",  7.0, null]}, "severity":"error","says":"No."} ],
 "severities":{"tidy-name":"off"}}
"#;

async fn app() -> TestApp {
    TestApp::first_start().await
}

fn rows(app: &TestApp, text: &str) -> Vec<RuleRow> {
    match app.customization.rules_form(text) {
        RulesForm::Rules(list) => list.rules,
        RulesForm::Broken(problem) => panic!("{problem:?}"),
    }
}

fn requirement(kind: RequirementKind, value: &str) -> RuleRequirement {
    let value = value.to_owned();
    RuleRequirement { kind, value }
}

fn put(index: u32, parts: RuleParts) -> RulesEdit {
    RulesEdit::Put { index, parts }
}

/// A change of the parts of a rule.
type Change<'a> = &'a dyn Fn(&mut RuleParts);

/// Applies a change to the parts of a rule, as the window does.
fn edited(app: &TestApp, text: &str, index: u32, change: impl FnOnce(&mut RuleParts)) -> String {
    let mut parts = rows(app, text)[index as usize].parts.clone();
    change(&mut parts);
    app.customization
        .edit_rules(text, &put(index, parts))
        .unwrap()
}

/// A new rule, as the window adds it.
fn empty_rule() -> RuleParts {
    RuleParts {
        field: Some(String::new()),
        requirement: Some(requirement(RequirementKind::BeFilled, "")),
        message: Some(String::new()),
        severity: Some(Severity::Warning),
    }
}

#[tokio::test]
async fn rows_show_the_parts_of_rules() {
    let app = app().await;
    let rows = rows(&app, TEXT);
    let [first, second] = &rows[..] else {
        panic!("{rows:?}")
    };
    assert_eq!(
        first.parts,
        RuleParts {
            field: Some("name".to_owned()),
            requirement: Some(requirement(RequirementKind::Match, "^[A-Z]{2} ")),
            message: Some("Put the country first.".to_owned()),
            severity: Some(Severity::Note),
        }
    );
    assert_eq!(
        (first.kind.as_deref(), first.has_conditions),
        (Some("Campaign"), true)
    );
    assert_eq!(
        second.parts.requirement,
        Some(requirement(RequirementKind::BeOneOf, "ACTIVE\n7.0\nnull"))
    );
    assert_eq!(
        (second.kind.as_deref(), second.has_conditions),
        (None, false)
    );
    assert!(
        rows.iter()
            .all(|row| row.problems.is_empty() && !row.is_field_unknown)
    );
}

#[tokio::test]
async fn unshowable_parts_are_left_to_the_json() {
    let app = app().await;
    let texts = [
        r#"{"beOneOf": [["a"]]}"#,
        r#"{"beOneOf": ["a\nb"]}"#,
        r#"{"beFilled": "true"}"#,
        r#"{"match": "a", "notMatch": "b"}"#,
        r#"{"contain": "a"}"#,
    ];
    for must in texts {
        let text = TEXT.replace(r#"{"match" : "^[A-Z]{2} "}"#, must);
        let row = &rows(&app, &text)[0];
        assert_eq!(row.parts.requirement, None, "{must}");
        let changed = edited(&app, &text, 0, |parts| {
            parts.field = Some("notes".to_owned());
        });
        assert_eq!(
            changed,
            text.replace(r#""field":"name""#, r#""field":"notes""#)
        );
    }
}

#[tokio::test]
async fn edit_keeps_every_other_byte() {
    let app = app().await;
    let unchanged = edited(&app, TEXT, 0, |_| {});
    assert_eq!(unchanged, TEXT);
    let edits: [(&str, &str, Change<'_>); 5] = [
        (
            r#""field":"name""#,
            r#""field":"flights[].name""#,
            &|parts| {
                parts.field = Some("flights[].name".to_owned());
            },
        ),
        (
            r#"{"match" : "^[A-Z]{2} "}"#,
            r#"{"match" : "\"x"}"#,
            &|parts| {
                parts.requirement = Some(requirement(RequirementKind::Match, "\"x"));
            },
        ),
        (
            r#"{"match" : "^[A-Z]{2} "}"#,
            r#"{ "haveAtMost": 40 }"#,
            &|parts| {
                parts.requirement = Some(requirement(RequirementKind::HaveAtMost, "40"));
            },
        ),
        (r#""severity":"note""#, r#""severity":"error""#, &|parts| {
            parts.severity = Some(Severity::Error);
        }),
        (r#""Put the \u0063ountry first.""#, r#""Ä""#, &|parts| {
            parts.message = Some("Ä".to_owned());
        }),
    ];
    for (before, after, change) in edits {
        assert_eq!(edited(&app, TEXT, 0, change), TEXT.replace(before, after));
    }
}

#[tokio::test]
async fn choices_keep_their_spelling_and_type() {
    let app = app().await;
    let choose = |text: &str, lines: &str| {
        edited(&app, text, 1, |parts| {
            parts.requirement = Some(requirement(RequirementKind::BeOneOf, lines));
        })
    };
    let list = r#"["ACTIVE",  7.0, null]"#;
    let chosen = choose(TEXT, "null\n7.0\nPAUSED\n\n12\n");
    assert_eq!(chosen, TEXT.replace(list, r#"[null, 7.0, "PAUSED", "12"]"#));
    let numbers = TEXT.replace(r#""status""#, r#""budget""#);
    let chosen = choose(&numbers, "7.0\n12\nmany");
    assert_eq!(chosen, numbers.replace(list, r#"[7.0, 12, "many"]"#));
}

#[tokio::test]
async fn rules_are_added_last_and_removed() {
    let app = app().await;
    let add = |text: &str| {
        let index = u32::try_from(rows(&app, text).len()).unwrap();
        app.customization
            .edit_rules(text, &put(index, empty_rule()))
            .unwrap()
    };
    let remove = |text: &str, index| {
        let remove = RulesEdit::Remove { index };
        app.customization.edit_rules(text, &remove).unwrap()
    };
    for text in ["", "{}", r#"{ "severities": {} }"#, TEXT] {
        let before = if text.is_empty() {
            0
        } else {
            rows(&app, text).len()
        };
        let twice = add(&add(text));
        let added = rows(&app, &twice);
        assert_eq!(added.len(), before + 2, "{text}");
        let new = &added[before];
        assert_eq!(
            (&new.parts, new.kind.as_deref()),
            (&empty_rule(), Some("Campaign"))
        );
        let missing: Vec<_> = new
            .problems
            .iter()
            .map(|one| (one.part, one.is_missing))
            .collect();
        assert_eq!(
            missing,
            [(RulePart::Field, true), (RulePart::Message, true)]
        );
    }
    assert_eq!(remove(&add(TEXT), 2), TEXT);
    let (head, rules) = TEXT.split_once(r#"{"says""#).unwrap();
    let (_, second) = rules.split_once(r#"{"name":"one-of""#).unwrap();
    let rest = format!(r#"{head}{{"name":"one-of"{second}"#);
    assert_eq!(remove(TEXT, 0), rest);
}

#[tokio::test]
async fn problems_belong_to_the_parts() {
    let app = app().await;
    let problem = |change: Change<'_>| {
        let row = rows(&app, &edited(&app, TEXT, 0, change)).remove(0);
        let parts = row.problems.iter().map(|one| (one.part, one.is_missing));
        (row.parts, parts.collect::<Vec<_>>(), row.is_field_unknown)
    };
    let typed = |kind, value: &str| Some(requirement(kind, value));
    for (kind, value) in [
        (RequirementKind::Match, "(a"),
        (RequirementKind::BeAtLeast, "ten"),
        (RequirementKind::HaveAtMost, "-1"),
    ] {
        let (parts, problems, _) = problem(&|parts| parts.requirement = typed(kind, value));
        assert_eq!(parts.requirement, typed(kind, value));
        assert_eq!(problems, [(RulePart::Requirement, false)]);
    }
    let (_, problems, _) =
        problem(&|parts| parts.requirement = typed(RequirementKind::BeOneOf, ""));
    assert_eq!(problems, [(RulePart::Requirement, true)]);
    let (_, problems, _) = problem(&|parts| parts.field = Some("a..b".to_owned()));
    assert_eq!(problems, [(RulePart::Field, false)]);
    let (_, problems, is_unknown) = problem(&|parts| parts.field = Some("nam".to_owned()));
    assert_eq!((problems, is_unknown), (vec![], true));
    let twins = TEXT.replace("one-of", "country-first");
    let twin = &rows(&app, &twins)[1];
    assert_eq!(twin.problems[0].part, RulePart::Other);
}

#[tokio::test]
async fn broken_text_names_its_line_and_column() {
    let app = app().await;
    for (text, place) in [
        ("{\n  \"rules\": [}", (2, 13)),
        (r#"{"rules": 1}"#, (1, 11)),
        (r#"{"severities": {"tidy-nam": "off"}}"#, (1, 29)),
    ] {
        let RulesForm::Broken(problem) = app.customization.rules_form(text) else {
            panic!("{text}")
        };
        assert_eq!((problem.line, problem.column), place, "{text}");
        let edit = RulesEdit::Remove { index: 0 };
        let refused = app.customization.edit_rules("{\n[", &edit).unwrap_err();
        assert!(matches!(
            refused,
            Error::OwnRules(OwnRulesError::Form { line: 2, .. })
        ));
    }
}

#[tokio::test]
async fn offered_fields_have_paths_of_rules() {
    let app = app().await;
    let text = TEXT.replace(r#""field":"name""#, r#""field":"""#);
    let RulesForm::Rules(list) = app.customization.rules_form(&text) else {
        panic!("broken")
    };
    let kinds: Vec<_> = list.kinds.iter().map(|one| one.kind.as_deref()).collect();
    assert_eq!(kinds, [None, Some("Campaign")]);
    for kind in &list.kinds {
        for field in &kind.fields {
            let text = edited(&app, TEXT, 0, |parts| {
                parts.field = Some(field.value.clone());
            });
            assert!(!rows(&app, &text)[0].is_field_unknown, "{field:?}");
        }
        let paths: Vec<_> = kind.fields.iter().map(|field| &*field.value).collect();
        assert!(paths.contains(&"name") && paths.iter().any(|path| path.contains("[].")));
    }
}

#[tokio::test]
async fn counts_are_those_of_the_checks() {
    let app = fetched().await;
    let text = r#"{"rules": [
        {"name":"a","kind":"Campaign","field":"name","must":{"notMatch":"^Spring"},"severity":"note","says":""},
        {"name":"b","kind":"Campaign","field":"name","must":{"beFilled":false},"severity":"note","says":"x",
         "where":{"name":{"match":"^Spring launch, DE$"}}},
        {"name":"c","kind":"Campaign","field":"name","must":{"match":"("},"severity":"note","says":"x"},
        {"name":"d","kind":"RetargetingDataValue","field":"name","must":{"beFilled":true},"severity":"note","says":"x"}]}"#;
    let counts = app.customization.count_rules(text, "count").unwrap();
    let total = u32::try_from(ids_of(&app, ListId::Campaigns).len()).unwrap();
    let [springs, one, unfinished, values] = counts[..] else {
        panic!("{counts:?}")
    };
    let springs = springs.unwrap();
    assert!(
        springs.found > 0 && springs.found < total && springs.total == total,
        "{springs:?}"
    );
    assert_eq!(one, Some(RuleCount { found: 1, total }));
    assert_eq!(unfinished, None);
    assert_eq!(values, Some(RuleCount::default()));
}

#[tokio::test]
async fn rules_of_every_kind_count_all_objects() {
    let app = with_ads().await;
    let rule = |name: &str, kind: &str| {
        format!(
            r#"{{"name":"{name}",{kind}"field":"nowhere","must":{{"beFilled":true}},"severity":"note","says":"x"}}"#
        )
    };
    let rules = [
        rule("every", ""),
        rule("campaigns", r#""kind":"Campaign","#),
        rule("in-stream", r#""kind":"InStreamInteractiveAd","#),
    ];
    let text = format!(r#"{{"rules": [{}]}}"#, rules.join(","));
    let counts = app.customization.count_rules(&text, "count").unwrap();
    let counts: Vec<_> = counts.into_iter().map(Option::unwrap).collect();
    assert!(
        counts
            .iter()
            .all(|count| count.found == count.total && count.total > 0)
    );
    assert!(counts[0].total > counts[1].total + counts[2].total);
}

#[tokio::test]
async fn count_of_objects_can_be_stopped() {
    let app = fetched().await;
    let text = TEXT
        .replace("beOneOf", "notMatch")
        .replace(r#"["ACTIVE",  7.0, null]"#, r#""x""#);
    let is_stopped = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_stopped.load(Ordering::Acquire) {
                app.stop("count");
            }
        });
        let counted = (0..1000).map(|_| app.customization.count_rules(&text, "count"));
        let stopped = counted.into_iter().find_map(Result::err);
        is_stopped.store(true, Ordering::Release);
        assert!(matches!(stopped, Some(Error::Stopped)), "{stopped:?}");
    });
}
