//! Fields: their values as a person reads and types them.

mod compact;
mod date_parser;
mod dates;
mod describer;
mod field_catalog;
mod finding;
mod value;

pub(crate) use compact::CompactFormatter;
pub(crate) use date_parser::DateParser;
pub use dates::Dates;
pub(crate) use describer::{Describer, describe, describe_kind, item_noun};
pub(crate) use field_catalog::{FieldCatalog, field_catalog, is_text, rule_field_type};
pub(crate) use value::{FieldParser, ParsedInput, display_raw, display_value, validate_json};
