//! Reads a service's rate limit from the headers of its replies.

/// The rest of a rate limit, and when it resets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The limit itself; `None` if the service does not say.
    pub limit: Option<u64>,
    /// How many requests are left.
    pub remaining: u64,
    /// In how many milliseconds the limit resets; `None` if the service does not say.
    pub resets_in_ms: Option<u64>,
}

/// The prefixes of the header names: the HTTP draft's, and the older ones of services.
const PREFIXES: [&str; 3] = ["ratelimit", "x-ratelimit", "x-rate-limit"];
/// The suffixes of header names if a service counts by several periods.
const PERIODS: [&str; 8] = [
    "", "-second", "-minute", "-hour", "-day", "-month", "-daily", "-monthly",
];
/// A number beyond a month is not a time to wait, but something else.
const MAX_RESET_S: u64 = 31 * 24 * 60 * 60;
/// A number of seconds from here on is a date.
const FIRST_DATE_S: u64 = 1_000_000_000;

/// Parses the rate limit in a reply's headers, received at a time in epoch milliseconds. Returns the tightest of
/// several. Invalid values are ignored. `header` returns the value of a header by its lower-case name.
#[must_use]
pub fn parse_quota<'a>(header: impl Fn(&str) -> Option<&'a str>, now_ms: i64) -> Option<Quota> {
    let named = PREFIXES.iter().flat_map(|prefix| {
        let header = &header;
        PERIODS.iter().filter_map(move |period| {
            let value = |part: &str| header(&format!("{prefix}-{part}{period}"));
            Some(Quota {
                limit: value("limit").and_then(parse_leading_number),
                remaining: parse_leading_number(
                    value("remaining").or_else(|| value("available"))?,
                )?,
                resets_in_ms: value("reset").and_then(|reset| parse_reset_ms(reset, now_ms)),
            })
        })
    });
    let listed =
        header("ratelimit").map(|value| parse_structured_field(value, header("ratelimit-policy")));
    let all = named.chain(listed.into_iter().flatten());
    all.min_by_key(|quota| (quota.remaining, quota.resets_in_ms.is_none()))
}

/// Parses the structured field: `"day";r=50;t=30`, or `limit=100, remaining=50, reset=30` of the first draft.
fn parse_structured_field(value: &str, policy: Option<&str>) -> Vec<Quota> {
    if value.contains("remaining=") {
        let parameter = |name: &str| find_parameter(value.split(','), name);
        let quota = parameter("remaining").map(|remaining| Quota {
            limit: parameter("limit"),
            remaining,
            resets_in_ms: parameter("reset").and_then(seconds_to_ms),
        });
        return quota.into_iter().collect();
    }
    let items = value.split(',').filter_map(|item| {
        let name = item.split(';').next()?.trim();
        let matching_policy = policy?
            .split(',')
            .find(|policy| policy.split(';').next().map(str::trim) == Some(name));
        let limit = matching_policy.and_then(|policy| find_parameter(policy.split(';'), "q"));
        Some((item, limit))
    });
    let items: Vec<_> = if policy.is_some() {
        items.collect()
    } else {
        value.split(',').map(|item| (item, None)).collect()
    };
    let quota = |(item, limit): (&str, Option<u64>)| {
        Some(Quota {
            limit,
            remaining: find_parameter(item.split(';'), "r")?,
            resets_in_ms: find_parameter(item.split(';'), "t").and_then(seconds_to_ms),
        })
    };
    items.into_iter().filter_map(quota).collect()
}

fn find_parameter<'a>(mut parts: impl Iterator<Item = &'a str>, name: &str) -> Option<u64> {
    parts.find_map(|part| {
        let (key, value) = part.split_once('=')?;
        (key.trim() == name).then(|| parse_leading_number(value))?
    })
}

/// Parses the number at the beginning of a value. Some services append a policy (`100, 100;w=60`).
fn parse_leading_number(value: &str) -> Option<u64> {
    let first = value.split([',', ';']).next()?;
    first.trim().parse().ok()
}

/// Returns in how many milliseconds the limit resets. The value is a number of seconds, or a date in epoch seconds or
/// milliseconds.
fn parse_reset_ms(value: &str, now_ms: i64) -> Option<u64> {
    let number = parse_leading_number(value)?;
    let date_ms = match number {
        0..FIRST_DATE_S => return seconds_to_ms(number),
        _ if number < FIRST_DATE_S * 1_000 => number * 1_000,
        _ => number,
    };
    let now_ms = u64::try_from(now_ms).ok()?;
    let left_ms = date_ms.saturating_sub(now_ms);
    (left_ms <= MAX_RESET_S * 1_000).then_some(left_ms)
}

fn seconds_to_ms(seconds: u64) -> Option<u64> {
    (seconds <= MAX_RESET_S).then_some(seconds * 1_000)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW_MS: i64 = 1_775_026_800_000;

    fn read(headers: &[(&str, &str)]) -> Option<(Option<u64>, u64, Option<u64>)> {
        let header = |name: &str| {
            let mut headers = headers.iter();
            headers
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        };
        let quota = parse_quota(header, NOW_MS)?;
        Some((quota.limit, quota.remaining, quota.resets_in_ms))
    }

    #[test]
    fn three_headers_are_read_in_any_spelling() {
        for prefix in PREFIXES {
            let names = ["limit", "remaining", "reset"].map(|name| format!("{prefix}-{name}"));
            for (reset, anew) in [
                ("12", Some(12_000)),
                (" 0 ", Some(0)),
                ("1775026812", Some(12_000)),
                ("1775026812500", Some(12_500)),
                ("1775026000", Some(0)),
                ("1975026812", None),
                ("soon", None),
                ("-3", None),
            ] {
                let headers = [
                    (&*names[0], "100, 100;w=60"),
                    (&*names[1], "42"),
                    (&*names[2], reset),
                ];
                assert_eq!(
                    read(&headers),
                    Some((Some(100), 42, anew)),
                    "{prefix} {reset}"
                );
            }
        }
    }

    #[test]
    fn structured_fields_of_both_drafts_are_read() {
        assert_eq!(
            read(&[
                ("ratelimit", r#""day";r=42;t=12"#),
                ("ratelimit-policy", r#""burst";q=9;w=1, "day";q=100;w=60"#)
            ]),
            Some((Some(100), 42, Some(12_000)))
        );
        assert_eq!(
            read(&[("ratelimit", r#""day";r=42"#)]),
            Some((None, 42, None))
        );
        assert_eq!(
            read(&[("ratelimit", "limit=100, remaining=42, reset=12")]),
            Some((Some(100), 42, Some(12_000)))
        );
        assert_eq!(
            read(&[("ratelimit", r#""day";r=42;t=99, "burst";r=1;t=2"#)]),
            Some((None, 1, Some(2_000))),
            "the tightest"
        );
    }

    #[test]
    fn tighter_of_daily_and_monthly_quota_counts() {
        let headers = [
            ("ratelimit-limit-daily", "1000"),
            ("ratelimit-available-daily", "7"),
            ("ratelimit-limit-monthly", "30000"),
            ("ratelimit-available-monthly", "29000"),
        ];
        assert_eq!(read(&headers), Some((Some(1000), 7, None)));
    }

    #[test]
    fn every_span_is_read() {
        for span in PERIODS {
            let names = ["limit", "remaining"].map(|what| format!("x-ratelimit-{what}{span}"));
            let headers = [(&*names[0], "100"), (&*names[1], "42")];
            assert_eq!(read(&headers), Some((Some(100), 42, None)), "{span}");
        }
    }

    #[test]
    fn meaningless_quota_is_ignored() {
        assert_eq!(read(&[]), None);
        assert_eq!(read(&[("ratelimit-limit", "100")]), None);
        assert_eq!(read(&[("x-ratelimit-remaining", "many")]), None);
        assert_eq!(read(&[("ratelimit", "\"day\"")]), None);
    }

    proptest! {
        #[test]
        fn any_quota_text_is_parsed(value in "[-0-9a-z=;, \"]{0,40}", policy in "[-0-9a-z=;, \"]{0,40}") {
            let headers = ["ratelimit", "ratelimit-remaining", "ratelimit-reset"].map(|name| (name, &*value));
            let policy = [("ratelimit-policy", &*policy)];
            read(&[&headers[..], &policy].concat());
        }
    }
}
