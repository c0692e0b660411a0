//! One field of all rows, stored compactly: each distinct value once, in sort order, and a code for each row.

use std::sync::OnceLock;

use adwright_views::FieldKind;

use crate::sort_key::{SortKey, plain_text};
use crate::string_pool::{StringArena, StringPool};

/// One field of all rows.
#[derive(Debug, Default)]
pub struct IndexColumn {
    /// For each row, the index of its value in `values`.
    codes: Vec<u32>,
    /// The distinct values as raw JSON, in ascending order. An empty text means no value.
    values: StringArena,
    /// The distinct values as lower-case plain text, built by the first search.
    folded: OnceLock<StringArena>,
}

/// A builder of a column.
#[derive(Debug, Default)]
pub(crate) struct IndexColumnBuilder {
    codes: Vec<u32>,
    values: StringPool,
    /// Whether texts of digits sort as ids.
    has_ids: bool,
}

impl IndexColumnBuilder {
    /// Creates a builder for a field of this kind.
    pub(crate) fn for_kind(kind: FieldKind) -> Self {
        Self {
            has_ids: kind == FieldKind::Id,
            ..Self::default()
        }
    }

    pub(crate) fn push(&mut self, raw: &str) {
        self.codes.push(self.values.intern(raw));
    }

    /// Replaces the value of a row.
    pub(crate) fn replace(&mut self, row: usize, raw: &str) {
        self.codes[row] = self.values.intern(raw);
    }

    pub(crate) fn finish(self) -> IndexColumn {
        let found = self.values.into_arena();
        let key = |raw| {
            let id = self.has_ids.then(|| SortKey::from_id(raw)).flatten();
            id.unwrap_or_else(|| SortKey::from_raw(raw))
        };
        let keys: Vec<SortKey> = found.iter().map(key).collect();
        let mut order: Vec<u32> = (0..).take(found.len()).collect();
        order.sort_unstable_by(|&one, &other| {
            let (one, other) = (one as usize, other as usize);
            let by_key = keys[one].compare(&keys[other]);
            by_key.then_with(|| found.get(one).cmp(found.get(other)))
        });
        let mut values = StringArena::default();
        let mut places = vec![0; order.len()];
        for (place, &code) in (0..).zip(&order) {
            values.push(found.get(code as usize));
            places[code as usize] = place;
        }
        let mut codes = self.codes;
        codes.shrink_to_fit();
        for code in &mut codes {
            *code = places[*code as usize];
        }
        IndexColumn {
            codes,
            values,
            folded: OnceLock::new(),
        }
    }
}

impl IndexColumn {
    /// Returns the raw value of a row; empty if it has none.
    pub fn raw(&self, row: usize) -> &str {
        self.values.get(self.codes[row] as usize)
    }

    /// Returns for each row the index of its value in [`IndexColumn::values`].
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// Returns the distinct values in ascending order.
    pub fn values(&self) -> &StringArena {
        &self.values
    }

    /// Returns for each distinct value whether `test` holds.
    pub fn test_values(&self, test: impl FnMut(&str) -> bool) -> Vec<bool> {
        self.values.iter().map(test).collect()
    }

    /// Returns for each distinct value whether it contains a lower-case text.
    pub fn values_containing(&self, part: &str) -> Vec<bool> {
        let folded = self.folded.get_or_init(|| {
            let values = self.values.iter();
            values.map(|raw| plain_text(raw).to_lowercase()).collect()
        });
        folded.containing(part)
    }

    /// Sorts rows by this column. Rows with equal values keep their order.
    pub fn sorted_rows(&self, rows: &[u32], descending: bool) -> Vec<u32> {
        let distinct = self.values.len();
        let place = |code: u32| {
            let code = code as usize;
            if descending {
                distinct - 1 - code
            } else {
                code
            }
        };
        let mut starts = vec![0_u32; distinct + 1];
        for &code in &self.codes {
            starts[place(code) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut sorted = vec![0; rows.len()];
        for &row in rows {
            let start = &mut starts[place(self.codes[row as usize])];
            sorted[*start as usize] = row;
            *start += 1;
        }
        sorted
    }
}

#[cfg(test)]
mod tests {
    use super::IndexColumnBuilder;

    fn column(values: &[&str]) -> super::IndexColumn {
        let mut builder = IndexColumnBuilder::default();
        for raw in values {
            builder.push(raw);
        }
        builder.finish()
    }

    #[test]
    fn numbers_sort_by_value_and_missing_values_first() {
        let rows = ["10", "", "9", "\"b\"", "1e1", "\"A\"", "9.5", "true"];
        let column = column(&rows);
        let all: Vec<u32> = (0..8).collect();
        let sorted = |descending| {
            let sorted = column.sorted_rows(&all, descending).into_iter();
            sorted.map(|row| rows[row as usize]).collect::<Vec<_>>()
        };
        let ascending = ["", "9", "9.5", "10", "1e1", "true", "\"A\"", "\"b\""];
        assert_eq!(sorted(false), ascending);
        assert_eq!(
            sorted(true),
            ascending.into_iter().rev().collect::<Vec<_>>()
        );
    }

    #[test]
    fn ids_sort_by_number_in_any_json_type() {
        let mut builder = super::IndexColumnBuilder::for_kind(adwright_views::FieldKind::Id);
        let rows = ["\"10\"", "9", "\"x\"", "\"8\""];
        for raw in rows {
            builder.push(raw);
        }
        let sorted = builder.finish().sorted_rows(&[0, 1, 2, 3], false);
        assert_eq!(sorted, [3, 1, 0, 2]);
    }

    #[test]
    fn rows_of_one_value_stay_as_they_come() {
        let column = column(&["2", "1", "2", "1"]);
        assert_eq!(column.sorted_rows(&[3, 2, 1, 0], false), [3, 1, 2, 0]);
        assert_eq!(column.sorted_rows(&[3, 2, 1, 0], true), [2, 0, 3, 1]);
    }

    #[test]
    fn substring_matches_any_case_within_one_value() {
        let column = column(&["\"Ärger\"", "\"gera\"", "\"a \\\"B\\\"\"", ""]);
        let with = |part: &str| {
            let including = column.values_containing(part);
            let codes = column.codes().iter();
            codes
                .map(|&code| including[code as usize])
                .collect::<Vec<_>>()
        };
        assert_eq!(with("ge"), [true, true, false, false]);
        assert_eq!(with("är"), [true, false, false, false]);
        assert_eq!(with("\"b\""), [false, false, true, false]);
        assert_eq!(with("gerär"), [false; 4]);
    }
}
