use adwright_model::{Facet, Path};

use crate::finding::Finding;
use crate::rule::{Rule, note};
use crate::walk::{Visit, Walk};

/// A value that is not among those seen so far. Lists of values are open, so this is only worth a
/// note.
pub(super) const RULE: Rule = Rule {
    id: "values",
    code: None,
    title: "Value not seen before",
    about: "For some fields the values seen so far are known. The list may be longer, so another \
           value is kept and sent; it may also be a slip. Letter case does not count.",
    source: "The interface, Values seen for enumerated fields: \"the lists may be longer\".",
    kinds: &[],
    cases: &[note(
        "unknown",
        "{field} is \"{value}\", which has not been seen before. It is kept and sent as it is. \
        Seen so far: {seen}.",
    )],
    check,
};

fn check(walk: &Walk<'_>) -> Vec<Finding> {
    let ty = Path::root().child("type");
    // The rule `kind` says what is wrong with the type of another kind.
    let is_told = walk.subject.type_of_other_kind().is_some();
    let notes = walk.with(Facet::Values).filter_map(finding);
    notes.filter(|note| !is_told || note.path != ty).collect()
}

fn finding(visit: Visit<'_>) -> Option<Finding> {
    let seen = &visit.field.values;
    let value = visit.node?.as_str()?;
    // Services differ in how they spell their enumerations.
    let is_it = |seen: &String| *seen == value || seen.eq_ignore_ascii_case(&value);
    if seen.iter().any(is_it) || visit.is_unchosen() {
        return None;
    }
    Some(
        RULE.at("unknown", &visit)
            .arg("value", value)
            .arg("seen", seen.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{Case, check};

    #[test]
    fn a_list_of_values_is_open() {
        check(
            RULE.id,
            &Case::update(&[("status", "\"FROZEN\"")]),
            &expect![[r#"
                Note at status: Status is "FROZEN", which has not been seen before. It is kept and sent as it is. Seen so far: ACTIVE, PAUSED, COMPLETED, ARCHIVED.
            "#]],
        );
    }

    #[test]
    fn letter_case_does_not_count() {
        check(
            RULE.id,
            &Case::update(&[("traffickingMode", "\"Simple\""), ("status", "null")]),
            &expect![[""]],
        );
    }
}
