//! Reads reply bodies and headers outside the interface, from the service or from a proxy: web pages, plain text,
//! dates.

use jiff::fmt::rfc2822;

use crate::splitter::EnvelopeError;

/// How far into a web page its title is searched for, in bytes.
const TITLE_SEARCH_BYTES: usize = 8 * 1024;
/// The longest text that is quoted, in characters.
const MAX_QUOTE_CHARS: usize = 200;

/// Describes a body that cannot be parsed, for a person; `None` for broken JSON, which does not help a person.
pub(crate) fn describe_foreign_body(body: &str, why: EnvelopeError) -> Option<String> {
    match why {
        EnvelopeError::WebPage => Some(match page_title(body) {
            Some(title) => format!("it sent a web page with the title \u{201c}{title}\u{201d}"),
            None => "it sent a web page".to_owned(),
        }),
        EnvelopeError::NotJson if !body.trim_start().starts_with(['{', '[', '\u{feff}']) => {
            Some(one_line(body)).filter(|line| !line.is_empty())
        }
        _ => None,
    }
}

/// Returns the content of a web page's `title`.
fn page_title(page: &str) -> Option<String> {
    let head = &page[..page.floor_char_boundary(TITLE_SEARCH_BYTES)];
    // ASCII lower case keeps every byte offset.
    let from = head.to_ascii_lowercase().find("<title")?;
    let (_, inside) = head[from..].split_once('>')?;
    let (title, _) = inside.split_once('<')?;
    Some(one_line(title)).filter(|title| !title.is_empty())
}

/// Returns the beginning of a text on one line, without control characters that a terminal would obey.
pub(crate) fn one_line(text: &str) -> String {
    let plain = |character: char| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    };
    let start: String = text
        .trim()
        .chars()
        .take(MAX_QUOTE_CHARS + 1)
        .map(plain)
        .collect();
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    if start.chars().count() > MAX_QUOTE_CHARS {
        format!("{line} \u{2026}")
    } else {
        line
    }
}

/// Returns in how many seconds `Retry-After` allows the next request. A date counts from the reply's own `Date`,
/// because the same clock wrote both. A date without that header returns `None`, and so does other text.
pub(crate) fn parse_retry_after(when: &str, now: Option<&str>) -> Option<u64> {
    let when = when.trim();
    if let Ok(seconds) = when.parse() {
        return Some(seconds);
    }
    let (when, now) = (parse_http_date(when)?, parse_http_date(now?)?);
    Some(u64::try_from(when - now).unwrap_or(0))
}

/// Parses an HTTP date into seconds since 1970.
fn parse_http_date(date: &str) -> Option<i64> {
    let zoned = rfc2822::parse(date.trim()).ok()?;
    Some(zoned.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: &str = "Sat, 21 Nov 2026 12:00:00 GMT";

    #[test]
    fn retry_date_counts_from_the_reply_date() {
        let later = "Sat, 21 Nov 2026 12:01:30 GMT";
        assert_eq!(parse_retry_after(later, Some(NOON)), Some(90));
        assert_eq!(parse_retry_after(NOON, Some(later)), Some(0));
        assert_eq!(parse_retry_after(later, None), None);
        assert_eq!(parse_retry_after(later, Some("noon")), None);
        assert_eq!(parse_retry_after("soon", Some(NOON)), None);
        assert_eq!(parse_retry_after(" 30 ", None), Some(30));
        assert_eq!(parse_retry_after("-1", Some(NOON)), None);
    }

    fn page(body: &str) -> String {
        describe_foreign_body(body, EnvelopeError::WebPage).unwrap()
    }

    #[test]
    fn a_web_page_is_named_by_its_title() {
        let titled = "<!DOCTYPE html>\n<HTML><Title lang=en>\n 502  Bad\u{7} Gateway </title>";
        assert_eq!(
            page(titled),
            "it sent a web page with the title \u{201c}502 Bad Gateway\u{201d}"
        );
        for untitled in ["<html>", "<title", "<title>", "<title></title>", "<title>x"] {
            assert_eq!(page(untitled), "it sent a web page", "{untitled}");
        }
        let far = format!(
            "<html>{}<title>x</title>",
            "\u{e4}".repeat(TITLE_SEARCH_BYTES)
        );
        assert_eq!(page(&far), "it sent a web page");
    }

    #[test]
    fn plain_words_are_truncated_and_broken_json_omitted() {
        let said = |body: &str| describe_foreign_body(body, EnvelopeError::NotJson);
        assert_eq!(
            said("no healthy\n\u{1b}upstream").unwrap(),
            "no healthy upstream"
        );
        let long = "x ".repeat(500);
        let shown = said(&long).unwrap();
        assert!(
            shown.ends_with("x \u{2026}") && shown.len() < 210,
            "{shown}"
        );
        assert_eq!(said("{\"result\":"), None);
        assert_eq!(said(" [1"), None);
        assert_eq!(said("\u{1}"), None);
    }
}
