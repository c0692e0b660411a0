//! Documents, paths, the catalog, bindings, diff and merge: pure.
//!
//! A document is what the service sent or will receive, byte for byte. This crate reads no clock, no file and no
//! network, and no number passes through a float. `adwright-checks` decides whether a document is *right*.
//! `adwright-wire` carries it over HTTP.
//!
//! The catalog comes from `schemas/objects/`. An object there can build on others, and each is parsed on first use.
//! Start reading at [`Document`] and [`Edit`].

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
    ArrangedField, ArrangedSection, Catalog, Condition, CustomField, Facet, FacetSet, Field,
    FieldCaption, FieldFacets, FieldOrigin, FieldRef, FieldRole, FieldType, InferredField,
    InferredType, MemberOrder, ObjectType, RequiredOn, Unit, is_address_name, is_id_name,
};
pub use diff::{ValueChange, count_equal_leaves, diff, is_same_ignoring_id_type};
pub use document::{Document, EditableDocument, UneditableReason, UneditableText};
pub use edit::{Edit, EditError};
pub use finder::NodeFinder;
pub use json::{JsonType, LARGEST_BYTES, compare_numbers, exact_i64, plain_number, to_json_string};
pub use kind::{Id, Kind, parse_json_id, parse_text_id};
pub use merge::{
    CatalogMergeIdentity, KeyedPath, MergeConflict, MergeIdentity, MergeResult, MergeSide,
    NoMergeIdentity, merge_onto, merge3,
};
pub use node::Node;
pub use pairing::pair_items;
pub use path::{Path, PathError, PathStep};
pub use proof::{EditProof, prove_edits};
pub use rewrite::edits_between;
pub use text_position::{PositionTracker, TextPosition};
pub use unparsed_input::{UnparsedInputs, unparsed_inputs, unparsed_inputs_after};
