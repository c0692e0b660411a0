//! Any document and any edits: what is not edited keeps its bytes.
#![no_main]

use adwright_fuzz::{Json, Seed};
use adwright_model::{Edit, EditError, EditableDocument, diff, prove_edits};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Json, Vec<Seed>)| {
    let (json, seeds) = input;
    let base = EditableDocument::parse(&json.text()).expect("the text is well-formed");
    let (mut document, mut edits) = (base.clone(), Vec::new());
    for seed in seeds {
        let edit = seed.edit(&document);
        match document.apply(&edit) {
            Ok(edited) => {
                only_its_span(&document, &edit, &edited);
                document = edited;
                edits.push(edit);
            }
            Err(EditError::NotThere { .. } | EditError::Outcome(_)) => {}
            Err(EditError::Value(why)) => panic!("{why}"),
        }
    }
    assert_eq!(prove_edits(Some(&base), &document, &edits).dropped, 0);
    let changes = diff(&base, &document);
    let again = changes
        .iter()
        .try_fold(base, |made, change| made.apply(&change.edit()));
    assert!(
        again
            .expect("changes can be made")
            .root()
            .same_value(&document.root())
    );
});

/// The bytes before and after what is edited, or what holds it, are as they were.
fn only_its_span(before: &EditableDocument, edit: &Edit, after: &EditableDocument) {
    let exists = before.get(edit.path());
    let span = match edit {
        Edit::Set { .. } | Edit::Type { .. } | Edit::Insert { .. } => exists,
        Edit::Remove { path } | Edit::Move { path, .. } => {
            path.parent().and_then(|holder| before.get(&holder))
        }
    };
    // Where there is nothing yet, the nearest object takes the new member.
    let mut path = edit.path().clone();
    let holder = span.unwrap_or_else(|| {
        loop {
            path = path.parent().expect("the document itself is there");
            if let Some(holder) = before.get(&path) {
                break holder;
            }
        }
    });
    let (start, end) = (holder.span().start, before.text().len() - holder.span().end);
    assert_eq!(&before.text()[..start], &after.text()[..start]);
    assert_eq!(
        &before.text()[before.text().len() - end..],
        &after.text()[after.text().len() - end..]
    );
    let put = after.get(edit.path());
    match edit {
        Edit::Set { json, .. } => {
            assert_eq!(put.map(|node| node.raw()), Some(json.trim_ascii()));
        }
        Edit::Type { text, .. } => {
            let put = put.and_then(|node| node.as_str());
            assert_eq!(put.as_deref(), Some(text.as_str()));
        }
        Edit::Remove { .. } | Edit::Insert { .. } | Edit::Move { .. } => {}
    }
}
