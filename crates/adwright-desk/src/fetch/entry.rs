//! Cache entries for objects that no list of the window shows.

use adwright_model::{
    Binding, Bindings, Catalog, Document, EditableDocument, Id, Kind, RequiredOn,
};
use adwright_store::{CachedColumns, FetchedObject, Fullness};

use crate::document::{bound_id, bound_text, id_of, parse_id_and_name};

/// Returns the cache entry of one object; none if the text has no id.
pub(super) fn plain_entry(
    raw: Vec<u8>,
    fullness: Fullness,
    bindings: &Bindings,
) -> Option<FetchedObject> {
    let entry = |id: Id, text: String, columns: CachedColumns| FetchedObject {
        id,
        text,
        fullness,
        columns,
    };
    match Document::read(raw) {
        Document::Editable(object) => {
            let columns = CachedColumns {
                name: bound_text(&object, bindings, Binding::Name),
                updated_on: bound_id(&object, bindings, Binding::UpdatedOn),
                cells: None,
            };
            Some(entry(id_of(&object)?, object.text().to_owned(), columns))
        }
        Document::TextOnly(only) => {
            let (id, name) = parse_id_and_name(&only.text)?;
            let columns = CachedColumns {
                name,
                ..CachedColumns::default()
            };
            Some(entry(id, only.text, columns))
        }
    }
}

/// Returns whether a listed ad is only a summary. A summary has no specific ad type, or lacks a member that the
/// interface requires in every ad of its kind.
pub(super) fn is_summary_ad(ad: &EditableDocument, catalog: &Catalog) -> bool {
    let root = ad.root();
    let word = root.member("type").and_then(|ty| ty.as_str());
    let kind = word.and_then(|word| Kind::from_wire(&word));
    let Some(kind) = kind.filter(|kind| kind.list_kind() == Kind::Ad) else {
        return true;
    };
    let mut fields = catalog.root(kind).fields.iter();
    fields.any(|field| {
        let is_wanted = matches!(field.required, RequiredOn::Update | RequiredOn::Both);
        let mut names = [Some(&field.name), field.alias.as_ref()].into_iter();
        is_wanted && !names.any(|name| name.is_some_and(|name| root.member(name).is_some()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_summary(json: &str) -> bool {
        is_summary_ad(&EditableDocument::parse(json).unwrap(), Catalog::bundled())
    }

    #[test]
    fn ad_without_kind_or_common_fields_is_summary() {
        assert!(is_summary(r#"{"type":"Ad","id":1,"name":"A"}"#));
        assert!(is_summary(r#"{"id":1,"name":"A"}"#));
        assert!(is_summary(
            r#"{"type":"InStreamInteractiveAd","id":1,"name":"A"}"#
        ));
    }
}
