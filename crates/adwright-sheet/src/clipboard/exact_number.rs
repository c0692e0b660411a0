//! Compares the display of a number with the number that a program stored for it.

/// Returns true if the text shows this number, perhaps rounded: `1.23E+18`, `0.33`, `1,234` or `1.234,5`. Dates,
/// percentages, currencies and texts with leading zeros are another thing than the stored number.
pub(super) fn shows_number(text: &str, number: &str) -> bool {
    let text = text.trim();
    let unsigned = text.strip_prefix(['-', '\u{2212}', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()),
        None => (unsigned, Some(0)),
    };
    let (Some(exponent), Ok(number)) = (exponent, number.parse::<f64>()) else {
        return false;
    };
    let digits: Vec<char> = mantissa.chars().filter(char::is_ascii_digit).collect();
    let starts_with_digit = mantissa.starts_with(|c: char| c.is_ascii_digit());
    let has_zeros =
        mantissa.starts_with('0') && mantissa[1..].starts_with(|c: char| c.is_ascii_digit());
    let has_other = mantissa
        .chars()
        .any(|c| !c.is_ascii_digit() && !is_separator(c));
    if !starts_with_digit || has_zeros || has_other {
        return false;
    }
    // The last separator is a decimal point, or all of them only group digits.
    let decimals = mantissa
        .rfind(['.', ','])
        .map_or(0, |at| mantissa.len() - at - 1);
    let digits: String = digits.into_iter().collect();
    let is_near = |decimals: usize| {
        let scale = exponent - i32::try_from(decimals).unwrap_or(i32::MAX / 2);
        let shown = format!("{digits}e{scale}").parse::<f64>();
        let unit = format!("1e{scale}").parse::<f64>();
        // Spreadsheets round halves up, floats are not exact.
        matches!((shown, unit), (Ok(shown), Ok(unit)) if (shown - number.abs()).abs() <= unit * 0.500_001)
    };
    (text.starts_with(['-', '\u{2212}']) == (number < 0.0)) && (is_near(decimals) || is_near(0))
}

/// Separators of decimals and of groups of digits: some languages group by spaces or apostrophes.
const fn is_separator(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | '\'' | '\u{2019}' | ' ' | '\u{a0}' | '\u{202f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_display_shows_its_number() {
        for (text, number) in [
            ("1.23E+18", "1234567890123460000"),
            ("1,23E+18", "1234567890123460000"),
            ("1234567890123460000", "1234567890123460000"),
            ("0.33", "0.333333333333333"),
            ("1,234", "1234"),
            ("1.234", "1234"),
            ("1.234,50", "1234.5"),
            ("1 234 567", "1234567"),
            ("-12", "-12.4"),
            ("5", "5"),
            ("0", "0.2"),
        ] {
            assert!(shows_number(text, number), "{text} of {number}");
        }
    }

    #[test]
    fn other_display_is_another_thing() {
        for (text, number) in [
            ("007", "7"),
            ("1.2.2026", "46054"),
            ("2026-11-26", "46352"),
            ("12%", "0.12"),
            ("€ 5", "5"),
            ("#####", "1234567"),
            ("", "0"),
            ("TRUE", "1"),
            ("-5", "5"),
            ("52024", "52025"),
            ("1e", "1"),
        ] {
            assert!(!shows_number(text, number), "{text} of {number}");
        }
    }
}
