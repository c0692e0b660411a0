//! Merges the changes of two sides to one document.
//!
//! Values are matched by path. If only one side changed a value, the merge takes that side. If both sides changed
//! it to different values, that is a [`MergeConflict`], and the caller chooses a side. Unchanged values and values
//! from `theirs` keep the bytes of `theirs`. Values from `mine` keep the bytes of `mine`.
//!
//! These laws hold for all documents, and are properties in `tests/it/merging.rs`:
//!
//! - An untouched side never conflicts, and the other side comes out byte for byte: `merge3(b, m, b)` is `m` and
//!   `merge3(b, b, t)` is `t`.
//! - Equal changes on both sides do not conflict.
//! - Edits of different places commute: merged in either direction, or made one after the other, they give the same
//!   values without a conflict.
//! - No edit is dropped: each change of either side is in the merged document or part of a conflict.
//! - The choice of a side puts that side's value in place and changes nothing else.
//!
//! # What is a change
//!
//! - Values count, not spellings: `1.0` and `1e0` are equal, and so are members in another order. Between two
//!   spellings of one value, the spelling of `theirs` stays.
//! - An absent member differs from `null`: going from one to the other is a change.
//! - A value that one side removed and the other changed is a conflict. So is a value that became an object on one
//!   side and a list on the other.
//! - If both sides created an object, or replaced `null` by one, its members are merged.
//! - A list is one value, unless its items have a key ([`MergeIdentity::item_key`]) that is present and unique in
//!   all three versions. Then items with the same key are merged. Items that one side added or removed are added or
//!   removed, even if the other side moved items. If both sides moved items to different orders, the list is one
//!   value.
//! - A member's name and its alias ([`MergeIdentity::alias`]) are the same member, unless a version has both.
//!
//! The cost is linear in the size of the three documents.

mod keyed_list;
mod keyed_path;
mod merger;
mod part_writer;

use crate::catalog::{Catalog, FieldType};
use crate::diff::is_same_ignoring_id_type;
use crate::document::{EditableDocument, UneditableText};
use crate::kind::Kind;
use crate::path::{Path, PathStep};

pub use self::keyed_path::KeyedPath;
use self::merger::Merger;

/// The result of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeResult {
    /// The text of `theirs` with every value that comes from `mine`.
    pub document: EditableDocument,
    /// The conflicts, in the order in which they were found.
    pub conflicts: Vec<MergeConflict>,
}

/// A value that both sides changed differently, as raw JSON. At least two of the three are present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeConflict {
    /// The path in the merged document; for an absent value, the path that it would have.
    pub path: Path,
    /// The value in the base; `None` if it was absent.
    pub base: Option<String>,
    /// The value in `mine`; `None` if it was removed.
    pub mine: Option<String>,
    /// The value in `theirs`; `None` if it was removed.
    pub theirs: Option<String>,
}

impl MergeConflict {
    /// Returns the side to take if the conflict is only about the JSON type of an id; `None` for a true conflict.
    fn side_ignoring_id_type(&self) -> Option<MergeSide> {
        let Self {
            base, mine, theirs, ..
        } = self;
        let is_same = |a: &Option<String>, b: &Option<String>| match (a, b) {
            (Some(a), Some(b)) => is_same_ignoring_id_type(a, b),
            _ => false,
        };
        if is_same(mine, theirs) || is_same(base, mine) {
            Some(MergeSide::Theirs)
        } else {
            is_same(base, theirs).then_some(MergeSide::Mine)
        }
    }
}

/// One of the two sides of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MergeSide {
    /// The side whose changes are applied on top.
    Mine,
    /// The side whose text is the starting point.
    Theirs,
}

/// Identifies values that belong together in different versions.
pub trait MergeIdentity {
    /// Returns the member that identifies the items of this list; `None` if there is none.
    fn item_key(&self, list: &Path) -> Option<&str> {
        let _ = list;
        None
    }

    /// Returns the alias of a member's name, or the name of an alias; `None` if there is no alias.
    fn alias(&self, member: &Path) -> Option<&str> {
        let _ = member;
        None
    }
}

/// No knowledge: a list is one value, and a member has one name.
#[derive(Debug, Clone, Copy)]
pub struct NoMergeIdentity;

impl MergeIdentity for NoMergeIdentity {}

/// The merge identities that the catalog knows for one kind.
#[derive(Debug, Clone, Copy)]
pub struct CatalogMergeIdentity<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The kind of the documents.
    pub kind: Kind,
}

impl MergeIdentity for CatalogMergeIdentity<'_> {
    fn item_key(&self, list: &Path) -> Option<&str> {
        let (field, ty) = self.catalog.field_and_type(self.kind, list)?;
        let is_list = matches!(ty, FieldType::List(_)) && ty == &field.ty;
        field.key.as_deref().filter(|_| is_list)
    }

    fn alias(&self, member: &Path) -> Option<&str> {
        let Some(PathStep::Member(name)) = member.last() else {
            return None;
        };
        let field = self.catalog.field(self.kind, member)?;
        let alias = field.alias.as_deref()?;
        Some(if name == alias { &field.name } else { alias })
    }
}

/// Merges the changes of two sides to one document. For a conflict, `choose` picks the side whose value goes into
/// the merged document. All conflicts are also reported.
///
/// # Errors
/// Both sides' changes together can make the document too big to edit. Then nothing is merged.
pub fn merge3(
    base: &EditableDocument,
    mine: &EditableDocument,
    theirs: &EditableDocument,
    identity: &impl MergeIdentity,
    choose: impl FnMut(&MergeConflict) -> MergeSide,
) -> Result<MergeResult, UneditableText> {
    let unmerged = |document: &EditableDocument| MergeResult {
        document: document.clone(),
        conflicts: Vec::new(),
    };
    if mine == base || mine == theirs {
        return Ok(unmerged(theirs));
    }
    if theirs == base {
        return Ok(unmerged(mine));
    }
    let mut merger = Merger::new(identity, choose);
    let mut text = String::with_capacity(theirs.text().len() + 64);
    let root = theirs.root().span();
    text.push_str(&theirs.text()[..root.start]);
    merger.merge_roots([base.root(), mine.root(), theirs.root()], &mut text);
    text.push_str(&theirs.text()[root.end..]);
    let values = theirs.value_count().max(mine.value_count());
    Ok(MergeResult {
        document: EditableDocument::from_text_with_capacity(text, values + values / 16)?,
        conflicts: merger.conflicts,
    })
}

/// Merges like [`merge3`], for a person's changes in `mine`. The value of `mine` wins each conflict, and a new JSON type
/// of an id never conflicts.
///
/// # Errors
/// Those of [`merge3`].
pub fn merge_onto(
    base: &EditableDocument,
    mine: &EditableDocument,
    theirs: &EditableDocument,
    identity: &impl MergeIdentity,
) -> Result<MergeResult, UneditableText> {
    let mut merged = merge3(base, mine, theirs, identity, |conflict| {
        conflict.side_ignoring_id_type().unwrap_or(MergeSide::Mine)
    })?;
    merged
        .conflicts
        .retain(|conflict| conflict.side_ignoring_id_type().is_none());
    Ok(merged)
}

#[cfg(test)]
mod tests;
