//! The workspace's own rules: a text that a person writes, stored as written.

use std::sync::Arc;

use adwright_checks::{OwnRules, OwnRulesError};
use adwright_store::Store;
use adwright_views::OwnRulesText;

use crate::custom_fields::Customization;
use crate::error::Error;
use crate::list::saturating_u32;

/// The text that a person starts from.
const NONE: &str = "{\n  \"severities\": {},\n  \"rules\": []\n}\n";

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
        let text = if text.trim().is_empty() { NONE } else { text };
        let rules = OwnRules::parse(text).map_err(Error::OwnRules)?;
        self.context
            .store
            .preference_set(&preference_key(&self.context.workspace.id), text)?;
        self.lists.use_rules(Arc::new(rules), text);
        self.own_rules()
    }
}

/// Loads the rules of a workspace. Rules that this version cannot read are not applied, and findings say so; their text
/// stays.
pub(crate) fn load_rules(store: &Store, workspace: &str) -> Result<Arc<OwnRules>, Error> {
    let (_, read) = load_stored_rules(store, workspace)?;
    let rules = read.unwrap_or_else(|why| OwnRules::not_loaded(&why));
    Ok(Arc::new(rules))
}

/// Returns the stored text of a workspace's rules.
pub(crate) fn load_rules_text(store: &Store, workspace: &str) -> Result<String, Error> {
    Ok(load_stored_rules(store, workspace)?.0)
}

type StoredRules = (String, Result<OwnRules, OwnRulesError>);

fn load_stored_rules(store: &Store, workspace: &str) -> Result<StoredRules, Error> {
    let text = store.preference_get(&preference_key(workspace))?;
    let text = text.unwrap_or_else(|| NONE.to_owned());
    let read = OwnRules::parse(&text);
    Ok((text, read))
}

fn preference_key(workspace: &str) -> String {
    format!("own-rules.{workspace}")
}
