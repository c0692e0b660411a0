//! Many documents that go out in one call.

use crate::finding::{Finding, Severity};
use crate::rules::{BATCH_RULES, in_order};
use crate::subject::Subject;

/// What a rule remembers of the documents of one call.
pub(crate) trait Across {
    /// What it has to say of the next document, given those before it. `at` is its place, from 0.
    fn item(&mut self, at: usize, subject: &Subject<'_>) -> Vec<Finding>;

    /// What it has to say of the whole, once all documents were there.
    fn end(&self, _count: usize) -> Option<Finding> {
        None
    }
}

/// Begins a rule's look at one call, given how many documents the service takes, if that is known.
pub(crate) type Begin = fn(Option<usize>) -> Box<dyn Across>;

/// A call under way: documents come one by one, so that a long list need not be held.
pub struct Batch {
    rules: Vec<Box<dyn Across>>,
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

impl Batch {
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
    pub fn item(&mut self, subject: &Subject<'_>) -> Vec<Finding> {
        let (at, rules) = (self.count, self.rules.iter_mut());
        self.count += 1;
        let findings = rules.flat_map(|rule| rule.item(at, subject)).collect();
        in_order(subject, findings)
    }

    /// What the rules say of the call as a whole.
    #[must_use]
    pub fn end(&self) -> Vec<Finding> {
        let rules = self.rules.iter();
        rules.filter_map(|rule| rule.end(self.count)).collect()
    }
}

/// Checks what only many documents together can get wrong: errors first, then in their order.
///
/// What is wrong with one of them alone is left to [`check`](crate::check). `largest` is how many
/// documents the service takes in one call; none where that is not known.
#[must_use]
pub fn check_batch(subjects: &[Subject<'_>], largest: Option<usize>) -> Vec<BatchFinding> {
    let mut batch = Batch::new(largest);
    let mut findings = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        let found = batch.item(subject).into_iter();
        findings.extend(found.map(|finding| BatchFinding {
            item: Some(at),
            finding,
        }));
    }
    let whole = batch.end().into_iter();
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
    use crate::testing::Case;

    #[test]
    fn errors_come_first_then_the_order_of_the_call() {
        let value = |advertiser| {
            let json =
                format!(r#"{{"advertiserId":{advertiser},"retargetingActivityId":2,"value":"a"}}"#);
            Case::new_of(Kind::RetargetingDataValue, &json)
        };
        let values = [value(1), value(1), value(3), value(1)];
        let subjects = values.each_ref().map(Case::subject);
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
