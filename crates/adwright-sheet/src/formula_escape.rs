//! Cells of CSV files that a spreadsheet would run as formulas.
//!
//! Such a cell begins with `=`, `+`, `-`, `@`, a tab or a carriage return. An apostrophe in front makes it text. A
//! cell that already looks so, with any number of apostrophes in front, gets one more. So removing one apostrophe
//! from every cell that looks so gives back what was written. Plain numbers such as `-12.5` stay: they are no formulas.

use std::borrow::Cow;

/// Returns the cell as it is written.
pub(crate) fn escape_formula(cell: &str) -> Cow<'_, str> {
    if looks_escaped(cell) || starts_formula(cell) && !is_plain_number(cell) {
        return Cow::Owned(format!("'{cell}"));
    }
    Cow::Borrowed(cell)
}

/// Returns the cell as it was before [`escape_formula`].
pub(crate) fn unescape_formula(cell: &str) -> &str {
    if looks_escaped(cell) {
        &cell[1..]
    } else {
        cell
    }
}

fn looks_escaped(cell: &str) -> bool {
    cell.starts_with('\'') && starts_formula(cell.trim_start_matches('\''))
}

fn starts_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Returns true for a sign and digits, with at most one decimal point.
fn is_plain_number(cell: &str) -> bool {
    let unsigned = cell.strip_prefix(['-', '+']).unwrap_or(cell);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole) && is_digits(fraction)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formulas_become_text() {
        for (cell, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3", "'-2+3"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("'=1", "''=1"),
            ("''-5", "'''-5"),
            ("-12.5", "-12.5"),
            ("+5", "+5"),
            ("-", "'-"),
            ("'quoted'", "'quoted'"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(escape_formula(cell), written, "{cell:?}");
            assert_eq!(unescape_formula(written), cell, "{written:?}");
        }
    }

    proptest! {
        #[test]
        fn escape_is_reversible_and_safe(cell in "['=+@\\-\t\r.0-9a]{0,6}") {
            let written = escape_formula(&cell);
            prop_assert_eq!(unescape_formula(&written), &cell);
            prop_assert!(!starts_formula(&written) || is_plain_number(&written));
        }
    }
}
