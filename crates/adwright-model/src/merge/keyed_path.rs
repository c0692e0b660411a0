use serde::{Deserialize, Serialize};

use super::{MergeConflict, MergeIdentity};
use crate::document::EditableDocument;
use crate::node::Node;
use crate::path::{Path, PathStep};

/// The place of a value, with the items of lists named by their keys. It stays right if other items come or go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyedPath(Vec<KeyedStep>);

/// One step of a [`KeyedPath`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeyedStep {
    /// A step into an object, by member name.
    Member(String),
    /// A step into a list, to the item whose `key` member has this value, as raw JSON.
    Item { key: String, value: String },
}

impl KeyedPath {
    /// Returns the place of a conflict of a merge.
    #[must_use]
    pub fn of_conflict(
        conflict: &MergeConflict,
        merged: &EditableDocument,
        identity: &impl MergeIdentity,
    ) -> Self {
        let versions = [&conflict.theirs, &conflict.mine, &conflict.base];
        let mut path = Path::root();
        let mut keyed = Vec::new();
        for (at, step) in conflict.path.steps().iter().enumerate() {
            keyed.push(match step {
                PathStep::Member(name) => KeyedStep::Member(name.clone()),
                PathStep::Item(index) => {
                    let key = identity.item_key(&path).unwrap_or_default().to_owned();
                    let is_value = at + 1 == conflict.path.steps().len();
                    let value = if is_value {
                        let mut versions = versions.iter().filter_map(|raw| raw.as_deref());
                        versions.find_map(|raw| key_in(raw, &key))
                    } else {
                        let item = merged.get(&path.item(*index));
                        item.and_then(|item| key_of(item, &key))
                    };
                    // A merge enters only lists whose items have keys.
                    let value = value.unwrap_or_default();
                    KeyedStep::Item { key, value }
                }
            });
            path = match step {
                PathStep::Member(name) => path.child(name.clone()),
                PathStep::Item(index) => path.item(*index),
            };
        }
        Self(keyed)
    }

    /// Returns the place in this document, which may have no value there. An absent item has the place after the last
    /// item. `None` if a list or item on the way is absent.
    #[must_use]
    pub fn find(&self, document: &EditableDocument) -> Option<Path> {
        let mut path = Path::root();
        for step in &self.0 {
            let parent = document.get(&path)?;
            path = match step {
                KeyedStep::Member(name) => path.child(name.clone()),
                KeyedStep::Item { key, value } => {
                    let value = EditableDocument::parse(value).ok()?;
                    let has_key = |item: Node<'_>| {
                        let found = item.member(key);
                        found.is_some_and(|found| found.equals_ignoring_id_type(&value.root()))
                    };
                    let at = parent.items().position(has_key);
                    path.item(at.unwrap_or_else(|| parent.len()))
                }
            };
        }
        Some(path)
    }
}

fn key_in(raw: &str, key: &str) -> Option<String> {
    let item = EditableDocument::parse(raw).ok()?;
    key_of(item.root(), key)
}

fn key_of(item: Node<'_>, key: &str) -> Option<String> {
    Some(item.member(key)?.raw().to_owned())
}
