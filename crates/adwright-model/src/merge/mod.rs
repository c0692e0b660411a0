//! Merging what two sides made of one document.
//!
//! Values are told apart by their paths. A value that only one side changed is taken from that side; where both
//! changed it to different values, that is a [`MergeConflict`], and somebody has to choose. What no side changed, and what is
//! taken from `theirs`, keeps the bytes of `theirs`; what is taken from `mine` keeps those of `mine`.
//!
//! These laws hold for any documents, and are properties in `tests/it/merging.rs`:
//!
//! - An untouched side never clashes, and the other side comes out byte for byte: `merge3(b, m, b)` is `m` and
//!   `merge3(b, b, t)` is `t`.
//! - What both changed alike does not clash.
//! - Edits of different places commute: merged in either direction, or made one after the other, they give the same
//!   values, without a clash.
//! - No edit is dropped: each change of either side is in the merged document, or it is part of a clash.
//! - Choosing a side for a clash gives that side's value in its place, and changes nothing else.
//!
//! # What is a change
//!
//! - Values count, not spellings: `1.0` and `1e0` are alike, and so are members in another order. Between two
//!   spellings of one value that of `theirs` stays.
//! - A member that is absent is not one that is `null`: going from one to the other is a change like any other.
//! - A value that one side removed and the other changed is a clash. So is a value that became an object on one side
//!   and a list on the other, whatever their parts are.
//! - Where both sides made an object of nothing, or of `null`, its members are merged.
//! - A list is one value, unless its items have a key ([`MergeIdentity::key`]) that is present and unique in all three
//!   versions. Then its items are merged, each with those of the same key: what one side added or removed is added or
//!   removed, also where the other moved items. Where both moved items, to different orders, the list is one value.
//! - Two spellings of one member's name ([`MergeIdentity::twin`]) are the same member, unless a version has both.
//!
//! The cost is linear in the size of the three documents.

mod keyed_list;
mod merger;
mod part_writer;

use crate::catalog::{Catalog, FieldType};
use crate::document::{Editable, UneditableText};
use crate::kind::Kind;
use crate::path::{Path, PathStep};

use self::merger::Merger;

/// What a merge gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeResult {
    /// The text of `theirs` with everything that is taken from `mine`.
    pub document: Editable,
    /// What both sides changed to different values, in the order in which it was come upon.
    pub clashes: Vec<MergeConflict>,
}

/// A value that both sides changed, each to another, as raw JSON. At least two of the three are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeConflict {
    /// Where it is in the merged document; for a value that is not in there, where it would be.
    pub path: Path,
    /// What both started from; none where it was absent.
    pub base: Option<String>,
    /// What one side made of it; none where it was removed.
    pub mine: Option<String>,
    /// What the other side made of it; none where it was removed.
    pub theirs: Option<String>,
}

/// One of the two sides of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MergeSide {
    /// The side whose changes are put on top.
    Mine,
    /// The side whose text is the ground.
    Theirs,
}

/// Tells which values of different versions are the same thing.
pub trait MergeIdentity {
    /// The member by which the items of the list at this path are told apart; none where nothing does.
    fn item_key(&self, list: &Path) -> Option<&str> {
        let _ = list;
        None
    }

    /// The other spelling of the name of the member at this path; none where it has one name only.
    fn alternative_name(&self, member: &Path) -> Option<&str> {
        let _ = member;
        None
    }
}

/// Nothing is known: a list is one value, and a member has one name.
#[derive(Debug, Clone, Copy)]
pub struct NoMergeIdentity;

impl MergeIdentity for NoMergeIdentity {}

/// What the catalog knows of the fields of one kind.
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

    fn alternative_name(&self, member: &Path) -> Option<&str> {
        let Some(PathStep::Member(name)) = member.last() else {
            return None;
        };
        let field = self.catalog.field(self.kind, member)?;
        let other = field.same_as.as_deref()?;
        Some(if name == other { &field.name } else { other })
    }
}

/// Merges what two sides made of one document. Of a clash, `choose` says which side's value goes into the merged
/// document; all of them are reported, too.
///
/// # Errors
/// Both sides' changes together can make the document too big to be edited. Then nothing is merged.
pub fn merge3(
    base: &Editable,
    mine: &Editable,
    theirs: &Editable,
    identity: &impl MergeIdentity,
    choose: impl FnMut(&MergeConflict) -> MergeSide,
) -> Result<MergeResult, UneditableText> {
    let whole = |document: &Editable| MergeResult {
        document: document.clone(),
        clashes: Vec::new(),
    };
    if mine == base || mine == theirs {
        return Ok(whole(theirs));
    }
    if theirs == base {
        return Ok(whole(mine));
    }
    let mut walk = Merger::new(identity, choose);
    let mut text = String::with_capacity(theirs.text().len() + 64);
    let root = theirs.root().span();
    text.push_str(&theirs.text()[..root.start]);
    walk.merge_roots([base.root(), mine.root(), theirs.root()], &mut text);
    text.push_str(&theirs.text()[root.end..]);
    let values = theirs.value_count().max(mine.value_count());
    Ok(MergeResult {
        document: Editable::from_text_with_capacity(text, values + values / 16)?,
        clashes: walk.clashes,
    })
}

#[cfg(test)]
mod tests;
