//! The values of workbook cells as text.

use calamine::{DataRef, ExcelDateTime};

use crate::CellLoss;
use crate::plain_number::PlainNumber;

/// The value of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CellValue {
    /// A text that is what somebody typed, or nothing.
    Text(String),
    /// A text that a spreadsheet changed.
    Lossy(String, CellLoss),
    /// An error such as `#REF!`.
    Error(String),
    /// A formula without a stored result.
    NoResult,
}

impl CellValue {
    pub(super) const EMPTY: Self = Self::Text(String::new());

    pub(super) fn from_excel(value: &DataRef<'_>) -> Self {
        match value {
            DataRef::Empty => Self::EMPTY,
            DataRef::Int(number) => Self::Text(number.to_string()),
            DataRef::Float(number) => Self::from_number(PlainNumber::from_f64(*number)),
            DataRef::String(text) => Self::Text(text.clone()),
            DataRef::SharedString(text) => Self::Text((*text).to_owned()),
            DataRef::Bool(is_true) => Self::Text(is_true.to_string()),
            DataRef::DateTime(serial) => Self::Lossy(date_text(*serial), CellLoss::Date),
            DataRef::DateTimeIso(date) => Self::from_iso_date(date),
            DataRef::DurationIso(time) => Self::Lossy(time.clone(), CellLoss::Date),
            DataRef::Error(error) => Self::Error(error.to_string()),
        }
    }

    pub(super) fn from_number(number: PlainNumber) -> Self {
        if number.is_rounded {
            return Self::Lossy(number.text, CellLoss::Rounded);
        }
        Self::Text(number.text)
    }

    /// Takes a date such as `2026-11-26` or `2026-11-26T00:00:00`.
    pub(super) fn from_iso_date(date: &str) -> Self {
        let date = match date.split_once('T') {
            Some((day, time)) if time.bytes().all(|byte| matches!(byte, b'0' | b':' | b'.')) => day,
            _ => date,
        };
        Self::Lossy(date.to_owned(), CellLoss::Date)
    }
}

/// Returns `2026-11-26`, `2026-11-26T12:30:00` or, without a day, `12:30:00`.
fn date_text(date: ExcelDateTime) -> String {
    if date.is_duration() {
        return duration_text(date.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    if (0.0..1.0).contains(&date.as_f64()) {
        return time;
    }
    let day = format!("{year:04}-{month:02}-{day:02}");
    if time == "00:00:00" {
        return day;
    }
    format!("{day}T{time}")
}

/// Returns the hours, minutes and seconds of a number of days.
fn duration_text(days: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
    let seconds = (days * 86_400.0).round() as i64;
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.unsigned_abs();
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{sign}{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType::{DateTime, TimeDelta};

    use super::*;

    #[test]
    fn dates_become_iso_text() {
        for (serial, kind, text) in [
            (46_352.0, DateTime, "2026-11-26"),
            (46_352.520_833_333, DateTime, "2026-11-26T12:30:00"),
            (0.5, DateTime, "12:00:00"),
            (1.5, TimeDelta, "36:00:00"),
            (-0.5, TimeDelta, "-12:00:00"),
            (1e300, DateTime, "9999-12-31"),
        ] {
            let date = DataRef::DateTime(ExcelDateTime::new(serial, kind, false));
            let expected = CellValue::Lossy(text.to_owned(), CellLoss::Date);
            assert_eq!(CellValue::from_excel(&date), expected, "{serial}");
        }
        for (date, text) in [
            ("2026-11-26T00:00:00", "2026-11-26"),
            ("2026-11-26", "2026-11-26"),
            ("2026-11-26T08:00:00", "2026-11-26T08:00:00"),
        ] {
            let expected = CellValue::Lossy(text.to_owned(), CellLoss::Date);
            assert_eq!(CellValue::from_iso_date(date), expected, "{date}");
        }
    }

    #[test]
    fn numbers_keep_what_the_file_has() {
        let text = |text: &str| CellValue::Text(text.to_owned());
        let rounded = |text: &str| CellValue::Lossy(text.to_owned(), CellLoss::Rounded);
        for (number, expected) in [
            (52024.0, text("52024")),
            (999_999_999_999_999.0, text("999999999999999")),
            (0.1, text("0.1")),
            (-2.50, text("-2.5")),
            (1.234_567_890_123_46e18, rounded("1234567890123460000")),
            (1e300, rounded("1E300")),
        ] {
            assert_eq!(CellValue::from_excel(&DataRef::Float(number)), expected);
        }
    }
}
