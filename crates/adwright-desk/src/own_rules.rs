//! The rules of the workspace's own: a text that a person writes, kept as it was written.

use std::sync::Arc;

use adwright_checks::{OwnRules, OwnRulesError};
use adwright_store::Store;

use crate::desk::Desk;
use crate::error::Error;
use crate::list::count;
use crate::views::OwnRulesText;

/// What a person begins with.
const NONE: &str = "{\n  \"severities\": {},\n  \"rules\": []\n}\n";

impl Desk {
    /// The rules as they were written.
    pub fn own_rules(&self) -> Result<OwnRulesText, Error> {
        let (text, read) = kept(&self.store, &self.workspace.id)?;
        Ok(OwnRulesText {
            rules: read.as_ref().map_or(0, |rules| count(rules.count())),
            problem: read.err().map(|why| why.to_string()),
            text,
        })
    }

    /// Puts other rules in their place: from now on the workspace's campaigns are checked by them. A text that cannot
    /// be meant is refused with its place, and those so far stay.
    pub fn set_own_rules(&self, text: &str) -> Result<OwnRulesText, Error> {
        let text = if text.trim().is_empty() { NONE } else { text };
        let rules = OwnRules::read(text).map_err(|why| Error::Unfit(why.to_string()))?;
        self.store.preference_set(&key(&self.workspace.id), text)?;
        self.use_rules(Arc::new(rules), text);
        self.own_rules()
    }
}

/// The rules that a workspace keeps. Those that this version cannot read are not used, which findings say; their text
/// stays.
pub(crate) fn kept_rules(store: &Store, workspace: &str) -> Result<Arc<OwnRules>, Error> {
    let (_, read) = kept(store, workspace)?;
    let rules = read.unwrap_or_else(|why| OwnRules::unusable(&why));
    Ok(Arc::new(rules))
}

/// The text of the rules that a workspace keeps.
pub(crate) fn kept_text(store: &Store, workspace: &str) -> Result<String, Error> {
    Ok(kept(store, workspace)?.0)
}

type Kept = (String, Result<OwnRules, OwnRulesError>);

fn kept(store: &Store, workspace: &str) -> Result<Kept, Error> {
    let text = store.preference_get(&key(workspace))?;
    let text = text.unwrap_or_else(|| NONE.to_owned());
    let read = OwnRules::read(&text);
    Ok((text, read))
}

fn key(workspace: &str) -> String {
    format!("own-rules.{workspace}")
}
