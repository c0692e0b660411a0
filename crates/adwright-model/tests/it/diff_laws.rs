//! The laws of `diff` and `edits_between`, as properties of any two documents, in as many cases as those of `merge3`.

use adwright_model::{EditableDocument, diff, edits_between};
use proptest::prelude::*;

use crate::arbitrary::{json, json_pair, law_config, respelled};

proptest! {
    #![proptest_config(law_config())]

    #[test]
    fn document_equals_itself(text in json()) {
        let document = parse(&text);
        prop_assert_eq!(diff(&document, &document), vec![]);
    }

    #[test]
    fn applying_the_changes_gives_the_same_values((before, after) in json_pair()) {
        let (before, after) = (parse(&before), parse(&after));
        let mut document = before.clone();
        for change in diff(&before, &after) {
            document = document.apply(&change.to_edit()).unwrap();
        }
        prop_assert!(document.root().same_value(&after.root()), "{:?}", document);
    }

    #[test]
    fn applying_the_diff_yields_the_second_document(
        before in json(), after in json(),
    ) {
        let (before, after) = (parse(&before), parse(&after));
        let changes = diff(&before, &after);
        let made = changes.iter().try_fold(before, |made, change| made.apply(&change.to_edit()));
        prop_assert!(made.unwrap().root().same_value(&after.root()));
    }

    #[test]
    fn rewritten_text_keeps_its_spelling((before, after) in json_pair()) {
        let (before, after) = (parse(&before), parse(&after));
        for after in [respelled(&after), after] {
            let edits = edits_between(&before, &after);
            let made = edits.iter().try_fold(before.clone(), |document, edit| document.apply(edit)).unwrap();
            prop_assert!(made.root().same_value(&after.root()), "{made:?} is not {after:?}");
            prop_assert_eq!(edits_between(&made, &after), vec![]);
        }
    }
}

fn parse(text: &str) -> EditableDocument {
    EditableDocument::parse(text).expect("the generator makes well-formed texts")
}
