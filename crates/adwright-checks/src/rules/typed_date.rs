use adwright_model::{Facet, FieldOrigin, Unit};

use crate::date;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::{Finding, Severity};
use crate::rule::{Rule, error};

/// A text in a date field.
///
/// The form converts typed dates, because only the form knows the person's time zone. A remaining text could not be
/// parsed, or is from a file.
pub(super) const RULE: Rule = Rule {
    id: "typed-date",
    code: None,
    title: "Text that is not a date",
    about: "In the interface, dates are numbers that count from 1970. The form reads the usual formats, such as \
           2026-12-31, 31.12.2026, 12/31/2026 or 31 Dec, each with or without a time, and also tomorrow or +7d. It \
           reads 03/04/2026 in the order of the system's region. If the region has no clear order, and in files and \
           batches, nothing is guessed.",
    source: "The interface, the Type column of each field list (Long), and Conventions, 6: \"Unix epoch \
            timestamps\".",
    kinds: &[],
    cases: &[
        error(
            "text",
            "{field} is the text \"{value}\", which the service does not accept as a date. Enter it as 2026-12-31 \
            or 2026-12-31 18:00. In a file, write it in {unit} since 1970.",
        ),
        error(
            "ambiguous",
            "{field} is \"{value}\", which can mean {one} or {other}. Enter the date with the year first.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index
        .fields_with(Facet::Instant)
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let node = instance
        .node
        .filter(|node| date::is_text_instant(instance.field, node))?;
    let value = node.as_str()?;
    let finding = if let Some([one, other]) = date::ambiguous_days(&value) {
        let finding = RULE
            .finding_at("ambiguous", &instance)
            .with_arg("value", value);
        finding.with_arg("one", one).with_arg("other", other)
    } else {
        let unit = match instance.field.unit {
            Some(Unit::EpochSeconds) => "seconds",
            _ => "milliseconds",
        };
        let finding = RULE.finding_at("text", &instance).with_arg("value", value);
        finding.with_arg("unit", unit)
    };
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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn text_in_date_field_reports_a_date_problem() {
        let texts = [
            ("startDate", r#""soon""#),
            ("approvedOn", r#""12/31/2026""#),
        ];
        check(
            RULE.id,
            &TestCase::update(&texts),
            &expect![[r#"
                Error at startDate: Start is the text "soon", which the service does not accept as a date. Enter it as 2026-12-31 or 2026-12-31 18:00. In a file, write it in milliseconds since 1970.
                Error at approvedOn: Approved on is the text "12/31/2026", which the service does not accept as a date. Enter it as 2026-12-31 or 2026-12-31 18:00. In a file, write it in seconds since 1970.
            "#]],
        );
        assert_eq!(TestCase::update(&texts).findings_of("type"), []);
    }

    #[test]
    fn ambiguous_date_is_reported() {
        check(
            RULE.id,
            &TestCase::update(&[("endDate", r#""03/04/2026 18:00""#)]),
            &expect![[r#"
                Error at endDate: End is "03/04/2026 18:00", which can mean 2026-03-04 or 2026-04-03. Enter the date with the year first.
            "#]],
        );
    }

    #[test]
    fn numbers_are_left_to_other_rules() {
        for value in ["1760000000000", r#""1760000000000""#, "null", "true"] {
            assert_eq!(
                TestCase::update(&[("endDate", value)]).findings_of(RULE.id),
                [],
                "{value}"
            );
        }
        let number = TestCase::update(&[("endDate", r#""1760000000000""#)]).findings_of("type");
        assert!(number[0].fix.is_some());
    }
}
