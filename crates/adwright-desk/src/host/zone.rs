//! Formats and parses times in the workspace's time zone.

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// The date formats that people use. Dots always mean that the day comes first; slashes and dashes do not.
const DAYS: [&str; 14] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%d %b %Y",
    "%d %B %Y",
    "%d. %b %Y",
    "%d. %B %Y",
    "%b %d, %Y",
    "%B %d, %Y",
];

/// The time formats that may follow a date.
const TIMES: [&str; 5] = ["%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p", "%I %p"];

/// The time zone in which times are shown and typed.
#[derive(Debug, Clone)]
pub(crate) struct Zone(TimeZone);

impl Zone {
    /// Returns the computer's own zone; UTC if it has none.
    pub(crate) fn system() -> Self {
        Self(TimeZone::system())
    }

    #[cfg(test)]
    pub(crate) fn named(name: &str) -> Self {
        Self(TimeZone::get(name).unwrap())
    }

    /// Returns the IANA name, or the offset if there is none.
    pub(crate) fn name(&self) -> String {
        match self.0.iana_name() {
            None | Some("Etc/Unknown" | "Etc/UTC") => "UTC".to_owned(),
            Some(name) => name.to_owned(),
        }
    }

    /// Formats an epoch in milliseconds as `2026-04-01 09:00`, with seconds and milliseconds only if they are not zero.
    pub(crate) fn format_short(&self, milliseconds: i64) -> Option<String> {
        let zoned = Timestamp::from_millisecond(milliseconds)
            .ok()?
            .to_zoned(self.0.clone());
        Some(zoned.strftime(shortest_pattern(&zoned)).to_string())
    }

    /// Formats the time of an event, always with seconds and never with milliseconds.
    pub(crate) fn format_with_seconds(&self, milliseconds: i64) -> Option<String> {
        let at = Timestamp::from_millisecond(milliseconds).ok()?;
        let zoned = at.to_zoned(self.0.clone());
        Some(zoned.strftime("%Y-%m-%d %H:%M:%S").to_string())
    }

    /// Formats an epoch in milliseconds with the person's own `strftime` format.
    pub(crate) fn format(&self, milliseconds: i64, format: &str) -> Option<String> {
        let zoned = Timestamp::from_millisecond(milliseconds)
            .ok()?
            .to_zoned(self.0.clone());
        Some(zoned.strftime(format).to_string())
    }

    /// Formats an end time, rounded up to the minute. The date appears only if it differs from that of `now_ms`.
    pub(crate) fn format_until(&self, milliseconds: i64, now_ms: i64) -> Option<String> {
        let minute = milliseconds.checked_add(59_999)?;
        let day = |at| self.format(at, "%Y-%m-%d");
        let is_today = day(minute) == day(now_ms);
        self.format(minute, if is_today { "%H:%M" } else { "%Y-%m-%d %H:%M" })
    }

    /// Parses a date, a date and time, or an RFC 3339 text into an epoch in milliseconds.
    ///
    /// A local time that the zone skips or repeats is resolved by the zone rules ("compatible"). An ambiguous date such
    /// as `03/04/2026` is not parsed.
    pub(crate) fn parse(&self, typed: &str) -> Option<i64> {
        let typed = typed.trim();
        if let Ok(timestamp) = typed.parse::<Timestamp>() {
            return Some(timestamp.as_millisecond());
        }
        let exact: Option<DateTime> = typed.parse().ok();
        let local = exact.or_else(|| {
            let (day, time) = parse_common_format(typed)?;
            Some(day.to_datetime(time.unwrap_or(Time::midnight())))
        })?;
        let zoned = local.to_zoned(self.0.clone()).ok()?;
        Some(zoned.timestamp().as_millisecond())
    }

    /// Parses the end of a time span. A day without a time is included as a whole.
    pub(crate) fn parse_range_end(&self, typed: &str) -> Option<i64> {
        match parse_common_format(typed.trim()) {
            Some((day, None)) => {
                let next = day.tomorrow().ok()?.to_zoned(self.0.clone()).ok()?;
                Some(next.timestamp().as_millisecond() - 1)
            }
            _ => self.parse(typed),
        }
    }
}

/// Parses a date in a common format, with an optional time. Returns none if formats disagree about the day.
fn parse_common_format(typed: &str) -> Option<(Date, Option<Time>)> {
    let mut read = DAYS.iter().filter_map(|format| parse_format(typed, format));
    let first = read.next()?;
    read.all(|other| other == first).then_some(first)
}

fn parse_format(typed: &str, format: &str) -> Option<(Date, Option<Time>)> {
    let (parsed, length) = BrokenDownTime::parse_prefix(format, typed).ok()?;
    let day = parsed.to_date().ok()?;
    // A year needs four digits.
    let day = Some(day).filter(|day| day.year() >= 1000)?;
    let rest = &typed[length..];
    if rest.is_empty() {
        return Some((day, None));
    }
    let time = rest.trim_start_matches([' ', ',', 'T']);
    if time.len() == rest.len() {
        return None;
    }
    let mut times = TIMES
        .iter()
        .filter_map(|format| Time::strptime(format, time).ok());
    Some((day, Some(times.next()?)))
}

fn shortest_pattern(zoned: &Zoned) -> &'static str {
    match (zoned.second(), zoned.millisecond()) {
        (0, 0) => "%Y-%m-%d %H:%M",
        (_, 0) => "%Y-%m-%d %H:%M:%S",
        _ => "%Y-%m-%d %H:%M:%S%.3f",
    }
}

/// Formats an epoch in milliseconds as RFC 3339 text in UTC, as the views carry it.
pub(crate) fn rfc3339(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_string()
}

/// Returns a time in the zone, to the second; as a timestamp if it is out of range.
pub(crate) fn display_time(zone: &Zone, at: i64) -> String {
    zone.format_with_seconds(at).unwrap_or_else(|| rfc3339(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip(milliseconds: i64, shown: &str) {
        let zone = Zone::named("Europe/Berlin");
        assert_eq!(zone.format_short(milliseconds).as_deref(), Some(shown));
        assert_eq!(zone.parse(shown), Some(milliseconds));
    }

    #[test]
    fn shown_instant_reads_back_unchanged() {
        round_trip(1_775_026_800_000, "2026-04-01 09:00");
        round_trip(1_775_026_805_000, "2026-04-01 09:00:05");
        round_trip(1_775_026_805_040, "2026-04-01 09:00:05.040");
        round_trip(-1_000, "1970-01-01 00:59:59");
    }

    #[test]
    fn pause_end_shows_minute_and_other_day() {
        let zone = Zone::named("Europe/Berlin");
        let now_ms = 1_775_026_800_000;
        let until = |seconds: i64| zone.format_until(now_ms + seconds * 1_000, now_ms).unwrap();
        assert_eq!(
            [0, 1, 60, 3_600].map(until),
            ["09:00", "09:01", "09:01", "10:00"]
        );
        assert_eq!(until(24 * 3_600), "2026-04-02 09:00");
    }

    #[test]
    fn date_alone_means_midnight_in_the_zone() {
        assert_eq!(
            Zone::named("Europe/Berlin").parse("2026-04-01"),
            Some(1_774_994_400_000)
        );
    }

    #[test]
    fn invalid_instant_is_not_guessed() {
        let zone = Zone::named("Europe/Berlin");
        for typed in [
            "",
            "soon",
            "1.4.26",
            "2026-13-01",
            "2026-02-30 10:00",
            "31.12.2026x",
            "31.12.202618:00",
            "31.12.2026 25:00",
            "13/13/2026",
            "31 Dez 2026",
            "12/2026",
        ] {
            assert_eq!(zone.parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn usual_forms_of_a_date_are_read() {
        let zone = Zone::named("Europe/Berlin");
        let read = |typed: &str| zone.format_short(zone.parse(typed)?);
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
            "Dec 31, 2026",
            "December 31, 2026",
        ] {
            assert_eq!(read(day).as_deref(), Some("2026-12-31 00:00"), "{day}");
            for time in [" 18:00", ", 18:00", "  6:00 PM", " 6 pm", " 18:00:00"] {
                let typed = format!("{day}{time}");
                assert_eq!(read(&typed).as_deref(), Some("2026-12-31 18:00"), "{typed}");
            }
        }
        assert_eq!(read(" 1.4.2026 9:05").as_deref(), Some("2026-04-01 09:05"));
        assert_eq!(read("04/04/2026").as_deref(), Some("2026-04-04 00:00"));
    }

    #[test]
    fn ambiguous_order_of_a_date_is_not_guessed() {
        let zone = Zone::named("UTC");
        for typed in ["03/04/2026", "03-04-2026", "3/4/2026 18:00"] {
            assert_eq!(zone.parse(typed), None, "{typed}");
            assert_eq!(zone.parse_range_end(typed), None, "{typed}");
        }
    }

    #[test]
    fn last_day_is_included_in_every_form() {
        let zone = Zone::named("UTC");
        for typed in ["2026-12-31", "31.12.2026", "12/31/2026"] {
            assert_eq!(
                zone.parse_range_end(typed),
                Some(1_798_761_599_999),
                "{typed}"
            );
            assert_eq!(zone.parse(typed), Some(1_798_675_200_000), "{typed}");
        }
        assert_eq!(
            zone.parse_range_end("31.12.2026 00:00"),
            Some(1_798_675_200_000)
        );
    }

    #[test]
    fn an_absurd_epoch_has_no_shown_form() {
        assert_eq!(Zone::named("UTC").format_short(i64::MAX), None);
    }
}
