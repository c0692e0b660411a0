use adwright_model::{Kind, Path};

use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// A new value with the content of a value that the service has.
pub(super) const RULE: Rule = Rule {
    id: "value-on-service",
    code: None,
    title: "A value that the service already has",
    about: "Two values with the same content for one activity and advertiser are duplicates. The values that were \
           fetched last show what the service has.",
    source: "The interface, Endpoints: POST /tagManagers/retargetingDataValue creates values, and nothing updates \
            them. The fields of a value are \"not shown\"; in Practice they are ours.",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[warning(
        "twice",
        "The service already has this value for the same activity and advertiser: value {id}. Remove it here, unless \
        you want it twice.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    find_known(index, &RULE, Fact::ValueOnService, "id")
}

/// Returns the finding of a rule about a new value with known content. Its argument is the place of that content.
pub(super) fn find_known(
    index: &DocumentIndex<'_>,
    rule: &Rule,
    fact: Fact,
    place: &'static str,
) -> Vec<Finding> {
    let input = &index.input;
    let known = input.fact(fact);
    let known = known.filter(|known| known.value && input.base.is_none());
    let finding = known.map(|known| {
        let finding = rule.finding("twice", Path::root().child("value"));
        finding.with_arg(place, known.detail.as_deref().unwrap_or_default())
    });
    finding.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn new_value_repeats_one_on_the_service() {
        let json = r#"{"value":"cart"}"#;
        let value = || TestCase::new_of(Kind::RetargetingDataValue, json);
        let knowing = |is_there| value().with_fact(Fact::ValueOnService, is_there, Some("7"));
        check(RULE.id, &value(), &expect![[""]]);
        check(RULE.id, &knowing(false), &expect![[""]]);
        check(
            RULE.id,
            &knowing(true),
            &expect![[r#"
                Warning at value: The service already has this value for the same activity and advertiser: value 7. Remove it here, unless you want it twice.
            "#]],
        );
    }
}
