use std::collections::{BTreeMap, BTreeSet};

use adwright_model::Kind;
use serde::Deserialize;

use super::must::{Must, Written};
use super::place::Field;
use super::{OwnRule, OwnRules};
use crate::finding::Severity;
use crate::rules::rules;

/// Why a text holds no rules that can be used, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OwnRulesError {
    /// The text has not the form of rules.
    #[error("Line {line}, column {column}: {reason}.")]
    Form {
        /// From one.
        line: usize,
        /// From one, in characters.
        column: usize,
        /// What stands in the way.
        reason: String,
    },
    /// One of the rules, or the severity of one, cannot be meant as it stands.
    #[error("{rule}: {reason}.")]
    Rule {
        /// Its name.
        rule: String,
        /// What stands in the way.
        reason: String,
    },
}

/// How much a rule of ours matters to a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Weight {
    Error,
    Warning,
    Note,
    /// It says nothing.
    Off,
}

impl Weight {
    /// None for a rule that says nothing.
    pub(super) const fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Off => None,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    severities: BTreeMap<String, Weight>,
    #[serde(default)]
    rules: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    title: String,
    kind: Option<Kind>,
    #[serde(default, rename = "where")]
    conditions: BTreeMap<String, Written>,
    field: String,
    must: Written,
    severity: Severity,
    says: String,
}

impl OwnRules {
    /// Reads rules from their text, JSON.
    ///
    /// `severities` has a severity for a rule of ours by its name: `error`, `warning`, `note`, or `off` for one that
    /// foretells no refusal. Each of `rules` has a `name`, a `title`, a `field`, what it `must` be like, a `severity`,
    /// and what a person reads (`says`); and maybe the `kind` that it is about, and conditions (`where`, by field).
    ///
    /// # Errors
    /// Where it is no JSON, has another form, or says something that cannot be meant.
    pub fn read(text: &str) -> Result<Self, OwnRulesError> {
        let file: File = serde_json::from_str(text).map_err(|error| form(&error))?;
        for (name, weight) in &file.severities {
            may_weigh(name, *weight).map_err(|reason| in_rule(name, reason))?;
        }
        let mut names = BTreeSet::new();
        for line in &file.rules {
            let is_new = names.insert(line.name.as_str());
            is_name(&line.name, is_new).map_err(|reason| in_rule(&line.name, reason))?;
        }
        let rules = file.rules.into_iter().map(Line::rule);
        Ok(Self {
            severities: file.severities,
            rules: rules.collect::<Result<_, _>>()?,
        })
    }
}

impl Line {
    fn rule(self) -> Result<OwnRule, OwnRulesError> {
        let name = self.name;
        let wrong = |reason| in_rule(&name, reason);
        let conditions = self.conditions.into_iter();
        let conditions = conditions.map(|(field, must)| asked(&field, must));
        Ok(OwnRule {
            kind: self.kind,
            conditions: conditions.collect::<Result<_, _>>().map_err(wrong)?,
            field: field(&self.field).map_err(wrong)?,
            must: self.must.ready().map_err(wrong)?,
            severity: self.severity,
            title: filled("title", self.title).map_err(wrong)?,
            says: filled("says", self.says).map_err(wrong)?,
            name,
        })
    }
}

fn asked(name: &str, must: Written) -> Result<(Field, Must), String> {
    Ok((field(name)?, must.ready()?))
}

fn field(name: &str) -> Result<Field, String> {
    let wrong = || {
        format!(
            "“{name}” names no field. Write members with dots between them and [] behind a list, such as flights[].name"
        )
    };
    Field::read(name).ok_or_else(wrong)
}

fn filled(member: &str, text: String) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err(format!("`{member}` is empty"));
    }
    Ok(text)
}

/// A rule that foretells a refusal may matter less, but is not silenced: the refusal would come all the same.
fn may_weigh(name: &str, weight: Weight) -> Result<(), String> {
    let rule = rules().iter().find(|rule| rule.id == name);
    let rule = rule.ok_or("there is no rule of this name; `adwright explain` lists all")?;
    if weight == Weight::Off && rule.severity() == Severity::Error {
        return Err("it foretells what the service refuses, so that it can be a warning or a note, but not off".into());
    }
    Ok(())
}

fn is_name(name: &str, is_new: bool) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err("a name has small letters, digits and hyphens only".to_owned());
    }
    if rules().iter().any(|rule| rule.id == name) {
        return Err("a rule that everybody has is called that already".to_owned());
    }
    is_new
        .then_some(())
        .ok_or_else(|| "two rules have this name".to_owned())
}

fn in_rule(rule: &str, reason: String) -> OwnRulesError {
    OwnRulesError::Rule {
        rule: rule.to_owned(),
        reason,
    }
}

/// The reader ends its sentence with the place, which ours begins with.
fn form(error: &serde_json::Error) -> OwnRulesError {
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or(&said);
    OwnRulesError::Form {
        line: error.line(),
        column: error.column(),
        reason: reason.to_owned(),
    }
}
