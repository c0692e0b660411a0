//! What the cache needs of a campaign's text.

use adwright_model::{Binding, Document, Editable, TextOnly};
use adwright_store::{Cells, Columns, Fullness, PageEntry};

use super::fields::ListFields;
use crate::document::{id_of, named_in};
use crate::pickers::{number, text};

/// What the list draws of a campaign.
fn columns_of(campaign: &Editable, fields: &ListFields) -> Columns {
    let bindings = fields.bindings();
    Columns {
        name: text(campaign, bindings, Binding::Name),
        updated_on: number(campaign, bindings, Binding::UpdatedOn),
        cells: Some(fields.cells(&fields.values(campaign))),
    }
}

/// The cache's entry for one object of a reply; none where the text names no id.
pub(crate) fn entry_of(raw: Vec<u8>, fullness: Fullness, fields: &ListFields) -> Option<PageEntry> {
    read_entry(raw, fullness, fields).map(|(entry, _)| entry)
}

/// The same, and the object itself where it can be read as one.
pub(crate) fn read_entry(
    raw: Vec<u8>,
    fullness: Fullness,
    fields: &ListFields,
) -> Option<(PageEntry, Option<Editable>)> {
    match Document::read(raw) {
        Document::Editable(object) => {
            let entry = PageEntry {
                id: id_of(&object)?,
                columns: columns_of(&object, fields),
                text: object.text().to_owned(),
                fullness,
            };
            Some((entry, Some(object)))
        }
        Document::TextOnly(text) => Some((entry_of_text(text, fullness, fields)?, None)),
    }
}

/// What can only be shown as text has a row of its own too, as far as its id can be read at all.
fn entry_of_text(text: TextOnly, fullness: Fullness, fields: &ListFields) -> Option<PageEntry> {
    let (id, name) = named_in(&text.text)?;
    Some(PageEntry {
        id,
        columns: Columns {
            cells: Some(fields.cells(&fields.bare_values(id, name.as_deref()))),
            name,
            ..Columns::default()
        },
        text: text.text,
        fullness,
    })
}

/// The cells of a campaign of which the cache has no more than the text.
pub(crate) fn cells_of(text: String, fields: &ListFields) -> Cells {
    let entry = entry_of(text.into_bytes(), Fullness::Summary, fields);
    entry
        .and_then(|entry| entry.columns.cells)
        .unwrap_or_else(|| fields.cells(""))
}
