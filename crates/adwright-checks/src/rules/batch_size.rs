use adwright_model::{Kind, Path};

use crate::batch::{BatchItem, BatchRule, BatchRuleFactory};
use crate::check_input::CheckInput;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// The number to warn about if the service's own limit is unknown. The service lists this many in one page.
const USUAL: usize = 500;

/// 66109: more values than the service accepts in one call.
///
/// Only the first excess value gets the finding.
pub(super) const RULE: Rule = Rule {
    id: "batch-size",
    code: Some(66109),
    title: "Too many values in one call",
    about: "The service limits the number of retargeting values in one call, and refuses a whole call above the \
           limit. The limit is not documented.",
    source: "The interface, Retargeting data value, rule 3: \"The number of entities in one create call is \
            capped (66109)\"; Limits: the number is \"not shown\", the list example uses max of 500.",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[
        error(
            "refused",
            "This is value {place} of one call, but the service accepts at most {most} (66109). It will refuse the \
            whole call. Send the rest in another call.",
        ),
        note(
            "unknown",
            "This is value {place} of one call. Adwright cannot tell offline how many values the service accepts \
            (66109). If it refuses the call, send smaller calls.",
        ),
    ],
    check: |_| Vec::new(),
};

pub(super) const BATCH: BatchRuleFactory = |largest| Box::new(BatchSize { largest });

struct BatchSize {
    largest: Option<usize>,
}

impl BatchRule for BatchSize {
    fn findings(&self, item: BatchItem<'_>, _: &CheckInput<'_>) -> Vec<Finding> {
        let at = item.order.position(item.number);
        let at = at.and_then(|at| usize::try_from(at).ok());
        let (case, most) = match self.largest {
            Some(most) => ("refused", most),
            None => ("unknown", USUAL),
        };
        let finding = |_| {
            RULE.finding(case, Path::root())
                .with_arg("place", (most + 1).to_string())
                .with_arg("most", most.to_string())
        };
        let found = at.filter(|at| *at == most).map(finding);
        found.into_iter().collect()
    }

    fn counted_cases(&self, item: BatchItem<'_>, cases: &mut Vec<(&'static Rule, &'static str)>) {
        let at = item.order.position(item.number);
        if self
            .largest
            .is_some_and(|most| at.is_some_and(|at| at as usize == most))
        {
            cases.push((&RULE, "refused"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::check_values;

    #[test]
    fn batch_at_the_limit_is_accepted() {
        check_values(RULE.id, &["{}"; 3], Some(3), &expect![[""]]);
        check_values(RULE.id, &["{}"; 500], None, &expect![[""]]);
        check_values(RULE.id, &["{}"; 501], Some(600), &expect![[""]]);
    }

    #[test]
    fn oversized_batch_is_reported_once() {
        check_values(
            RULE.id,
            &["{}"; 5],
            Some(3),
            &expect![[r#"
                4: Error at : This is value 4 of one call, but the service accepts at most 3 (66109). It will refuse the whole call. Send the rest in another call.
            "#]],
        );
        check_values(
            RULE.id,
            &["{}"; 502],
            None,
            &expect![[r#"
                501: Note at : This is value 501 of one call. Adwright cannot tell offline how many values the service accepts (66109). If it refuses the call, send smaller calls.
            "#]],
        );
    }
}
