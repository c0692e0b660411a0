use serde::{Deserialize, Serialize};
use specta::Type;

/// The use of a typed date. It decides what a day without a time means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DateRole {
    /// The value of a field. A day means its start.
    Value,
    /// The first day of a range.
    RangeStart,
    /// The last day of a range. A day is included as a whole.
    RangeEnd,
}

/// The meaning of a text while a person types it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DatePreview {
    /// The date; none if the text is empty or not a date.
    pub date: Option<DateReading>,
    /// The date in words with its zone, or the reason why the text is not a date, as a sentence.
    pub message: String,
}

/// A date that was read from a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DateReading {
    /// The day, such as `2026-12-31`.
    pub day: String,
    /// The time in the workspace's zone, such as `14:30`; empty if a whole day of a range is meant.
    pub time: String,
}

/// A step from one day of a calendar to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "by")]
pub enum CalendarStep {
    /// This many days.
    Days(i32),
    /// This many months. In a shorter month, the last day is meant.
    Months(i32),
    /// To the first day of the week.
    WeekStart,
    /// To the last day of the week.
    WeekEnd,
}

/// One month of a calendar, as whole weeks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CalendarMonth {
    /// The day that has the focus, such as `2026-12-31`.
    pub focus: String,
    /// The heading, such as "December 2026".
    pub title: String,
    /// The weekdays in the order of the columns, such as "Monday".
    pub weekdays: Vec<String>,
    /// Six weeks.
    pub weeks: Vec<Vec<CalendarDay>>,
}

/// One day of a calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CalendarDay {
    /// The day, such as `2026-12-31`.
    pub date: String,
    /// The day of the month.
    pub number: u8,
    /// The day in full, such as "Thursday 31 December 2026".
    pub label: String,
    /// True if it belongs to the shown month.
    pub in_month: bool,
    /// True if it is today in the workspace's zone.
    pub today: bool,
}
