use adwright_model::{
    Edit, EditableDocument, Facet, FieldOrigin, FieldType, JsonType, Node, Path, to_json_string,
};

use super::MOST_FINDINGS;
use crate::date;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::{Finding, Severity};
use crate::rule::{Rule, error, note, warning};

const AS_SENT: &str = "as-sent";
const ID_AS_TEXT: &str = "id-as-text";

/// A value of another type than the field's.
///
/// The spelling of a number does not matter: `100.0` and `1e2` are whole numbers. The rule
/// `required` reports an empty required field.
pub(super) const RULE: Rule = Rule {
    id: "type",
    code: None,
    title: "Value of the wrong type",
    about: "Each field takes one type of value: a text, a whole number within 64 bits, a number, yes or no, a \
           list, or a group of fields. With another type, the service may refuse the document or misread it.",
    source: "The interface, the Type column of each field list.",
    kinds: &[],
    cases: &[
        error(
            "shape",
            "{field} must be {wanted}, but it is {found}. The service will not understand it. Enter {wanted} \
            instead.",
        ),
        error(
            "whole",
            "{field} must be a whole number of at most 19 digits, but it is {value}. The service will not \
            understand it. Enter it without a fraction.",
        ),
        warning(
            ID_AS_TEXT,
            "{field} is an id in the form of a text. Some services use texts for ids, others take only numbers. \
            Make it a number if this service shows numbers.",
        ),
        note(
            AS_SENT,
            "The service sent {field} in another type than usual. It is sent back unchanged.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    let mut findings = Vec::new();
    let object = input.catalog.root(input.kind);
    let ty = FieldType::Object(object.name.clone());
    check_value(
        &object.title,
        &ty,
        &Path::root,
        &input.document.root(),
        &mut findings,
    );
    // A sample proves nothing about the service, so these findings never displace others.
    let mut custom_field_findings = Vec::new();
    // The rules `typed-date` and `unchosen` report these in more detail.
    let is_reported_elsewhere = |instance: &FieldInstance<'_>| {
        instance.is_unchosen()
            || instance
                .node
                .is_some_and(|node| date::is_text_instant(instance.field, &node))
    };
    for instance in index
        .fields_with(Facet::Type)
        .filter(|instance| !is_reported_elsewhere(instance))
    {
        let target = match instance.field.origin {
            FieldOrigin::Local => &mut custom_field_findings,
            _ => &mut findings,
        };
        if target.len() < MOST_FINDINGS {
            check_field(&instance, target);
        }
    }
    findings.extend(custom_field_findings.into_iter().map(|finding| Finding {
        severity: finding.severity.max(Severity::Warning),
        ..finding
    }));
    findings
}

fn check_field(instance: &FieldInstance<'_>, findings: &mut Vec<Finding>) {
    let field = instance.field;
    let may_be_null =
        || field.nullable || instance.input().requires(field, &instance.object().node);
    if let Some(node) = instance
        .node
        .filter(|node| !(node.is_null() && may_be_null()))
    {
        let ty = field.type_for(node.json_type());
        let from = findings.len();
        check_value(&field.title, ty, &|| instance.path(), &node, findings);
        if findings.len() > from {
            let fix = findings[from].fix.clone();
            match classify(instance, &node) {
                TypeMismatch::Wrong => {}
                TypeMismatch::Id => findings.truncate(from),
                TypeMismatch::AsSent => {
                    replace_from(findings, from, RULE.finding_at(AS_SENT, instance));
                }
                TypeMismatch::IdAsText => {
                    let finding = RULE.finding_at(ID_AS_TEXT, instance);
                    replace_from(findings, from, Finding { fix, ..finding });
                }
            }
        }
        if !instance.is_editable() {
            for finding in &mut findings[from..] {
                finding.fix = None;
            }
        }
    }
}

/// The weight of a type mismatch.
enum TypeMismatch {
    /// The service will not understand it.
    Wrong,
    /// An id in the JSON type that the service showed.
    Id,
    /// The service sent it, and nobody changed it.
    AsSent,
    /// An id; it is unknown in which JSON type this service shows ids.
    IdAsText,
}

fn classify(instance: &FieldInstance<'_>, node: &Node<'_>) -> TypeMismatch {
    let is_id = |node: &Node<'_>| {
        Facet::Id.applies_to(instance.field)
            && node.json_type() == JsonType::String
            && node.as_id().is_some()
    };
    match instance.base.filter(|base| !base.is_null()) {
        Some(base) if is_id(&base) && is_id(node) => TypeMismatch::Id,
        Some(base) if base.same_value(node) => TypeMismatch::AsSent,
        None if is_id(node) => TypeMismatch::IdAsText,
        _ => TypeMismatch::Wrong,
    }
}

/// Replaces all findings from an index on by one finding.
fn replace_from(findings: &mut Vec<Finding>, from: usize, finding: Finding) {
    findings.truncate(from);
    findings.push(finding);
}

fn check_value(
    title: &str,
    ty: &FieldType,
    path: &dyn Fn() -> Path,
    node: &Node<'_>,
    findings: &mut Vec<Finding>,
) {
    if !fits(ty, node.json_type()) {
        let finding = RULE
            .finding("shape", path())
            .with_arg("field", title)
            .with_arg("wanted", expected_type(ty))
            .with_arg("found", actual_type(node.json_type()));
        findings.push(match convert_exactly(ty, node) {
            Some((label, json)) => finding.with_fix(label, Edit::Set { path: path(), json }),
            None => finding,
        });
    } else if !is_whole(ty, node) {
        let finding = RULE.finding("whole", path());
        findings.push(
            finding
                .with_arg("field", title)
                .with_arg("value", node.raw()),
        );
    }
    if let FieldType::List(item) = ty {
        let items = node.items().enumerate();
        let wrong = items.filter(|(_, node)| !is_type_ok(item, node));
        // A single list could have millions.
        for (at, node) in wrong.take(MOST_FINDINGS) {
            check_value(title, item, &|| path().item(at), &node, findings);
        }
    }
}

/// Returns true if a value has no type problem. A list always returns false, because its items must be checked.
fn is_type_ok(ty: &FieldType, node: &Node<'_>) -> bool {
    !matches!(ty, FieldType::List(_)) && fits(ty, node.json_type()) && is_whole(ty, node)
}

fn is_whole(ty: &FieldType, node: &Node<'_>) -> bool {
    *ty != FieldType::Integer || node.as_i64().is_some()
}

/// Converts a value to the type if that keeps every character, and describes the result. Returns `None` if the
/// conversion would have to guess.
fn convert_exactly(ty: &FieldType, node: &Node<'_>) -> Option<(String, String)> {
    if let (FieldType::Text, JsonType::Number) = (ty, node.json_type()) {
        let text = to_json_string(node.raw());
        return Some((format!("Make it the text {text}"), text));
    }
    let text = node.as_str()?;
    let value = EditableDocument::parse(&text).ok()?;
    let value = value.root();
    // Blanks around the value do not count.
    let is_same = value.raw() == text && fits(ty, value.json_type());
    let is_in_range = *ty != FieldType::Integer || value.as_i64().is_some();
    let label = match ty {
        FieldType::Integer | FieldType::Decimal => format!("Make it the number {text}"),
        FieldType::YesNo => format!("Make it {text} without quotes"),
        _ => return None,
    };
    (is_same && is_in_range).then(|| (label, text.into_owned()))
}

fn fits(ty: &FieldType, shape: JsonType) -> bool {
    match ty {
        FieldType::Any => true,
        FieldType::Text | FieldType::Url => shape == JsonType::String,
        FieldType::Integer | FieldType::Decimal => shape == JsonType::Number,
        FieldType::YesNo => shape == JsonType::Bool,
        FieldType::Object(_) => shape == JsonType::Object,
        FieldType::List(_) => shape == JsonType::Array,
    }
}

fn expected_type(ty: &FieldType) -> &'static str {
    match ty {
        FieldType::Any => "anything",
        FieldType::Text => "a text",
        FieldType::Url => "a web address",
        FieldType::Integer => "a whole number",
        FieldType::Decimal => "a number",
        FieldType::YesNo => "yes or no (true or false)",
        FieldType::Object(_) => "a group of fields",
        FieldType::List(_) => "a list",
    }
}

fn actual_type(shape: JsonType) -> &'static str {
    match shape {
        JsonType::Null => "null",
        JsonType::Bool => "true or false",
        JsonType::Number => "a number",
        JsonType::String => "a text",
        JsonType::Array => "a list",
        JsonType::Object => "a group of fields",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn single_item_can_replace_some_lists() {
        let fits = [
            ("labels", r#""Q2""#),
            ("trackers", r#"{"url":"https://example.com"}"#),
        ];
        check(RULE.id, &TestCase::update(&fits), &expect![[""]]);
        let wrong = [
            ("labels", "[\"Q2\",7]"),
            ("trackers", r#"{"url":7}"#),
            ("flights", "{}"),
        ];
        check(
            RULE.id,
            &TestCase::update(&wrong),
            &expect![[r#"
                Error at labels[1]: Labels must be a text, but it is a number. The service will not understand it. Enter a text instead.
                  fix: Make it the text "7" (set labels[1] to "7")
                Error at trackers.url: Address must be a web address, but it is a number. The service will not understand it. Enter a web address instead.
                Error at flights: Flights must be a list, but it is a group of fields. The service will not understand it. Enter a list instead.
            "#]],
        );
    }

    #[test]
    fn each_type_takes_its_own_shape() {
        check(RULE.id, &TestCase::update(&[]), &expect![[""]]);
        let wrong = [
            ("name", "7"),
            ("accountId", "\"9001\""),
            ("budget", "\"12\""),
            ("adminSettings.privacy.disableCookies", "\"true\""),
            ("adminSettings.campaignSettings", "[]"),
        ];
        check(
            RULE.id,
            &TestCase::update(&wrong),
            &expect![[r#"
                Error at name: Name must be a text, but it is a number. The service will not understand it. Enter a text instead.
                  fix: Make it the text "7" (set name to "7")
                Error at accountId: Account ID must be a whole number, but it is a text. The service will not understand it. Enter a whole number instead.
                Error at budget: Budget must be a number, but it is a text. The service will not understand it. Enter a number instead.
                  fix: Make it the number 12 (set budget to 12)
                Error at adminSettings.campaignSettings: Campaign settings must be a group of fields, but it is a list. The service will not understand it. Enter a group of fields instead.
                Error at adminSettings.privacy.disableCookies: Disable cookies must be yes or no (true or false), but it is a text. The service will not understand it. Enter yes or no (true or false) instead.
                  fix: Make it true without quotes (set adminSettings.privacy.disableCookies to true)
            "#]],
        );
    }

    #[test]
    fn exactly_equal_value_is_offered_as_fix() {
        let exact = [
            ("accountId", "\"9001\""),
            ("budget", "\"12.50\""),
            ("name", "1.50e1"),
            ("adminSettings.privacy.disableCookies", "\"false\""),
            ("labels", "[\"a\",7]"),
        ];
        check(
            RULE.id,
            &TestCase::create(&exact),
            &expect![[r#"
                Error at name: Name must be a text, but it is a number. The service will not understand it. Enter a text instead.
                  fix: Make it the text "1.50e1" (set name to "1.50e1")
                Error at adminSettings.privacy.disableCookies: Disable cookies must be yes or no (true or false), but it is a text. The service will not understand it. Enter yes or no (true or false) instead.
                  fix: Make it false without quotes (set adminSettings.privacy.disableCookies to false)
                Error at budget: Budget must be a number, but it is a text. The service will not understand it. Enter a number instead.
                  fix: Make it the number 12.50 (set budget to 12.50)
                Error at labels[1]: Labels must be a text, but it is a number. The service will not understand it. Enter a text instead.
                  fix: Make it the text "7" (set labels[1] to "7")
                Warning at accountId: Account ID is an id in the form of a text. Some services use texts for ids, others take only numbers. Make it a number if this service shows numbers.
                  fix: Make it the number 9001 (set accountId to 9001)
            "#]],
        );
    }

    #[test]
    fn guessed_value_is_not_offered_as_fix() {
        for guess in [
            "\"9001.5\"",
            "\" 9001\"",
            "\"007\"",
            "\"9,001\"",
            "\"9223372036854775808\"",
            "\"true\"",
            "\"\"",
            "true",
            "[9001]",
        ] {
            let findings = TestCase::create(&[("accountId", guess)]).findings_of(RULE.id);
            assert_eq!(findings.len(), 1, "{guess}");
            assert_eq!(findings[0].fix, None, "{guess}");
        }
        for (path, guess) in [
            ("adminSettings.privacy.disableCookies", "\"TRUE\""),
            ("adminSettings.privacy.disableCookies", "\"1\""),
            ("adminSettings.privacy", "\"{}\""),
            ("labels", "\"[]\""),
            ("name", "true"),
            ("landingPage", "7"),
        ] {
            let findings = TestCase::create(&[(path, guess)]).findings_of(RULE.id);
            assert!(
                findings.iter().all(|finding| finding.fix.is_none()),
                "{path} {guess}"
            );
        }
    }

    #[test]
    fn untouched_value_blocks_nothing() {
        let sent = [
            ("accountId", "\"9001\""),
            ("budget", "\"12\""),
            ("labels", "[7]"),
        ];
        let case = TestCase::update_from(&sent, &[("name", "\"New\"")]);
        check(
            RULE.id,
            &case,
            &expect![[r#"
                Note at budget: The service sent Budget in another type than usual. It is sent back unchanged.
                Note at labels: The service sent Labels in another type than usual. It is sent back unchanged.
            "#]],
        );
        // An id that is set keeps the JSON type that the service showed.
        let case = TestCase::update_from(&[("brandId", "\"8001\"")], &[("brandId", "\"8002\"")]);
        check(RULE.id, &case, &expect![[""]]);
        let case = TestCase::update_from(&[("brandId", "8001")], &[("brandId", "\"8001\"")]);
        assert_eq!(case.findings_of(RULE.id)[0].severity, Severity::Error);
    }

    #[test]
    fn new_id_as_text_is_a_warning() {
        for (id, severity) in [
            ("\"9001\"", Severity::Warning),
            ("\"9.0E+15\"", Severity::Error),
            ("\"007\"", Severity::Error),
        ] {
            let findings = TestCase::create(&[("accountId", id)]).findings_of(RULE.id);
            assert_eq!(findings[0].severity, severity, "{id}");
        }
    }

    #[test]
    fn unchangeable_value_has_no_fix() {
        let case = TestCase::update(&[("accountId", "\"9001\""), ("version", "\"3\"")]);
        let findings = case.findings_of(RULE.id);
        assert_eq!(findings.len(), 2);
        assert!(findings.iter().all(|finding| finding.fix.is_none()));
    }

    #[test]
    fn integer_is_accepted_in_any_spelling() {
        check(
            RULE.id,
            &TestCase::update(&[("accountId", "9.001e3"), ("startDate", "17.0")]),
            &expect![[""]],
        );
        let wrong = [
            ("accountId", "9001.5"),
            ("startDate", "9223372036854775808"),
        ];
        check(
            RULE.id,
            &TestCase::update(&wrong),
            &expect![[r#"
                Error at accountId: Account ID must be a whole number of at most 19 digits, but it is 9001.5. The service will not understand it. Enter it without a fraction.
                Error at startDate: Start must be a whole number of at most 19 digits, but it is 9223372036854775808. The service will not understand it. Enter it without a fraction.
            "#]],
        );
    }

    #[test]
    fn null_is_accepted_only_in_nullable_fields() {
        check(
            RULE.id,
            &TestCase::update(&[("notes", "null")]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("adminSettings.privacy", "null")]),
            &expect![[r#"
                Error at adminSettings.privacy: Privacy must be a group of fields, but it is null. The service will not understand it. Enter a group of fields instead.
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("name", "null")]),
            &expect![[""]],
        );
    }

    #[test]
    fn public_null_documentation_does_not_bind_real_services() {
        let case = TestCase::update(&[("adminSettings.privacy", "null")]).without_practice();
        check(RULE.id, &case, &expect![[""]]);
    }

    #[test]
    fn items_of_a_list_have_a_type_too() {
        let mut findings = Vec::new();
        let list = adwright_model::EditableDocument::parse("[\"a\", 1, [2]]").unwrap();
        let ty = FieldType::List(Box::new(FieldType::Text));
        check_value("Sites", &ty, &Path::root, &list.root(), &mut findings);
        let lines: String = findings
            .iter()
            .map(crate::testing::format_finding)
            .collect();
        expect![[r#"
            Error at [1]: Sites must be a text, but it is a number. The service will not understand it. Enter a text instead.
              fix: Make it the text "1" (set [1] to "1")
            Error at [2]: Sites must be a text, but it is a list. The service will not understand it. Enter a text instead.
        "#]].assert_eq(&lines);
    }
}
