//! Well-formed documents, and edits of them, made of whatever bytes the fuzzer comes up with.

use std::fmt::Write as _;

use adwright_model::{Edit, Editable, Node, Path, Shape, quoted};
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
const NUMBERS: [&str; 12] = [
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
            Self::Text(text) => out.push_str(&quoted(text)),
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

fn of<'a>(words: &[&'a str], at: u8) -> &'a str {
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
        let name = match name {
            Name::Common(at) => of(&NAMES, *at),
            Name::Any(name) => name,
        };
        if seen.contains(&name) {
            continue;
        }
        if !seen.is_empty() {
            out.push(',');
        }
        seen.push(name);
        out.push_str(&if depth % 2 == 0 {
            quoted(name)
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

/// What becomes an edit once there is a document.
#[derive(Arbitrary, Debug)]
pub struct Seed {
    target: u16,
    at: u8,
    verb: u8,
    name: Name,
    json: Json,
}

impl Seed {
    pub fn edit(&self, document: &Editable) -> Edit {
        let paths = paths(document);
        let path = paths[usize::from(self.target) % paths.len()].clone();
        let json = self.json.text();
        let len = document.get(&path).map_or(0, |node| node.len());
        let name = match &self.name {
            Name::Common(at) => of(&NAMES, *at),
            Name::Any(name) => name,
        };
        match self.verb % 5 {
            0 => Edit::Set { path, json },
            1 => Edit::Set {
                path: path.child(name),
                json,
            },
            2 => Edit::Remove { path },
            3 => Edit::Move {
                path,
                to: usize::from(self.at),
            },
            _ => Edit::Insert {
                path,
                at: usize::from(self.at) % (len + 1),
                json,
            },
        }
    }
}

/// The document after all edits that can be made.
pub fn follow(document: &Editable, seeds: &[Seed]) -> Editable {
    let edit = |document: Editable, seed: &Seed| {
        let edited = document.apply(&seed.edit(&document));
        edited.unwrap_or(document)
    };
    seeds.iter().fold(document.clone(), edit)
}

/// The paths of all values.
pub fn paths(document: &Editable) -> Vec<Path> {
    let mut paths = Vec::new();
    gather(&Path::root(), &document.root(), &mut paths);
    paths
}

fn gather(path: &Path, node: &Node<'_>, paths: &mut Vec<Path>) {
    paths.push(path.clone());
    for (name, member) in node.members() {
        gather(&path.child(name), &member, paths);
    }
    if node.shape() == Shape::Array {
        for (at, item) in node.items().enumerate() {
            gather(&path.item(at), &item, paths);
        }
    }
}
