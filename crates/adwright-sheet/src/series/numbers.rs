//! Series of whole numbers, decimals and names that end with a number.

/// Texts that differ only in a number with a constant step. The number is counted in its smallest unit: 1.25 has two
/// decimals and is 125.
pub(super) struct NumberSeries {
    prefix: String,
    first: i128,
    step: i128,
    style: NumberStyle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberStyle {
    /// An id or an amount within `i64`.
    Whole,
    Decimal {
        separator: char,
        decimals: usize,
        /// True if the source cells have different numbers of decimals, so that zeros at the end are left out.
        is_trimmed: bool,
    },
    /// The number of a name, never negative, with zeros in front up to this length.
    OfName { digits: usize },
}

/// A text split into its parts.
struct NumberText<'a> {
    prefix: &'a str,
    digits: &'a str,
}

impl NumberSeries {
    /// Returns `None` if the cells are not alike or have no constant step. A single number has the given step, and none
    /// if that is `None`; a single name always continues by 1.
    pub(super) fn detect(source: &[&str], single_number_step: Option<i128>) -> Option<Self> {
        let (style, prefix, numbers) = whole_numbers(source)
            .or_else(|| decimals(source))
            .or_else(|| names(source))?;
        let first = *numbers.first()?;
        let step = match (numbers.get(1), style) {
            (Some(second), _) => second - first,
            (None, NumberStyle::OfName { .. }) => 1,
            (None, NumberStyle::Whole) => single_number_step?,
            (None, NumberStyle::Decimal { decimals, .. }) => {
                let unit = 10_i128.checked_pow(u32::try_from(decimals).ok()?)?;
                single_number_step?.checked_mul(unit)?
            }
        };
        let is_constant = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
        is_constant.then(|| Self {
            prefix: prefix.to_owned(),
            first,
            step,
            style,
        })
    }

    pub(super) fn cell(&self, index: i64) -> Option<String> {
        let distance = self.step.checked_mul(i128::from(index))?;
        let number = self.first.checked_add(distance)?;
        let text = match self.style {
            NumberStyle::Whole => i64::try_from(number).ok()?.to_string(),
            NumberStyle::OfName { digits } => format!("{:0digits$}", u64::try_from(number).ok()?),
            NumberStyle::Decimal {
                separator,
                decimals,
                is_trimmed,
            } => decimal_text(number, separator, decimals, is_trimmed),
        };
        Some(format!("{}{text}", self.prefix))
    }
}

type Numbers<'a> = (NumberStyle, &'a str, Vec<i128>);

/// Numbers in the only way that a number is written: `-5`, but not `007`, which has zeros to keep.
fn whole_numbers<'a>(source: &[&'a str]) -> Option<Numbers<'a>> {
    let numbers = source.iter().map(|text| {
        let number = text.parse::<i64>().ok()?;
        (number.to_string() == *text).then_some(i128::from(number))
    });
    Some((NumberStyle::Whole, "", numbers.collect::<Option<_>>()?))
}

fn decimals<'a>(source: &[&'a str]) -> Option<Numbers<'a>> {
    let separator = source
        .iter()
        .find_map(|text| text.chars().find(|c| matches!(c, '.' | ',')))?;
    let parts = source.iter().map(|text| split_decimal(text, separator));
    let parts: Vec<_> = parts.collect::<Option<_>>()?;
    let lengths = || parts.iter().map(|(_, fraction)| fraction.len());
    let decimals = lengths().max()?;
    let numbers = parts.iter().map(|(whole, fraction)| {
        let number = format!("{whole}{fraction:0<decimals$}")
            .parse::<i128>()
            .ok()?;
        // A sum of two steps still fits.
        (number.unsigned_abs() < u128::MAX / 8).then_some(number)
    });
    let style = NumberStyle::Decimal {
        separator,
        decimals,
        is_trimmed: lengths().any(|length| length != decimals),
    };
    Some((style, "", numbers.collect::<Option<_>>()?))
}

/// Returns the digits before the separator, with the sign, and those after it.
fn split_decimal(text: &str, separator: char) -> Option<(&str, &str)> {
    let (whole, fraction) = text.split_once(separator).unwrap_or((text, ""));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_zeros = digits.len() > 1 && digits.starts_with('0');
    let is_decimal = !digits.is_empty() && !has_zeros && is_digits(digits) && is_digits(fraction);
    let is_complete = !text.ends_with(separator);
    (is_decimal && is_complete).then_some((whole, fraction))
}

fn decimal_text(number: i128, separator: char, decimals: usize, is_trimmed: bool) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let width = decimals + 1;
    let digits = format!("{:0width$}", number.unsigned_abs());
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let fraction = if is_trimmed {
        fraction.trim_end_matches('0')
    } else {
        fraction
    };
    if fraction.is_empty() {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}{separator}{fraction}")
}

fn names<'a>(source: &[&'a str]) -> Option<Numbers<'a>> {
    let parts = source.iter().map(|text| split_name(text));
    let parts: Vec<NumberText<'_>> = parts.collect::<Option<_>>()?;
    let prefix = parts.first()?.prefix;
    let padded = parts.iter().filter(|part| part.digits.starts_with('0'));
    let padded = padded
        .map(|part| part.digits.len())
        .filter(|length| *length > 1);
    let digits = padded.max().unwrap_or_default();
    let numbers = parts.iter().map(|part| {
        let number = part.digits.parse::<u64>().ok()?;
        // All numbers are written in one way.
        let is_alike = part.prefix == prefix && format!("{number:0digits$}") == part.digits;
        is_alike.then_some(i128::from(number))
    });
    let style = NumberStyle::OfName { digits };
    Some((style, prefix, numbers.collect::<Option<_>>()?))
}

fn split_name(text: &str) -> Option<NumberText<'_>> {
    let prefix = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &text[prefix.len()..];
    (!digits.is_empty()).then_some(NumberText { prefix, digits })
}
