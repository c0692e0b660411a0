use adwright_model::{EditableDocument, Field, JsonType, Node, Unit};

/// Returns true if a field for an instant has a text. A number in quotes does not count: it only has the wrong
/// type.
pub(crate) fn is_text_instant(field: &Field, node: &Node<'_>) -> bool {
    let is_instant = matches!(
        field.unit,
        Some(Unit::EpochMilliseconds | Unit::EpochSeconds)
    );
    let is_number = |text: &str| {
        EditableDocument::parse(text)
            .is_ok_and(|value| value.root().json_type() == JsonType::Number)
    };
    is_instant && node.as_str().is_some_and(|text| !is_number(&text))
}

/// Returns the two days that a date such as `03/04/2026` can mean; `None` if it can mean at most one.
pub(crate) fn ambiguous_days(text: &str) -> Option<[String; 2]> {
    let date = text.split_whitespace().next()?;
    let parts: Vec<_> = date.trim_end_matches(',').split(['/', '-']).collect();
    let [one, other, year] = parts[..] else {
        return None;
    };
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=12).contains(n));
    let (one, other) = (number(one)?, number(other)?);
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let day = |month: u8, day: u8| format!("{year}-{month:02}-{day:02}");
    (is_year && one != other).then(|| [day(one, other), day(other, one)])
}

/// Formats the day of an instant in UTC, such as `2026-03-14`. The instant is in milliseconds since 1970.
///
/// The count uses eras of 400 years, after which the calendar repeats. Years start in March, so a leap day is the
/// last day of its year.
pub(crate) fn format_day(milliseconds: i64) -> String {
    const ERA: i64 = 146_097;
    let days = milliseconds.div_euclid(86_400_000) + 719_468;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (milliseconds, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (951_868_799_999, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_767_225_599_999, "2025-12-31"),
            (4_107_542_400_000, "2100-03-01"),
            (4_107_456_000_000, "2100-02-28"),
            (i64::MAX, "292278994-08-17"),
        ] {
            assert_eq!(format_day(milliseconds), expected, "{milliseconds}");
        }
    }
}
