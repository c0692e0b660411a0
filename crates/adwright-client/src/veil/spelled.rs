//! Finds a text in another, however each of its characters is spelled there: as it is, escaped as in JSON, percent-coded
//! as in URLs, or as an entity as in HTML.

use std::ops::Range;

use memchr::{memchr_iter, memchr3_iter, memmem};

/// The names that HTML has for the characters from U+00A0 on, in their order.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
    sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
    Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml";

/// The longest of those names, and a few more for what other tables have.
const LONGEST_NAME: usize = 8;

/// Where the text has the secret, in any mix of spellings; in no order, and possibly one in another.
pub(super) fn places<'a>(
    text: &'a [u8],
    secret: &'a str,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let length = secret.len();
    let as_it_is = memmem::find_iter(text, secret).map(move |at| at..at + length);
    let signs = memchr3_iter(b'\\', b'%', b'&', text);
    let pluses = secret.contains(' ').then(|| memchr_iter(b'+', text));
    let signs = signs.chain(pluses.into_iter().flatten());
    as_it_is.chain(signs.flat_map(move |sign| places_around(text, secret, sign)))
}

/// Where the text has the secret so that the first character of it that is not spelled as it is begins at `sign`.
fn places_around(text: &[u8], secret: &str, sign: usize) -> Vec<Range<usize>> {
    let units = units(text, sign);
    let places = secret.char_indices().filter_map(|(before, letter)| {
        let begin = sign.checked_sub(before)?;
        let rest = &secret[before + letter.len_utf8()..];
        let ends = units.iter().filter(|(unit, _)| *unit == letter);
        let ends: Vec<_> = ends.map(|(_, end)| *end).collect();
        let fits = !ends.is_empty() && text[begin..sign] == secret.as_bytes()[..before];
        let end = fits.then(|| end_of(text, ends, rest)).flatten()?;
        Some(begin..end)
    });
    places.collect()
}

/// Where the rest of the secret ends, which goes on at any of `ends`; none where it does not.
fn end_of(text: &[u8], mut ends: Vec<usize>, rest: &str) -> Option<usize> {
    for letter in rest.chars() {
        let next = ends.into_iter().flat_map(|at| after(text, at, letter));
        let mut next: Vec<_> = next.collect();
        next.sort_unstable();
        next.dedup();
        ends = next;
    }
    ends.last().copied()
}

/// Where a character ends that may be spelled at `at`.
fn after(text: &[u8], at: usize, letter: char) -> impl Iterator<Item = usize> {
    let mut bytes = [0; 4];
    let as_it_is = letter.encode_utf8(&mut bytes).as_bytes();
    let as_it_is = text[at..]
        .starts_with(as_it_is)
        .then(|| at + as_it_is.len());
    let units = units(text, at).into_iter();
    let units = units.filter_map(move |(unit, end)| (unit == letter).then_some(end));
    as_it_is.into_iter().chain(units)
}

/// What may be meant by the sign at `at`, and where that ends.
fn units(text: &[u8], at: usize) -> Vec<(char, usize)> {
    let rest = &text[at..];
    let unit = match rest.first() {
        Some(b'\\') => escaped(rest),
        Some(b'%') => percent_coded(rest),
        Some(b'&') => entity(rest),
        Some(b'+') => Some((' ', 1)),
        _ => None,
    };
    unit.into_iter()
        .map(|(unit, length)| (unit, at + length))
        .collect()
}

/// `\n`, `\/`, `\"` and their like, or `\u00f6`, two of them for what is beyond them.
fn escaped(text: &[u8]) -> Option<(char, usize)> {
    let unit = match text.get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(text),
        sign if sign.is_ascii_punctuation() => char::from(*sign),
        _ => return None,
    };
    Some((unit, 2))
}

fn unicode(text: &[u8]) -> Option<(char, usize)> {
    let first = hex(text.get(2..6)?)?;
    if let Some(unit) = char::from_u32(first) {
        return Some((unit, 6));
    }
    let second = text.get(6..12)?.strip_prefix(b"\\u")?;
    let pair = [first, hex(second)?].map(|half| u16::try_from(half).unwrap_or_default());
    let unit = char::decode_utf16(pair).next()?.ok()?;
    Some((unit, 12))
}

/// `%c3%b6`: the bytes of one character, each coded or as it is, the first one coded.
fn percent_coded(text: &[u8]) -> Option<(char, usize)> {
    let (first, mut end) = byte(text, 0)?;
    let mut bytes = vec![first];
    let length = match first {
        0..0x80 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    while bytes.len() < length {
        let (next, after) = byte(text, end)?;
        bytes.push(next);
        end = after;
    }
    let unit = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    Some((unit, end))
}

/// A byte, coded or as it is, and where it ends.
fn byte(text: &[u8], at: usize) -> Option<(u8, usize)> {
    match text.get(at)? {
        b'%' => {
            let coded = hex(text.get(at + 1..at + 3)?)?;
            Some((u8::try_from(coded).ok()?, at + 3))
        }
        plain => Some((*plain, at + 1)),
    }
}

/// `&#246;`, `&#xF6;`, `&ouml;`.
fn entity(text: &[u8]) -> Option<(char, usize)> {
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
    Some((named(name)?, end + 1))
}

fn named(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let at = LATIN.split_whitespace().position(|latin| latin == name)?;
            char::from_u32(0xa0 + u32::try_from(at).ok()?)?
        }
    })
}

fn hex(digits: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(digits).ok()?;
    // A sign is no digit, though it is read before some.
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, secret: &str, expected: &[(usize, usize)]) {
        let found: Vec<_> = places(text.as_bytes(), secret)
            .map(|place| (place.start, place.end))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn each_spelling_of_a_character_is_read() {
        for spelled in [
            "ö", "%C3%B6", "%c3%B6", "\\u00f6", "\\u00F6", "&#246;", "&#0246;", "&#246", "&#xf6;",
            "&#XF6;", "&ouml;",
        ] {
            check(&format!("-w{spelled}r-"), "wör", &[(1, 3 + spelled.len())]);
        }
        for spelled in ["/", "\\/", "%2f", "%2F", "&#47;", "\\u002f"] {
            check(&format!("a{spelled}b"), "a/b", &[(0, 2 + spelled.len())]);
        }
        for spelled in [" ", "+", "%20", "&#32;"] {
            check(&format!("a{spelled}b"), "a b", &[(0, 2 + spelled.len())]);
        }
        check("\\ud83d\\uDE00!", "😀!", &[(0, 13)]);
        check("%F0%9F%98%80!", "😀!", &[(0, 13)]);
        check("x&yuml;&nbsp;&lt;", "ÿ\u{a0}<", &[(1, 17)]);
    }

    #[test]
    fn what_looks_like_a_spelling_is_also_read_as_it_is() {
        check("a%41b", "a%41b", &[(0, 5)]);
        check("a%2541b", "a%41b", &[(0, 7)]);
        check("&amp;amp;", "&amp;", &[(0, 5), (0, 9)]);
        check("\\\\u0041", "\\u0041", &[(1, 7), (0, 7)]);
    }

    #[test]
    fn broken_signs_end_nothing() {
        for text in [
            "a%", "a%4", "a%zz", "a\\", "a\\u00", "a\\ud83d", "a&", "a&#", "a&#x", "a&#;",
            "a&nope;", "a%+4b",
        ] {
            check(text, "ab", &[]);
        }
    }
}
