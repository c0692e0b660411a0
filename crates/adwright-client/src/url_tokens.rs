//! Redacts tokens in addresses within a service's texts.

use adwright_wire::is_secret_like;

use crate::redacted_reply::HIDDEN;

/// Names that mean a token only in addresses: session ids as in PHP and others, and sign-on tickets.
const TOKEN_NAMES: [&str; 3] = ["phpsessid", "sid", "ticket"];

/// The separators before a parameter name, plain and as encoded within another parameter's value.
const SEPARATORS: [(&str, ParameterEncoding); 8] = [
    ("?", ParameterEncoding::Plain),
    ("&", ParameterEncoding::Plain),
    ("#", ParameterEncoding::Plain),
    (";", ParameterEncoding::Plain),
    ("%3F", ParameterEncoding::PercentEncoded),
    ("%26", ParameterEncoding::PercentEncoded),
    ("%23", ParameterEncoding::PercentEncoded),
    ("%3B", ParameterEncoding::PercentEncoded),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum ParameterEncoding {
    Plain,
    PercentEncoded,
}

/// Replaces each value of a parameter with the name of a token, such as `;jsessionid=…`. The redactor does not know
/// these tokens, because the service created them.
pub(crate) fn redact_url_tokens(text: &str) -> String {
    let mut redacted = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((name_at, encoding)) = next_parameter(rest) {
        let (before, parameter) = rest.split_at(name_at);
        redacted.push_str(before);
        rest = parameter;
        if let Some(value_at) = token_value_start(parameter, encoding) {
            let (name, value) = parameter.split_at(value_at);
            redacted.push_str(name);
            let end = value_end(value, encoding);
            if end > 0 {
                redacted.push_str(HIDDEN);
            }
            rest = &value[end..];
        }
    }
    redacted + rest
}

/// Returns where the name of the first parameter begins, and its encoding.
fn next_parameter(text: &str) -> Option<(usize, ParameterEncoding)> {
    let mut marks = text.match_indices(['?', '&', '#', ';', '%']);
    marks.find_map(|(at, _)| {
        let (length, encoding) = parse_separator(&text[at..])?;
        Some((at + length, encoding))
    })
}

/// Returns the length and encoding of the separator at the start of a text.
fn parse_separator(text: &str) -> Option<(usize, ParameterEncoding)> {
    let separator = SEPARATORS
        .iter()
        .find(|(separator, _)| starts_with_ignoring_case(text, separator));
    separator.map(|(separator, encoding)| (separator.len(), *encoding))
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    let start = text.get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Returns where the value of a parameter begins, if its name is that of a token.
fn token_value_start(parameter: &str, encoding: ParameterEncoding) -> Option<usize> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let (name, after) = parameter.split_at(parameter.find(|letter| !is_of_name(letter))?);
    let lower = name.to_ascii_lowercase();
    let is_token = TOKEN_NAMES.contains(&&*lower) || is_secret_like(name);
    let equals = match encoding {
        ParameterEncoding::Plain => "=",
        ParameterEncoding::PercentEncoded => "%3D",
    };
    (is_token && starts_with_ignoring_case(after, equals)).then_some(name.len() + equals.len())
}

/// Returns where the value at the start of this text ends.
fn value_end(text: &str, encoding: ParameterEncoding) -> usize {
    let ends = |(at, letter): (usize, char)| match letter {
        '&' | '#' | ';' | '?' | '"' | '\'' | '<' | '>' | ',' | ')' | '\\' => true,
        '%' if encoding == ParameterEncoding::PercentEncoded => {
            parse_separator(&text[at..]).is_some()
        }
        letter => letter.is_whitespace(),
    };
    let mut letters = text.char_indices();
    letters
        .find(|letter| ends(*letter))
        .map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::redact_url_tokens;

    #[test]
    fn url_tokens_are_redacted_at_any_place() {
        for (text, told) in [
            ("/app;jsessionid=A1.b-2?x=1", "/app;jsessionid=[hidden]?x=1"),
            ("/a?token=a+b/c==&y=2#end", "/a?token=[hidden]&y=2#end"),
            ("/a?y=2&access_token=a%2Fb", "/a?y=2&access_token=[hidden]"),
            ("/a#id_token=a.b.c", "/a#id_token=[hidden]"),
            (
                "/a?PHPSESSID=1&sid=2&ticket=ST-3",
                "/a?PHPSESSID=[hidden]&sid=[hidden]&ticket=[hidden]",
            ),
            ("0;url=/a?token=t", "0;url=/a?token=[hidden]"),
            ("</a?token=t>; rel=next", "</a?token=[hidden]>; rel=next"),
            (
                "<a href=\"/a?x=1&amp;token=t\">Ü</a>",
                "<a href=\"/a?x=1&amp;token=[hidden]\">Ü</a>",
            ),
            (
                "/in?next=%2Fa%3fToken%3dt%26x%3D1&y=2",
                "/in?next=%2Fa%3fToken%3d[hidden]%26x%3D1&y=2",
            ),
            (
                "{\"at\":\"/a?token=t\",\"b\":1}",
                "{\"at\":\"/a?token=[hidden]\",\"b\":1}",
            ),
            ("see /a?token=t, or ask", "see /a?token=[hidden], or ask"),
            ("/a?token=Ünd%", "/a?token=[hidden]"),
        ] {
            assert_eq!(redact_url_tokens(text), told);
            assert_eq!(redact_url_tokens(told), told);
        }
    }

    #[test]
    fn other_text_stays_unchanged() {
        for text in [
            "",
            "/a?",
            "/a?token",
            "/a?token=",
            "/a?tokens",
            "/campaigns?from=0&max=250&sort=id&order=ASC",
            "/a?q=author%3DAnn;monkey=1#%",
            "token=t is no address, nor is ; token=t",
            "AT&T; 50 % off; ü?ä&ö#ß",
        ] {
            assert_eq!(redact_url_tokens(text), text);
        }
    }
}
