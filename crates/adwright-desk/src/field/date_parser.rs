//! Reads dates in the forms that people type.

use jiff::civil::{Date, Time, Weekday};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::Offset;
use jiff::{Span, Timestamp};

use crate::context::Context;
use crate::error::DateError;
use crate::host::{DayOrder, Zone};

/// Forms that mean the same day everywhere. Dots always mean that the day comes first; slashes and dashes do not.
const PLAIN_FORMS: [&str; 13] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d %b %Y",
    "%d %B %Y",
    "%d. %b %Y",
    "%d. %B %Y",
    "%d-%b-%Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%b %d %Y",
    "%B %d %Y",
];

/// Forms without a year. They mean the closest such day.
const YEARLESS_FORMS: [&str; 7] = [
    "%d %b", "%d %B", "%d. %b", "%d. %B", "%b %d", "%B %d", "%d.%m.",
];

/// Forms of numbers in which the order of day and month is not visible, with the day first and with the month first.
const UNORDERED_FORMS: [(&str, &str); 3] = [
    ("%d/%m/%Y", "%m/%d/%Y"),
    ("%d-%m-%Y", "%m-%d-%Y"),
    ("%d/%m", "%m/%d"),
];

/// The time formats that may follow a date.
const TIMES: [&str; 7] = [
    "%H:%M",
    "%H:%M:%S",
    "%I:%M %p",
    "%I:%M%p",
    "%I:%M:%S %p",
    "%I %p",
    "%I%p",
];

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

/// Reads dates, with or without a time, as instants in a zone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DateParser<'a> {
    pub(crate) zone: &'a Zone,
    moment: Option<TypingMoment>,
}

/// The facts that decide about texts such as `tomorrow` or `03/04/2026`.
#[derive(Debug, Clone, Copy)]
struct TypingMoment {
    today: Date,
    order: Option<DayOrder>,
}

/// A day or several, with an optional time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LocalDays {
    first: Date,
    last: Date,
    time: Option<LocalTime>,
}

/// A time of a day. An offset tells apart two equal times when clocks go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LocalTime {
    time: Time,
    offset: Option<Offset>,
}

type DaysResult = Result<LocalDays, DateError>;

impl<'a> DateParser<'a> {
    /// Reads only what means the same instant on any day and on any computer: for cells, files and stored texts.
    pub(crate) const fn for_stored_text(zone: &'a Zone) -> Self {
        Self { zone, moment: None }
    }

    /// Reads what a person types now: also `tomorrow`, `+7d` or `31 Dec`, and `03/04/2026` in the system's order.
    pub(crate) fn for_typing(context: &'a Context) -> Self {
        let today = context.zone.day_of(context.clock.now());
        Self::at_moment(&context.zone, today, context.clock.day_order())
    }

    pub(crate) const fn at_moment(zone: &'a Zone, today: Date, order: Option<DayOrder>) -> Self {
        let moment = Some(TypingMoment { today, order });
        Self { zone, moment }
    }

    /// Parses a date, a date and time, or an RFC 3339 text into epoch milliseconds. A day alone means its start.
    ///
    /// A local time that the clocks show twice means the first time.
    pub(crate) fn parse(&self, typed: &str) -> Result<i64, DateError> {
        if let Ok(timestamp) = typed.trim().parse::<Timestamp>() {
            return Ok(timestamp.as_millisecond());
        }
        let days = self.parse_days(typed)?;
        self.instant(days.first, days.time)
    }

    /// Parses the end of a time span into epoch milliseconds. A day without a time is included as a whole.
    pub(crate) fn parse_range_end(&self, typed: &str) -> Result<i64, DateError> {
        match self.whole_days(typed) {
            Some((_, last)) => {
                let next = last.tomorrow().map_err(|_| DateError::OutOfRange)?;
                Ok(self.instant(next, None)? - 1)
            }
            None => self.parse(typed),
        }
    }

    /// Returns the first and the last day of a text without a time; none for any other text.
    pub(crate) fn whole_days(&self, typed: &str) -> Option<(Date, Date)> {
        let days = self.parse_days(typed).ok()?;
        days.time.is_none().then_some((days.first, days.last))
    }

    fn instant(&self, day: Date, time: Option<LocalTime>) -> Result<i64, DateError> {
        let Some(LocalTime { time, offset }) = time else {
            let start = self.zone.day_start(day).ok_or(DateError::OutOfRange)?;
            return Ok(start.as_millisecond());
        };
        let local = day.to_datetime(time);
        let instant = if let Some(offset) = offset {
            offset.to_timestamp(local)
        } else {
            let found = self.zone.resolve(local);
            if matches!(found.offset(), jiff::tz::AmbiguousOffset::Gap { .. }) {
                return Err(DateError::SkippedTime(local));
            }
            found.compatible()
        };
        Ok(instant.map_err(|_| DateError::OutOfRange)?.as_millisecond())
    }

    fn parse_days(&self, typed: &str) -> DaysResult {
        let text = typed.trim();
        let text = text.strip_suffix(&self.zone.name()).unwrap_or(text).trim();
        let relative = self.moment.and_then(|moment| moment.parse_relative(text));
        if let Some(days) = relative {
            return days;
        }
        let (weekday, text) = split_weekday(text);
        let days = self.parse_form(text)?;
        match weekday {
            Some(weekday) if days.first.weekday() != weekday => {
                Err(DateError::OtherWeekday(days.first))
            }
            _ => Ok(days),
        }
    }

    fn parse_form(&self, text: &str) -> DaysResult {
        let read = |form: &&str| self.read_form(form, text);
        let plain = PLAIN_FORMS.iter().filter_map(read);
        let unordered = UNORDERED_FORMS
            .iter()
            .filter_map(|forms| self.read_unordered(*forms, text));
        let yearless = YEARLESS_FORMS.iter().filter_map(read);
        let readings: Vec<_> = plain.chain(unordered).chain(yearless).collect();
        if let Some(days) = readings.iter().find(|reading| reading.is_ok()) {
            return days.clone();
        }
        if let Some(day) = parse_digits(text) {
            return Ok(LocalDays::new(day, None));
        }
        let other = if has_three_numbers(text) {
            DateError::NoSuchDay
        } else {
            DateError::UnknownForm
        };
        readings.into_iter().next().unwrap_or(Err(other))
    }

    /// Reads a form that shows no order, in both orders. None if the text has neither form.
    fn read_unordered(
        &self,
        (day_first, month_first): (&str, &str),
        text: &str,
    ) -> Option<DaysResult> {
        let readings = [day_first, month_first].map(|form| self.read_form(form, text));
        let (day_first, month_first) = match readings {
            [Some(Ok(day_first)), Some(Ok(month_first))] => (day_first, month_first),
            [Some(Ok(days)), _] | [_, Some(Ok(days))] => return Some(Ok(days)),
            [one, other] => return one.or(other),
        };
        let order = self.moment.and_then(|moment| moment.order);
        Some(match order {
            _ if day_first == month_first => Ok(day_first),
            Some(DayOrder::DayFirst) => Ok(day_first),
            Some(DayOrder::MonthFirst) => Ok(month_first),
            None => Err(DateError::AmbiguousDay([
                month_first.first,
                day_first.first,
            ])),
        })
    }

    /// Reads one form. None if the text does not have it.
    fn read_form(&self, form: &str, text: &str) -> Option<DaysResult> {
        let (parsed, length) = BrokenDownTime::parse_prefix(form, text).ok()?;
        let time = read_rest(&text[length..])?;
        let day = if form.contains("%Y") {
            read_day(&parsed)
        } else {
            closest_day(&parsed, self.moment?.today)
        };
        Some(day.and_then(|day| Ok(LocalDays::new(day, time?))))
    }
}

impl LocalDays {
    const fn new(day: Date, time: Option<LocalTime>) -> Self {
        Self {
            first: day,
            last: day,
            time,
        }
    }
}

fn read_day(parsed: &BrokenDownTime) -> Result<Date, DateError> {
    if parsed.year().is_some_and(|year| year < 1000) {
        return Err(DateError::ShortYear);
    }
    parsed.to_date().map_err(|_| DateError::NoSuchDay)
}

/// Returns the day of this month and number that is closest to today.
fn closest_day(parsed: &BrokenDownTime, today: Date) -> Result<Date, DateError> {
    let (month, day) = parsed
        .month()
        .zip(parsed.day())
        .ok_or(DateError::NoSuchDay)?;
    // A leap day needs the next or the last leap year.
    let years = (-4..=4).filter_map(|step| today.year().checked_add(step));
    let days = years.filter_map(|year| Date::new(year, month, day).ok());
    let distance = |day: &Date| {
        today
            .until(*day)
            .map_or(i32::MAX, |span| span.get_days().abs())
    };
    days.min_by_key(distance).ok_or(DateError::NoSuchDay)
}

/// Reads the time after a day. None if the rest is something else.
fn read_rest(rest: &str) -> Option<Result<Option<LocalTime>, DateError>> {
    if rest.is_empty() {
        return Some(Ok(None));
    }
    let text = rest.trim_start_matches([' ', ',', 'T']);
    if text.len() == rest.len() {
        return None;
    }
    match parse_time(text) {
        Some(time) => Some(Ok(Some(time))),
        None => text.contains(':').then_some(Err(DateError::NoSuchTime)),
    }
}

fn parse_time(text: &str) -> Option<LocalTime> {
    let (clock, offset) = match text.rsplit_once(' ') {
        Some((clock, offset)) if offset.starts_with(['+', '-']) => {
            let parsed = BrokenDownTime::parse("%:z", offset).ok()?;
            (clock, Some(parsed.offset()?))
        }
        _ => (text, None),
    };
    let mut times = TIMES
        .iter()
        .filter_map(|form| Time::strptime(form, clock).ok());
    // The last form has parts of a second.
    let exact = || clock.parse().ok().filter(|_| clock.contains(':'));
    let time = times.next().or_else(exact)?;
    Some(LocalTime { time, offset })
}

/// Splits the weekday before a date, such as `Thu 31 Dec 2026`.
fn split_weekday(text: &str) -> (Option<Weekday>, &str) {
    let split = text.split_once([' ', ',']);
    let found = split.and_then(|(word, rest)| Some((parse_weekday(&word.to_lowercase())?, rest)));
    match found {
        Some((weekday, rest)) => (Some(weekday), rest.trim_start_matches([' ', ','])),
        None => (None, text),
    }
}

/// Parses the name of a weekday, of which at least three letters are needed.
fn parse_weekday(word: &str) -> Option<Weekday> {
    let mut days = WEEKDAYS.iter();
    let found = days.find(|(name, _)| word.len() >= 3 && name.starts_with(word));
    found.map(|(_, day)| *day)
}

/// Parses `20261231`.
fn parse_digits(text: &str) -> Option<Date> {
    let is_digits = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_digits)
}

fn has_three_numbers(text: &str) -> bool {
    let date = text.split(' ').next().unwrap_or_default();
    let parts: Vec<&str> = date.split(['.', '/', '-']).collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_number)
}

impl TypingMoment {
    /// Reads a text relative to today, with an optional time. None if the text is something else.
    fn parse_relative(self, text: &str) -> Option<DaysResult> {
        let text = text.to_lowercase().replace('\u{2212}', "-");
        let words: Vec<&str> = text
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        (1..=words.len().min(3)).rev().find_map(|count| {
            let (first, last) = self.relative_days(&words[..count])?;
            let rest = &words[count..];
            let time = match (rest, parse_time(&rest.join(" "))) {
                ([], _) => None,
                (_, Some(time)) => Some(time),
                ([clock], None) if clock.contains(':') => return Some(Err(DateError::NoSuchTime)),
                _ => return None,
            };
            Some(Ok(LocalDays { first, last, time }))
        })
    }

    /// Returns the first and the last day of a period such as `tomorrow`, `monday`, `+7d` or `last month`.
    fn relative_days(self, words: &[&str]) -> Option<(Date, Date)> {
        let today = self.today;
        let one_day = |day: Date| (day, day);
        match words {
            ["today"] => Some(one_day(today)),
            ["tomorrow"] => today.tomorrow().ok().map(one_day),
            ["yesterday"] => today.yesterday().ok().map(one_day),
            [step @ ("last" | "this" | "next"), "week"] => self.week(step_count(step)),
            [step @ ("last" | "this" | "next"), "month"] => self.month(step_count(step)),
            ["next", name] | [name] if parse_weekday(name).is_some() => {
                let next = today.nth_weekday(1, parse_weekday(name)?);
                next.ok().map(one_day)
            }
            words => {
                let span = parse_step(&words.concat())?;
                today.checked_add(span).ok().map(one_day)
            }
        }
    }

    /// Returns the week from Monday on that lies this many weeks from the current one.
    fn week(self, steps: i8) -> Option<(Date, Date)> {
        let since_monday = self.today.weekday().to_monday_zero_offset();
        let monday = Span::new().days(i32::from(steps) * 7 - i32::from(since_monday));
        let first = self.today.checked_add(monday).ok()?;
        Some((first, first.checked_add(Span::new().days(6)).ok()?))
    }

    /// Returns the month that lies this many months from the current one.
    fn month(self, steps: i8) -> Option<(Date, Date)> {
        let first = self.today.first_of_month();
        let first = first.checked_add(Span::new().months(steps)).ok()?;
        Some((first, first.last_of_month()))
    }
}

fn step_count(word: &str) -> i8 {
    match word {
        "last" => -1,
        "next" => 1,
        _ => 0,
    }
}

/// Parses a step such as `+7d`, `-2w` or `+1month`.
fn parse_step(text: &str) -> Option<Span> {
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let split = text[1..].find(|letter: char| !letter.is_ascii_digit())?;
    let (count, unit) = text[1..].split_at(split);
    let count = sign * count.parse::<i64>().ok()?;
    let span = Span::new();
    match unit {
        "d" | "day" | "days" => span.try_days(count).ok(),
        "w" | "week" | "weeks" => span.try_weeks(count).ok(),
        "m" | "month" | "months" => span.try_months(count).ok(),
        "y" | "year" | "years" => span.try_years(count).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    /// A Thursday.
    const TODAY: Date = date(2026, 11, 26);

    const BOTH: [DayOrder; 2] = [DayOrder::DayFirst, DayOrder::MonthFirst];

    fn zone() -> Zone {
        Zone::named("Europe/Berlin")
    }

    /// Returns what the field shows for a text that a person types on [`TODAY`].
    fn read(typed: &str, order: Option<DayOrder>) -> Result<String, DateError> {
        let zone = zone();
        let at = DateParser::at_moment(&zone, TODAY, order).parse(typed)?;
        Ok(zone.format_short(at).unwrap())
    }

    #[track_caller]
    fn reads(typed: &str, shown: &str) {
        for order in BOTH.map(Some).into_iter().chain([None]) {
            assert_eq!(
                read(typed, order).as_deref(),
                Ok(shown),
                "{typed}, {order:?}"
            );
        }
    }

    #[test]
    fn usual_forms_of_a_date_are_read() {
        for day in [
            "2026-12-31",
            "2026/12/31",
            "31.12.2026",
            "12/31/2026",
            "31/12/2026",
            "31-12-2026",
            "31 Dec 2026",
            "31 december 2026",
            "31. December 2026",
            "31-Dec-2026",
            "Dec 31, 2026",
            "Dec 31 2026",
            "December 31, 2026",
            "Thu 31 Dec 2026",
            "Thursday, 31.12.2026",
        ] {
            reads(day, "2026-12-31 00:00");
            let zone = zone();
            let stored = DateParser::for_stored_text(&zone).parse(day);
            assert_eq!(stored, Ok(1_798_671_600_000), "{day}");
            for time in [
                " 18:00",
                ", 18:00",
                "  6:00 PM",
                " 6 pm",
                " 6pm",
                " 6:00pm",
                " 18:00:00",
            ] {
                reads(&format!("{day}{time}"), "2026-12-31 18:00");
            }
        }
        reads(" 1.4.2026 9:05", "2026-04-01 09:05");
        reads("04/04/2026", "2026-04-04 00:00");
        reads("20261231", "2026-12-31 00:00");
        reads("2026-12-31T18:00:05.040", "2026-12-31 18:00:05.040");
        reads("2026-12-31T18:00Z", "2026-12-31 19:00");
        reads("Thu 31 Dec 2026, 18:00 Europe/Berlin", "2026-12-31 18:00");
    }

    #[test]
    fn relative_texts_count_from_today() {
        for (typed, shown) in [
            ("today", "2026-11-26 00:00"),
            ("Tomorrow", "2026-11-27 00:00"),
            ("yesterday", "2026-11-25 00:00"),
            ("tomorrow 14:30", "2026-11-27 14:30"),
            ("tomorrow, 2:30 pm", "2026-11-27 14:30"),
            ("thursday", "2026-12-03 00:00"),
            ("fri", "2026-11-27 00:00"),
            ("next Monday 9am", "2026-11-30 09:00"),
            ("+7d", "2026-12-03 00:00"),
            ("+ 7 days 18:00", "2026-12-03 18:00"),
            ("-2w", "2026-11-12 00:00"),
            ("+1m", "2026-12-26 00:00"),
            ("+3 months", "2027-02-26 00:00"),
            ("-1y", "2025-11-26 00:00"),
            ("this week", "2026-11-23 00:00"),
            ("next month", "2026-12-01 00:00"),
        ] {
            reads(typed, shown);
        }
    }

    #[test]
    fn day_without_year_is_the_closest() {
        for (typed, shown) in [
            ("31 Dec", "2026-12-31 00:00"),
            ("Dec 31, 18:00", "2026-12-31 18:00"),
            ("15 january", "2027-01-15 00:00"),
            ("1 Nov", "2026-11-01 00:00"),
            ("1.7.", "2026-07-01 00:00"),
            ("29 Feb", "2028-02-29 00:00"),
            ("31/12", "2026-12-31 00:00"),
        ] {
            reads(typed, shown);
        }
    }

    #[test]
    fn order_of_the_system_decides() {
        for (typed, month_first, day_first) in [
            ("03/04/2026", "2026-03-04 00:00", "2026-04-03 00:00"),
            ("03-04-2026 18:00", "2026-03-04 18:00", "2026-04-03 18:00"),
            ("10/11", "2026-10-11 00:00", "2026-11-10 00:00"),
        ] {
            let read = |order| read(typed, order);
            assert_eq!(read(Some(DayOrder::MonthFirst)).as_deref(), Ok(month_first));
            assert_eq!(read(Some(DayOrder::DayFirst)).as_deref(), Ok(day_first));
            assert!(
                matches!(read(None), Err(DateError::AmbiguousDay(_))),
                "{typed}"
            );
        }
    }

    #[test]
    fn stored_texts_need_no_day_and_place() {
        let zone = zone();
        let parser = DateParser::for_stored_text(&zone);
        let days = [date(2026, 3, 4), date(2026, 4, 3)];
        let ambiguous = Err(DateError::AmbiguousDay(days));
        assert_eq!(parser.parse("03/04/2026"), ambiguous);
        assert_eq!(parser.parse_range_end("3-4-2026"), ambiguous);
        for typed in ["tomorrow", "+7d", "31 Dec", "31.12.", "fri", "31/12"] {
            assert_eq!(parser.parse(typed), Err(DateError::UnknownForm), "{typed}");
        }
    }

    #[test]
    fn other_texts_have_a_reason() {
        for (typed, error) in [
            ("", DateError::UnknownForm),
            ("soon", DateError::UnknownForm),
            ("31 Dez 2026", DateError::UnknownForm),
            ("31 Dec 20", DateError::ShortYear),
            ("12/2026", DateError::UnknownForm),
            ("31.12.2026x", DateError::UnknownForm),
            ("+7", DateError::UnknownForm),
            ("+99999999999d", DateError::UnknownForm),
            ("1.4.26", DateError::ShortYear),
            ("2026-13-01", DateError::NoSuchDay),
            ("13/13/2026", DateError::NoSuchDay),
            ("31.02.2026", DateError::NoSuchDay),
            ("2026-02-30 10:00", DateError::NoSuchDay),
            ("31.12.2026 25:00", DateError::NoSuchTime),
            ("tomorrow 9:75", DateError::NoSuchTime),
            (
                "Mon 31 Dec 2026",
                DateError::OtherWeekday(date(2026, 12, 31)),
            ),
            (
                "29.03.2026 02:30",
                DateError::SkippedTime(date(2026, 3, 29).at(2, 30, 0, 0)),
            ),
        ] {
            assert_eq!(read(typed, None), Err(error), "{typed}");
        }
    }

    #[test]
    fn repeated_hour_shows_its_offset() {
        let zone = zone();
        let (first, second) = (1_792_888_200_000, 1_792_891_800_000);
        let shown = [first, second].map(|at| zone.format_short(at).unwrap());
        assert_eq!(shown, ["2026-10-25 02:30", "2026-10-25 02:30+01:00"]);
        let words = zone.format_words(second).unwrap();
        assert_eq!(words, "Sun 25 Oct 2026, 02:30 +01:00 Europe/Berlin");
        let parser = DateParser::for_stored_text(&zone);
        assert_eq!(parser.parse(&words), Ok(second));
        assert_eq!(parser.parse(&shown[0]), Ok(first));
    }

    #[test]
    fn last_day_of_a_range_is_included() {
        let zone = Zone::named("UTC");
        let parser = DateParser::at_moment(&zone, TODAY, None);
        for typed in [
            "2026-12-31",
            "31.12.2026",
            "12/31/2026",
            "31 Dec",
            "next month",
        ] {
            assert_eq!(
                parser.parse_range_end(typed),
                Ok(1_798_761_599_999),
                "{typed}"
            );
        }
        for typed in ["31.12.2026 00:00", "2026-12-31T00:00Z"] {
            assert_eq!(
                parser.parse_range_end(typed),
                Ok(1_798_675_200_000),
                "{typed}"
            );
        }
        assert_eq!(parser.parse("last month"), Ok(1_790_812_800_000));
        assert_eq!(parser.parse_range_end("last month"), Ok(1_793_491_199_999));
    }

    proptest! {
        #[test]
        fn shown_date_reads_back_as_same_instant(
            milliseconds in -30_000_000_000_i64..5_000_000_000_000,
            precision in prop::sample::select(vec![1, 1_000, 60_000, 3_600_000]),
            name in prop::sample::select(vec![
                "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu",
            ]),
        ) {
            let zone = Zone::named(name);
            let at = milliseconds / precision * precision;
            let shown = [zone.format_short(at).unwrap(), zone.format_words(at).unwrap()];
            let parsers = BOTH.map(|order| DateParser::at_moment(&zone, TODAY, Some(order)));
            for parser in parsers.into_iter().chain([DateParser::for_stored_text(&zone)]) {
                for text in &shown {
                    prop_assert_eq!(parser.parse(text), Ok(at), "{}", text);
                }
            }
        }
    }
}
