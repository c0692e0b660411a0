//! What the cache needs of an object that no list of the window shows.

use adwright_model::{Binding, Bindings, Catalog, Document, Editable, Id, Kind, Required};
use adwright_store::{Columns, Fullness, PageEntry};

use crate::document::{id_of, named_in};
use crate::pickers::{number, text};

/// The entry for one object; none where the text names no id.
pub(super) fn plain(raw: Vec<u8>, fullness: Fullness, bindings: &Bindings) -> Option<PageEntry> {
    let entry = |id: Id, text: String, columns: Columns| PageEntry {
        id,
        text,
        fullness,
        columns,
    };
    match Document::read(raw) {
        Document::Editable(object) => {
            let columns = Columns {
                name: text(&object, bindings, Binding::Name),
                updated_on: number(&object, bindings, Binding::UpdatedOn),
                cells: None,
            };
            Some(entry(id_of(&object)?, object.text().to_owned(), columns))
        }
        Document::TextOnly(only) => {
            let (id, name) = named_in(&only.text)?;
            let columns = Columns {
                name,
                ..Columns::default()
            };
            Some(entry(id, only.text, columns))
        }
    }
}

/// Whether an ad out of a list is less than the ad: it does not say which of the kinds of ad it is, or lacks a member that
/// the interface wants in every ad of its kind.
pub(super) fn is_short(ad: &Editable, catalog: &Catalog) -> bool {
    let root = ad.root();
    let word = root.member("type").and_then(|ty| ty.as_str());
    let kind = word.and_then(|word| Kind::from_wire(&word));
    let Some(kind) = kind.filter(|kind| kind.collection() == Kind::Ad) else {
        return true;
    };
    let mut fields = catalog.root(kind).fields.iter();
    fields.any(|field| {
        let is_wanted = matches!(field.required, Required::Update | Required::Both);
        let mut names = [Some(&field.name), field.same_as.as_ref()].into_iter();
        is_wanted && !names.any(|name| name.is_some_and(|name| root.member(name).is_some()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(json: &str) -> bool {
        is_short(&Editable::parse(json).unwrap(), Catalog::bundled())
    }

    #[test]
    fn an_ad_is_short_without_its_kind_or_what_every_one_of_its_kind_has() {
        assert!(short(r#"{"type":"Ad","id":1,"name":"A"}"#));
        assert!(short(r#"{"id":1,"name":"A"}"#));
        assert!(short(
            r#"{"type":"InStreamInteractiveAd","id":1,"name":"A"}"#
        ));
    }
}
