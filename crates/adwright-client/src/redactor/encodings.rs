//! Reads a character however it is spelled: as it is, escaped as in JSON, percent-coded as in URLs, or as an entity as in
//! HTML.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The names that HTML has for the characters from U+00A0 on, in their order.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
    sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
    Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml";

/// The longest of those names, and a few more for what other tables have.
const LONGEST_NAME: usize = 8;

/// Their characters.
static NAMED: LazyLock<HashMap<&str, char>> = LazyLock::new(|| {
    let latin = LATIN.split_whitespace().zip('\u{a0}'..);
    let marks = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
    ];
    latin.chain(marks).collect()
});

/// The longest beginning of a spelling that is not whole yet: half a pair of `\u`, and a part of the other half.
const BROKEN: usize = 12;

/// Where the rest of the secret ends, which goes on at any of `ends`; none where it does not.
pub(super) fn match_end(text: &[u8], mut ends: Vec<usize>, rest: &str) -> Option<usize> {
    for letter in rest.chars() {
        let next = ends
            .into_iter()
            .flat_map(|at| decoded_ends(text, at, letter));
        let mut next: Vec<_> = next.collect();
        next.sort_unstable();
        next.dedup();
        ends = next;
    }
    ends.last().copied()
}

/// Where a character ends that may be spelled at `at`.
fn decoded_ends(text: &[u8], at: usize, letter: char) -> impl Iterator<Item = usize> {
    let read = decodings(text, at).into_iter().flatten();
    read.filter_map(move |(read, end)| (read == letter).then_some(end))
}

/// What may be meant by what stands at `at`, each with where it ends: the character as it is, and what it spells.
pub(super) fn decodings(text: &[u8], at: usize) -> [Option<(char, usize)>; 2] {
    [decode_literal(text, at), decode_escape(text, at)]
}

fn decode_literal(text: &[u8], at: usize) -> Option<(char, usize)> {
    let length = match text.get(at)? {
        plain @ 0..0x80 => return Some((char::from(*plain), at + 1)),
        0x80..0xc0 => return None,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    let bytes = text.get(at..at + length)?;
    let letter = std::str::from_utf8(bytes).ok()?.chars().next()?;
    Some((letter, at + length))
}

/// What is spelled by the sign at `at`, and where that ends.
fn decode_escape(text: &[u8], at: usize) -> Option<(char, usize)> {
    let rest = &text[at..];
    let unit = match rest.first() {
        Some(b'\\') => decode_backslash(rest),
        Some(b'%') => decode_percent(rest),
        Some(b'&') => decode_entity(rest),
        Some(b'+') => Some((' ', 1)),
        _ => None,
    };
    unit.map(|(unit, length)| (unit, at + length))
}

/// Whether what stands at `at` may go on as the spelling of a character after the end of the text.
pub(super) fn is_truncated_escape(text: &[u8], at: usize) -> bool {
    let Some((b'\\' | b'%' | b'&', rest)) = text[at..].split_first() else {
        return false;
    };
    let goes_on = |sign: &u8| sign.is_ascii_alphanumeric() || matches!(sign, b'#' | b'%' | b'\\');
    rest.len() < BROKEN && rest.iter().all(goes_on) && decode_escape(text, at).is_none()
}

/// `\n`, `\/`, `\"` and their like, or `\u00f6`, two of them for what is beyond them.
fn decode_backslash(text: &[u8]) -> Option<(char, usize)> {
    let unit = match text.get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return decode_unicode_escape(text),
        sign if sign.is_ascii_punctuation() => char::from(*sign),
        _ => return None,
    };
    Some((unit, 2))
}

fn decode_unicode_escape(text: &[u8]) -> Option<(char, usize)> {
    let first = parse_hex(text.get(2..6)?)?;
    if let Some(unit) = char::from_u32(first) {
        return Some((unit, 6));
    }
    let second = text.get(6..12)?.strip_prefix(b"\\u")?;
    let pair = [first, parse_hex(second)?].map(|half| u16::try_from(half).unwrap_or_default());
    let unit = char::decode_utf16(pair).next()?.ok()?;
    Some((unit, 12))
}

/// `%c3%b6`: the bytes of one character, each coded or as it is, the first one coded.
fn decode_percent(text: &[u8]) -> Option<(char, usize)> {
    let (first, mut end) = decode_byte(text, 0)?;
    let mut bytes = vec![first];
    let length = match first {
        0..0x80 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    while bytes.len() < length {
        let (next, after) = decode_byte(text, end)?;
        bytes.push(next);
        end = after;
    }
    let unit = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    Some((unit, end))
}

/// A byte, coded or as it is, and where it ends.
fn decode_byte(text: &[u8], at: usize) -> Option<(u8, usize)> {
    match text.get(at)? {
        b'%' => {
            let coded = parse_hex(text.get(at + 1..at + 3)?)?;
            Some((u8::try_from(coded).ok()?, at + 3))
        }
        plain => Some((*plain, at + 1)),
    }
}

/// `&#246;`, `&#xF6;`, `&ouml;`.
fn decode_entity(text: &[u8]) -> Option<(char, usize)> {
    if let Some(number) = text.strip_prefix(b"&#") {
        let is_hex = number
            .first()
            .is_some_and(|sign| matches!(sign, b'x' | b'X'));
        let digits = &number[usize::from(is_hex)..];
        let is_digit = |digit: &&u8| {
            if is_hex {
                digit.is_ascii_hexdigit()
            } else {
                digit.is_ascii_digit()
            }
        };
        let count = digits.iter().take_while(is_digit).count();
        let radix = if is_hex { 16 } else { 10 };
        let value = std::str::from_utf8(&digits[..count]).ok()?;
        let unit = char::from_u32(u32::from_str_radix(value, radix).ok()?)?;
        let is_closed = digits.get(count) == Some(&b';');
        return Some((
            unit,
            2 + usize::from(is_hex) + count + usize::from(is_closed),
        ));
    }
    let end = text
        .iter()
        .take(LONGEST_NAME + 2)
        .position(|sign| *sign == b';')?;
    let name = std::str::from_utf8(&text[1..end]).ok()?;
    Some((*NAMED.get(name)?, end + 1))
}

fn parse_hex(digits: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(digits).ok()?;
    // A sign is no digit, though it is read before some.
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, secret: &str, ends: Option<usize>) {
        assert_eq!(match_end(text.as_bytes(), vec![0], secret), ends, "{text}");
    }

    #[test]
    fn each_spelling_of_a_character_is_read() {
        for spelled in [
            "ö", "%C3%B6", "%c3%B6", "\\u00f6", "\\u00F6", "&#246;", "&#0246;", "&#246", "&#xf6;",
            "&#XF6;", "&ouml;",
        ] {
            check(&format!("w{spelled}r-"), "wör", Some(2 + spelled.len()));
        }
        for spelled in ["/", "\\/", "%2f", "%2F", "&#47;", "\\u002f"] {
            check(&format!("a{spelled}b"), "a/b", Some(2 + spelled.len()));
        }
        for spelled in [" ", "+", "%20", "&#32;"] {
            check(&format!("a{spelled}b"), "a b", Some(2 + spelled.len()));
        }
        check("\\ud83d\\uDE00!", "😀!", Some(13));
        check("%F0%9F%98%80!", "😀!", Some(13));
        check("&yuml;&nbsp;&lt;", "ÿ\u{a0}<", Some(16));
    }

    #[test]
    fn what_looks_like_a_spelling_is_also_read_as_it_is() {
        check("a%41b", "a%41b", Some(5));
        check("a%2541b", "a%41b", Some(7));
        check("&amp;amp;", "&amp;", Some(9));
        check("\\\\u0041", "\\u0041", Some(7));
    }

    #[test]
    fn broken_signs_end_nothing() {
        for text in [
            "a%", "a%4", "a%zz", "a\\", "a\\u00", "a\\ud83d", "a&", "a&#", "a&#x", "a&#;",
            "a&nope;", "a%+4b",
        ] {
            check(text, "ab", None);
        }
    }
}
