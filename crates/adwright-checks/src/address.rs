//! Web addresses and their placeholders.

use std::borrow::Cow;
use std::ops::Range;

use adwright_model::Facet;

use crate::document_index::{DocumentIndex, FieldInstance};

/// Returns the addresses that browsers call for an ad or a campaign, each with its text.
///
/// Thumbnails are left out: only the service's own pages show them.
pub(crate) fn called_addresses<'a>(
    index: &'a DocumentIndex<'_>,
) -> impl Iterator<Item = (FieldInstance<'a>, Cow<'a, str>)> {
    let addresses = index.fields_with(Facet::Url);
    let called = addresses.filter(|instance| instance.field.name != "thumbnailUrl");
    let texts = called.filter_map(|instance| Some((instance, instance.node?.as_str()?)));
    texts.filter(|(_, text)| !text.trim_start().is_empty())
}

/// A part of an address that is filled in later, such as `[timestamp]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder<'a> {
    /// The syntax of the placeholder.
    pub mark: PlaceholderSyntax,
    /// The text between the marks.
    pub name: &'a str,
    /// The byte range, including the marks.
    pub span: Range<usize>,
}

/// The syntax of a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderSyntax {
    /// `%%NAME%%`
    Percents,
    /// `${NAME}`
    Dollar,
    /// `{{NAME}}`
    DoubleBraces,
    /// `{NAME}`
    Braces,
    /// `[NAME]` or `[%NAME%]`
    Brackets,
}

/// Longer marks come before their prefixes.
const MARKS: [(PlaceholderSyntax, &str, &str); 6] = [
    (PlaceholderSyntax::Percents, "%%", "%%"),
    (PlaceholderSyntax::Dollar, "${", "}"),
    (PlaceholderSyntax::DoubleBraces, "{{", "}}"),
    (PlaceholderSyntax::Braces, "{", "}"),
    (PlaceholderSyntax::Brackets, "[%", "%]"),
    (PlaceholderSyntax::Brackets, "[", "]"),
];

/// Returns every placeholder of an address, in order.
pub fn placeholders(text: &str) -> impl Iterator<Item = Placeholder<'_>> {
    let may_open = |byte: &u8| matches!(byte, b'%' | b'$' | b'{' | b'[');
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(start) = text.as_bytes()[from..].iter().position(may_open) {
            let start = from + start;
            let placeholder = placeholder_at(text, start);
            from = placeholder.as_ref().map_or(start + 1, |it| it.span.end);
            if placeholder.is_some() {
                return placeholder;
            }
        }
        from = text.len();
        None
    })
}

fn placeholder_at(text: &str, start: usize) -> Option<Placeholder<'_>> {
    let rest = &text[start..];
    MARKS.iter().find_map(|&(mark, open, close)| {
        let (name, after) = split_name(rest.strip_prefix(open)?)?;
        after.starts_with(close).then(|| Placeholder {
            mark,
            name,
            span: start..start + open.len() + name.len() + close.len(),
        })
    })
}

/// Splits a name from the text after it. A name has no colon, so `[::1]` is a host. A name has no mark either, so
/// nothing is read twice, however many marks are opened.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    let end = text.find(|c| !is_allowed(c)).unwrap_or(text.len());
    let starts_well = text.starts_with(char::is_alphabetic);
    starts_well.then(|| text.split_at(end))
}

/// Replaces each placeholder by a word, as a browser might call the address.
#[must_use]
pub fn fill_placeholders(text: &str) -> String {
    let mut filled = String::new();
    let mut from = 0;
    for placeholder in placeholders(text) {
        filled.push_str(&text[from..placeholder.span.start]);
        filled.push('x');
        from = placeholder.span.end;
    }
    filled + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(PlaceholderSyntax, &str)> {
        let found = placeholders(text);
        found.map(|found| (found.mark, found.name)).collect()
    }

    #[test]
    fn each_placeholder_syntax_is_recognised() {
        let text = "%%A%%/${B}/{{C}}?{D}&[E_1]=[%F-2%]&[G. h]";
        let expected = [
            (PlaceholderSyntax::Percents, "A"),
            (PlaceholderSyntax::Dollar, "B"),
            (PlaceholderSyntax::DoubleBraces, "C"),
            (PlaceholderSyntax::Braces, "D"),
            (PlaceholderSyntax::Brackets, "E_1"),
            (PlaceholderSyntax::Brackets, "F-2"),
            (PlaceholderSyntax::Brackets, "G. h"),
        ];
        assert_eq!(names(text), expected);
        assert_eq!(fill_placeholders(text), "x/x/x?x&x=x&x");
    }

    #[test]
    fn similar_texts_are_not_placeholders() {
        for text in [
            "https://[::1]:80/a%20b%%2F",
            "https://example.com/[]?{}&${}&%%%%",
            "https://example.com/[1]?{2}",
            "https://example.com/[open?{open&%%open",
            "https://example.com/100%",
        ] {
            assert_eq!(names(text), [], "{text}");
            assert_eq!(fill_placeholders(text), text);
        }
    }

    /// A search for the end of each mark would take far too long here.
    #[test]
    fn many_unclosed_brackets_are_read_once() {
        for mark in ["[", "%%", "{{", "[a"] {
            assert_eq!(placeholders(&mark.repeat(300_000)).next(), None);
        }
    }

    #[test]
    fn nested_placeholder_is_found() {
        assert_eq!(names("[[a]"), [(PlaceholderSyntax::Brackets, "a")]);
        assert_eq!(names("{a{b}"), [(PlaceholderSyntax::Braces, "b")]);
    }
}
