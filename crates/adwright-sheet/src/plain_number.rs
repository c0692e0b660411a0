//! Numbers of spreadsheets as digits, without an exponent.

/// A spreadsheet keeps this many digits of a number.
const KEPT_DIGITS: usize = 15;

/// A number with a larger exponent stays in scientific notation: no id has that many digits.
const MAX_POINT_SHIFT: i64 = 40;

/// A number of a spreadsheet as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainNumber {
    /// The digits, such as `1230000000000000000` or `-0.5`.
    pub(crate) text: String,
    /// True if the whole part has more than 15 digits. A spreadsheet replaced the others by zeros.
    pub(crate) is_rounded: bool,
}

impl PlainNumber {
    /// Parses a number such as `1.23E+018`. Returns `None` if the text is not a number.
    pub(crate) fn parse(literal: &str) -> Option<Self> {
        let (sign, unsigned) = match literal.strip_prefix('-') {
            Some(unsigned) => ("-", unsigned),
            None => ("", literal.strip_prefix('+').unwrap_or(literal)),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        if exponent.abs() > MAX_POINT_SHIFT {
            return Some(Self {
                text: literal.to_ascii_uppercase(),
                is_rounded: true,
            });
        }
        let (whole, fraction) = shift_point(whole, fraction, exponent);
        let whole = match whole.trim_start_matches('0') {
            "" => "0",
            digits => digits,
        };
        let fraction = fraction.trim_end_matches('0');
        let is_zero = whole == "0" && fraction.is_empty();
        let sign = if is_zero { "" } else { sign };
        let point = if fraction.is_empty() { "" } else { "." };
        Some(Self {
            text: format!("{sign}{whole}{point}{fraction}"),
            is_rounded: whole.len() > KEPT_DIGITS,
        })
    }

    /// Returns the shortest decimal number that is read as the same float.
    pub(crate) fn from_f64(number: f64) -> Self {
        Self::parse(&format!("{number:e}")).unwrap_or_else(|| Self {
            text: number.to_string(),
            is_rounded: true,
        })
    }
}

/// Moves the decimal point to the right, or to the left if the exponent is negative.
fn shift_point(whole: &str, fraction: &str, exponent: i64) -> (String, String) {
    let shift = usize::try_from(exponent.unsigned_abs()).unwrap_or_default();
    if exponent >= 0 {
        let digits = format!("{fraction:0<shift$}");
        let (moved, rest) = digits.split_at(shift);
        (format!("{whole}{moved}"), rest.to_owned())
    } else {
        let digits = format!("{whole:0>shift$}");
        let (rest, moved) = digits.split_at(digits.len() - shift);
        (rest.to_owned(), format!("{moved}{fraction}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn exponent_becomes_digits() {
        for (literal, text, is_rounded) in [
            ("1.23456789012346E+018", "1234567890123460000", true),
            ("1E3", "1000", false),
            ("999999999999999", "999999999999999", false),
            ("1000000000000000", "1000000000000000", true),
            ("-12.50", "-12.5", false),
            ("1.5e-3", "0.0015", false),
            ("-0", "0", false),
            ("007", "7", false),
            ("1e300", "1E300", true),
        ] {
            let text = text.to_owned();
            let expected = Some(PlainNumber { text, is_rounded });
            assert_eq!(PlainNumber::parse(literal), expected, "{literal}");
        }
        for text in [
            "",
            "-",
            "1.2.3",
            "A1",
            "1e",
            "e5",
            "1,5",
            "0x10",
            "1e99999999999999999999",
        ] {
            assert_eq!(PlainNumber::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn float_is_read_back_unchanged(number in any::<f64>()) {
            // Minus zero becomes zero.
            prop_assume!(number.is_finite() && number.to_bits() != (-0.0_f64).to_bits());
            let plain = PlainNumber::from_f64(number);
            prop_assert_eq!(plain.text.parse::<f64>().unwrap().to_bits(), number.to_bits());
        }

        #[test]
        fn whole_number_keeps_its_digits(number in -999_999_999_999_999_i64..=999_999_999_999_999) {
            #[expect(clippy::cast_precision_loss, reason = "a float holds 15 digits exactly")]
            let plain = PlainNumber::from_f64(number as f64);
            prop_assert_eq!(plain, PlainNumber { text: number.to_string(), is_rounded: false });
        }
    }
}
