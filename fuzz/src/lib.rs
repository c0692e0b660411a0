//! Well-formed documents, and edits of them, made of whatever bytes the fuzzer comes up with.

mod edit;
mod entity;
mod json;

pub use edit::{Seed, follow, paths};
pub use entity::Entity;
pub use json::{Json, Name};
