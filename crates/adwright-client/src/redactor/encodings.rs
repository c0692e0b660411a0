//! Generates the texts in which a service may repeat a text: escaped for a URL, JSON or HTML, or coded in base64.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

/// The characters that an encoder escapes.
enum EscapeSet {
    /// Everything but ASCII letters, digits and these characters.
    AllBut(&'static str),
    /// Control characters and these characters, with or without everything beyond ASCII.
    Only(&'static str),
}

use EscapeSet::{AllBut, Only};

/// The sets of common encoders. Some serve several formats, so each set is combined with each style.
const ESCAPE_SETS: [EscapeSet; 18] = [
    AllBut(""),
    AllBut(" "),
    // RFC 3986, PHP, HTML forms, Python, `encodeURIComponent`, `encodeURI`.
    AllBut("-._~"),
    AllBut("-._"),
    AllBut("*-._"),
    AllBut("-._~/"),
    AllBut("!'()*-._~"),
    AllBut("!#$&'()*+,-./:;=?@_~"),
    // Paths and queries of URLs in browsers.
    Only(" \"#<>?`{}"),
    Only(" \"#'<>"),
    // JSON: as needed, PHP, .NET, Gson.
    Only("\"\\"),
    Only("\"/\\"),
    Only("\"&'+<>\\`"),
    Only("\"&'<=>\\"),
    // Strings in a script, and HTML.
    Only("\"'\\"),
    Only("\"&'<>"),
    Only("\"&<>"),
    Only("&<>"),
];

/// The ways to escape one character.
const STYLES: [fn(char) -> String; 14] = [
    |letter| percent(letter, |byte| format!("%{byte:02X}")),
    |letter| percent(letter, |byte| format!("%{byte:02x}")),
    |letter| form(letter, |byte| format!("%{byte:02X}")),
    |letter| form(letter, |byte| format!("%{byte:02x}")),
    |letter| unicode(letter, |unit| format!("\\u{unit:04X}")),
    |letter| unicode(letter, |unit| format!("\\u{unit:04x}")),
    |letter| backslash(letter, |unit| format!("\\u{unit:04X}")),
    |letter| backslash(letter, |unit| format!("\\u{unit:04x}")),
    decimal,
    |letter| format!("&#x{:X};", u32::from(letter)),
    |letter| format!("&#x{:x};", u32::from(letter)),
    |letter| named(letter, "&apos;"),
    |letter| named(letter, "&#39;"),
    |letter| named(letter, "&#x27;"),
];

/// The names that HTML has for the characters from U+00A0 on, in their order.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
    sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
    Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml";

/// Returns the text itself, and the text as each encoder escapes it.
pub(super) fn escaped_forms(text: &str) -> BTreeSet<String> {
    let mut forms = BTreeSet::from([text.to_owned()]);
    for escaped in escaped_subsets(text) {
        for style in STYLES {
            let spelled = text.chars().map(|letter| {
                if escaped.contains(&letter) {
                    style(letter)
                } else {
                    letter.to_string()
                }
            });
            forms.insert(spelled.collect());
        }
    }
    forms
}

/// Returns the text in base64 in both alphabets, without padding, because some services omit it.
pub(super) fn base64_forms(text: &[u8]) -> [String; 2] {
    with_url_alphabet(BASE64_STANDARD.encode(text).trim_end_matches('='))
}

/// Returns what base64 of a longer text contains if that text contains this text, at each of the three offsets. Omits
/// digits that also depend on the bytes around it.
pub(super) fn embedded_base64_forms(text: &[u8]) -> Vec<String> {
    let forms = (0..3).flat_map(|offset| {
        let coded = BASE64_STANDARD.encode([&vec![0; offset], text].concat());
        let begin = (offset * 8).div_ceil(6);
        let end = (offset + text.len()) * 8 / 6;
        with_url_alphabet(&coded[begin..end])
    });
    forms.collect()
}

fn with_url_alphabet(coded: &str) -> [String; 2] {
    let in_url = coded.replace('+', "-").replace('/', "_");
    [coded.to_owned(), in_url]
}

/// Returns which characters of the text the encoders escape, each combination once.
fn escaped_subsets(text: &str) -> BTreeSet<BTreeSet<char>> {
    let letters: BTreeSet<char> = text
        .chars()
        .filter(|letter| !letter.is_ascii_alphanumeric())
        .collect();
    let subset = |set: &EscapeSet, with_foreign: bool| {
        let escaped = letters.iter().filter(|letter| match set {
            AllBut(kept) => !kept.contains(**letter),
            Only(escaped) if letter.is_ascii() => {
                letter.is_ascii_control() || escaped.contains(**letter)
            }
            Only(_) => with_foreign,
        });
        escaped.copied().collect()
    };
    let subsets = ESCAPE_SETS
        .iter()
        .flat_map(|set| [subset(set, false), subset(set, true)]);
    // The last encoder is the most careful one: it escapes everything.
    subsets
        .chain([text.chars().collect()])
        .filter(|escaped: &BTreeSet<char>| !escaped.is_empty())
        .collect()
}

fn percent(letter: char, code: fn(u8) -> String) -> String {
    letter.to_string().bytes().map(code).collect()
}

fn form(letter: char, code: fn(u8) -> String) -> String {
    match letter {
        ' ' => "+".to_owned(),
        _ => percent(letter, code),
    }
}

fn unicode(letter: char, code: fn(&u16) -> String) -> String {
    letter.encode_utf16(&mut [0; 2]).iter().map(code).collect()
}

fn backslash(letter: char, code: fn(&u16) -> String) -> String {
    let short = match letter {
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '"' | '\'' | '/' | '\\' => letter,
        _ => return unicode(letter, code),
    };
    format!("\\{short}")
}

fn decimal(letter: char) -> String {
    format!("&#{};", u32::from(letter))
}

fn named(letter: char, apostrophe: &str) -> String {
    let name = match letter {
        '&' => "amp",
        '<' => "lt",
        '>' => "gt",
        '"' => "quot",
        '\'' => return apostrophe.to_owned(),
        '\u{a0}'..='\u{ff}' => LATIN
            .split_whitespace()
            .nth(letter as usize - 0xa0)
            .unwrap_or_default(),
        _ => return decimal(letter),
    };
    format!("&{name};")
}
