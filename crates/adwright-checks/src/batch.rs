//! Checks many documents of one call together, one after the other, without holding all of them.

use crate::check_input::CheckInput;
use crate::finding::{Finding, Severity};
use crate::rules::{BATCH_RULES, sort_findings};

/// What a rule remembers of the documents of one call.
pub(crate) trait BatchRule {
    /// What it has to say of the next document, given those before it. `at` is its place, from 0.
    fn check_item(&mut self, at: usize, subject: &CheckInput<'_>) -> Vec<Finding>;

    /// What it has to say of the whole, once all documents were there.
    fn finish(&self, _count: usize) -> Option<Finding> {
        None
    }
}

/// Begins a rule's look at one call, given how many documents the service takes, if that is known.
pub(crate) type BatchRuleFactory = fn(Option<usize>) -> Box<dyn BatchRule>;

/// A call under way: documents come one by one, so that a long list need not be held.
pub struct BatchChecker {
    rules: Vec<Box<dyn BatchRule>>,
    count: usize,
}

/// Something that a rule noticed in one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchFinding {
    /// Which document it is about, from 0; none for the call as a whole.
    pub item: Option<usize>,
    /// What was noticed; the path is inside that document.
    pub finding: Finding,
}

impl BatchChecker {
    /// A call with nothing in it yet. `largest` is how many documents the service takes in one
    /// call; none where that is not known.
    #[must_use]
    pub fn new(largest: Option<usize>) -> Self {
        let rules = BATCH_RULES.iter();
        Self {
            rules: rules.map(|begin| begin(largest)).collect(),
            count: 0,
        }
    }

    /// What the rules say of the next document, given those before it: errors first.
    ///
    /// What they say of it alone is left to [`check`](crate::check).
    pub fn check_item(&mut self, subject: &CheckInput<'_>) -> Vec<Finding> {
        let (at, rules) = (self.count, self.rules.iter_mut());
        self.count += 1;
        let findings = rules
            .flat_map(|rule| rule.check_item(at, subject))
            .collect();
        sort_findings(subject, findings)
    }

    /// What the rules say of the call as a whole.
    #[must_use]
    pub fn finish(&self) -> Vec<Finding> {
        let rules = self.rules.iter();
        rules.filter_map(|rule| rule.finish(self.count)).collect()
    }
}

/// Checks what only many documents together can get wrong: errors first, then in their order.
///
/// What is wrong with one of them alone is left to [`check`](crate::check). `largest` is how many
/// documents the service takes in one call; none where that is not known.
#[must_use]
pub fn check_batch(subjects: &[CheckInput<'_>], largest: Option<usize>) -> Vec<BatchFinding> {
    let mut batch = BatchChecker::new(largest);
    let mut findings = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        let found = batch.check_item(subject).into_iter();
        findings.extend(found.map(|finding| BatchFinding {
            item: Some(at),
            finding,
        }));
    }
    let whole = batch.finish().into_iter();
    findings.extend(whole.map(|finding| BatchFinding {
        item: None,
        finding,
    }));
    findings.sort_by_key(|found| found.finding.severity != Severity::Error);
    findings
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;

    use super::*;
    use crate::testing::TestCase;

    #[test]
    fn errors_come_first_then_the_order_of_the_call() {
        let value = |advertiser| {
            let json =
                format!(r#"{{"advertiserId":{advertiser},"retargetingActivityId":2,"value":"a"}}"#);
            TestCase::new_of(Kind::RetargetingDataValue, &json)
        };
        let values = [value(1), value(1), value(3), value(1)];
        let subjects = values.each_ref().map(TestCase::subject);
        let found = check_batch(&subjects, Some(3));
        let found: Vec<_> = found
            .iter()
            .map(|found| (found.item, &*found.finding.rule))
            .collect();
        let expected = [
            (Some(2), "activity-of-advertiser"),
            (Some(3), "batch-size"),
            (Some(1), "same-value"),
            (Some(3), "same-value"),
        ];
        assert_eq!(found, expected);
    }
}
