//! What the window shows while a person types or chooses a date.

use std::sync::Arc;

use adwright_views::{
    CalendarDay, CalendarMonth, CalendarStep, DatePreview, DateReading, DateRole,
};
use derive_new::new;
use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan as _};

use crate::context::Context;
use crate::error::DateError;
use crate::field::DateParser;
use crate::host::{DAY_IN_WORDS, DayOrder};
use crate::wording::{DATE_FORMS, date_error_message};

/// The weeks of every month, so that the calendar keeps its height.
const WEEKS: i32 = 6;

/// Previews of typed dates, and the months of the calendar.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Dates {
    context: Arc<Context>,
}

impl Dates {
    /// Returns what a typed text means in the workspace's zone.
    #[must_use]
    pub fn preview(&self, typed: &str, role: DateRole) -> DatePreview {
        if typed.trim().is_empty() {
            return DatePreview {
                date: None,
                message: DATE_FORMS.to_owned(),
            };
        }
        match self.read(typed, role) {
            Ok((date, message)) => DatePreview {
                date: Some(date),
                message,
            },
            Err(error) => DatePreview {
                date: None,
                message: date_error_message(typed.trim(), &error),
            },
        }
    }

    fn read(&self, typed: &str, role: DateRole) -> Result<(DateReading, String), DateError> {
        let parser = DateParser::for_typing(&self.context);
        let zone = &self.context.zone;
        let at = match role {
            DateRole::RangeEnd => parser.parse_range_end(typed)?,
            DateRole::Value | DateRole::RangeStart => parser.parse(typed)?,
        };
        let day_of_range = parser
            .whole_days(typed)
            .and_then(|(first, last)| match role {
                DateRole::Value => None,
                DateRole::RangeStart => Some(first),
                DateRole::RangeEnd => Some(last),
            });
        if let Some(day) = day_of_range {
            let reading = DateReading {
                day: day.to_string(),
                time: String::new(),
            };
            return Ok((
                reading,
                format!("{} {}", day.strftime(DAY_IN_WORDS), zone.name()),
            ));
        }
        let shown = zone.format_short(at).ok_or(DateError::OutOfRange)?;
        let words = zone.format_words(at).ok_or(DateError::OutOfRange)?;
        let (day, time) = shown.split_once(' ').unwrap_or((&shown, ""));
        // The offset of a repeated hour belongs to this day only.
        let time = time.split(['+', '-']).next().unwrap_or_default();
        let reading = DateReading {
            day: day.to_owned(),
            time: time.to_owned(),
        };
        Ok((reading, words))
    }

    /// Returns the month of the day that is one step from `day`. Without a valid day, the step starts from today.
    #[must_use]
    pub fn month(&self, day: &str, step: CalendarStep) -> CalendarMonth {
        let today = self.context.zone.day_of(self.context.clock.now());
        let first_weekday = match self.context.clock.day_order() {
            Some(DayOrder::MonthFirst) => Weekday::Sunday,
            _ => Weekday::Monday,
        };
        let start: Date = day.parse().unwrap_or(today);
        let focus = step_day(start, step, first_weekday).unwrap_or(start);
        let first = focus.first_of_month();
        let first_shown =
            first.saturating_sub(i32::from(first.weekday().since(first_weekday)).days());
        let day_at = |at: i32| calendar_day(first_shown.saturating_add(at.days()), focus, today);
        CalendarMonth {
            focus: focus.to_string(),
            title: focus.strftime("%B %Y").to_string(),
            weekdays: (0..7)
                .map(|at| first_shown.saturating_add(at.days()))
                .map(|day| day.strftime("%A").to_string())
                .collect(),
            weeks: (0..WEEKS)
                .map(|week| (week * 7..week * 7 + 7).map(day_at).collect())
                .collect(),
        }
    }
}

fn calendar_day(day: Date, focus: Date, today: Date) -> CalendarDay {
    CalendarDay {
        date: day.to_string(),
        number: day.day().unsigned_abs(),
        label: day.strftime("%A %-d %B %Y").to_string(),
        in_month: day.first_of_month() == focus.first_of_month(),
        today: day == today,
    }
}

/// Returns the day after a step; none if the calendar ends there.
fn step_day(day: Date, step: CalendarStep, first_weekday: Weekday) -> Option<Date> {
    let since_first = i64::from(day.weekday().since(first_weekday));
    let span = match step {
        CalendarStep::Days(days) => Span::new().try_days(days),
        CalendarStep::Months(months) => Span::new().try_months(months),
        CalendarStep::WeekStart => Span::new().try_days(-since_first),
        CalendarStep::WeekEnd => Span::new().try_days(6 - since_first),
    };
    day.checked_add(span.ok()?).ok()
}
