//! The lines of a list that is grouped by advertiser and brand: its rows, and a heading before each group.

use std::ops::Range;

use adwright_list::ListIndex;
use adwright_views::{GroupHeading, saturating_u32};

/// The groups of some rows. Without groups, each row is one line.
#[derive(Debug, Default)]
pub(crate) struct RowGroups {
    /// The position of the first row of each group.
    starts: Vec<usize>,
    row_count: usize,
}

impl RowGroups {
    /// Groups neighbours with the same advertiser and brand.
    pub(crate) fn of(rows: &[u32], index: &ListIndex) -> Self {
        let is_start =
            |at: &usize| *at == 0 || index.group_of(rows[*at]) != index.group_of(rows[*at - 1]);
        Self {
            starts: (0..rows.len()).filter(is_start).collect(),
            row_count: rows.len(),
        }
    }

    /// Makes each row one line.
    pub(crate) fn none(row_count: usize) -> Self {
        Self {
            starts: Vec::new(),
            row_count,
        }
    }

    pub(crate) fn line_count(&self) -> usize {
        self.row_count + self.starts.len()
    }

    /// Returns the line of the row at a position.
    pub(crate) fn line_of(&self, position: usize) -> usize {
        position + self.starts.partition_point(|start| *start <= position)
    }

    /// Returns the positions of the rows among `limit` lines from `offset` on.
    pub(crate) fn rows_in(&self, offset: u32, limit: u32) -> Range<usize> {
        let end = offset.saturating_add(limit) as usize;
        self.rows_before(offset as usize)..self.rows_before(end)
    }

    /// Returns the headings among these lines.
    pub(crate) fn headings_in(
        &self,
        offset: u32,
        limit: u32,
        rows: &[u32],
        index: &ListIndex,
    ) -> Vec<GroupHeading> {
        let lines = offset as usize..offset.saturating_add(limit) as usize;
        let ends = self.starts.iter().skip(1).chain([&self.row_count]);
        let groups = self.starts.iter().zip(ends).enumerate();
        let headings = groups.map(|(number, (start, end))| (start + number, *start, *end));
        let shown = headings.filter(|(line, ..)| lines.contains(line));
        let headings = shown.map(|(line, start, end)| {
            let [advertiser, brand] = index.group_of(rows[start]);
            GroupHeading {
                line: saturating_u32(line),
                advertiser: advertiser.into_owned(),
                brand: brand.into_owned(),
                rows: saturating_u32(end - start),
            }
        });
        headings.collect()
    }

    /// Returns the number of rows before a line.
    fn rows_before(&self, line: usize) -> usize {
        let (mut low, mut high) = (0, self.starts.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.starts[middle] + middle < line {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (line - low).min(self.row_count)
    }
}

#[cfg(test)]
mod tests {
    use super::RowGroups;

    #[test]
    fn headings_take_lines_before_their_rows() {
        let groups = RowGroups {
            starts: vec![0, 2],
            row_count: 3,
        };
        // Lines: heading, row 0, row 1, heading, row 2.
        assert_eq!(groups.line_count(), 5);
        assert_eq!([0, 1, 2].map(|row| groups.line_of(row)), [1, 2, 4]);
        let rows = |offset, limit| groups.rows_in(offset, limit);
        assert_eq!(rows(0, 1), 0..0);
        assert_eq!(rows(0, 2), 0..1);
        assert_eq!(rows(1, 3), 0..2);
        assert_eq!(rows(3, 9), 2..3);
        assert_eq!(rows(9, 9), 3..3);
        assert_eq!(RowGroups::none(3).rows_in(1, 9), 1..3);
    }
}
