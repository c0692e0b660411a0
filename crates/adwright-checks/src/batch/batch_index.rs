use super::{BatchKeys, ItemOrder};

use crate::check_input::CheckInput;
use crate::finding::{Finding, Severity};
use crate::rule::{Rule, RuleCase};
use crate::rules::{BATCH_RULES, sort_findings};

/// An item as a rule compares it.
#[derive(Clone, Copy)]
pub(crate) struct BatchItem<'a> {
    /// Its number.
    pub(crate) number: u32,
    pub(crate) keys: &'a BatchKeys,
    pub(crate) order: &'a ItemOrder,
}

/// The state of a rule across the items of one call.
pub(crate) trait BatchRule: Send {
    /// Adds an item. Appends the numbers of the other items whose findings may change.
    fn insert(&mut self, _item: BatchItem<'_>, _changed: &mut Vec<u32>) {}

    /// Removes an item. Appends the numbers of the other items whose findings may change.
    fn remove(&mut self, _item: BatchItem<'_>, _changed: &mut Vec<u32>) {}

    /// Finds the first items again after items moved.
    fn reorder(&mut self, _order: &ItemOrder) {}

    /// Appends the cases of an item that are errors or warnings.
    fn counted_cases(&self, _item: BatchItem<'_>, _cases: &mut Vec<(&'static Rule, &'static str)>) {
    }

    /// Returns the findings about an item.
    fn findings(&self, _item: BatchItem<'_>, _input: &CheckInput<'_>) -> Vec<Finding> {
        Vec::new()
    }

    /// Checks the call as a whole.
    fn finish(&self, _count: u32) -> Option<Finding> {
        None
    }
}

/// Creates a rule's state for one call. The argument is the number of documents that the service accepts, if known.
pub(crate) type BatchRuleFactory = fn(Option<usize>) -> Box<dyn BatchRule>;

/// What the rules about several documents compare, of all items of one call. The caller keeps the keys of each item.
pub struct BatchIndex {
    rules: Vec<Box<dyn BatchRule>>,
}

impl BatchIndex {
    /// Creates the index of an empty call. `largest` is the number of documents that the service accepts in one call,
    /// if known.
    #[must_use]
    pub fn new(largest: Option<usize>) -> Self {
        let rules = BATCH_RULES.iter();
        Self {
            rules: rules.map(|begin| begin(largest)).collect(),
        }
    }

    /// Adds an item. Returns the numbers of the other items whose findings may change.
    pub fn insert(&mut self, number: u32, keys: &BatchKeys, order: &ItemOrder) -> Vec<u32> {
        self.change(number, keys, order, |rule, item, changed| {
            rule.insert(item, changed);
        })
    }

    /// Removes an item, which must still be in the order. Returns the numbers of the other items whose findings may
    /// change.
    pub fn remove(&mut self, number: u32, keys: &BatchKeys, order: &ItemOrder) -> Vec<u32> {
        self.change(number, keys, order, |rule, item, changed| {
            rule.remove(item, changed);
        })
    }

    fn change(
        &mut self,
        number: u32,
        keys: &BatchKeys,
        order: &ItemOrder,
        change: impl Fn(&mut dyn BatchRule, BatchItem<'_>, &mut Vec<u32>),
    ) -> Vec<u32> {
        let mut changed = Vec::new();
        let item = BatchItem {
            number,
            keys,
            order,
        };
        for rule in &mut self.rules {
            change(&mut **rule, item, &mut changed);
        }
        changed
    }

    /// Adopts another order of the same items. The findings of all items may change.
    pub fn reorder(&mut self, order: &ItemOrder) {
        for rule in &mut self.rules {
            rule.reorder(order);
        }
    }

    /// Returns the rule and the severity of each finding about an item, without notes.
    #[must_use]
    pub fn counted_severities(
        &self,
        number: u32,
        keys: &BatchKeys,
        order: &ItemOrder,
    ) -> Vec<(&'static str, Severity)> {
        let mut cases = Vec::new();
        let item = BatchItem {
            number,
            keys,
            order,
        };
        for rule in &self.rules {
            rule.counted_cases(item, &mut cases);
        }
        let severity = |(rule, case): (&'static Rule, &str)| {
            let case: Option<&RuleCase> = rule.case(case);
            Some((rule.id, case?.severity))
        };
        cases.into_iter().filter_map(severity).collect()
    }

    /// Returns the findings about an item, errors first.
    #[must_use]
    pub fn findings(
        &self,
        number: u32,
        keys: &BatchKeys,
        input: &CheckInput<'_>,
        order: &ItemOrder,
    ) -> Vec<Finding> {
        let item = BatchItem {
            number,
            keys,
            order,
        };
        let rules = self.rules.iter();
        let findings = rules.flat_map(|rule| rule.findings(item, input));
        sort_findings(input, findings.collect())
    }

    pub(super) fn finish(&self, count: u32) -> Vec<Finding> {
        let rules = self.rules.iter();
        rules.filter_map(|rule| rule.finish(count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const ITEMS: u32 = 24;

    #[derive(Debug, Clone)]
    enum Step {
        Set(u32, BatchKeys),
        Remove(u32),
        /// Moves items before another one.
        Move(u32, u32, u32),
    }

    fn any_keys() -> impl Strategy<Value = BatchKeys> {
        let id = || proptest::option::of(0..3_i64);
        let text = || proptest::option::of(0..3_u64);
        (text(), text(), id(), id()).prop_map(|(content, reference, advertiser, activity)| {
            BatchKeys {
                content,
                reference,
                advertiser,
                activity,
            }
        })
    }

    fn any_step() -> impl Strategy<Value = Step> {
        prop_oneof![
            6 => (0..ITEMS, any_keys()).prop_map(|(item, keys)| Step::Set(item, keys)),
            2 => (0..ITEMS).prop_map(Step::Remove),
            1 => (0..ITEMS, 1..4_u32, 0..ITEMS).prop_map(|(at, len, to)| Step::Move(at, len, to)),
        ]
    }

    /// An index that follows changes, with what it counted for each item.
    struct Followed {
        items: Vec<u32>,
        order: ItemOrder,
        index: BatchIndex,
        keys: BTreeMap<u32, BatchKeys>,
        counted: BTreeMap<u32, Vec<(&'static str, Severity)>>,
    }

    impl Followed {
        fn new(items: Vec<u32>) -> Self {
            let runs = items.iter().map(|item| *item..*item + 1).collect();
            Self {
                items,
                order: ItemOrder::new(runs),
                index: BatchIndex::new(None),
                keys: BTreeMap::new(),
                counted: BTreeMap::new(),
            }
        }

        fn count(&mut self, items: &[u32]) {
            for item in items {
                let keys = self.keys.get(item).copied().unwrap_or_default();
                let counted = self.index.counted_severities(*item, &keys, &self.order);
                self.counted.insert(*item, counted);
            }
        }

        fn remove(&mut self, item: u32) {
            let keys = self.keys.remove(&item).unwrap_or_default();
            let changed = self.index.remove(item, &keys, &self.order);
            self.count(&changed);
            self.count(&[item]);
        }

        fn insert(&mut self, item: u32, keys: BatchKeys) {
            self.keys.insert(item, keys);
            let changed = self.index.insert(item, &keys, &self.order);
            self.count(&changed);
            self.count(&[item]);
        }

        fn step(&mut self, step: &Step) {
            match *step {
                Step::Set(item, keys) => {
                    self.remove(item);
                    self.insert(item, keys);
                }
                Step::Remove(item) => self.remove(item),
                Step::Move(at, len, to) => {
                    let at = at as usize;
                    let end = (at + len as usize).min(self.items.len());
                    let moved: Vec<_> = self.items.drain(at..end).collect();
                    let to = self.items.len().min(to as usize);
                    self.items.splice(to..to, moved);
                    let runs = self.items.iter().map(|item| *item..*item + 1);
                    self.order = ItemOrder::new(runs.collect());
                    self.index.reorder(&self.order);
                    self.count(&self.items.clone());
                }
            }
        }
    }

    proptest! {
        #[test]
        fn followed_changes_equal_a_new_index(steps in vec(any_step(), 0..60)) {
            let mut followed = Followed::new((0..ITEMS).collect());
            followed.count(&(0..ITEMS).collect::<Vec<_>>());
            for step in &steps {
                followed.step(step);
                let mut new = Followed::new(followed.items.clone());
                new.count(&followed.items);
                for item in followed.items.clone() {
                    if let Some(keys) = followed.keys.get(&item) {
                        new.insert(item, *keys);
                    }
                }
                prop_assert_eq!(&followed.counted, &new.counted);
            }
        }
    }
}
