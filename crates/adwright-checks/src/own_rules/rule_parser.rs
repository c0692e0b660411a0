//! Parses the form of rules, with error messages for people who do not program.

use std::borrow::Cow;

use adwright_model::{EditableDocument, JsonType, Node, UneditableText};

use super::read::{OwnRuleError, OwnRulesError};
use crate::check_input::display_value;

/// A text of rules that is parsed part by part.
#[derive(Clone, Copy)]
pub(super) struct RuleParser<'a>(pub(super) &'a EditableDocument);

pub(super) type ParseResult<T> = Result<T, OwnRulesError>;

pub(super) fn json_error(why: &UneditableText) -> OwnRulesError {
    let reason = why.reason.to_string();
    OwnRulesError::Form {
        line: why.position.line,
        column: why.position.column,
        reason: reason.trim_end_matches('.').to_owned(),
    }
}

impl<'a> RuleParser<'a> {
    pub(super) fn error_at(self, node: &Node<'_>, reason: impl Into<String>) -> OwnRulesError {
        let place = self.0.position_at(node.span().start);
        OwnRulesError::Form {
            line: place.line,
            column: place.column,
            reason: reason.into(),
        }
    }

    /// Returns the error of a rule, or of its severity, at this node.
    pub(super) fn rule_error(
        self,
        node: &Node<'_>,
        rule: &str,
        reason: OwnRuleError,
    ) -> OwnRulesError {
        let place = self.0.position_at(node.span().start);
        OwnRulesError::Rule {
            line: place.line,
            column: place.column,
            rule: rule.to_owned(),
            reason,
        }
    }

    /// Returns the members of an object. `what` names it in the error.
    pub(super) fn members(
        self,
        node: &Node<'a>,
        what: &str,
    ) -> ParseResult<impl Iterator<Item = (Cow<'a, str>, Node<'a>)>> {
        match node.json_type() {
            JsonType::Object => Ok(node.members()),
            _ => Err(self.error_at(node, what)),
        }
    }

    /// Returns the members of an object that may have only known members.
    pub(super) fn known_members(
        self,
        node: &Node<'a>,
        what: &str,
        known: &[&str],
    ) -> ParseResult<Vec<(Cow<'a, str>, Node<'a>)>> {
        let members: Vec<_> = self.members(node, what)?.collect();
        match members.iter().find(|(name, _)| !known.contains(&&**name)) {
            Some((name, value)) => Err(self.unknown_word_error(value, name, known)),
            None => Ok(members),
        }
    }

    pub(super) fn unknown_word_error(
        self,
        node: &Node<'_>,
        word: &str,
        known: &[&str],
    ) -> OwnRulesError {
        let reason = format!("“{word}” is not known here; use {}", join_words(known));
        self.error_at(node, reason)
    }

    pub(super) fn items(
        self,
        node: &Node<'a>,
        name: &str,
    ) -> ParseResult<impl Iterator<Item = Node<'a>>> {
        match node.json_type() {
            JsonType::Array => Ok(node.items()),
            _ => Err(self.error_at(node, format!("“{name}” must be a list in brackets"))),
        }
    }

    pub(super) fn text(self, node: &Node<'_>, name: &str) -> ParseResult<String> {
        let text = node.as_str().map(Cow::into_owned);
        text.ok_or_else(|| self.error_at(node, format!("“{name}” must be a text in quotes")))
    }

    pub(super) fn number(self, node: &Node<'_>, name: &str) -> ParseResult<f64> {
        let is_number = node.json_type() == JsonType::Number;
        let number = is_number.then(|| node.raw().parse().ok()).flatten();
        number.ok_or_else(|| self.error_at(node, format!("“{name}” must be a number")))
    }

    pub(super) fn count(self, node: &Node<'_>, name: &str) -> ParseResult<usize> {
        let count = node.as_i64().and_then(|count| usize::try_from(count).ok());
        let reason = || format!("“{name}” must be a whole number of at least 0");
        count.ok_or_else(|| self.error_at(node, reason()))
    }

    pub(super) fn boolean(self, node: &Node<'_>, name: &str) -> ParseResult<bool> {
        let reason = || format!("“{name}” must be true or false, without quotes");
        node.as_bool().ok_or_else(|| self.error_at(node, reason()))
    }

    /// Parses one of some words.
    pub(super) fn one_of<T: Copy>(self, node: &Node<'_>, known: &[(&str, T)]) -> ParseResult<T> {
        let word = display_value(node);
        let found = known.iter().find(|(known, _)| word == *known);
        let names = || known.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let found = found.filter(|_| node.json_type() == JsonType::String);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| self.unknown_word_error(node, &word, &names()))
    }
}

/// Joins two or more words for a sentence.
fn join_words(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("“{word}”")).collect();
    let (last, others) = quoted.split_last().expect("there are always some words");
    format!("{} or {last}", others.join(", "))
}
