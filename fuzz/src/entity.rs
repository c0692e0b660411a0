use std::fmt::Write as _;

use adwright_model::{Catalog, Field, Kind, ObjectType, FieldType, to_json_string};
use arbitrary::Arbitrary;

use crate::json::{Json, NUMBERS, of};

/// A document of some kind: mostly fields that the catalog knows, mostly with what belongs there.
#[derive(Arbitrary, Debug)]
pub struct Entity {
    kind: u8,
    members: Vec<Member>,
}

#[derive(Arbitrary, Debug)]
struct Member {
    field: u16,
    name: Spelling,
    value: Value,
}

/// How a field's name is written.
#[derive(Arbitrary, Debug)]
enum Spelling {
    Own,
    Twin,
    Slip(u8),
}

#[derive(Arbitrary, Debug)]
enum Value {
    Fit(Fit),
    Null,
    Other(Json),
}

/// What a value of any type is made of.
#[derive(Arbitrary, Debug)]
struct Fit {
    at: u8,
    whole: i64,
    parts: Vec<Vec<Member>>,
}

/// Objects of objects end here.
const DEEPEST: usize = 20;

const TEXTS: [&str; 26] = [
    "",
    " x ",
    "a\u{200b}b\n",
    "{field}",
    "300x250",
    "300 x 250",
    "50%",
    "simple",
    "advanced",
    "None",
    "text/html",
    "video/ mp4",
    "https://a.example/x?y=1&amp;z",
    "http://a.example",
    "//a.example",
    "www.a.example/[timestamp]",
    "https://a.example/%%CLICK%%${GDPR}{{x}}[INSERT]",
    "javascript:void(0)",
    "https://[::1]:99999/",
    "https://a b.example/ x",
    "<img src=x>",
    "7",
    "-1.0",
    "true",
    "2026-02-30",
    "ä€😀",
];

const WHOLE: [i64; 12] = [
    0,
    -1,
    1,
    300,
    250,
    7001,
    1_760_000_000,
    1_760_000_000_000,
    4_102_444_800_000,
    9_007_199_254_740_993,
    i64::MAX,
    i64::MIN,
];

impl Entity {
    /// What it is.
    pub fn kind(&self) -> Kind {
        Kind::ALL[usize::from(self.kind) % Kind::ALL.len()]
    }

    /// The JSON text. Of members with one name only the first is written.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let object = Catalog::bundled().root(self.kind());
        write_object(object, &self.members, &mut text, 0);
        text
    }
}

fn write_object(object: &ObjectType, members: &[Member], out: &mut String, depth: usize) {
    let mut seen = vec!["type".to_owned()];
    let _ = write!(out, "{{\"type\":{}", to_json_string(&object.name));
    let members = members.iter().filter(|_| !object.fields.is_empty());
    for member in members {
        let field = &object.fields[usize::from(member.field) % object.fields.len()];
        let name = member.name.of(field);
        if seen.contains(&name) {
            continue;
        }
        let _ = write!(out, ",{}:", to_json_string(&name));
        seen.push(name);
        member.value.write(field, out, depth + 1);
    }
    out.push('}');
}

impl Spelling {
    fn of(&self, field: &Field) -> String {
        let name = field.name.clone();
        match self {
            Self::Own => name,
            Self::Twin => field.alias.clone().unwrap_or(name),
            Self::Slip(at) => {
                let at = usize::from(*at) % name.len();
                let letters = name.chars().enumerate();
                letters
                    .filter(|(letter, _)| *letter != at)
                    .map(|(_, c)| c)
                    .collect()
            }
        }
    }
}

impl Value {
    fn write(&self, field: &Field, out: &mut String, depth: usize) {
        match self {
            _ if depth > DEEPEST => out.push('1'),
            Self::Null => out.push_str("null"),
            Self::Other(json) => out.push_str(&json.text()),
            Self::Fit(fit) => fit.write(field, &field.ty, out, depth),
        }
    }
}

impl Fit {
    fn write(&self, field: &Field, ty: &FieldType, out: &mut String, depth: usize) {
        let whole = || {
            WHOLE
                .get(usize::from(self.at))
                .copied()
                .unwrap_or(self.whole)
        };
        match ty {
            FieldType::Text | FieldType::Url | FieldType::Any => {
                let seen = field.values.get(usize::from(self.at)).map(String::as_str);
                out.push_str(&to_json_string(seen.unwrap_or_else(|| of(&TEXTS, self.at))));
            }
            FieldType::Integer => out.push_str(&whole().to_string()),
            FieldType::Decimal if self.at % 2 == 0 => out.push_str(of(&NUMBERS, self.at / 2)),
            FieldType::Decimal => out.push_str(&whole().to_string()),
            FieldType::YesNo => out.push_str(of(&["true", "false"], self.at)),
            FieldType::Object(name) => self.write_nested(name, self.parts.first(), out, depth),
            FieldType::List(item) => {
                out.push('[');
                for (at, part) in self.parts.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    match &**item {
                        FieldType::Object(name) => self.write_nested(name, Some(part), out, depth),
                        item => self.write(field, item, out, depth),
                    }
                }
                out.push(']');
            }
        }
    }

    fn write_nested(
        &self,
        name: &str,
        members: Option<&Vec<Member>>,
        out: &mut String,
        depth: usize,
    ) {
        let catalog = Catalog::bundled();
        let object = catalog
            .object(name)
            .expect("the catalog has what it refers to");
        let variant = object.variants.get(usize::from(self.at));
        let object = variant
            .and_then(|name| catalog.object(name))
            .unwrap_or(object);
        write_object(object, members.map_or(&[], Vec::as_slice), out, depth + 1);
    }
}
