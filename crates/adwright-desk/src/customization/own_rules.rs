//! The workspace's own rules: a text that a person writes, stored as written.

use std::sync::Arc;

use adwright_checks::OwnRules;
use adwright_views::{OwnRulesText, saturating_u32};

use crate::context::{EMPTY_RULES, load_stored_rules, own_rules_key};
use crate::customization::Customization;
use crate::error::Error;

impl Customization {
    /// Returns the rules as they were written.
    pub fn own_rules(&self) -> Result<OwnRulesText, Error> {
        let (text, read) = load_stored_rules(&self.context.store, &self.context.workspace.id)?;
        Ok(OwnRulesText {
            rules: read
                .as_ref()
                .map_or(0, |rules| saturating_u32(rules.count())),
            problem: read.err().map(|why| why.to_string()),
            text,
        })
    }

    /// Replaces the rules, which then check the workspace's drafts. An invalid text is refused with its position, and
    /// the current rules stay.
    pub fn set_own_rules(&self, text: &str) -> Result<OwnRulesText, Error> {
        let text = or_empty_rules(text);
        let rules = OwnRules::parse(text).map_err(Error::OwnRules)?;
        self.context
            .store
            .preference_set(&own_rules_key(&self.context.workspace.id), text)?;
        self.lists.use_rules(Arc::new(rules), text);
        self.own_rules()
    }
}

/// Returns a text, or the one that a person starts from if it is blank.
pub(super) fn or_empty_rules(text: &str) -> &str {
    if text.trim().is_empty() {
        EMPTY_RULES
    } else {
        text
    }
}
