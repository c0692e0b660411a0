//! The rules that found something in the objects of a send.

use std::collections::BTreeSet;

use adwright_views::{ReviewItem, Severity};

use super::overrides::is_overridden;
use crate::arguments::SendOptions;

/// The names of rules, by what they found.
#[derive(Default)]
pub(super) struct FindingRules {
    /// The rules that found errors.
    errors: BTreeSet<String>,
    /// The rules that found warnings or notes.
    weaker: BTreeSet<String>,
    has_warnings: bool,
}

impl FindingRules {
    /// Returns the rules that found something in drafts.
    pub(super) fn of_drafts(items: &[ReviewItem]) -> Self {
        let mut rules = Self::default();
        for item in items {
            let errors = item.row.errors.iter().map(|error| error.rule.clone());
            rules.errors.extend(errors);
            for finding in &item.findings {
                rules.add(&finding.rule, finding.severity);
            }
            rules.has_warnings |= item.row.warnings > 0;
        }
        rules
    }

    pub(super) fn add(&mut self, rule: &str, severity: Severity) {
        self.has_warnings |= severity == Severity::Warning;
        let rules = match severity {
            Severity::Error => &mut self.errors,
            _ => &mut self.weaker,
        };
        if !rules.contains(rule) {
            rules.insert(rule.to_owned());
        }
    }

    /// Returns the rules that found errors.
    pub(super) fn errors(&self) -> impl Iterator<Item = &str> {
        self.errors.iter().map(String::as_str)
    }

    /// Returns the rules whose errors nobody overrides.
    pub(super) fn blocking(&self, options: &SendOptions) -> Vec<&str> {
        let errors = self.errors();
        errors
            .filter(|rule| !is_overridden(rule, options))
            .collect()
    }

    /// Returns whether the rule found only warnings or notes.
    pub(super) fn is_weaker(&self, rule: &str) -> bool {
        self.weaker.contains(rule)
    }

    /// Returns whether there are errors or warnings.
    pub(super) fn has_findings(&self) -> bool {
        self.has_warnings || !self.errors.is_empty()
    }
}
