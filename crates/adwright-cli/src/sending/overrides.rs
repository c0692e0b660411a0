//! Errors that a person overrides: all errors of a rule, for one send.

use std::collections::BTreeSet;

use adwright_desk::SENT_BEFORE;
use adwright_views::{FindingKey, ReviewRow, RuleOverride};

use super::finding_rules::FindingRules;
use crate::arguments::SendOptions;
use crate::failure::CommandFailure;

/// Returns the errors of a draft that the person does not override. Each of them blocks the draft.
pub(super) fn blocking_errors<'a>(
    row: &'a ReviewRow,
    options: &'a SendOptions,
) -> impl Iterator<Item = &'a FindingKey> {
    let is_blocking = |error: &&FindingKey| !is_overridden(&error.rule, options);
    row.errors.iter().filter(is_blocking)
}

/// Returns whether the person overrides the rule in this send.
pub(super) fn is_overridden(rule: &str, options: &SendOptions) -> bool {
    options.overrides.iter().any(|name| name == rule)
}

/// Returns the overridden errors of these drafts, in the form for the desk.
pub(super) fn to_overrides(rows: &[&ReviewRow], options: &SendOptions) -> Vec<RuleOverride> {
    let of_row = |row: &&ReviewRow| {
        let draft = row.draft.clone();
        let overridden = row.errors.iter();
        let overridden = overridden.filter(|error| is_overridden(&error.rule, options));
        let overrides = overridden.map(move |FindingKey { rule, path }| RuleOverride {
            draft: draft.clone(),
            rule: rule.clone(),
            path: path.clone(),
        });
        overrides.collect::<Vec<_>>()
    };
    rows.iter().flat_map(of_row).collect()
}

/// Refuses to override a rule that found no error: its name is misspelled, or the error no longer exists.
pub(super) fn refuse_needless_overrides(
    options: &SendOptions,
    rules: &[&FindingRules],
) -> Result<(), CommandFailure> {
    let errors: BTreeSet<_> = rules.iter().flat_map(|rules| rules.errors()).collect();
    // A person may allow a duplicate create before it is known that the object was sent.
    let is_needless = |name: &&String| *name != SENT_BEFORE && !errors.contains(name.as_str());
    let Some(name) = options.overrides.iter().find(is_needless) else {
        return Ok(());
    };
    let why = if rules.iter().any(|rules| rules.is_weaker(name)) {
        "Its findings are not errors and do not block the send."
    } else {
        "No rule with this name found an error in what would be sent."
    };
    let found = if errors.is_empty() {
        "There are no errors to override.".to_owned()
    } else {
        let errors: Vec<_> = errors.into_iter().collect();
        format!("These rules found errors: {}.", errors.join(", "))
    };
    Err(CommandFailure::usage(format!(
        "--override {name}: {why} {found} Nothing was sent."
    )))
}
