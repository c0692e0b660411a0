//! Sentences about typed dates.

use adwright_model::Unit;

use crate::error::DateError;

/// The forms of dates that the window and the terminal read.
pub(crate) const DATE_FORMS: &str =
    "Type a date such as 2026-12-31, 31.12.2026 14:30, 31 Dec, tomorrow or +7d.";

pub(crate) const fn epoch_unit_text(unit: Option<Unit>) -> &'static str {
    match unit {
        Some(Unit::EpochSeconds) => "seconds since 1970",
        _ => "milliseconds since 1970",
    }
}

pub(crate) fn date_error_message(typed: &str, error: &DateError) -> String {
    match error {
        DateError::UnknownForm => format!("“{typed}” is not a date. {DATE_FORMS}"),
        DateError::AmbiguousDay([one, other]) => {
            format!("“{typed}” can mean {one} or {other}. Type the year first.")
        }
        DateError::NoSuchDay => {
            format!("The calendar has no day “{typed}”. Check the day and the month.")
        }
        DateError::ShortYear => {
            format!("The year in “{typed}” is short. Type all four digits.")
        }
        DateError::OtherWeekday(day) => format!(
            "{day} is a {}. Leave out the weekday, or correct the day.",
            day.strftime("%A")
        ),
        DateError::NoSuchTime => {
            format!("“{typed}” has no valid time. Type the time like 14:30 or 2:30 pm.")
        }
        DateError::SkippedTime(local) => format!(
            "The clocks go forward on {} and skip {}. Type another time.",
            local.date(),
            local.strftime("%H:%M")
        ),
        DateError::OutOfRange => format!("“{typed}” is too far away. Check the year."),
    }
}
