use adwright_model::{Kind, Path};

use crate::batch::{BatchRule, BatchRuleFactory};
use crate::finding::Finding;
use crate::rule::{Rule, error};

/// 66107: a call that creates nothing.
pub(super) const RULE: Rule = Rule {
    id: "empty-batch",
    code: Some(66107),
    title: "Nothing to create",
    about: "One call creates one or more retargeting values. The service refuses a call without any.",
    source: "The interface, Retargeting data value, rule 1: \"A create call with an empty list of \
            retargeting data values fails (66107).\"",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[error(
        "refused",
        "The list contains no retargeting value, so the service will refuse it (66107). Add at least one.",
    )],
    check: |_| Vec::new(),
};

pub(super) const BATCH: BatchRuleFactory = |_| Box::new(EmptyBatch);

struct EmptyBatch;

impl BatchRule for EmptyBatch {
    fn finish(&self, count: u32) -> Option<Finding> {
        (count == 0).then(|| RULE.finding("refused", Path::root()))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::check_values;

    #[test]
    fn a_call_has_at_least_one_value() {
        check_values(RULE.id, &["{}"], None, &expect![[""]]);
        check_values(
            RULE.id,
            &[],
            None,
            &expect![[r#"
                Error at : The list contains no retargeting value, so the service will refuse it (66107). Add at least one.
            "#]],
        );
    }
}
