//! Instants as a person reads and types them, in the workspace's zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// The zone in which times are shown and typed.
#[derive(Debug, Clone)]
pub(crate) struct Zone(TimeZone);

impl Zone {
    /// The computer's own zone; UTC where it names none.
    pub(crate) fn of_this_computer() -> Self {
        Self(TimeZone::system())
    }

    #[cfg(test)]
    pub(crate) fn named(name: &str) -> Self {
        Self(TimeZone::get(name).unwrap())
    }

    /// The IANA name, or the offset where there is none.
    pub(crate) fn name(&self) -> String {
        match self.0.iana_name() {
            None | Some("Etc/Unknown" | "Etc/UTC") => "UTC".to_owned(),
            Some(name) => name.to_owned(),
        }
    }

    /// An epoch in milliseconds as `2026-04-01 09:00`, with seconds and milliseconds only where they are not zero.
    pub(crate) fn show(&self, milliseconds: i64) -> Option<String> {
        let zoned = Timestamp::from_millisecond(milliseconds)
            .ok()?
            .to_zoned(self.0.clone());
        Some(zoned.strftime(shortest_format(&zoned)).to_string())
    }

    /// The same with seconds always and milliseconds never, for something that happened.
    pub(crate) fn show_second(&self, milliseconds: i64) -> Option<String> {
        let at = Timestamp::from_millisecond(milliseconds).ok()?;
        let zoned = at.to_zoned(self.0.clone());
        Some(zoned.strftime("%Y-%m-%d %H:%M:%S").to_string())
    }

    /// An epoch in milliseconds in a format of the person's own, as `strftime` has it.
    pub(crate) fn format(&self, milliseconds: i64, format: &str) -> Option<String> {
        let zoned = Timestamp::from_millisecond(milliseconds)
            .ok()?
            .to_zoned(self.0.clone());
        Some(zoned.strftime(format).to_string())
    }

    /// Until when something lasts, to the minute, which is rather a later one than an earlier: with the day only where it is
    /// another one than at `now_ms`.
    pub(crate) fn until(&self, milliseconds: i64, now_ms: i64) -> Option<String> {
        let minute = milliseconds.checked_add(59_999)?;
        let day = |at| self.format(at, "%Y-%m-%d");
        let is_today = day(minute) == day(now_ms);
        self.format(minute, if is_today { "%H:%M" } else { "%Y-%m-%d %H:%M" })
    }

    /// The epoch in milliseconds of a typed instant: a date, a date and time, or an RFC 3339 text.
    ///
    /// A local time that the zone skips or has twice is read as the zone rules say ("compatible").
    pub(crate) fn read(&self, typed: &str) -> Option<i64> {
        let typed = typed.trim();
        if let Ok(timestamp) = typed.parse::<Timestamp>() {
            return Some(timestamp.as_millisecond());
        }
        let local: DateTime = typed.parse().ok()?;
        Some(
            local
                .to_zoned(self.0.clone())
                .ok()?
                .timestamp()
                .as_millisecond(),
        )
    }

    /// The same for one end of a span: a last day that is typed without a time is included whole.
    pub(crate) fn read_end(&self, typed: &str, last: bool) -> Option<i64> {
        let day: Option<Date> = typed.trim().parse().ok().filter(|_| last);
        // A date is also the beginning of a text with a time, which is read as such.
        let is_day = |text: &str| text.len() == "2026-04-01".len();
        match day.filter(|_| is_day(typed.trim())) {
            Some(day) => {
                let next = day.tomorrow().ok()?.to_zoned(self.0.clone()).ok()?;
                Some(next.timestamp().as_millisecond() - 1)
            }
            None => self.read(typed),
        }
    }
}

fn shortest_format(zoned: &Zoned) -> &'static str {
    match (zoned.second(), zoned.millisecond()) {
        (0, 0) => "%Y-%m-%d %H:%M",
        (_, 0) => "%Y-%m-%d %H:%M:%S",
        _ => "%Y-%m-%d %H:%M:%S%.3f",
    }
}

/// An epoch in milliseconds as RFC 3339 text in UTC, as the views carry it.
pub(crate) fn rfc3339(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip(milliseconds: i64, shown: &str) {
        let zone = Zone::named("Europe/Berlin");
        assert_eq!(zone.show(milliseconds).as_deref(), Some(shown));
        assert_eq!(zone.read(shown), Some(milliseconds));
    }

    #[test]
    fn what_is_shown_reads_back_as_the_same_instant() {
        round_trip(1_775_026_800_000, "2026-04-01 09:00");
        round_trip(1_775_026_805_000, "2026-04-01 09:00:05");
        round_trip(1_775_026_805_040, "2026-04-01 09:00:05.040");
        round_trip(-1_000, "1970-01-01 00:59:59");
    }

    #[test]
    fn an_end_is_told_to_the_minute_and_with_its_day_where_that_is_another() {
        let zone = Zone::named("Europe/Berlin");
        let now_ms = 1_775_026_800_000;
        let until = |seconds: i64| zone.until(now_ms + seconds * 1_000, now_ms).unwrap();
        assert_eq!(
            [0, 1, 60, 3_600].map(until),
            ["09:00", "09:01", "09:01", "10:00"]
        );
        assert_eq!(until(24 * 3_600), "2026-04-02 09:00");
    }

    #[test]
    fn a_date_alone_is_its_midnight_in_the_zone() {
        assert_eq!(
            Zone::named("Europe/Berlin").read("2026-04-01"),
            Some(1_774_994_400_000)
        );
    }

    #[test]
    fn what_is_no_instant_is_not_guessed() {
        let zone = Zone::named("Europe/Berlin");
        for typed in ["", "soon", "1.4.2026", "2026-13-01", "2026-02-30 10:00"] {
            assert_eq!(zone.read(typed), None, "{typed}");
        }
    }

    #[test]
    fn an_absurd_epoch_has_no_shown_form() {
        assert_eq!(Zone::named("UTC").show(i64::MAX), None);
    }
}
