use adwright_model::{Facet, Path};

use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note};

/// A value that is not among the known ones. Lists of values are open, so the rule only adds a note.
pub(super) const RULE: Rule = Rule {
    id: "values",
    code: None,
    title: "Value not seen before",
    about: "For some fields Adwright knows the values seen so far. The service may know more, so another value is \
           kept and sent; it may also be a typo. Letter case does not count.",
    source: "The interface, Values seen for enumerated fields: \"the lists may be longer\".",
    kinds: &[],
    cases: &[note(
        "unknown",
        "{field} is \"{value}\", which has not been seen before. It is kept and sent unchanged. Seen so far: \
        {seen}.",
    )],
    check,
};

/// A longer list holds names, such as those of brands. New ones are usual.
const MOST_LISTED: usize = 20;

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ty = Path::root().child("type");
    // The rule `kind` reports the type of another kind.
    let is_wrong_kind = index.input.foreign_type().is_some();
    let notes = index.fields_with(Facet::Values).filter_map(finding);
    notes
        .filter(|note| !is_wrong_kind || note.path != ty)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let known = &instance.field.values;
    let value = instance.node?.as_str()?;
    // Services spell their enumerations differently.
    let is_value = |word: &String| *word == value || word.eq_ignore_ascii_case(&value);
    let is_list_of_names = known.len() > MOST_LISTED;
    if known.iter().any(is_value) || is_list_of_names || instance.is_unchosen() {
        return None;
    }
    Some(
        RULE.finding_at("unknown", &instance)
            .with_arg("value", value)
            .with_arg("seen", known.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn a_list_of_values_is_open() {
        check(
            RULE.id,
            &TestCase::update(&[("status", "\"FROZEN\"")]),
            &expect![[r#"
                Note at status: Status is "FROZEN", which has not been seen before. It is kept and sent unchanged. Seen so far: ACTIVE, PAUSED, COMPLETED, ARCHIVED.
            "#]],
        );
    }

    #[test]
    fn letter_case_does_not_count() {
        check(
            RULE.id,
            &TestCase::update(&[("traffickingMode", "\"Simple\""), ("status", "null")]),
            &expect![[""]],
        );
    }
}
