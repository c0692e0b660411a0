//! Any bytes: never a panic, the bytes kept, and JSON exactly where serde_json says so.
#![no_main]

use adwright_fuzz::paths;
use adwright_model::{Document, EditableDocument, UneditableReason, compare_numbers, diff, exact_i64};
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

fuzz_target!(|bytes: &[u8]| {
    let peer = serde_json::from_slice::<IgnoredAny>(bytes);
    match Document::read(bytes.to_vec()) {
        Document::Editable(document) => {
            assert!(peer.is_ok(), "{peer:?}");
            assert_eq!(document.text().as_bytes(), bytes);
            whole(&document);
        }
        Document::TextOnly(text_only) => {
            assert!(text_only.place.line >= 1 && text_only.place.column >= 1);
            assert!(!text_only.to_string().is_empty());
            if let UneditableReason::Syntax { why } = text_only.reason {
                assert!(peer.is_err(), "{why}");
            }
        }
    }
});

/// Every value can be asked for, and is found again by its path and its path's text.
fn whole(document: &EditableDocument) {
    for path in paths(document) {
        let node = document.get(&path).expect("the path was just gathered");
        assert_eq!(path.to_string().parse().as_ref(), Ok(&path));
        assert_eq!(&document.text()[node.span()], node.raw());
        assert!(compare_numbers(node.raw(), node.raw()).is_eq());
        let _ = (
            exact_i64(node.raw()),
            node.as_str(),
            node.as_bool(),
            document.place(node.span().end),
        );
    }
    assert!(diff(document, document).is_empty());
    assert!(document.root().same_value(&document.root()));
}
