//! Checks the documents of one call together, without keeping them in memory.
//!
//! Each document is an item. [`BatchIndex`] keeps the keys of all items, and changes with them: after an edit, only the
//! items with the same keys are compared again.

mod batch_index;
mod batch_keys;
mod item_groups;
mod item_order;

pub use batch_index::BatchIndex;
pub(crate) use batch_index::{BatchItem, BatchRule, BatchRuleFactory};
pub use batch_keys::BatchKeys;
pub(crate) use batch_keys::member_text;
pub(crate) use item_groups::ItemGroups;
pub use item_order::ItemOrder;

use crate::check_input::CheckInput;
use crate::finding::{Finding, Severity};

/// A check of one call. Documents come one by one, so a long list need not be in memory.
pub struct BatchChecker {
    index: BatchIndex,
    order: ItemOrder,
    count: u32,
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
        Self {
            index: BatchIndex::new(largest),
            order: ItemOrder::counting(),
            count: 0,
        }
    }

    /// Checks the next document against those before it. Errors come first.
    ///
    /// [`check`](crate::check) covers the document alone.
    pub fn check_item(&mut self, input: &CheckInput<'_>) -> Vec<Finding> {
        let keys = BatchKeys::of(input);
        let number = self.count;
        self.count += 1;
        self.index.insert(number, &keys, &self.order);
        self.index.findings(number, &keys, input, &self.order)
    }

    /// Checks the call as a whole.
    #[must_use]
    pub fn finish(&self) -> Vec<Finding> {
        self.index.finish(self.count)
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
