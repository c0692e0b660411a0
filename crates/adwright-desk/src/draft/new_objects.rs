//! Drafts of new objects that are kept already, found by what they hold.

use std::collections::HashMap;

use adwright_model::{Editable, Kind};

use crate::desk::Desk;
use crate::error::Error;

/// Drafts that hold what a person wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpelledDrafts {
    /// Their ids, in the order in which it was written.
    pub drafts: Vec<String>,
    /// How many of them were kept from before, not sent.
    pub kept: usize,
}

/// The live drafts of new objects of one kind, each to be taken once: what stands twice in a file is meant twice.
#[derive(Debug)]
pub(crate) struct KeptNew(HashMap<Texts, Vec<(String, Editable)>>);

/// The names of an object's members, with their texts: what tells most objects apart at once.
type Texts = Vec<(String, Option<String>)>;

impl Desk {
    /// Those of this workspace, in the order in which they were begun.
    pub(crate) fn kept_new(&self, kind: Kind) -> Result<KeptNew, Error> {
        let mut kept = KeptNew(HashMap::new());
        let live = self.store.draft_list(&self.workspace.id)?.into_iter();
        for draft in live.filter(|draft| draft.kind == kind && draft.target.is_none()) {
            if let Ok(document) = Editable::parse(&draft.text) {
                let alike = kept.0.entry(texts(&document)).or_default();
                alike.push((draft.id, document));
            }
        }
        Ok(kept)
    }
}

impl KeptNew {
    /// Takes the one that was begun first of those that hold just this; none where there is none left.
    pub(crate) fn take(&mut self, document: &Editable) -> Option<String> {
        let alike = self.0.get_mut(&texts(document))?;
        let is_same = |(_, kept): &(String, Editable)| kept.root().same_value(&document.root());
        let at = alike.iter().position(is_same)?;
        Some(alike.remove(at).0)
    }
}

fn texts(document: &Editable) -> Texts {
    let root = document.root();
    let members = root.members();
    let mut texts: Texts = members
        .map(|(name, member)| (name.into_owned(), member.as_str().map(Into::into)))
        .collect();
    texts.sort_unstable();
    texts
}
