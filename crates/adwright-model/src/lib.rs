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
mod merge;
mod node;
mod pairing;
mod path;
mod place;
mod proof;
mod rewrite;
mod twins;
mod typed;

pub use binding::{Binding, Bindings, How, Located};
pub use catalog::{
    Catalog, Condition, Facet, Field, FieldPlace, Found, Guess, Local, Object, Origin, Required,
    Type, Unit, is_address_name, is_id_name,
};
pub use diff::{Change, agreeing, diff};
pub use document::{Document, Editable, TextOnly, Unreadable};
pub use edit::{Edit, EditError};
pub use finder::Finder;
pub use json::{LARGEST_BYTES, Shape, compare_numbers, exact_i64, quoted};
pub use kind::{Id, Kind, id_in_json, id_in_text};
pub use merge::{CatalogIdentity, Clash, Identity, Merged, NoIdentity, Side, merge3};
pub use node::Node;
pub use pairing::pair_items;
pub use path::{Path, PathError, Step};
pub use place::{Place, Places};
pub use proof::{Proof, proof};
pub use rewrite::rewritten;
pub use typed::{TypedTexts, typed_texts};
