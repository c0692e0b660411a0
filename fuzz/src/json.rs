use std::fmt::Write as _;

use adwright_model::to_json_string;
use arbitrary::Arbitrary;

/// A value of which [`Json::text`] makes a text that can be edited.
#[derive(Arbitrary, Debug)]
pub enum Json {
    Word(u8),
    Whole(i64),
    Odd(u8),
    Text(String),
    /// Not a text for readers: only its escapes count.
    Escaped(String),
    List(Vec<Json>),
    /// Items that are told apart by `id`.
    Keyed(Vec<(u8, Json)>),
    Object(Vec<(Name, Json)>),
    Spaced(u8, Box<Json>),
}

/// A member's name, mostly one of few.
#[derive(Arbitrary, Debug)]
pub enum Name {
    Common(u8),
    Any(String),
}

const WORDS: [&str; 3] = ["null", "true", "false"];
pub(crate) const NUMBERS: [&str; 12] = [
    "0",
    "-0",
    "1.0",
    "1e0",
    "10E-1",
    "0.1e+1",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "123456789012345678901234567890",
    "1e400",
    "-1.5E-1000000000000000000000000000000000",
];
const NAMES: [&str; 8] = ["a", "b", "id", "name", "label", "", "__proto__", "a.b[0]"];
const SPACE: [&str; 4] = [" ", "\n", "\t", "\r\n "];

impl Json {
    /// The JSON text. Of members with one name only the first is written.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, out: &mut String, depth: u8) {
        match self {
            _ if depth > 100 => out.push('1'),
            Self::Word(at) => out.push_str(of(&WORDS, *at)),
            Self::Whole(number) => out.push_str(&number.to_string()),
            Self::Odd(at) => out.push_str(of(&NUMBERS, *at)),
            Self::Text(text) => out.push_str(&to_json_string(text)),
            Self::Escaped(text) => out.push_str(&escaped(text)),
            Self::List(items) => list(items.iter(), out, |item, out| item.write(out, depth + 1)),
            Self::Keyed(items) => list(items.iter(), out, |(id, item), out| {
                let _ = write!(out, "{{\"id\":{id},\"v\":");
                item.write(out, depth + 2);
                out.push('}');
            }),
            Self::Object(members) => object(members, out, depth),
            Self::Spaced(at, inner) => {
                out.push_str(of(&SPACE, *at));
                inner.write(out, depth + 1);
                out.push_str(of(&SPACE, *at));
            }
        }
    }
}

impl Name {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Common(at) => of(&NAMES, *at),
            Self::Any(name) => name,
        }
    }
}

pub(crate) fn of<'a>(words: &[&'a str], at: u8) -> &'a str {
    words[usize::from(at) % words.len()]
}

fn list<'a, T: 'a>(
    items: impl Iterator<Item = &'a T>,
    out: &mut String,
    write: impl Fn(&T, &mut String),
) {
    out.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}

fn object(members: &[(Name, Json)], out: &mut String, depth: u8) {
    let mut seen = Vec::new();
    out.push('{');
    for (name, value) in members {
        let name = name.as_str();
        if seen.contains(&name) {
            continue;
        }
        if !seen.is_empty() {
            out.push(',');
        }
        seen.push(name);
        out.push_str(&if depth % 2 == 0 {
            to_json_string(name)
        } else {
            escaped(name)
        });
        out.push(':');
        value.write(out, depth + 1);
    }
    out.push('}');
}

fn escaped(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    format!("\"{}\"", units.collect::<String>())
}
