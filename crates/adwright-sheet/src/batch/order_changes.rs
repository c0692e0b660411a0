use super::order::RowOrder;
use super::row_id::BatchRowId;
use super::splice::{RowRun, push_run};

/// The differences between two orders of the rows of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderChanges {
    /// The rows that are only in the earlier order, by id.
    pub removed: Vec<RowRun>,
    /// The rows that are only in the later order, by id.
    pub added: Vec<RowRun>,
    /// Whether rows that are in both follow each other in another order.
    pub is_reordered: bool,
}

impl OrderChanges {
    /// Compares two orders, in a time that grows with their runs and not with their rows.
    #[must_use]
    pub fn between(before: &RowOrder, after: &RowOrder) -> Self {
        let (old, new) = (by_id(before.all_runs()), by_id(after.all_runs()));
        let (removed, added) = (without(&old, &new), without(&new, &old));
        let kept_before = without(before.all_runs(), &removed);
        let kept_after = without(after.all_runs(), &added);
        Self {
            removed,
            added,
            is_reordered: kept_before != kept_after,
        }
    }
}

fn by_id(runs: &[RowRun]) -> Vec<RowRun> {
    let mut runs = runs.to_vec();
    runs.sort_unstable_by_key(|run| run.first);
    runs
}

/// Returns the rows of runs in their order, without those of other runs, which are sorted by id.
fn without(runs: &[RowRun], others: &[RowRun]) -> Vec<RowRun> {
    let mut rest = Vec::new();
    for run in runs {
        cut(*run, others, &mut rest);
    }
    rest
}

/// Appends the parts of a run that are in none of the others, which are sorted by id.
fn cut(run: RowRun, others: &[RowRun], rest: &mut Vec<RowRun>) {
    let mut at = run.first.0;
    let first = others.partition_point(|other| other.end() <= at);
    for other in &others[first..] {
        if other.first.0 >= run.end() {
            break;
        }
        push_run(rest, span(at, other.first.0));
        at = other.end();
    }
    push_run(rest, span(at, run.end()));
}

fn span(start: u32, end: u32) -> RowRun {
    RowRun {
        first: BatchRowId(start),
        len: end.saturating_sub(start),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn order_of(rows: &[u32]) -> RowOrder {
        let mut order = RowOrder::default();
        for row in rows {
            let splice = order.insert_splice(order.len(), span(*row, *row + 1));
            order.apply(&splice).unwrap();
        }
        order
    }

    fn rows_of(runs: &[RowRun]) -> Vec<u32> {
        runs.iter().flat_map(|run| run.first.0..run.end()).collect()
    }

    fn any_rows() -> impl Strategy<Value = Vec<u32>> {
        let rows = proptest::sample::subsequence((0..30_u32).collect::<Vec<_>>(), 0..30);
        prop_oneof![rows.clone(), rows.prop_shuffle()]
    }

    proptest! {
        #[test]
        fn changes_are_those_of_the_rows(before in any_rows(), after in any_rows()) {
            let changes = OrderChanges::between(&order_of(&before), &order_of(&after));
            let (old, new): (BTreeSet<_>, BTreeSet<_>) =
                (before.iter().copied().collect(), after.iter().copied().collect());
            prop_assert_eq!(rows_of(&changes.removed), old.difference(&new).copied().collect::<Vec<_>>());
            prop_assert_eq!(rows_of(&changes.added), new.difference(&old).copied().collect::<Vec<_>>());
            let kept = |rows: &[u32], other: &BTreeSet<u32>| -> Vec<u32> {
                rows.iter().copied().filter(|row| other.contains(row)).collect()
            };
            prop_assert_eq!(changes.is_reordered, kept(&before, &new) != kept(&after, &old));
        }
    }
}
