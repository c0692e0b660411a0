use adwright_model::{Edit, Field, FieldType, Path, to_json_string};

use crate::check_input::CheckInput;
use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::{Rule, error};

/// Typed text in a field whose value must be chosen, before a value was chosen.
///
/// The document holds it as a text. Only the record of the typing distinguishes it from an intended value.
pub(super) const RULE: Rule = Rule {
    id: "unchosen",
    code: None,
    title: "Typed but not chosen",
    about: "A field with a list of values takes a chosen value, or another value that was confirmed with Use. \
           Adwright keeps typed text that was not chosen, but does not send it as a value.",
    source: "The interface, Values seen for enumerated fields: \"the lists may be longer\".",
    kinds: &[],
    cases: &[
        error(
            "value",
            "\"{value}\" was typed here, but no value was chosen. Choose one from the list, or use \"{value}\".",
        ),
        error(
            "id",
            "\"{value}\" was typed here, but nothing was chosen. Choose one from the list, or enter an id.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let typed = index.input.facts.unparsed_inputs();
    let finding = |path: &Path| finding(&index.input, path);
    typed.keys().filter_map(finding).collect()
}

fn finding(input: &CheckInput<'_>, path: &Path) -> Option<Finding> {
    let text = input.unparsed_input_at(path)?;
    let (_, ty) = choice_at(input, path)?;
    let json = match ty {
        FieldType::Integer => text.trim().parse::<i64>().ok().map(|id| id.to_string()),
        _ => Some(to_json_string(text)),
    };
    let case = if json.is_some() { "value" } else { "id" };
    let finding = RULE.finding(case, path.clone()).with_arg("value", text);
    let path = path.clone();
    Some(match json {
        Some(json) => finding.with_fix(format!("Use \"{text}\""), Edit::Set { path, json }),
        None => finding,
    })
}

/// Returns the field at a path, if its value is chosen from a list of known values or known ids.
pub(crate) fn choice_at<'a>(
    input: &CheckInput<'a>,
    path: &Path,
) -> Option<(&'a Field, &'a FieldType)> {
    let typed = input.catalog.field_and_type(input.kind, path);
    typed.filter(|(field, ty)| match ty {
        FieldType::Text => !field.values.is_empty(),
        ty => **ty == FieldType::Integer,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, format_finding};

    fn half(path: &str, text: &str) -> TestCase {
        TestCase::create(&[(path, &to_json_string(text))]).with_unparsed_input(path, text)
    }

    /// Returns all findings, not only those of this rule: no other rule may report the field.
    fn found(path: &str, text: &str) -> String {
        let findings = half(path, text).findings();
        let here = findings
            .iter()
            .filter(|found| found.path.to_string() == path);
        here.map(format_finding).collect()
    }

    #[test]
    fn partial_word_is_not_a_value() {
        expect![[r#"
            Error at status: "pa" was typed here, but no value was chosen. Choose one from the list, or use "pa".
              fix: Use "pa" (set status to "pa")
        "#]]
        .assert_eq(&found("status", "pa"));
        expect![[r#"
            Error at brandId: "petri" was typed here, but nothing was chosen. Choose one from the list, or enter an id.
        "#]]
        .assert_eq(&found("brandId", "petri"));
    }

    #[test]
    fn whole_value_may_be_used() {
        expect![[r#"
            Error at status: "paused" was typed here, but no value was chosen. Choose one from the list, or use "paused".
              fix: Use "paused" (set status to "paused")
        "#]]
        .assert_eq(&found("status", "paused"));
        expect![[r#"
            Error at brandId: "5021" was typed here, but no value was chosen. Choose one from the list, or use "5021".
              fix: Use "5021" (set brandId to 5021)
        "#]]
        .assert_eq(&found("brandId", "5021"));
    }

    #[test]
    fn chosen_value_has_no_finding() {
        assert_eq!(
            TestCase::update(&[("status", r#""pa""#)]).findings_of(RULE.id),
            []
        );
        let chosen =
            TestCase::update(&[("status", r#""PAUSED""#)]).with_unparsed_input("status", "pa");
        assert_eq!(chosen.findings_of(RULE.id), []);
    }
}
