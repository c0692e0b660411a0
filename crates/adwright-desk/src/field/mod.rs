//! Fields: their values as a person reads and types them.

mod compact;
mod describe;
mod finding;
mod value;

pub(crate) use compact::CompactFormatter;
pub(crate) use describe::{Describer, item_noun};
pub(crate) use value::{FieldParser, ParsedInput, display_raw, display_value, validate_json};
