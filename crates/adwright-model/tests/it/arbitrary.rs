//! Any JSON text, in any spelling, and any edit of one.

use std::borrow::Cow;

use adwright_model::{Edit, EditableDocument, JsonType, Node, Path, to_json_string};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// How often each law of `diff` and `merge3` is tried.
const LAW_CASES: u32 = 2_000;

/// The laws of `diff` and `merge3`. `ADWRIGHT_LAW_CASES` asks for more cases than usual; `cargo xtask bench laws` does.
pub(crate) fn law_config() -> ProptestConfig {
    let asked = std::env::var("ADWRIGHT_LAW_CASES").ok();
    let cases = asked.and_then(|cases| cases.parse().ok());
    ProptestConfig {
        // Write a separate test for each failing case.
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases.unwrap_or(LAW_CASES))
    }
}

/// Any well-formed text without duplicate members: odd white space, odd numbers, odd escapes.
pub(crate) fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        number(),
        string(),
    ];
    let padded = (space(), leaf, space()).prop_map(|(before, leaf, after)| before + &leaf + &after);
    padded.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![list(inner.clone()), object(inner)]
    })
}

/// Two texts that have much in common.
pub(crate) fn json_pair() -> impl Strategy<Value = (String, String)> {
    (json(), vec(edit_seed(), 0..6)).prop_map(|(text, seeds)| {
        let before = EditableDocument::parse(&text).expect("the generator makes well-formed texts");
        let after = seeds.iter().fold(before.clone(), |document, seed| {
            document.apply(&seed.edit(&document)).unwrap_or(document)
        });
        (text, after.text().to_owned())
    })
}

/// Something near JSON, broken or not.
pub(crate) fn near_json() -> impl Strategy<Value = String> {
    let slip = prop_oneof![
        Just(String::new()),
        "[\\[\\]{}:,\"\\\\ \n0-9eE+.u-]{1,3}",
        any::<char>().prop_map(String::from),
    ];
    (json(), vec((any::<Index>(), 0..3_usize, slip), 0..3)).prop_map(|(text, slips)| {
        slips.into_iter().fold(text, |text, (at, len, slip)| {
            let chars: Vec<char> = text.chars().collect();
            let start = at.index(chars.len() + 1);
            let end = chars.len().min(start + len);
            let (before, after) = (&chars[..start], &chars[end..]);
            before
                .iter()
                .copied()
                .chain(slip.chars())
                .chain(after.iter().copied())
                .collect()
        })
    })
}

/// What becomes an edit once there is a document: which of its values, and what is done to it.
#[derive(Debug, Clone)]
pub(crate) struct EditSeed {
    target: Index,
    at: Index,
    name: String,
    json: String,
    verb: u8,
}

pub(crate) fn edit_seed() -> impl Strategy<Value = EditSeed> {
    (
        any::<Index>(),
        any::<Index>(),
        "[a-c .]{0,2}",
        json(),
        0..7_u8,
    )
        .prop_map(|(target, at, name, json, verb)| EditSeed {
            target,
            at,
            name,
            json,
            verb,
        })
}

impl EditSeed {
    pub(crate) fn edit(&self, document: &EditableDocument) -> Edit {
        let paths = paths(document);
        let path = paths[self.target.index(paths.len())].clone();
        let json = self.json.clone();
        let len = document.get(&path).map_or(0, |node| node.len());
        match self.verb {
            0 => Edit::Set { path, json },
            1 => Edit::Set {
                path: path.child(&self.name),
                json,
            },
            2 => Edit::Remove { path },
            3 => Edit::Move {
                to: self.at.index(holder_len(document, &path) + 1),
                path,
            },
            4 => Edit::Type {
                path: path.child(&self.name),
                text: json,
            },
            5 => Edit::PutBefore {
                path: path.child(&self.name),
                json,
                before: document
                    .get(&path)
                    .and_then(|node| Some(node.members().nth(self.at.index(len.max(1)))?.0))
                    .map_or_else(String::new, Cow::into_owned),
            },
            _ => Edit::Insert {
                path,
                at: self.at.index(len + 1),
                json,
            },
        }
    }
}

/// How many parts there are where the value is.
fn holder_len(document: &EditableDocument, path: &Path) -> usize {
    let holder = path.parent().and_then(|holder| document.get(&holder));
    holder.map_or(0, |holder| holder.len())
}

/// The paths of all values of a document.
pub(crate) fn paths(document: &EditableDocument) -> Vec<Path> {
    let mut paths = Vec::new();
    gather(&Path::root(), &document.root(), &mut paths);
    paths
}

fn gather(path: &Path, node: &Node<'_>, paths: &mut Vec<Path>) {
    paths.push(path.clone());
    for (name, member) in node.members() {
        gather(&path.child(name), &member, paths);
    }
    for (at, item) in node.items().enumerate() {
        gather(&path.item(at), &item, paths);
    }
}

fn list(inner: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (space(), vec(inner, 0..4)).prop_map(|(space, items)| match items.as_slice() {
        [] => format!("[{space}]"),
        items => format!("[{}]", items.join(",")),
    })
}

/// An object with such values.
pub(crate) fn object(inner: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let name = prop_oneof!["[a-c .]{0,2}", any::<String>()];
    let member = (space(), space(), any::<bool>(), inner);
    (space(), btree_map(name, member, 0..4)).prop_map(|(space, members)| {
        let members = members
            .into_iter()
            .map(|(name, (before, after, escaped, value))| {
                let name = if escaped {
                    escape(&name)
                } else {
                    to_json_string(&name)
                };
                format!("{before}{name}{after}:{value}")
            });
        let members: Vec<_> = members.collect();
        if members.is_empty() {
            format!("{{{space}}}")
        } else {
            format!("{{{}}}", members.join(","))
        }
    })
}

/// The ends of what 64 bits and floats hold, and what no computer calculates with.
const EDGES: [&str; 14] = [
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "9007199254740993",
    "9223372036854775807.0",
    "922337203685477580.7e1",
    "-0",
    "-0.0E-0",
    "123456789012345678901234567890",
    "0.1234567890123456789012345678901234567890",
    "1e400",
    VAST,
];

const VAST: &str = "1E+1000000000000000000000000000000000000";

/// Every spelling of a number.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        select(&EDGES).prop_map(str::to_owned),
        "-?(0|[1-9][0-9]{0,35})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?",
    ]
}

fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>().prop_map(|text| to_json_string(&text)),
        any::<String>().prop_map(|text| escape(&text)),
    ]
}

fn space() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just(String::new()), 1 => "[ \t\r\n]{1,4}"]
}

/// Every character as a `\u` escape.
fn escape(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
    format!("\"{}\"", units.collect::<Vec<_>>().concat())
}

/// The same values, each spelled as differently as it can be: members the other way round, every character escaped,
/// every number with another exponent.
pub(crate) fn respelled(document: &EditableDocument) -> EditableDocument {
    EditableDocument::parse(&respell(&document.root()))
        .expect("the same values in another spelling")
}

fn respell(node: &Node<'_>) -> String {
    match node.json_type() {
        JsonType::Null | JsonType::Bool => format!(" {}", node.raw()),
        // Numbers that large are compared as spelled.
        JsonType::Number if node.raw() == VAST => VAST.to_owned(),
        JsonType::Number if node.raw().contains(['e', 'E']) => node.raw().replace('E', "e"),
        JsonType::Number => format!("{}E+00", node.raw()),
        JsonType::String => escape(&node.as_str().unwrap_or_default()),
        JsonType::Array => {
            let items: Vec<_> = node.items().map(|item| respell(&item)).collect();
            format!("[ {}]", items.join("\n,"))
        }
        JsonType::Object => {
            let member = |(name, member): (Cow<'_, str>, Node<'_>)| {
                format!("{} : {}", escape(&name), respell(&member))
            };
            let mut members: Vec<_> = node.members().map(member).collect();
            members.reverse();
            format!("\t{{{}}}", members.join(", "))
        }
    }
}
