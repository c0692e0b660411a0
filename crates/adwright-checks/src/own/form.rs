//! The form of rules: what stands where, said in words that need no programmer.

use std::borrow::Cow;

use adwright_model::{Editable, Node, Shape, TextOnly};

use super::file::OwnRulesError;
use crate::subject::shown;

/// A text of rules, to be gone through part by part.
#[derive(Clone, Copy)]
pub(super) struct Form<'a>(pub(super) &'a Editable);

pub(super) type Formed<T> = Result<T, OwnRulesError>;

pub(super) fn not_json(why: &TextOnly) -> OwnRulesError {
    let reason = why.reason.to_string();
    OwnRulesError::Form {
        line: why.place.line,
        column: why.place.column,
        reason: reason.trim_end_matches('.').to_owned(),
    }
}

impl<'a> Form<'a> {
    pub(super) fn wrong(self, node: &Node<'_>, reason: impl Into<String>) -> OwnRulesError {
        let place = self.0.place(node.span().start);
        OwnRulesError::Form {
            line: place.line,
            column: place.column,
            reason: reason.into(),
        }
    }

    /// The members of what must be an object; `what` says so where it is none.
    pub(super) fn members(
        self,
        node: &Node<'a>,
        what: &str,
    ) -> Formed<impl Iterator<Item = (Cow<'a, str>, Node<'a>)>> {
        match node.shape() {
            Shape::Object => Ok(node.members()),
            _ => Err(self.wrong(node, what)),
        }
    }

    /// The same, where only some members are known.
    pub(super) fn known_members(
        self,
        node: &Node<'a>,
        what: &str,
        known: &[&str],
    ) -> Formed<Vec<(Cow<'a, str>, Node<'a>)>> {
        let members: Vec<_> = self.members(node, what)?.collect();
        match members.iter().find(|(name, _)| !known.contains(&&**name)) {
            Some((name, value)) => Err(self.unknown(value, name, known)),
            None => Ok(members),
        }
    }

    pub(super) fn unknown(self, node: &Node<'_>, word: &str, known: &[&str]) -> OwnRulesError {
        let reason = format!("“{word}” is not known here; there can be {}", among(known));
        self.wrong(node, reason)
    }

    pub(super) fn items(
        self,
        node: &Node<'a>,
        name: &str,
    ) -> Formed<impl Iterator<Item = Node<'a>>> {
        match node.shape() {
            Shape::Array => Ok(node.items()),
            _ => Err(self.wrong(node, format!("“{name}” must be a list in brackets"))),
        }
    }

    pub(super) fn text(self, node: &Node<'_>, name: &str) -> Formed<String> {
        let text = node.as_str().map(Cow::into_owned);
        text.ok_or_else(|| self.wrong(node, format!("“{name}” must be a text in quotes")))
    }

    pub(super) fn number(self, node: &Node<'_>, name: &str) -> Formed<f64> {
        let is_number = node.shape() == Shape::Number;
        let number = is_number.then(|| node.raw().parse().ok()).flatten();
        number.ok_or_else(|| self.wrong(node, format!("“{name}” must be a number")))
    }

    pub(super) fn count(self, node: &Node<'_>, name: &str) -> Formed<usize> {
        let count = node.as_i64().and_then(|count| usize::try_from(count).ok());
        let reason = || format!("“{name}” must be a whole number of at least 0");
        count.ok_or_else(|| self.wrong(node, reason()))
    }

    pub(super) fn yes_or_no(self, node: &Node<'_>, name: &str) -> Formed<bool> {
        let reason = || format!("“{name}” must be true or false, without quotes");
        node.as_bool().ok_or_else(|| self.wrong(node, reason()))
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(self, node: &Node<'_>, known: &[(&str, T)]) -> Formed<T> {
        let word = shown(node);
        let found = known.iter().find(|(known, _)| word == *known);
        let names = || known.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let found = found.filter(|_| node.shape() == Shape::String);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| self.unknown(node, &word, &names()))
    }
}

/// Two words or more, as they are listed in a sentence.
fn among(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("“{word}”")).collect();
    let (last, others) = quoted.split_last().expect("there are always some words");
    format!("{} and {last}", others.join(", "))
}
