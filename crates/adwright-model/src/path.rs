use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::json::to_json_string;

/// The place of a value inside a document.
///
/// Written `a.b[2].c`, or `["odd name"]` for a name that would be ambiguous. The document itself is the empty text.
/// Serialised as that text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Path(Vec<PathStep>);

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    /// A step into an object, by member name.
    Member(String),
    /// A step into a list, by index from zero.
    Item(usize),
}

/// The reason why a text is not a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a path, from byte {at}: {text}")]
pub struct PathError {
    /// The whole text.
    pub text: String,
    /// The first byte that cannot be parsed.
    pub at: usize,
}

impl Path {
    /// Returns the path of the document itself.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the path of a member of this object.
    #[must_use]
    pub fn child(&self, name: impl Into<String>) -> Self {
        self.join(PathStep::Member(name.into()))
    }

    /// Returns the path of an item of this list.
    #[must_use]
    pub fn item(&self, at: usize) -> Self {
        self.join(PathStep::Item(at))
    }

    /// Returns the path of the parent object or list; `None` for the document itself.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, before) = self.0.split_last()?;
        Some(Self(before.to_vec()))
    }

    /// Returns the last step; `None` for the document itself.
    #[must_use]
    pub fn last(&self) -> Option<&PathStep> {
        self.0.last()
    }

    /// Returns the steps from the document down.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// Returns true if this is the document itself.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if this is `other` or inside it.
    #[must_use]
    pub fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    fn join(&self, step: PathStep) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Item(item) => write!(f, "[{item}]")?,
                PathStep::Member(name) if !is_plain(name) => {
                    write!(f, "[{}]", to_json_string(name))?;
                }
                PathStep::Member(name) if at == 0 => f.write_str(name)?,
                PathStep::Member(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (step, after) = read_step(rest, steps.is_empty()).ok_or_else(|| PathError {
                text: text.to_owned(),
                at: text.len() - rest.len(),
            })?;
            steps.push(step);
            rest = after;
        }
        Ok(Self(steps))
    }
}

fn read_step(text: &str, first: bool) -> Option<(PathStep, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        return read_name_in_brackets(inside).or_else(|| read_item(inside));
    }
    let text = if first { text } else { text.strip_prefix('.')? };
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    is_plain(name).then(|| (PathStep::Member(name.to_owned()), rest))
}

fn read_item(inside: &str) -> Option<(PathStep, &str)> {
    let (digits, rest) = inside.split_once(']')?;
    let item: usize = digits.parse().ok()?;
    // Each index has one spelling: neither "+1" nor "01".
    (item.to_string() == digits).then_some((PathStep::Item(item), rest))
}

fn read_name_in_brackets(inside: &str) -> Option<(PathStep, &str)> {
    let mut names = serde_json::Deserializer::from_str(inside).into_iter::<String>();
    let name = names.next()?.ok()?;
    let rest = inside[names.byte_offset()..].strip_prefix(']')?;
    (!is_plain(&name)).then_some((PathStep::Member(name), rest))
}

fn is_plain(name: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || ".[]\"\\".contains(c);
    !name.is_empty() && !name.contains(odd)
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &Expect) {
        let shown = match text.parse::<Path>() {
            Ok(path) => format!("{:?}\n{path}", path.steps()),
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn plain_names_and_items() {
        check(
            "a.b[2].c",
            &expect![[r#"
            [Member("a"), Member("b"), Item(2), Member("c")]
            a.b[2].c"#]],
        );
        check(
            "",
            &expect![[r"
            []
        "]],
        );
        check(
            "[0][1]",
            &expect![[r"
            [Item(0), Item(1)]
            [0][1]"]],
        );
    }

    #[test]
    fn odd_names_are_written_in_brackets() {
        check(
            r#"["odd name"].x[""]["a\"b"]"#,
            &expect![[r#"
            [Member("odd name"), Member("x"), Member(""), Member("a\"b")]
            ["odd name"].x[""]["a\"b"]"#]],
        );
    }

    #[test]
    fn one_path_has_one_spelling() {
        check("a..b", &expect!["not a path, from byte 1: a..b"]);
        check("a[01]", &expect!["not a path, from byte 1: a[01]"]);
        check("a[", &expect!["not a path, from byte 1: a["]);
        check(
            r#"["plain"]"#,
            &expect![[r#"not a path, from byte 0: ["plain"]"#]],
        );
        check(".a", &expect!["not a path, from byte 0: .a"]);
    }

    #[test]
    fn containment_compares_steps_not_characters() {
        let path: Path = "settings.privacy".parse().unwrap();
        assert!(path.starts_with(&"settings".parse().unwrap()));
        assert!(path.starts_with(&path));
        assert!(!path.starts_with(&"settings.priv".parse().unwrap()));
    }

    fn any_path() -> impl Strategy<Value = Path> {
        let step = prop_oneof![
            any::<String>().prop_map(PathStep::Member),
            any::<usize>().prop_map(PathStep::Item)
        ];
        prop::collection::vec(step, 0..6).prop_map(|steps| steps.into_iter().collect())
    }

    proptest! {
        #[test]
        fn every_path_is_read_back_as_written(path in any_path()) {
            prop_assert_eq!(path.to_string().parse::<Path>().unwrap(), path);
        }
    }
}
