use std::ops::Range;

use super::byte_format::{BatchDataError, ByteReader};
use super::row_id::BatchRowId;
use super::splice::{OrderSplice, RowRun, push_run, read_runs, write_runs};

/// The rows of a batch in their order. A million rows that were imported together are one run.
///
/// Finding a row takes logarithmic time in the number of runs, and a change linear time. Positions count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowOrder {
    /// No run continues the one before.
    runs: Vec<RowRun>,
    /// The position of the first row after each run.
    ends: Vec<u32>,
}

impl RowOrder {
    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of runs, which the cost of a change grows with.
    #[must_use]
    pub const fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// Returns all rows in their order.
    #[must_use]
    pub fn all_runs(&self) -> &[RowRun] {
        &self.runs
    }

    /// Returns the rows at these positions. Positions after the last row are skipped.
    pub fn rows(&self, positions: Range<u32>) -> impl Iterator<Item = BatchRowId> {
        let runs = self.runs(positions).into_iter();
        runs.flat_map(|run| (run.first.0..run.first.0 + run.len).map(BatchRowId))
    }

    /// Returns the row at a position; `None` after the last row.
    #[must_use]
    pub fn row(&self, position: u32) -> Option<BatchRowId> {
        let index = self.run_index(position);
        let start = self.start(index);
        let run = self.runs.get(index)?;
        Some(BatchRowId(run.first.0 + (position - start)))
    }

    /// Returns the splice that inserts rows before a position; at the end if it is the number of rows.
    #[must_use]
    pub fn insert_splice(&self, at: u32, run: RowRun) -> OrderSplice {
        OrderSplice {
            at: at.min(self.len()),
            removed: Vec::new(),
            inserted: vec![run],
        }
    }

    /// Returns the splice that removes the rows in these spans of positions; `None` without any row. Spans may overlap.
    #[must_use]
    pub fn delete_splice(&self, spans: &[Range<u32>]) -> Option<OrderSplice> {
        let spans = self.merge_spans(spans);
        let region = spans.first()?.start..spans.last()?.end;
        Some(OrderSplice {
            at: region.start,
            removed: self.runs(region.clone()),
            inserted: self.runs_between(region, &spans),
        })
    }

    /// Returns the splice that moves the rows in these spans before the row that is at position `to`; `None` if nothing
    /// moves. The moved rows keep their order. Spans may overlap.
    #[must_use]
    pub fn move_splice(&self, spans: &[Range<u32>], to: u32) -> Option<OrderSplice> {
        let spans = self.merge_spans(spans);
        let to = to.min(self.len());
        let region = spans.first()?.start.min(to)..spans.last()?.end.max(to);
        let moved = spans.iter().flat_map(|span| self.runs(span.clone()));
        let mut inserted = self.runs_between(region.start..to, &spans);
        let after = self.runs_between(to..region.end, &spans);
        for run in moved.chain(after) {
            push_run(&mut inserted, run);
        }
        let removed = self.runs(region.clone());
        (removed != inserted).then_some(OrderSplice {
            at: region.start,
            removed,
            inserted,
        })
    }

    /// Returns the number of different rows in these spans of positions.
    #[must_use]
    pub fn count_rows(&self, spans: &[Range<u32>]) -> u32 {
        let spans = self.merge_spans(spans);
        spans.iter().map(|span| span.end - span.start).sum()
    }

    /// Makes a change.
    ///
    /// # Errors
    /// [`BatchDataError`] if the rows at its position are not those that it removes, or there would be more than
    /// [`u32::MAX`] rows.
    pub fn apply(&mut self, splice: &OrderSplice) -> Result<(), BatchDataError> {
        let removed = row_count(&splice.removed)?;
        let end = splice.at.checked_add(removed).ok_or(BatchDataError)?;
        if end > self.len() || self.runs(splice.at..end) != merge_runs(&splice.removed) {
            return Err(BatchDataError);
        }
        let added = row_count(&splice.inserted)?;
        let rest = self.len() - removed;
        rest.checked_add(added).ok_or(BatchDataError)?;
        // The neighbours are replaced too, because their ids may continue in the inserted rows.
        let first = self.run_index(splice.at).saturating_sub(1);
        let last = (self.run_index(end) + 1).min(self.runs.len());
        let mut runs = self.runs(self.start(first)..splice.at);
        let after = self.runs(end..self.start(last));
        for run in splice.inserted.iter().chain(&after) {
            push_run(&mut runs, *run);
        }
        self.runs.splice(first..last, runs);
        self.place_from(first);
        Ok(())
    }

    /// Returns the bytes for the disk.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_runs(&mut bytes, &self.runs);
        bytes
    }

    /// Reads bytes that [`RowOrder::to_bytes`] returned.
    ///
    /// # Errors
    /// [`BatchDataError`] for any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BatchDataError> {
        let runs = read_runs(&mut ByteReader::new(bytes))?;
        row_count(&runs)?;
        let mut order = Self {
            runs,
            ends: Vec::new(),
        };
        order.place_from(0);
        Ok(order)
    }

    /// Computes the positions of the runs from this one on.
    fn place_from(&mut self, first: usize) {
        self.ends.truncate(first);
        for run in &self.runs[first..] {
            let start = self.ends.last().copied().unwrap_or(0);
            self.ends.push(start + run.len);
        }
    }

    /// Returns the index of the run with this position; the number of runs after the last row.
    fn run_index(&self, position: u32) -> usize {
        self.ends.partition_point(|end| *end <= position)
    }

    /// Returns the position of a run's first row.
    fn start(&self, index: usize) -> u32 {
        index.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Returns the runs at these positions, cut at both ends.
    fn runs(&self, positions: Range<u32>) -> Vec<RowRun> {
        let mut index = self.run_index(positions.start);
        let mut runs = Vec::new();
        while index < self.runs.len() && self.start(index).max(positions.start) < positions.end {
            let start = self.start(index).max(positions.start);
            let end = self.ends[index].min(positions.end);
            runs.push(RowRun {
                first: BatchRowId(self.runs[index].first.0 + (start - self.start(index))),
                len: end - start,
            });
            index += 1;
        }
        runs
    }

    /// Returns the runs of a region that are in none of the spans, which are sorted and do not touch.
    fn runs_between(&self, region: Range<u32>, spans: &[Range<u32>]) -> Vec<RowRun> {
        let (mut runs, mut at) = (Vec::new(), region.start);
        let ends = spans.iter().map(|span| (span.start, span.end));
        for (start, end) in ends.chain([(region.end, region.end)]) {
            for run in self.runs(at..start.min(region.end)) {
                push_run(&mut runs, run);
            }
            at = at.max(end);
        }
        runs
    }

    /// Sorts spans, cuts them at the last row, and joins those that touch.
    fn merge_spans(&self, spans: &[Range<u32>]) -> Vec<Range<u32>> {
        let cut = |span: &Range<u32>| span.start..span.end.min(self.len());
        let mut spans: Vec<_> = spans
            .iter()
            .map(cut)
            .filter(|span| !span.is_empty())
            .collect();
        spans.sort_by_key(|span| span.start);
        spans.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        spans
    }
}

fn merge_runs(runs: &[RowRun]) -> Vec<RowRun> {
    let mut merged = Vec::with_capacity(runs.len());
    for run in runs {
        push_run(&mut merged, *run);
    }
    merged
}

fn row_count(runs: &[RowRun]) -> Result<u32, BatchDataError> {
    let count = runs
        .iter()
        .try_fold(0_u32, |count, run| count.checked_add(run.len));
    count.ok_or(BatchDataError)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Step {
        Insert(u32, u32),
        Delete(Vec<Range<u32>>),
        Move(Vec<Range<u32>>, u32),
    }

    fn any_spans() -> impl Strategy<Value = Vec<Range<u32>>> {
        vec(
            (0..40_u32, 0..6_u32).prop_map(|(start, len)| start..start + len),
            0..4,
        )
    }

    fn any_step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0..40_u32, 1..9_u32).prop_map(|(at, len)| Step::Insert(at, len)),
            any_spans().prop_map(Step::Delete),
            (any_spans(), 0..40_u32).prop_map(|(spans, to)| Step::Move(spans, to)),
        ]
    }

    fn is_in(spans: &[Range<u32>], position: usize) -> bool {
        spans
            .iter()
            .any(|span| span.contains(&u32::try_from(position).unwrap()))
    }

    /// Makes the step on a plain list of ids.
    fn step_on_list(rows: &mut Vec<u32>, step: &Step, next: u32) {
        match step {
            Step::Insert(at, len) => {
                let at = rows.len().min(*at as usize);
                rows.splice(at..at, next..next + len);
            }
            Step::Delete(spans) => {
                let kept = rows.iter().enumerate().filter(|(at, _)| !is_in(spans, *at));
                *rows = kept.map(|(_, row)| *row).collect();
            }
            Step::Move(spans, to) => {
                let part = |moved: bool, places: Range<usize>| {
                    let rows = rows.iter().copied().enumerate();
                    rows.filter(|(at, _)| places.contains(at) && is_in(spans, *at) == moved)
                        .map(|(_, row)| row)
                        .collect::<Vec<_>>()
                };
                let to = *to as usize;
                let all = [
                    part(false, 0..to),
                    part(true, 0..rows.len()),
                    part(false, to..rows.len()),
                ];
                *rows = all.concat();
            }
        }
    }

    fn splice_of(order: &RowOrder, step: &Step, next: u32) -> Option<OrderSplice> {
        match step {
            Step::Insert(at, len) => {
                let run = RowRun {
                    first: BatchRowId(next),
                    len: *len,
                };
                Some(order.insert_splice(*at, run))
            }
            Step::Delete(spans) => order.delete_splice(spans),
            Step::Move(spans, to) => order.move_splice(spans, *to),
        }
    }

    fn ids(order: &RowOrder) -> Vec<u32> {
        order.rows(0..u32::MAX).map(|row| row.0).collect()
    }

    #[test]
    fn rows_created_in_order_are_one_run() {
        let mut order = RowOrder::default();
        for first in (0..1_000).step_by(10) {
            let run = RowRun {
                first: BatchRowId(first),
                len: 10,
            };
            order.apply(&order.insert_splice(first, run)).unwrap();
        }
        assert_eq!((order.len(), order.run_count()), (1_000, 1));
        let splice = order.delete_splice(&[2..4, 500..501]).unwrap();
        order.apply(&splice).unwrap();
        assert_eq!((order.len(), order.run_count()), (997, 3));
        order.apply(&splice.inverse()).unwrap();
        assert_eq!(order.run_count(), 1);
    }

    #[test]
    fn foreign_splices_are_refused() {
        let run = |first, len| RowRun {
            first: BatchRowId(first),
            len,
        };
        let mut order = RowOrder::default();
        order.apply(&order.insert_splice(0, run(0, 10))).unwrap();
        for (at, removed, inserted) in [
            (3, vec![run(4, 1)], vec![]),
            (9, vec![run(9, 2)], vec![]),
            (11, vec![], vec![run(10, 1)]),
            (10, vec![], vec![run(0, u32::MAX)]),
        ] {
            let splice = OrderSplice {
                at,
                removed,
                inserted,
            };
            assert_eq!(order.apply(&splice), Err(BatchDataError));
            assert_eq!(ids(&order), (0..10).collect::<Vec<_>>());
        }
    }

    proptest! {
        #[test]
        fn splices_match_a_plain_list(steps in vec(any_step(), 1..20)) {
            let (mut order, mut rows, mut next) = (RowOrder::default(), Vec::new(), 0);
            let mut history = Vec::new();
            for step in &steps {
                let splice = splice_of(&order, step, next);
                step_on_list(&mut rows, step, next);
                next += 20;
                if let Some(splice) = splice {
                    history.push((order.clone(), splice.clone()));
                    order.apply(&splice).unwrap();
                }
                prop_assert_eq!(&ids(&order), &rows);
                prop_assert_eq!(order.len() as usize, rows.len());
                for (at, row) in (0..).zip(&rows) {
                    prop_assert_eq!(order.row(at), Some(BatchRowId(*row)));
                }
                prop_assert_eq!(order.row(order.len()), None);
                prop_assert_eq!(&RowOrder::from_bytes(&order.to_bytes()).unwrap(), &order);
            }
            for (before, splice) in history.into_iter().rev() {
                order.apply(&splice.inverse()).unwrap();
                prop_assert_eq!(&order, &before);
            }
        }
    }
}
