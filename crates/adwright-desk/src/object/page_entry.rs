//! Turns the text of an object into its cache entry.

use adwright_list::ListFields;
use adwright_model::{Binding, Document, EditableDocument, UneditableText};
use adwright_store::{CachedColumns, FetchedObject, Fullness, RowCells};

use crate::document::{bound_id, bound_text, id_of, parse_id_and_name};

/// Returns the cached columns of an object.
fn cache_columns(campaign: &EditableDocument, fields: &ListFields) -> CachedColumns {
    let bindings = fields.bindings();
    CachedColumns {
        name: bound_text(campaign, bindings, Binding::Name),
        updated_on: bound_id(campaign, bindings, Binding::UpdatedOn),
        cells: Some(row_cells(fields, &fields.values(campaign))),
    }
}

/// Returns the cells of a row as they are cached.
fn row_cells(fields: &ListFields, values: &str) -> RowCells {
    RowCells {
        values: fields.add_layout_hash(values),
        sort_key: fields.name_sort_bytes(values),
    }
}

/// Returns the cache entry of one object in a reply; none if the text has no id.
pub(crate) fn parse_page_entry(
    raw: Vec<u8>,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<FetchedObject> {
    parse_page_entry_and_object(raw, fullness, fields).map(|(entry, _)| entry)
}

/// Returns the cache entry, and the object itself if it can be edited.
pub(crate) fn parse_page_entry_and_object(
    raw: Vec<u8>,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<(FetchedObject, Option<EditableDocument>)> {
    match Document::read(raw) {
        Document::Editable(object) => {
            let entry = FetchedObject {
                id: id_of(&object)?,
                columns: cache_columns(&object, fields),
                text: object.text().to_owned(),
                fullness,
            };
            Some((entry, Some(object)))
        }
        Document::TextOnly(text) => Some((text_only_entry(text, fullness, fields)?, None)),
    }
}

/// Returns the cache entry of a text that can only be displayed, if its id can be read.
fn text_only_entry(
    text: UneditableText,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<FetchedObject> {
    let (id, name) = parse_id_and_name(&text.text)?;
    Some(FetchedObject {
        id,
        columns: CachedColumns {
            cells: Some(row_cells(
                fields,
                &fields.minimal_values(id, name.as_deref()),
            )),
            name,
            ..CachedColumns::default()
        },
        text: text.text,
        fullness,
    })
}

/// Parses the cells of an object whose cells are not cached.
pub(crate) fn parse_cells(text: String, fields: &ListFields) -> RowCells {
    let entry = parse_page_entry(text.into_bytes(), Fullness::Summary, fields);
    entry
        .and_then(|entry| entry.columns.cells)
        .unwrap_or_else(|| row_cells(fields, ""))
}
