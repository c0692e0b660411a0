//! Formats times in the workspace's time zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousTimestamp, TimeZone};
use jiff::{Span, Timestamp, Zoned};

/// The format of a day in words: `Thu 31 Dec 2026`.
pub(crate) const DAY_IN_WORDS: &str = "%a %-d %b %Y";

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
    /// The offset follows if the clocks showed this time once before. So the text always means this instant.
    pub(crate) fn format_short(&self, milliseconds: i64) -> Option<String> {
        let zoned = self.zoned(milliseconds)?;
        let local = zoned.strftime("%Y-%m-%d ");
        let time = zoned.strftime(shortest_time_pattern(&zoned));
        Some(format!("{local}{time}{}", self.repeated_offset(&zoned, "")))
    }

    /// Formats an epoch in milliseconds in words, with the zone: `Thu 31 Dec 2026, 00:00 Europe/Berlin`.
    pub(crate) fn format_words(&self, milliseconds: i64) -> Option<String> {
        let zoned = self.zoned(milliseconds)?;
        let (day, time) = (DAY_IN_WORDS, shortest_time_pattern(&zoned));
        let local = zoned.strftime(&format!("{day}, {time}")).to_string();
        let offset = self.repeated_offset(&zoned, " ");
        Some(format!("{local}{offset} {}", self.name()))
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

    /// Returns the day in this zone at an instant.
    pub(crate) fn day_of(&self, instant: Timestamp) -> Date {
        instant.to_zoned(self.0.clone()).date()
    }

    /// Returns the first instant of a day; none out of range.
    pub(crate) fn day_start(&self, day: Date) -> Option<Timestamp> {
        Some(day.to_zoned(self.0.clone()).ok()?.timestamp())
    }

    /// Returns the instant some months before another one; none out of range.
    pub(crate) fn months_before(&self, instant: Timestamp, months: u32) -> Option<Timestamp> {
        let months = Span::new().try_months(months).ok()?;
        let before = instant.to_zoned(self.0.clone()).checked_sub(months).ok()?;
        Some(before.timestamp())
    }

    /// Finds the instants at which the zone's clocks show a local time.
    pub(crate) fn resolve(&self, local: DateTime) -> AmbiguousTimestamp {
        self.0.to_ambiguous_timestamp(local)
    }

    fn zoned(&self, milliseconds: i64) -> Option<Zoned> {
        let at = Timestamp::from_millisecond(milliseconds).ok()?;
        Some(at.to_zoned(self.0.clone()))
    }

    /// Returns the offset, such as `+01:00`, if the zone's clocks showed this time once before. Empty otherwise.
    fn repeated_offset(&self, zoned: &Zoned, separator: &str) -> String {
        let first = self.resolve(zoned.datetime()).compatible();
        if first.is_ok_and(|first| first == zoned.timestamp()) {
            return String::new();
        }
        format!("{separator}{}", zoned.strftime("%:z"))
    }
}

fn shortest_time_pattern(zoned: &Zoned) -> &'static str {
    match (zoned.second(), zoned.millisecond()) {
        (0, 0) => "%H:%M",
        (_, 0) => "%H:%M:%S",
        _ => "%H:%M:%S%.3f",
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
    fn an_absurd_epoch_has_no_shown_form() {
        assert_eq!(Zone::named("UTC").format_short(i64::MAX), None);
    }
}
