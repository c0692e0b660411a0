//! Documents, paths, the catalog, bindings, diff and merge: pure.
//!
//! A document is what the service sent or will be sent, byte for byte. Nothing in here reads a
//! clock, a file or the network, and no number passes through a float. Whether a document is
//! *right* is the business of `adwright-checks`; how it crosses HTTP is that of `adwright-wire`.

mod binding;
mod canonical;
mod catalog;
mod diff;
mod document;
mod edit;
mod finder;
mod json;
mod kind;
mod member_index;
mod merge;
mod node;
mod pairing;
mod path;
mod proof;
mod rewrite;
mod text_position;
mod unparsed_input;

pub use binding::{Binding, BindingLocation, BindingSource, Bindings};
pub use catalog::{
    Catalog, Condition, CustomField, Facet, Field, FieldOrigin, FieldRef, FieldType, InferredField,
    InferredType, ObjectType, RequiredOn, Unit, is_address_name, is_id_name,
};
pub use diff::{ValueChange, count_equal_leaves, diff};
pub use document::{Document, Editable, UneditableReason, UneditableText};
pub use edit::{Edit, EditError};
pub use finder::NodeFinder;
pub use json::{JsonType, LARGEST_BYTES, compare_numbers, exact_i64, to_json_string};
pub use kind::{Id, Kind, parse_json_id, parse_text_id};
pub use merge::{
    CatalogMergeIdentity, MergeConflict, MergeIdentity, MergeResult, MergeSide, NoMergeIdentity,
    merge3,
};
pub use node::Node;
pub use pairing::pair_items;
pub use path::{Path, PathError, PathStep};
pub use proof::{EditProof, prove_edits};
pub use rewrite::edits_between;
pub use text_position::{PositionTracker, TextPosition};
pub use unparsed_input::{UnparsedInputs, unparsed_inputs};
