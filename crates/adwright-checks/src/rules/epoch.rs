use std::ops::Range;

use adwright_model::{Edit, Facet, Unit};

use crate::date::format_day;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// The plausible years of an advertisement, in milliseconds: from 1995, when ads on the web began, to 2100.
const PLAUSIBLE: Range<i64> = 788_918_400_000..4_102_444_800_000;

/// An implausible instant: seconds instead of milliseconds, the reverse, or a time far from today.
pub(super) const RULE: Rule = Rule {
    id: "epoch",
    code: None,
    title: "Implausible date",
    about: "Dates are numbers that count from 1970. If a tool counts seconds instead of milliseconds, a date in \
           2026 becomes a date in January 1970.",
    source: "The interface, Ad objects (shared layout): \"Time fields are Long epoch values.\" It does not name the \
            unit. The range from 1995 to 2100 is our own choice.",
    kinds: &[],
    cases: &[
        warning(
            "seconds",
            "{field} is {value}, which is {day} in milliseconds. It looks like seconds, which would be {meant}. \
            Multiply it by 1000.",
        ),
        warning(
            "milliseconds",
            "{field} is {value}, which is {day} in seconds. It looks like milliseconds, which would be {meant}. \
            Divide it by 1000.",
        ),
        warning(
            "early",
            "{field} is {value}, which is {day}. There were no ads on the web then. Check the date.",
        ),
        warning(
            "late",
            "{field} is {value}, which is {day}. That is 2100 or later. Check the date.",
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
    let value = instance.node?.as_i64()?;
    let in_milliseconds = instance.field.unit == Some(Unit::EpochMilliseconds);
    let thousandfold = value.saturating_mul(1000);
    let (instant, in_other_unit) = if in_milliseconds {
        (value, thousandfold)
    } else {
        (thousandfold, value)
    };
    if PLAUSIBLE.contains(&instant) {
        return None;
    }
    let case = match (PLAUSIBLE.contains(&in_other_unit), in_milliseconds) {
        (true, true) => "seconds",
        (true, false) => "milliseconds",
        (false, _) if instant < PLAUSIBLE.start => "early",
        (false, _) => "late",
    };
    let finding = RULE
        .finding_at(case, &instance)
        .with_arg("value", value.to_string());
    let finding = finding
        .with_arg("day", format_day(instant))
        .with_arg("meant", format_day(in_other_unit));
    let corrected = match case {
        "seconds" => thousandfold,
        "milliseconds" => value / 1000,
        _ => return Some(finding),
    };
    let set = Edit::Set {
        path: instance.path(),
        json: corrected.to_string(),
    };
    let label = format!("Make it {}", format_day(in_other_unit));
    Some(finding.with_fix_if(instance.is_editable(), label, set))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn seconds_are_not_milliseconds() {
        check(
            RULE.id,
            &TestCase::update(&[("startDate", "1760000000"), ("approvedOn", "1760000000000")]),
            &expect![[r#"
                Warning at startDate: Start is 1760000000, which is 1970-01-21 in milliseconds. It looks like seconds, which would be 2025-10-09. Multiply it by 1000.
                  fix: Make it 2025-10-09 (set startDate to 1760000000000)
                Warning at approvedOn: Approved on is 1760000000000, which is 57742-03-07 in seconds. It looks like milliseconds, which would be 2025-10-09. Divide it by 1000.
                  fix: Make it 2025-10-09 (set approvedOn to 1760000000)
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("approvedOn", "1760000000")]),
            &expect![[""]],
        );
    }

    #[test]
    fn dates_lie_between_1995_and_2100() {
        for plausible in ["788918400000", "4102444799999"] {
            let case = TestCase::update(&[("endDate", plausible)]);
            check(RULE.id, &case, &expect![[""]]);
        }
        let ends = [("startDate", "9000000"), ("endDate", "4102444800000")];
        check(
            RULE.id,
            &TestCase::update(&ends),
            &expect![[r#"
                Warning at startDate: Start is 9000000, which is 1970-01-01. There were no ads on the web then. Check the date.
                Warning at endDate: End is 4102444800000, which is 2100-01-01. That is 2100 or later. Check the date.
            "#]],
        );
        let far = [("startDate", "0"), ("approvedOn", "9223372036854775807")];
        check(
            RULE.id,
            &TestCase::update(&far),
            &expect![[r#"
                Warning at startDate: Start is 0, which is 1970-01-01. There were no ads on the web then. Check the date.
                Warning at approvedOn: Approved on is 9223372036854775807, which is 292278994-08-17. That is 2100 or later. Check the date.
            "#]],
        );
    }

    #[test]
    fn service_supplied_times_are_not_fixed() {
        let sent = [("createdOn", "1760000000")];
        check(
            RULE.id,
            &TestCase::update_from(&sent, &[]),
            &expect![[r#"
                Warning at createdOn: Created on is 1760000000, which is 1970-01-21 in milliseconds. It looks like seconds, which would be 2025-10-09. Multiply it by 1000.
            "#]],
        );
    }
}
