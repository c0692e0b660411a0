//! The filter `q` as a function of SQL.

use adwright_model::EditableDocument;
use adwright_wire::{Filter, Matcher};
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

use crate::resource::Resource;

/// Registers the function `found_by(table, text, q)`. It says if the filter `q` finds the document `text` of a table.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("found_by", 3, flags, |call| {
        let matcher = call.get_or_create_aux(2, |q| -> Result<Matcher, BoxError> {
            Ok(q.as_str()?.parse::<Filter>()?.matcher())
        })?;
        is_match(call, &matcher)
    })
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Returns whether the filter matches. A text that is not JSON has no values, so that no condition matches it.
fn is_match(call: &Context<'_>, matcher: &Matcher) -> rusqlite::Result<bool> {
    let resource = Resource::by_table(call.get_raw(0).as_str()?);
    let document = EditableDocument::parse(call.get_raw(1).as_str()?).ok();
    let known = resource.zip(document.as_ref());
    let values = |name: &str| {
        known.map_or_else(Vec::new, |(resource, document)| {
            resource.fields.values(name, document)
        })
    };
    Ok(matcher.matches(values))
}
