//! Detects ids that a spreadsheet damaged.

/// A spreadsheet keeps this many digits of a number and replaces the others by zeros.
pub(crate) const KEPT_DIGITS: usize = 15;

/// This many zeros in a row occur by chance in 1 of 1,000 cases.
const ENOUGH_ZEROS: usize = 3;

/// Damage of an id by a spreadsheet that the id itself shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdDamage {
    /// It is written with an exponent or a fraction, so that digits may be lost.
    Reformatted,
    /// All digits after the 15th are zeros.
    Rounded,
}

impl IdDamage {
    /// Returns the damage of an id that is a JSON number.
    #[must_use]
    pub fn from_number(raw: &str) -> Option<Self> {
        if raw.contains(['.', 'e', 'E']) {
            return Some(Self::Reformatted);
        }
        are_rounded_ids([raw]).then_some(Self::Rounded)
    }

    /// Returns the damage of an id that is a text. Texts may be codes such as `12e5` or `1.5`, so only a signed
    /// exponent counts, as spreadsheets write it.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        match DecimalFormat::parse(text.trim())? {
            DecimalFormat {
                exponent: Some(exponent),
                ..
            } if exponent.starts_with(['+', '-']) => Some(Self::Reformatted),
            DecimalFormat {
                exponent: None,
                has_fraction: false,
            } if are_rounded_ids([text.trim()]) => Some(Self::Rounded),
            _ => None,
        }
    }

    /// Returns the damage of a cell in a column of ids. There, any fraction or exponent is damage.
    #[must_use]
    pub fn from_cell(text: &str) -> Option<Self> {
        let DecimalFormat {
            has_fraction,
            exponent,
        } = DecimalFormat::parse(text.trim())?;
        if has_fraction || exponent.is_some() {
            return Some(Self::Reformatted);
        }
        are_rounded_ids([text.trim()]).then_some(Self::Rounded)
    }
}

/// Returns true if distinct ids show that their digits after the 15th were replaced by zeros. All such
/// digits are zeros, and there are too many for chance.
#[must_use]
pub fn are_rounded_ids<'a>(ids: impl IntoIterator<Item = &'a str>) -> bool {
    let digits = |id: &'a str| id.strip_prefix('-').unwrap_or(id).as_bytes();
    let is_number = |id: &&[u8]| id.iter().all(u8::is_ascii_digit);
    let ids = ids.into_iter().map(digits).filter(is_number);
    let mut zeros = 0;
    for last in ids.filter_map(|id| id.get(KEPT_DIGITS..)) {
        if last.iter().any(|digit| *digit != b'0') {
            return false;
        }
        zeros += last.len();
    }
    zeros >= ENOUGH_ZEROS
}

/// Returns true if a spreadsheet or a script turns the longer id into this one. It rounds or cuts off the last
/// digits.
pub(crate) fn is_rounded_from(rounded: i64, whole: i64) -> bool {
    let length = whole.unsigned_abs().to_string().len();
    if rounded == whole || length <= KEPT_DIGITS {
        return false;
    }
    let unit = (KEPT_DIGITS..length).fold(1_i128, |unit, _| unit * 10);
    let (rounded, wide) = (i128::from(rounded), i128::from(whole));
    let half = wide.signum() * unit / 2;
    if rounded == wide / unit * unit || rounded == (wide + half) / unit * unit {
        return true;
    }
    // Scripts keep 53 bits of a number. They write it with as few digits as identify it, or with all digits.
    let binary = whole.to_string().parse::<f64>();
    binary.is_ok_and(|binary| {
        let rounded = rounded.to_string();
        rounded == binary.to_string() || rounded == format!("{binary:.0}")
    })
}

/// The format of a decimal number.
struct DecimalFormat<'a> {
    has_fraction: bool,
    exponent: Option<&'a str>,
}

impl<'a> DecimalFormat<'a> {
    /// Returns `None` if the text is not a number. A comma may replace the decimal point.
    fn parse(text: &'a str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (unsigned, None),
        };
        let (whole, fraction) = match mantissa.split_once(['.', ',']) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let power = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
        let is_number =
            is_digits(whole) && fraction.is_none_or(is_digits) && power.is_none_or(is_digits);
        is_number.then_some(Self {
            has_fraction: fraction.is_some(),
            exponent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_shows_kind_of_damage() {
        for (cell, damage) in [
            ("9.00719925474099E+15", Some(IdDamage::Reformatted)),
            ("9,00719925474099E+15", Some(IdDamage::Reformatted)),
            ("5.2024E+4", Some(IdDamage::Reformatted)),
            ("5e4", Some(IdDamage::Reformatted)),
            ("52024.0", Some(IdDamage::Reformatted)),
            ("52024,00", Some(IdDamage::Reformatted)),
            ("900719925474099000", Some(IdDamage::Rounded)),
            ("52024", None),
            ("9007199254740993", None),
            ("A-7", None),
            ("1e", None),
            ("", None),
        ] {
            assert_eq!(IdDamage::from_cell(cell), damage, "{cell}");
        }
    }

    #[test]
    fn several_ids_show_rounding_together() {
        let rounded = ["9007199254740990", "9007199254741010", "9007199254741120"];
        assert!(are_rounded_ids(rounded));
        assert!(!are_rounded_ids(rounded.into_iter().take(2)));
        assert!(!are_rounded_ids(
            rounded.into_iter().chain(["9007199254740993"])
        ));
        assert!(are_rounded_ids(rounded.into_iter().chain(["52024", "A"])));
    }

    #[test]
    fn rounded_id_is_recognised() {
        let whole = 9_007_199_254_740_997;
        for rounded in [
            9_007_199_254_740_990,
            9_007_199_254_741_000,
            9_007_199_254_740_996,
        ] {
            assert!(is_rounded_from(rounded, whole), "{rounded}");
        }
        let script = 1_234_567_890_123_456_789;
        assert!(is_rounded_from(1_234_567_890_123_456_800, script));
        for other in [whole, 9_007_199_254_740_995, 52_024] {
            assert!(!is_rounded_from(other, whole), "{other}");
        }
        assert!(!is_rounded_from(52_020, 52_024));
    }
}
