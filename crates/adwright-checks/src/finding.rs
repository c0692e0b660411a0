use std::borrow::Cow;

use adwright_model::{Edit, Path};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::rule::Rule;
use crate::rules::rules;

/// The case of every workspace rule.
const OWN: &str = "own";

/// The severity of a finding, the highest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// Blocks sending, unless the person overrides it for that send.
    Error,
    /// Probably wrong.
    Warning,
    /// Worth knowing.
    Note,
}

/// A problem that a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id, such as `trafficking-mode-with-placements`; for a workspace rule, its name.
    pub rule: Cow<'static, str>,
    /// The case of the rule. A workspace rule has only one.
    pub case: &'static str,
    /// The service's error code that this predicts.
    pub code: Option<u32>,
    /// The severity.
    pub severity: Severity,
    /// The path of the value; the root for the document as a whole.
    pub path: Path,
    /// The arguments for the wording's placeholders.
    pub args: Vec<(&'static str, String)>,
    /// The source of the fact behind it, in words, such as `practice admin: 4 placements`.
    pub source: Option<String>,
    /// A safe fix.
    pub fix: Option<Fix>,
}

/// A safe fix of a finding. It can be undone like any other edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The label of the button.
    pub label: String,
    /// The edits that it makes.
    pub edits: Vec<Edit>,
}

impl Finding {
    /// Creates the finding of a workspace rule, which has its own wording.
    pub(crate) fn from_own_rule(
        rule: &str,
        title: &str,
        message: &str,
        severity: Severity,
        path: Path,
    ) -> Self {
        Self {
            rule: Cow::Owned(rule.to_owned()),
            case: OWN,
            code: None,
            severity,
            path,
            args: vec![("title", title.to_owned()), ("says", message.to_owned())],
            source: None,
            fix: None,
        }
    }

    fn arg_value(&self, arg: &str) -> Option<&str> {
        let arg = self.args.iter().find(|(name, _)| *name == arg);
        arg.map(|(_, value)| value.as_str())
    }

    pub(crate) fn with_arg(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    pub(crate) fn with_source(mut self, source: String) -> Self {
        self.source = Some(source);
        self
    }

    pub(crate) fn with_fix(self, label: impl Into<String>, edit: Edit) -> Self {
        self.with_fix_edits(label, [edit])
    }

    /// Adds a fix, if it is safe to offer.
    pub(crate) fn with_fix_if(self, is_safe: bool, label: impl Into<String>, edit: Edit) -> Self {
        if is_safe {
            self.with_fix(label, edit)
        } else {
            self
        }
    }

    /// Adds a fix of several edits, in order.
    pub(crate) fn with_fix_edits<const N: usize>(
        mut self,
        label: impl Into<String>,
        edits: [Edit; N],
    ) -> Self {
        self.fix = Some(Fix {
            label: label.into(),
            edits: edits.into(),
        });
        self
    }
}

/// Formats a finding for a campaign manager: the problem, the reason, and the remedy.
#[must_use]
#[expect(
    clippy::missing_panics_doc,
    reason = "tests word a finding of every case"
)]
pub fn message(finding: &Finding) -> String {
    if let (OWN, Some(message)) = (finding.case, finding.arg_value("says")) {
        return message.to_owned();
    }
    let case = find_rule(finding)
        .and_then(|rule| rule.case(finding.case))
        .expect("a rule makes findings only of its own cases");
    fill_template(case.wording, &finding.args)
}

/// Returns the name of a finding's rule for people.
#[must_use]
pub fn title(finding: &Finding) -> &str {
    let own = || finding.arg_value("title").unwrap_or(&finding.rule);
    find_rule(finding).map_or_else(own, |rule| rule.title)
}

/// Returns the built-in rule of a finding; `None` for a workspace rule.
fn find_rule(finding: &Finding) -> Option<&'static Rule> {
    rules().iter().find(|rule| rule.id == finding.rule)
}

/// Replaces each `{name}` once, from the left. A value that looks like a placeholder stays as it is.
fn fill_template(template: &str, args: &[(&'static str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, (name, after))) = next_placeholder(rest) {
        text.push_str(before);
        let value = args
            .iter()
            .find(|(arg, _)| *arg == name)
            .map(|(_, value)| value.as_str());
        text.push_str(value.expect("a finding has an argument for each placeholder of its case"));
        rest = after;
    }
    text + rest
}

fn next_placeholder(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, opened) = text.split_once('{')?;
    Some((before, opened.split_once('}')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_looks_like_a_placeholder_stays() {
        let args = [("field", "{value}".to_owned()), ("value", "x".to_owned())];
        assert_eq!(fill_template("{field} is {value}.", &args), "{value} is x.");
    }
}
