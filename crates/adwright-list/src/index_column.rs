//! One field of all rows, stored compactly: each distinct value once, in sort order, and a code for each row.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use adwright_views::FieldKind;
use adwright_wire::SortDirection;

use crate::row_codes::RowCodes;
use crate::sort_key::{SortKey, plain_text};
use crate::string_pool::{PooledTexts, StringArena, StringPool};

/// One field of all rows. A clone shares the memory.
#[derive(Debug, Clone, Default)]
pub struct IndexColumn {
    /// For each row, the index of its value in `values`.
    codes: Arc<RowCodes>,
    values: Arc<DistinctValues>,
}

/// The distinct values of a column.
#[derive(Debug, Default)]
struct DistinctValues {
    /// The values as raw JSON, in ascending order. An empty text means no value.
    texts: StringArena,
    /// The values as lower-case plain text, built by the first search.
    folded: OnceLock<StringArena>,
    /// True if texts of digits sort as ids.
    has_ids: bool,
}

/// A builder of a column.
#[derive(Debug, Default)]
pub(crate) struct IndexColumnBuilder {
    codes: RowCodes,
    values: StringPool,
    /// True if texts of digits sort as ids.
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
        self.codes.set(row, self.values.intern(raw));
    }

    pub(crate) fn finish(self) -> IndexColumn {
        let unsorted = self.values.into_texts();
        let order = sorted_by_key(&unsorted, self.has_ids);
        let mut texts = StringArena::with_capacity_of(&unsorted);
        let mut sorted_codes = vec![0; order.len()];
        let mut largest = 0;
        for (sorted_code, &code) in (0..).zip(&order) {
            texts.push(unsorted.get(code as usize));
            sorted_codes[code as usize] = sorted_code;
            largest = sorted_code;
        }
        drop((unsorted, order));
        let mut codes = RowCodes::with_capacity(self.codes.len(), largest);
        codes.extend(self.codes.iter().map(|code| sorted_codes[code as usize]));
        let values = DistinctValues {
            texts,
            folded: OnceLock::new(),
            has_ids: self.has_ids,
        };
        IndexColumn {
            codes: Arc::new(codes),
            values: Arc::new(values),
        }
    }
}

impl DistinctValues {
    /// Returns the index of a value, or the index at which it would be inserted.
    fn position(&self, raw: &str) -> Result<usize, usize> {
        let key = sort_key(raw, self.has_ids);
        let (mut low, mut high) = (0, self.texts.len());
        while low < high {
            let middle = low.midpoint(high);
            let other = self.texts.get(middle);
            let order = sort_key(other, self.has_ids).compare(&key);
            match order.then_with(|| other.cmp(raw)) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Ok(middle),
            }
        }
        Err(low)
    }

    /// Adds missing values, and returns the new index of each old value; `None` if no value was missing.
    fn insert<'a>(&self, values: impl Iterator<Item = &'a str>) -> Option<(Self, Vec<u32>)> {
        let added = values.filter_map(|raw| Some((self.position(raw).err()?, raw)));
        let mut added: Vec<(usize, &str)> = added.collect();
        added.sort_unstable_by(|(a_index, a), (b_index, b)| {
            let by_key = || sort_key(a, self.has_ids).compare(&sort_key(b, self.has_ids));
            a_index
                .cmp(b_index)
                .then_with(by_key)
                .then_with(|| a.cmp(b))
        });
        added.dedup();
        added.first()?;
        let mut texts = StringArena::default();
        let mut new_codes = Vec::with_capacity(self.texts.len());
        let mut added = added.into_iter().peekable();
        for (at, text) in self.texts.iter().enumerate() {
            while let Some((_, new)) = added.next_if(|(before, _)| *before <= at) {
                texts.push(new);
            }
            new_codes.push(texts.next_code());
            texts.push(text);
        }
        added.for_each(|(_, new)| texts.push(new));
        let values = Self {
            texts,
            folded: OnceLock::new(),
            has_ids: self.has_ids,
        };
        Some((values, new_codes))
    }
}

impl IndexColumn {
    /// Returns the column with changed values in some rows. `old_rows` has the old row of each row, and `None` for a
    /// new row. It is `None` if no row was added or removed. A value that no row has any more stays among the distinct
    /// values.
    pub(crate) fn patched(
        &self,
        old_rows: Option<&[Option<u32>]>,
        changed: &[(usize, &str)],
    ) -> Self {
        let is_same = |(row, raw): &(usize, &str)| self.raw(*row) == *raw;
        if old_rows.is_none() && changed.iter().all(is_same) {
            return self.clone();
        }
        let inserted = self.values.insert(changed.iter().map(|(_, raw)| *raw));
        let (values, new_codes) = match inserted {
            Some((values, new_codes)) => (Arc::new(values), Some(new_codes)),
            None => (Arc::clone(&self.values), None),
        };
        let renumber = |code: u32| {
            let new_codes = new_codes.as_ref();
            new_codes.map_or(code, |new_codes| new_codes[code as usize])
        };
        let mut codes: RowCodes = match old_rows {
            None => self.codes.iter().map(renumber).collect(),
            Some(old_rows) => {
                let old_codes = old_rows
                    .iter()
                    .map(|row| row.map_or(0, |row| renumber(self.codes.get(row as usize))));
                old_codes.collect()
            }
        };
        for (row, raw) in changed {
            let code = values.position(raw).expect("it was inserted");
            codes.set(*row, u32::try_from(code).expect("codes are of four bytes"));
        }
        Self {
            codes: Arc::new(codes),
            values,
        }
    }

    /// Returns true if both columns share their memory, so that neither was changed.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.codes, &other.codes)
    }

    /// Returns the raw value of a row; empty if it has none.
    pub fn raw(&self, row: usize) -> &str {
        self.values.texts.get(self.codes.get(row) as usize)
    }

    /// Returns for each row the index of its value in [`IndexColumn::values`].
    pub fn codes(&self) -> &RowCodes {
        &self.codes
    }

    /// Returns the distinct values in ascending order. Some may be in no row any more.
    pub fn values(&self) -> &StringArena {
        &self.values.texts
    }

    /// Returns a mask of the distinct values that pass `test`.
    pub fn test_values(&self, test: impl FnMut(&str) -> bool) -> Vec<bool> {
        self.values().iter().map(test).collect()
    }

    /// Returns a mask of the distinct values that contain a lower-case text.
    pub fn values_containing(&self, part: &str) -> Vec<bool> {
        let folded = self.values.folded.get_or_init(|| {
            let values = self.values().iter();
            values.map(|raw| plain_text(raw).to_lowercase()).collect()
        });
        folded.match_mask(part)
    }

    /// Sorts rows by this column. Rows with equal values keep their order.
    pub fn sorted_rows(&self, rows: &[u32], direction: SortDirection) -> Vec<u32> {
        let distinct = self.values().len();
        let position = |code: u32| {
            let code = code as usize;
            match direction {
                SortDirection::Asc => code,
                SortDirection::Desc => distinct - 1 - code,
            }
        };
        let mut starts = vec![0_u32; distinct + 1];
        for code in self.codes.iter() {
            starts[position(code) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut sorted = vec![0; rows.len()];
        for &row in rows {
            let start = &mut starts[position(self.codes.get(row as usize))];
            sorted[*start as usize] = row;
            *start += 1;
        }
        sorted
    }
}

/// Returns the numbers of the texts in ascending order.
fn sorted_by_key(texts: &PooledTexts, has_ids: bool) -> Vec<u32> {
    let keys: Vec<SortKey> = texts.iter().map(|raw| sort_key(raw, has_ids)).collect();
    let mut order: Vec<u32> = (0..).take(texts.len()).collect();
    order.sort_unstable_by(|&one, &other| {
        let (one, other) = (one as usize, other as usize);
        let by_key = keys[one].compare(&keys[other]);
        by_key.then_with(|| texts.get(one).cmp(texts.get(other)))
    });
    order
}

fn sort_key(raw: &str, has_ids: bool) -> SortKey<'_> {
    let id = has_ids.then(|| SortKey::from_id(raw)).flatten();
    id.unwrap_or_else(|| SortKey::from_raw(raw))
}

#[cfg(test)]
mod tests {
    use adwright_wire::SortDirection;

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
        let sorted = |direction| {
            let sorted = column.sorted_rows(&all, direction).into_iter();
            sorted.map(|row| rows[row as usize]).collect::<Vec<_>>()
        };
        let ascending = ["", "9", "9.5", "10", "1e1", "true", "\"A\"", "\"b\""];
        assert_eq!(sorted(SortDirection::Asc), ascending);
        assert_eq!(
            sorted(SortDirection::Desc),
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
        let sorted = builder
            .finish()
            .sorted_rows(&[0, 1, 2, 3], SortDirection::Asc);
        assert_eq!(sorted, [3, 1, 0, 2]);
    }

    #[test]
    fn rows_of_equal_value_keep_their_order() {
        let column = column(&["2", "1", "2", "1"]);
        assert_eq!(
            column.sorted_rows(&[3, 2, 1, 0], SortDirection::Asc),
            [3, 1, 2, 0]
        );
        assert_eq!(
            column.sorted_rows(&[3, 2, 1, 0], SortDirection::Desc),
            [2, 0, 3, 1]
        );
    }

    #[test]
    fn substring_matches_any_case_within_one_value() {
        let column = column(&["\"Ärger\"", "\"gera\"", "\"a \\\"B\\\"\"", ""]);
        let with = |part: &str| {
            let mask = column.values_containing(part);
            let codes = column.codes().iter();
            codes.map(|code| mask[code as usize]).collect::<Vec<_>>()
        };
        assert_eq!(with("ge"), [true, true, false, false]);
        assert_eq!(with("är"), [true, false, false, false]);
        assert_eq!(with("\"b\""), [false, false, true, false]);
        assert_eq!(with("gerär"), [false; 4]);
    }
}
