use jiff::civil::{Date, DateTime};

/// The reason why a typed text is not one instant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// The text has no known form of a date.
    #[error("no known form of a date")]
    UnknownForm,
    /// The order of day and month is unknown, so the text can mean two days.
    #[error("can mean {} or {}", .0[0], .0[1])]
    AmbiguousDay([Date; 2]),
    /// The calendar has no such day.
    #[error("no day of the calendar")]
    NoSuchDay,
    /// The year does not have four digits.
    #[error("the year does not have four digits")]
    ShortYear,
    /// The day is on another weekday than the text says.
    #[error("{0} has another weekday")]
    OtherWeekday(Date),
    /// The day is followed by something that is not a time.
    #[error("no time of a day")]
    NoSuchTime,
    /// The zone's clocks skip this local time.
    #[error("the clocks skip {0}")]
    SkippedTime(DateTime),
    /// The instant is too far from today to be written.
    #[error("out of range")]
    OutOfRange,
}
