//! The number of calls left, if a variant counts them.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use jiff::civil::Date;
use jiff::fmt::rfc2822::DateTimePrinter;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// The number of calls allowed in a day.
const DAILY: u32 = 1_000;
/// The number of calls allowed in a month.
const MONTHLY: u32 = 30_000;

/// The calls of today, and of all days since counting began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CallQuota {
    day: Option<Date>,
    today: u32,
    in_all: u32,
}

impl CallQuota {
    /// Counts a call. Returns false if no call is left.
    pub(crate) fn count_call(&mut self, now: Timestamp) -> bool {
        let day = now.to_zoned(TimeZone::UTC).date();
        if self.day.replace(day) != Some(day) {
            self.today = 0;
        }
        let is_left = self.today < DAILY && self.in_all < MONTHLY;
        if is_left {
            self.today += 1;
            self.in_all += 1;
        }
        is_left
    }

    /// Writes the numbers of remaining calls into the headers.
    pub(crate) fn write_headers(self, headers: &mut HeaderMap) {
        let counts = [
            ("ratelimit-limit-daily", DAILY),
            ("ratelimit-available-daily", DAILY - self.today),
            ("ratelimit-limit-monthly", MONTHLY),
            ("ratelimit-available-monthly", MONTHLY - self.in_all),
        ];
        for (name, count) in counts {
            headers.insert(HeaderName::from_static(name), HeaderValue::from(count));
        }
    }
}

/// Returns the start of the next day as an HTTP date.
pub(crate) fn next_day_http_date(now: Timestamp) -> Option<HeaderValue> {
    let day = now.to_zoned(TimeZone::UTC).date();
    let next = day
        .checked_add(1.day())
        .ok()?
        .to_zoned(TimeZone::UTC)
        .ok()?;
    let printer = DateTimePrinter::new();
    let text = printer
        .timestamp_to_rfc9110_string(&next.timestamp())
        .ok()?;
    HeaderValue::try_from(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn each_day_allows_a_thousand_calls() {
        let mut quota = CallQuota::default();
        let noon = at("2026-11-21T12:00:00Z");
        assert!((0..DAILY).all(|_| quota.count_call(noon)));
        assert!(!quota.count_call(noon));
        let mut headers = HeaderMap::new();
        quota.write_headers(&mut headers);
        assert_eq!(headers["ratelimit-available-daily"], "0");
        assert_eq!(headers["ratelimit-available-monthly"], "29000");
        assert_eq!(
            next_day_http_date(noon).unwrap(),
            "Sun, 22 Nov 2026 00:00:00 GMT"
        );
        assert!(quota.count_call(at("2026-11-22T00:00:00Z")));
    }

    #[test]
    fn a_month_has_thirty_thousand_calls() {
        let mut quota = CallQuota::default();
        let first = at("2026-11-01T12:00:00Z");
        let days = (0..31).map(|day| first + (24 * day).hours());
        let allowed: Vec<bool> = days
            .flat_map(|now| vec![now; DAILY as usize])
            .map(|now| quota.count_call(now))
            .collect();
        assert_eq!(
            allowed.iter().filter(|is_allowed| **is_allowed).count(),
            MONTHLY as usize
        );
    }
}
