//! Checks the documents of one call together, one after another, without keeping them in memory.

use crate::check_input::CheckInput;
use crate::finding::{Finding, Severity};
use crate::rules::{BATCH_RULES, sort_findings};

/// The state of a rule across the documents of one call.
pub(crate) trait BatchRule: Send {
    /// Checks the next document against those before it. `at` is its index, from 0.
    fn check_item(&mut self, at: usize, input: &CheckInput<'_>) -> Vec<Finding>;

    /// Checks the call as a whole, after all documents.
    fn finish(&self, _count: usize) -> Option<Finding> {
        None
    }
}

/// Creates a rule's state for one call. The argument is the number of documents that the service accepts, if known.
pub(crate) type BatchRuleFactory = fn(Option<usize>) -> Box<dyn BatchRule>;

/// A check of one call. Documents come one by one, so a long list need not be in memory.
pub struct BatchChecker {
    rules: Vec<Box<dyn BatchRule>>,
    count: usize,
}

/// A finding about one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchFinding {
    /// The index of the document, from 0; `None` for the call as a whole.
    pub item: Option<usize>,
    /// The finding; its path is inside that document.
    pub finding: Finding,
}

impl BatchChecker {
    /// Starts the check of an empty call. `largest` is the number of documents that the service accepts in one
    /// call, if known.
    #[must_use]
    pub fn new(largest: Option<usize>) -> Self {
        let rules = BATCH_RULES.iter();
        Self {
            rules: rules.map(|begin| begin(largest)).collect(),
            count: 0,
        }
    }

    /// Checks the next document against those before it. Errors come first.
    ///
    /// [`check`](crate::check) covers the document alone.
    pub fn check_item(&mut self, input: &CheckInput<'_>) -> Vec<Finding> {
        let (at, rules) = (self.count, self.rules.iter_mut());
        self.count += 1;
        let findings = rules.flat_map(|rule| rule.check_item(at, input)).collect();
        sort_findings(input, findings)
    }

    /// Checks the call as a whole.
    #[must_use]
    pub fn finish(&self) -> Vec<Finding> {
        let rules = self.rules.iter();
        rules.filter_map(|rule| rule.finish(self.count)).collect()
    }
}

/// Checks the properties that only many documents together can violate. Errors come first, then the order of the
/// documents.
///
/// [`check`](crate::check) covers each document alone. `largest` is the number of documents that the service
/// accepts in one call, if known.
#[must_use]
pub fn check_batch(inputs: &[CheckInput<'_>], largest: Option<usize>) -> Vec<BatchFinding> {
    let mut batch = BatchChecker::new(largest);
    let mut findings = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let found = batch.check_item(input).into_iter();
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
    fn errors_precede_the_call_order() {
        let value = |advertiser| {
            let json =
                format!(r#"{{"advertiserId":{advertiser},"retargetingActivityId":2,"value":"a"}}"#);
            TestCase::new_of(Kind::RetargetingDataValue, &json)
        };
        let values = [value(1), value(1), value(3), value(1)];
        let inputs = values.each_ref().map(TestCase::input);
        let found = check_batch(&inputs, Some(3));
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
