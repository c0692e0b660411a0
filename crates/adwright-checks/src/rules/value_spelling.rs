use adwright_model::{Edit, Facet, FieldOrigin, to_json_string};

use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::{Finding, Severity};
use crate::rule::{Rule, error};

/// A known value in another spelling.
///
/// If the base has another spelling, the service uses that spelling, and nothing is reported.
pub(super) const RULE: Rule = Rule {
    id: "value-spelling",
    code: None,
    title: "Known value in another spelling",
    about: "A value that differs from a known one only in letter case or blanks is a typo. The service may refuse it, \
           or treat it as another value. The service's own spelling is never reported, and an unknown value is only a \
           note.",
    source: "The interface, Values seen for enumerated fields, and the values seen in a workspace's own \
            samples.",
    kinds: &[],
    cases: &[error(
        "slip",
        "{field} is \"{value}\". The known value is \"{known}\". Use the known spelling.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index
        .fields_with(Facet::Values)
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let values = &instance.field.values;
    let value = instance.node?.as_str()?;
    let known = known_spelling(values, &value)?;
    let before = instance.base.and_then(|base| base.as_str());
    let is_own_spelling = before.is_some_and(|before| known_spelling(values, &before).is_some());
    if is_own_spelling || instance.is_unchosen() {
        return None;
    }
    let set = Edit::Set {
        path: instance.path(),
        json: to_json_string(known),
    };
    let finding = RULE.finding_at("slip", &instance).with_arg("value", value);
    let finding = finding.with_arg("known", known);
    let finding = finding.with_fix_if(
        instance.is_editable(),
        format!("Change to \"{known}\""),
        set,
    );
    // As for any wrong type, a sample proves nothing about the service.
    let severity = match instance.field.origin {
        FieldOrigin::Local => Severity::Warning,
        _ => finding.severity,
    };
    Some(Finding {
        severity,
        ..finding
    })
}

/// Returns the known value that a text means; `None` if it is already a known value, or means none.
fn known_spelling<'a>(values: &'a [String], text: &str) -> Option<&'a str> {
    if values.iter().any(|known| known == text) {
        return None;
    }
    let plain = normalize(text);
    let mut known = values
        .iter()
        .filter(|known| self::normalize(known) == plain);
    known.next().map(String::as_str)
}

/// Removes the differences that a slip makes.
fn normalize(value: &str) -> String {
    let letters = value.chars().filter(|c| !c.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn other_case_or_blanks_are_an_error() {
        for slip in [r#""paused""#, r#"" PAUSED""#, r#""Pau sed\u00A0""#] {
            for case in [
                TestCase::create(&[("status", slip)]),
                TestCase::update(&[("status", slip)]),
            ] {
                let [finding] = &case.findings_of(RULE.id)[..] else {
                    panic!("{slip}");
                };
                let fixed = case.apply_fix(finding).unwrap();
                assert_eq!(fixed.findings_of(RULE.id), [], "{slip}");
                assert_eq!(fixed.findings_of("values"), [], "{slip}");
            }
        }
        check(
            RULE.id,
            &TestCase::update(&[("status", r#""paused""#)]),
            &expect![[r#"
                Error at status: Status is "paused". The known value is "PAUSED". Use the known spelling.
                  fix: Change to "PAUSED" (set status to "PAUSED")
            "#]],
        );
    }

    #[test]
    fn known_and_unknown_values_have_no_finding() {
        for value in [
            r#""PAUSED""#,
            r#""FROZEN""#,
            r#""pa""#,
            r#""""#,
            "null",
            "7",
        ] {
            let case = TestCase::update(&[("status", value)]);
            assert_eq!(case.findings_of(RULE.id), [], "{value}");
        }
    }

    #[test]
    fn spelling_of_the_service_is_left_alone() {
        let base = [("traffickingMode", r#""ADVANCED""#)];
        for set in [&[][..], &[("traffickingMode", r#""SIMPLE""#)]] {
            assert_eq!(TestCase::update_from(&base, set).findings_of(RULE.id), []);
        }
    }

    #[test]
    fn nested_values_are_checked() {
        let path = "adminSettings.campaignSettings.verification";
        let found = TestCase::update(&[(path, r#""tracking""#)]).findings_of(RULE.id);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path.to_string(), path);
    }
}
