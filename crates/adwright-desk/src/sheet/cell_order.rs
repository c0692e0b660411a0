//! The order of cells: numbers by their exact value, then texts, then empty cells.

use std::cmp::Ordering;

use adwright_model::compare_numbers;

/// A cell as it is compared.
#[derive(Debug)]
pub(super) enum CellSortKey {
    Number(String),
    Text {
        /// The text in lower case, which decides first.
        folded: String,
        text: String,
    },
    Empty,
}

impl CellSortKey {
    pub(super) fn of(cell: &str) -> Self {
        let trimmed = cell.trim();
        if trimmed.is_empty() {
            Self::Empty
        } else if is_number(trimmed) {
            Self::Number(trimmed.to_owned())
        } else {
            Self::Text {
                folded: cell.to_lowercase(),
                text: cell.to_owned(),
            }
        }
    }

    /// Compares two cells. Empty cells come last in both directions.
    pub(super) fn compare(&self, other: &Self, descending: bool) -> Ordering {
        let order = match (self, other) {
            (Self::Empty, Self::Empty) => Ordering::Equal,
            (Self::Empty, _) => return Ordering::Greater,
            (_, Self::Empty) => return Ordering::Less,
            (Self::Number(one), Self::Number(other)) => compare_numbers(one, other),
            (Self::Number(_), Self::Text { .. }) => Ordering::Less,
            (Self::Text { .. }, Self::Number(_)) => Ordering::Greater,
            (
                Self::Text { folded, text },
                Self::Text {
                    folded: other_folded,
                    text: other_text,
                },
            ) => folded.cmp(other_folded).then_with(|| text.cmp(other_text)),
        };
        if descending { order.reverse() } else { order }
    }
}

/// Returns whether a text is a JSON number.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(is_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(cells: &[&'static str], descending: bool) -> Vec<&'static str> {
        let mut cells = cells.to_vec();
        cells.sort_by(|one, other| {
            CellSortKey::of(one).compare(&CellSortKey::of(other), descending)
        });
        cells
    }

    #[test]
    fn numbers_precede_texts_and_empty_cells() {
        let cells = [
            "b",
            "",
            "10",
            "9007199254740993",
            "9007199254740992",
            "A",
            "-1.5",
            "007",
            "9",
            "a",
        ];
        let ascending = [
            "-1.5",
            "9",
            "10",
            "9007199254740992",
            "9007199254740993",
            "007",
            "A",
            "a",
            "b",
            "",
        ];
        assert_eq!(sorted(&cells, false), ascending);
        let descending = [
            "b",
            "a",
            "A",
            "007",
            "9007199254740993",
            "9007199254740992",
            "10",
            "9",
            "-1.5",
            "",
        ];
        assert_eq!(sorted(&cells, true), descending);
    }
}
