use std::borrow::Cow;
use std::cmp::Ordering;

/// Exponents beyond this are compared only as spelled. No quantity is that large.
const LARGEST_EXPONENT: i128 = 1_000_000_000_000_000_000_000_000_000_000;

/// Compares two JSON numbers by exact decimal value, in any spelling.
///
/// `1`, `1.0` and `10e-1` are equal. Two numbers whose exponents both have 30 digits or more are equal only if they
/// are spelled alike. Both texts must be JSON numbers; any other text has an arbitrary but fixed order.
#[must_use]
pub fn compare_numbers(a: &str, b: &str) -> Ordering {
    if let (Ok(a), Ok(b)) = (a.parse::<i64>(), b.parse::<i64>()) {
        return a.cmp(&b);
    }
    Decimal::parse(a).compare(&Decimal::parse(b))
}

/// Returns the exact value of a JSON number as a 64-bit integer; `None` if it has a fraction or does not fit.
///
/// The spelling does not matter: `100`, `100.0` and `1e2` are equal.
#[must_use]
pub fn exact_i64(raw: &str) -> Option<i64> {
    // Nearly all numbers are spelled like this.
    if let Ok(plain) = raw.parse() {
        return Some(plain);
    }
    let number = Decimal::parse(raw);
    let point = usize::try_from(number.point).unwrap_or(0);
    if point > 19 || point < number.digits.len() {
        return None;
    }
    let sign = if number.negative { "-" } else { "" };
    let digits = number.digits;
    format!("{sign}{digits:0<width$}", width = point.max(1))
        .parse()
        .ok()
}

/// The most digits that an exponent is written out to. Longer numbers are easier to read with it.
const MAX_PLAIN_DIGITS: i128 = 30;

/// Returns a JSON number without an exponent: `6.4e3` is `6400`. The zeros of `1.50e0` stay. Returns the same text if it
/// has no exponent or would get too long.
#[must_use]
pub fn plain_number(raw: &str) -> Cow<'_, str> {
    let unsigned = raw.strip_prefix('-').unwrap_or(raw);
    let Some((mantissa, exponent)) = unsigned.split_once(['e', 'E']) else {
        return Cow::Borrowed(raw);
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let point = len_i128(whole) + parse_exponent(exponent);
    if point.abs() > MAX_PLAIN_DIGITS || len_i128(&digits) > MAX_PLAIN_DIGITS {
        return Cow::Borrowed(raw);
    }
    let sign = if raw.starts_with('-') { "-" } else { "" };
    let missing = usize::try_from(-point).unwrap_or(0);
    let at = usize::try_from(point).unwrap_or(0);
    let padded = format!("{:0<at$}", format!("{}{digits}", "0".repeat(missing)));
    let (whole, fraction) = padded.split_at(at);
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let point = if fraction.is_empty() { "" } else { "." };
    Cow::Owned(format!("{sign}{whole}{point}{fraction}"))
}

/// Returns one spelling for all numbers that are equal by [`compare_numbers`].
#[must_use]
pub(crate) fn normal_number(raw: &str) -> String {
    let number = Decimal::parse(raw);
    if number.is_boundless() {
        return raw.to_owned();
    }
    let sign = if number.negative { "-" } else { "" };
    format!("{sign}0.{}e{}", number.digits, number.point)
}

/// A number as 0.`digits` × 10^`point`, without leading or trailing zeros. Zero has no digits.
struct Decimal<'a> {
    negative: bool,
    digits: String,
    point: i128,
    raw: &'a str,
}

impl<'a> Decimal<'a> {
    fn parse(raw: &'a str) -> Self {
        let unsigned = raw.strip_prefix('-').unwrap_or(raw);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let zeros = all.len() - significant.len();
        let digits = significant.trim_end_matches('0').to_owned();
        let point = if digits.is_empty() {
            0
        } else {
            parse_exponent(exponent) + len_i128(whole) - len_i128(&all[..zeros])
        };
        Self {
            negative: raw.starts_with('-') && !digits.is_empty(),
            digits,
            point,
            raw,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        if self.negative != other.negative {
            return other.negative.cmp(&self.negative);
        }
        let magnitude = self.compare_magnitude(other);
        if self.negative {
            magnitude.reverse()
        } else {
            magnitude
        }
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        if self.is_boundless()
            && other.is_boundless()
            && self.point.signum() == other.point.signum()
        {
            return self.raw.cmp(other.raw);
        }
        let zero_first = self
            .digits
            .is_empty()
            .cmp(&other.digits.is_empty())
            .reverse();
        zero_first
            .then(self.point.cmp(&other.point))
            .then_with(|| self.digits.cmp(&other.digits))
    }

    fn is_boundless(&self) -> bool {
        // Half the limit leaves room for the digits that shift the point.
        self.point.abs() > LARGEST_EXPONENT / 2
    }
}

fn parse_exponent(exponent: &str) -> i128 {
    let digits = exponent
        .trim_start_matches(['+', '-'])
        .trim_start_matches('0');
    let size = match digits.len() {
        0 => 0,
        1..=29 => digits.parse().unwrap_or(LARGEST_EXPONENT),
        _ => LARGEST_EXPONENT,
    };
    if exponent.starts_with('-') {
        -size
    } else {
        size
    }
}

fn len_i128(text: &str) -> i128 {
    i128::try_from(text.len()).expect("a length fits 128 bits")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn exponents_are_written_out() {
        for (raw, plain) in [
            ("6.4e3", "6400"),
            ("2.50E+1", "25.0"),
            ("1.50e0", "1.50"),
            ("-12e-4", "-0.0012"),
            ("0e5", "0"),
            ("4000.00", "4000.00"),
            ("1e30", "1e30"),
            ("1e400", "1e400"),
            ("1e-400", "1e-400"),
        ] {
            assert_eq!(plain_number(raw), plain);
            assert_eq!(compare_numbers(raw, &plain_number(raw)), Ordering::Equal);
        }
    }

    #[test]
    fn the_exact_value_decides() {
        let ascending = [
            "-1e400",
            "-10",
            "-9.99",
            "-1e-400",
            "0",
            "1e-400",
            "0.1",
            "0.10000000000000001",
            "1",
            "9007199254740992",
            "9007199254740993",
            "1e400",
            "1e99999999999999999999999999999999",
        ];
        for (at, a) in ascending.iter().enumerate() {
            for (other, b) in ascending.iter().enumerate() {
                assert_eq!(compare_numbers(a, b), at.cmp(&other), "{a} and {b}");
            }
        }
    }

    #[test]
    fn spelling_does_not_count() {
        for (a, b) in [
            ("-0", "0e5"),
            ("1", "1.000"),
            ("0.001E3", "1"),
            ("-120e-1", "-12"),
        ] {
            assert_eq!(compare_numbers(a, b), Ordering::Equal, "{a} and {b}");
        }
    }

    #[test]
    fn a_boundless_exponent_is_compared_as_spelled() {
        let vast = "1e1000000000000000000000000000000000";
        assert_eq!(compare_numbers(vast, vast), Ordering::Equal);
        assert_ne!(
            compare_numbers(vast, "10e999999999999999999999999999999999"),
            Ordering::Equal
        );
        assert_eq!(
            compare_numbers("1e-1000000000000000000000000000000000", vast),
            Ordering::Less
        );
    }

    /// Spells the value `units` × 10^-`places`, with the exponent shifted by `shift`.
    fn spelled(units: i64, places: i32, shift: i32) -> String {
        let zeros = "0".repeat(usize::try_from(shift).unwrap());
        format!("{units}{zeros}.0e{}", -places - shift)
    }

    proptest! {
        #[test]
        fn every_spelling_compares_like_its_value(
            a in any::<i64>(), b in any::<i64>(), places in 0..30, shift in 0..30,
        ) {
            let compared = compare_numbers(&spelled(a, places, 0), &spelled(b, places, shift));
            prop_assert_eq!(compared, a.cmp(&b));
            let normal = [spelled(a, places, 0), spelled(b, places, shift)].map(|raw| normal_number(&raw));
            prop_assert_eq!(normal[0] == normal[1], a == b);
            prop_assert_eq!(exact_i64(&spelled(a, 0, shift)), Some(a));
        }
    }
}
