//! Series of dates in ISO form.

use jiff::civil::Date;
use jiff::{Span, Unit};

/// Dates with a constant step.
pub(super) struct DateSeries {
    first: Date,
    step: DateStep,
}

enum DateStep {
    Days(i64),
    /// The day of the month, or the last day of shorter months.
    Months {
        months: i64,
        day: i8,
    },
}

impl DateSeries {
    /// Returns `None` if the cells are no dates or have no constant step. A single date continues by days. A step of
    /// whole months wins: people who write the first days of two months mean months.
    pub(super) fn detect(source: &[&str]) -> Option<Self> {
        let dates = source.iter().map(|text| parse_date(text));
        let dates: Vec<Date> = dates.collect::<Option<_>>()?;
        let (first, others) = dates.split_first()?;
        let Some(second) = others.first() else {
            let step = DateStep::Days(1);
            return Some(Self {
                first: *first,
                step,
            });
        };
        let months = month_number(*second) - month_number(*first);
        let day = dates.iter().map(|date| date.day()).max()?;
        let days = first.until((Unit::Day, *second)).ok()?.get_days();
        let steps = [
            (months != 0).then_some(DateStep::Months { months, day }),
            Some(DateStep::Days(days.into())),
        ];
        let candidates = steps.into_iter().flatten().map(|step| Self {
            first: *first,
            step,
        });
        candidates.into_iter().find(|series| {
            let mut indexed = (0..).zip(&dates);
            indexed.all(|(index, date)| series.date(index) == Some(*date))
        })
    }

    pub(super) fn cell(&self, index: i64) -> Option<String> {
        let date = self.date(index)?;
        // Other years have a sign and six digits.
        (0..=9999).contains(&date.year()).then(|| date.to_string())
    }

    fn date(&self, index: i64) -> Option<Date> {
        match self.step {
            DateStep::Days(days) => {
                let days = Span::new().try_days(days.checked_mul(index)?).ok()?;
                self.first.checked_add(days).ok()
            }
            DateStep::Months { months, day } => {
                let month = month_number(self.first).checked_add(months.checked_mul(index)?)?;
                let year = i16::try_from(month.div_euclid(12)).ok()?;
                let month = i8::try_from(month.rem_euclid(12) + 1).ok()?;
                let start = Date::new(year, month, 1).ok()?;
                Date::new(year, month, day.min(start.days_in_month())).ok()
            }
        }
    }
}

/// Parses `2026-11-26` and nothing else.
fn parse_date(text: &str) -> Option<Date> {
    let date = text.parse::<Date>().ok()?;
    (date.to_string() == text).then_some(date)
}

/// Returns the number of months since the year 0.
fn month_number(date: Date) -> i64 {
    i64::from(date.year()) * 12 + i64::from(date.month()) - 1
}
