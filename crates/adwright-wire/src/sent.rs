//! What a service, or whoever answers in its place, sends beside the interface: web pages, bare words, dates.

use jiff::fmt::rfc2822;

use crate::cut::Unreadable;

/// How far into a web page its title is looked for, in bytes.
const HEAD: usize = 8 * 1024;
/// The longest words that are repeated, in characters.
const LONGEST: usize = 200;

/// What a body that cannot be read says to a person; none where it is broken JSON, which says nothing.
pub(crate) fn words(body: &str, why: Unreadable) -> Option<String> {
    match why {
        Unreadable::WebPage => Some(match title(body) {
            Some(title) => format!("it sent a web page with the title \u{201c}{title}\u{201d}"),
            None => "it sent a web page".to_owned(),
        }),
        Unreadable::NotJson if !body.trim_start().starts_with(['{', '[', '\u{feff}']) => {
            Some(one_line(body)).filter(|words| !words.is_empty())
        }
        _ => None,
    }
}

/// What stands in a web page's `title`.
fn title(page: &str) -> Option<String> {
    let head = &page[..page.floor_char_boundary(HEAD)];
    // Of ASCII letters only the case changes, so that every place stays where it is.
    let from = head.to_ascii_lowercase().find("<title")?;
    let (_, inside) = head[from..].split_once('>')?;
    let (title, _) = inside.split_once('<')?;
    Some(one_line(title)).filter(|title| !title.is_empty())
}

/// The first words of a text, on one line and without what a terminal would obey.
pub(crate) fn one_line(text: &str) -> String {
    let plain = |character: char| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    };
    let start: String = text.trim().chars().take(LONGEST + 1).map(plain).collect();
    let words = start.split_whitespace().collect::<Vec<_>>().join(" ");
    if start.chars().count() > LONGEST {
        format!("{words} \u{2026}")
    } else {
        words
    }
}

/// In how many seconds `Retry-After` allows the next request. A date counts from the reply's own, which the same clock
/// wrote; a date without it, and words, say nothing.
pub(crate) fn seconds_until(when: &str, now: Option<&str>) -> Option<u64> {
    let when = when.trim();
    if let Ok(seconds) = when.parse() {
        return Some(seconds);
    }
    let (when, now) = (moment(when)?, moment(now?)?);
    Some(u64::try_from(when - now).unwrap_or(0))
}

/// A date of HTTP in seconds since 1970.
fn moment(date: &str) -> Option<i64> {
    let zoned = rfc2822::parse(date.trim()).ok()?;
    Some(zoned.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: &str = "Sat, 21 Nov 2026 12:00:00 GMT";

    #[test]
    fn a_date_to_come_back_counts_from_the_date_of_the_reply() {
        let later = "Sat, 21 Nov 2026 12:01:30 GMT";
        assert_eq!(seconds_until(later, Some(NOON)), Some(90));
        assert_eq!(seconds_until(NOON, Some(later)), Some(0));
        assert_eq!(seconds_until(later, None), None);
        assert_eq!(seconds_until(later, Some("noon")), None);
        assert_eq!(seconds_until("soon", Some(NOON)), None);
        assert_eq!(seconds_until(" 30 ", None), Some(30));
        assert_eq!(seconds_until("-1", Some(NOON)), None);
    }

    fn page(body: &str) -> String {
        words(body, Unreadable::WebPage).unwrap()
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
        let far = format!("<html>{}<title>x</title>", "\u{e4}".repeat(HEAD));
        assert_eq!(page(&far), "it sent a web page");
    }

    #[test]
    fn bare_words_are_repeated_up_to_a_length_and_broken_json_is_not() {
        let said = |body: &str| words(body, Unreadable::NotJson);
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
