//! Finds web addresses inside a text, such as a tag's markup.

/// Characters that end an address in markup, scripts and prose.
const ENDS: [char; 6] = ['"', '\'', '<', '>', '`', '\\'];

/// Escape sequences that end an address if the markup is itself escaped.
const ESCAPED_ENDS: [&str; 6] = ["&quot;", "&#34;", "&#39;", "&lt;", "&gt;", "]]>"];

/// Characters allowed before an address without a scheme.
const BEFORE: [char; 4] = ['"', '\'', '(', '='];

/// Finds every web address in a text, in order. The time is linear in the length of the text.
pub(super) fn find_urls(text: &str) -> impl Iterator<Item = String> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let (slashes, width) = find_slashes(text, from)?;
            let after = &text[slashes + width..];
            let start = url_start(text, from, slashes);
            let start = start.filter(|start| has_host(after, *start < slashes));
            from = slashes + width;
            if let Some(start) = start {
                from += url_length(after, text[..start].ends_with('('));
                return Some(trim_url(&text[start..from]));
            }
        }
    })
}

/// Returns the position of the next two slashes, and their length as written. Scripts write `\/\/`.
fn find_slashes(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = &text.as_bytes()[from..];
    let at = (0..rest.len())
        .find(|at| rest[*at..].starts_with(b"//") || rest[*at..].starts_with(br"\/\/"))?;
    let width = if rest[at] == b'/' { 2 } else { 4 };
    Some((from + at, width))
}

/// Returns the start of the address with these slashes: its scheme, or the slashes themselves.
fn url_start(text: &str, from: usize, slashes: usize) -> Option<usize> {
    let before = &text[from..slashes];
    let scheme = ["https:", "http:"].into_iter().find(|scheme| {
        let at = before.len().checked_sub(scheme.len());
        let end = at.and_then(|at| before.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(scheme))
    });
    match scheme {
        Some(scheme) => Some(slashes - scheme.len()),
        None => text[..slashes].ends_with(BEFORE).then_some(slashes),
    }
}

/// Returns true if a text starts with a host. Without a scheme, the host must have a dot, because slashes may also
/// start a comment in a script.
fn has_host(after: &str, has_scheme: bool) -> bool {
    let end = |c: char| "/?#".contains(c) || c.is_whitespace() || ENDS.contains(&c);
    let host = after.split(end).next().unwrap_or_default();
    let starts_with_host = host.starts_with(|c: char| c.is_alphanumeric() || "[{$%".contains(c));
    starts_with_host && (has_scheme || host.trim_end_matches('.').contains('.'))
}

/// Returns the length of the rest of the address.
fn url_length(rest: &str, is_enclosed: bool) -> usize {
    let ends = |(at, c): &(usize, char)| match c {
        '\\' => !rest[*at..].starts_with(r"\/"),
        '&' | ']' => ESCAPED_ENDS.iter().any(|end| rest[*at..].starts_with(end)),
        ')' => is_enclosed,
        c => c.is_whitespace() || c.is_control() || ENDS.contains(c),
    };
    let end = rest.char_indices().find(ends);
    end.map_or(rest.len(), |(at, _)| at)
}

/// Returns the address without the punctuation of a sentence or the escapes of a script.
fn trim_url(text: &str) -> String {
    let opens = text.contains('(');
    let is_around = |c| matches!(c, '.' | ',' | ';' | '!') || c == ')' && !opens;
    text.trim_end_matches(is_around).replace(r"\/", "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        find_urls(text).collect()
    }

    #[test]
    fn addresses_of_markup_scripts_and_prose() {
        for (text, expected) in [
            (
                r#"<script src="//cdn.example/a.js"></script><img src='HTTPS://t.example/i?a=1&amp;b=[TIME]'/>"#,
                vec!["//cdn.example/a.js", "HTTPS://t.example/i?a=1&amp;b=[TIME]"],
            ),
            (
                "<Impression><![CDATA[https://t.example/?c=[CACHE]]]></Impression><a>http://b.example/</a>",
                vec!["https://t.example/?c=[CACHE]", "http://b.example/"],
            ),
            (
                r#"var u = {"a":"https:\/\/c.example\/x","b":1}; // no address"#,
                vec!["https://c.example/x"],
            ),
            (
                "body{background:url(https://d.example/x.png)}p{background:url(//e.example/y)}",
                vec!["https://d.example/x.png", "//e.example/y"],
            ),
            (
                "See https://f.example/a(b), or (https://g.example/).",
                vec!["https://f.example/a(b)", "https://g.example/"],
            ),
            (
                "&lt;img src=&quot;https://h.example/&quot;&gt;",
                vec!["https://h.example/"],
            ),
            (
                "https://i.example/?to=https://j.example/ https://k.example/",
                vec![
                    "https://i.example/?to=https://j.example/",
                    "https://k.example/",
                ],
            ),
            ("https://[host]/x", vec!["https://[host]/x"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn similar_texts_are_not_addresses() {
        for text in [
            "// a remark",
            "a // b",
            "\"//\"",
            "x = \"// y\"",
            "http://",
            "https:// x",
            "file:///a",
            "'//local'",
            "é//ü",
            "\\/\\/",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn huge_text_is_scanned_once() {
        let text = "http://a.example/ //".repeat(10_000);
        assert_eq!(find_urls(&text).count(), 10_000);
        assert_eq!(find_urls(&"/".repeat(200_000)).count(), 0);
        assert_eq!(find_urls(&"=//".repeat(70_000)).count(), 0);
        assert_eq!(find_urls(&"https://".repeat(30_000)).count(), 1);
        assert_eq!(find_urls(&"=//a".repeat(50_000)).count(), 0);
    }
}
