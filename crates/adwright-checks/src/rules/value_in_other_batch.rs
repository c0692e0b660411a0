use adwright_model::Kind;

use super::value_on_service::find_known;

use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// A new value with the content of a row in another batch.
pub(super) const RULE: Rule = Rule {
    id: "value-in-other-batch",
    code: None,
    title: "A value that another batch has",
    about: "If two batches have the same value for one activity and advertiser, the service gets it twice. Rows that \
           the service refused do not count.",
    source: "The interface, Endpoints: POST /tagManagers/retargetingDataValue creates values, and nothing updates \
            them. The fields of a value are \"not shown\"; in Practice they are ours.",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[warning(
        "twice",
        "This value is also in batch {place}, for the same activity and advertiser. Remove it from one of them, \
        unless you want it twice.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    find_known(index, &RULE, Fact::ValueInOtherBatch, "place")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn new_value_repeats_one_in_another_batch() {
        let json = r#"{"value":"cart"}"#;
        let value = || TestCase::new_of(Kind::RetargetingDataValue, json);
        let place = Some("“Spring”, row 12");
        let knowing = |is_there| value().with_fact(Fact::ValueInOtherBatch, is_there, place);
        check(RULE.id, &value(), &expect![[""]]);
        check(RULE.id, &knowing(false), &expect![[""]]);
        check(
            RULE.id,
            &knowing(true),
            &expect![[r#"
                Warning at value: This value is also in batch “Spring”, row 12, for the same activity and advertiser. Remove it from one of them, unless you want it twice.
            "#]],
        );
    }
}
