use adwright_checks::Phase;
use adwright_model::{Bindings, Catalog, EditableDocument, Kind};
use adwright_views::FieldView;

use super::FormContext;

use crate::host::Zone;
use crate::list::IdSuggestions;

/// Returns the fields of a new document, each with its nested fields.
fn fields(kind: Kind, json: &str) -> Vec<FieldView> {
    let shown = FormContext {
        document: &EditableDocument::parse(json).unwrap(),
        base: None,
        phase: Phase::Create,
        kind,
        catalog: Catalog::bundled(),
        bindings: &Bindings::default(),
        pickers: &IdSuggestions::default(),
        zone: &Zone::named("UTC"),
        typed: &adwright_model::UnparsedInputs::new(),
        lock: None,
        open: None,
        findings: &[],
    };
    let groups = shown.groups().into_iter();
    groups.flat_map(|group| group.fields).collect()
}

fn field<'a>(fields: &'a [FieldView], path: &str) -> Option<&'a FieldView> {
    let mut fields = fields.iter();
    fields.find_map(|one| {
        (one.path == path)
            .then_some(one)
            .or_else(|| field(&one.parts, path))
    })
}

#[test]
fn an_item_has_the_fields_of_its_type() {
    let json =
        r#"{"linears":[{"type":"Linear","sequence":1},{"type":"LinearHtml5Folder","sequence":2}]}"#;
    let fields = fields(Kind::InStreamInteractiveAd, json);
    let is_known = |path| field(&fields, path).map(|field| field.known);
    assert_eq!(is_known("linears[0].sequence"), Some(false));
    assert_eq!(is_known("linears[1].sequence"), Some(true));
    assert_eq!(is_known("linears[0].vpaid"), None);
    assert_eq!(is_known("linears[1].vpaid"), Some(true));
}

#[test]
fn field_is_required_once_another_requires_it() {
    let is_required = |json| {
        let fields = fields(Kind::Html5ExpandableBannerAd, json);
        field(&fields, "initialLoadAsset").unwrap().required
    };
    assert!(!is_required(r#"{"downloadMode":"INSTANT"}"#));
    assert!(is_required(r#"{"downloadMode":"POLITE"}"#));
}
