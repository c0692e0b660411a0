use std::collections::BTreeSet;
use std::ops::Range;

/// The order of a call's documents. Each document is an item with a number of its own, which stays when items move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemOrder {
    /// Consecutive items, in their order.
    runs: Vec<Range<u32>>,
    /// The runs by their first item, each with the position of that item.
    by_item: Vec<(Range<u32>, u32)>,
}

impl ItemOrder {
    /// Creates the order of items from runs of consecutive items. No item may be in two runs.
    #[must_use]
    pub fn new(runs: Vec<Range<u32>>) -> Self {
        let mut position = 0;
        let mut by_item: Vec<_> = runs
            .iter()
            .map(|run| {
                let start = position;
                position += run.end - run.start;
                (run.clone(), start)
            })
            .collect();
        by_item.sort_unstable_by_key(|(run, _)| run.start);
        Self { runs, by_item }
    }

    /// Creates the order in which each item is at the position of its number.
    pub(super) fn counting() -> Self {
        Self::new(std::iter::once(0..u32::MAX).collect())
    }

    /// Returns the position of an item, from 0; `None` if the item is in no run.
    #[must_use]
    pub fn position(&self, item: u32) -> Option<u32> {
        let after = self.by_item.partition_point(|(run, _)| run.start <= item);
        let (run, position) = self.by_item.get(after.checked_sub(1)?)?;
        run.contains(&item).then(|| position + (item - run.start))
    }

    /// Returns the first of these items.
    pub(crate) fn first_of(&self, items: &BTreeSet<u32>) -> Option<u32> {
        let mut firsts = self.runs.iter().map(|run| items.range(run.clone()).next());
        firsts.find_map(|first| first).copied()
    }

    /// Returns whether an item precedes another one.
    pub(crate) fn is_before(&self, item: u32, other: u32) -> bool {
        self.position(item) < self.position(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_in_any_run() {
        let order = ItemOrder::new(vec![7..9, 0..3, 20..21]);
        for (item, position) in [(7, 0), (8, 1), (0, 2), (2, 4), (20, 5)] {
            assert_eq!(order.position(item), Some(position), "{item}");
        }
        for item in [3, 6, 9, 19, 21] {
            assert_eq!(order.position(item), None, "{item}");
        }
        let items = BTreeSet::from([1, 2, 8, 20]);
        assert_eq!(order.first_of(&items), Some(8));
        assert_eq!(order.first_of(&BTreeSet::from([5])), None);
    }
}
