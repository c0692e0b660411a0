//! What the cache needs of a campaign's text.

use adwright_model::{Binding, Document, Editable, UneditableText};
use adwright_store::{CachedColumns, FetchedObject, Fullness, RowCells};

use super::list_fields::ListFields;
use crate::document::{id_of, parse_id_and_name};
use crate::id_suggestions::{bound_id, bound_text};

/// What the list draws of a campaign.
fn cache_columns(campaign: &Editable, fields: &ListFields) -> CachedColumns {
    let bindings = fields.bindings();
    CachedColumns {
        name: bound_text(campaign, bindings, Binding::Name),
        updated_on: bound_id(campaign, bindings, Binding::UpdatedOn),
        cells: Some(fields.sortable_cells(&fields.values(campaign))),
    }
}

/// The cache's entry for one object of a reply; none where the text names no id.
pub(crate) fn parse_page_entry(
    raw: Vec<u8>,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<FetchedObject> {
    parse_page_entry_and_object(raw, fullness, fields).map(|(entry, _)| entry)
}

/// The same, and the object itself where it can be read as one.
pub(crate) fn parse_page_entry_and_object(
    raw: Vec<u8>,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<(FetchedObject, Option<Editable>)> {
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

/// What can only be shown as text has a row of its own too, as far as its id can be read at all.
fn text_only_entry(
    text: UneditableText,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<FetchedObject> {
    let (id, name) = parse_id_and_name(&text.text)?;
    Some(FetchedObject {
        id,
        columns: CachedColumns {
            cells: Some(fields.sortable_cells(&fields.minimal_values(id, name.as_deref()))),
            name,
            ..CachedColumns::default()
        },
        text: text.text,
        fullness,
    })
}

/// The cells of a campaign of which the cache has no more than the text.
pub(crate) fn parse_cells(text: String, fields: &ListFields) -> RowCells {
    let entry = parse_page_entry(text.into_bytes(), Fullness::Summary, fields);
    entry
        .and_then(|entry| entry.columns.cells)
        .unwrap_or_else(|| fields.sortable_cells(""))
}
