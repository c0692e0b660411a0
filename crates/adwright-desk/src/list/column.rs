//! One field of all campaigns, kept compactly: each distinct value once, in its order, and a number for each row.

use std::sync::OnceLock;

use super::texts::{Interned, Texts};
use super::value::{Key, spoken};
use crate::views::FieldKind;

/// A field of all campaigns.
#[derive(Debug, Default)]
pub(crate) struct Column {
    /// For each row, the place of its value among the values.
    codes: Vec<u32>,
    /// The distinct values as raw JSON, the smallest first; an empty text stands for none.
    values: Texts,
    /// The same in lower case as a person reads them; made when they are first searched.
    folded: OnceLock<Texts>,
}

/// Gathers a column.
#[derive(Debug, Default)]
pub(crate) struct ColumnBuilder {
    codes: Vec<u32>,
    values: Interned,
    /// Whether texts of digits sort as the ids that they are.
    has_ids: bool,
}

impl ColumnBuilder {
    /// Of a field that is drawn so.
    pub(crate) fn of(kind: FieldKind) -> Self {
        Self {
            has_ids: kind == FieldKind::Id,
            ..Self::default()
        }
    }

    pub(crate) fn push(&mut self, raw: &str) {
        self.codes.push(self.values.code(raw));
    }

    /// Puts another value in the place of a row's.
    pub(crate) fn put(&mut self, row: usize, raw: &str) {
        self.codes[row] = self.values.code(raw);
    }

    pub(crate) fn finish(self) -> Column {
        let found = self.values.into_texts();
        let key = |raw| {
            let id = self.has_ids.then(|| Key::of_id(raw)).flatten();
            id.unwrap_or_else(|| Key::of(raw))
        };
        let keys: Vec<Key> = found.iter().map(key).collect();
        let mut order: Vec<u32> = (0..).take(found.len()).collect();
        order.sort_unstable_by(|&one, &other| {
            let (one, other) = (one as usize, other as usize);
            let by_key = keys[one].compare(&keys[other]);
            by_key.then_with(|| found.get(one).cmp(found.get(other)))
        });
        let mut values = Texts::default();
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
        Column {
            codes,
            values,
            folded: OnceLock::new(),
        }
    }
}

impl Column {
    /// The raw value of a row; empty where it has none.
    pub(crate) fn raw(&self, row: usize) -> &str {
        self.values.get(self.codes[row] as usize)
    }

    /// For each row, the place of its value among [`Column::values`].
    pub(crate) fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The distinct values, the smallest first.
    pub(crate) fn values(&self) -> &Texts {
        &self.values
    }

    /// For each distinct value, whether `test` holds.
    pub(crate) fn which(&self, test: impl FnMut(&str) -> bool) -> Vec<bool> {
        self.values.iter().map(test).collect()
    }

    /// For each distinct value, whether it includes a text, which is in lower case.
    pub(crate) fn including(&self, part: &str) -> Vec<bool> {
        let folded = self.folded.get_or_init(|| {
            let values = self.values.iter();
            values.map(|raw| spoken(raw).to_lowercase()).collect()
        });
        folded.including(part)
    }

    /// Rows in the order of this column; those of one value stay as they come.
    pub(crate) fn sorted(&self, rows: &[u32], descending: bool) -> Vec<u32> {
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
    use super::ColumnBuilder;

    fn column(values: &[&str]) -> super::Column {
        let mut builder = ColumnBuilder::default();
        for raw in values {
            builder.push(raw);
        }
        builder.finish()
    }

    #[test]
    fn numbers_sort_by_value_and_texts_without_case_after_what_is_missing() {
        let rows = ["10", "", "9", "\"b\"", "1e1", "\"A\"", "9.5", "true"];
        let column = column(&rows);
        let all: Vec<u32> = (0..8).collect();
        let sorted = |descending| {
            let sorted = column.sorted(&all, descending).into_iter();
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
        let mut builder = super::ColumnBuilder::of(crate::views::FieldKind::Id);
        let rows = ["\"10\"", "9", "\"x\"", "\"8\""];
        for raw in rows {
            builder.push(raw);
        }
        let sorted = builder.finish().sorted(&[0, 1, 2, 3], false);
        assert_eq!(sorted, [3, 1, 0, 2]);
    }

    #[test]
    fn rows_of_one_value_stay_as_they_come() {
        let column = column(&["2", "1", "2", "1"]);
        assert_eq!(column.sorted(&[3, 2, 1, 0], false), [3, 1, 2, 0]);
        assert_eq!(column.sorted(&[3, 2, 1, 0], true), [2, 0, 3, 1]);
    }

    #[test]
    fn a_part_is_found_in_any_case_and_never_across_two_values() {
        let column = column(&["\"Ärger\"", "\"gera\"", "\"a \\\"B\\\"\"", ""]);
        let with = |part: &str| {
            let including = column.including(part);
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
