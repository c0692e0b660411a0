use adwright_model::{Document, Edit, EditableDocument, Path, PathStep, to_json_string};

use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::{Rule, error};
use crate::rules::unchosen::choice_at;

/// Typed text that is not JSON, in a field that needs JSON.
///
/// The document holds it as a text. Only the record of the typing distinguishes it from an intended text.
pub(super) const RULE: Rule = Rule {
    id: "json",
    code: None,
    title: "Not JSON yet",
    about: "A field that no catalog knows takes any JSON. Adwright keeps typed text that is not JSON yet, letter by \
           letter, until you fix it. Adwright does not send it as a text. The same applies to a whole document that \
           is written under Source.",
    source: "The interface, Conventions, 1: \"Bodies and responses are JSON.\"",
    kinds: &[],
    cases: &[
        error(
            "broken",
            "{place} \"{field}\" is kept as you typed it, and is not sent like that. Fix it, or make it a text.",
        ),
        error(
            "broken-whole",
            "{place} The text is kept as you wrote it, and is not sent like that. Fix it under Source, or undo.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    let typed = input.facts.unparsed_inputs().keys();
    typed
        .filter(|path| choice_at(input, path).is_none())
        .filter_map(|path| finding(path, input.unparsed_input_at(path)?))
        .collect()
}

fn finding(path: &Path, text: &str) -> Option<Finding> {
    if path.is_root() {
        return check_document(text);
    }
    let place = EditableDocument::parse(text).err()?.to_string();
    let field = match path.last() {
        Some(PathStep::Member(name)) => name.clone(),
        _ => path.to_string(),
    };
    let finding = RULE
        .finding("broken", path.clone())
        .with_arg("place", place)
        .with_arg("field", field);
    let text = Edit::Set {
        path: path.clone(),
        json: to_json_string(text),
    };
    Some(finding.with_fix("Make it a text", text))
}

fn check_document(text: &str) -> Option<Finding> {
    match Document::parse_object(text.to_owned()) {
        Document::TextOnly(why) => {
            let finding = RULE.finding("broken-whole", Path::root());
            Some(finding.with_arg("place", why.to_string()))
        }
        Document::Editable(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{TestCase, format_finding};

    #[test]
    fn invalid_json_is_reported_with_its_place() {
        let case = TestCase::update(&[("mediaPlanRef", r#""{\n \"a\":""#)]);
        let found: String = case
            .with_unparsed_input("mediaPlanRef", "{\n \"a\":")
            .findings()
            .iter()
            .map(format_finding)
            .collect();
        expect![[r#"
            Error at mediaPlanRef: Line 2, column 6: this is not well-formed JSON: a value is missing. "mediaPlanRef" is kept as you typed it, and is not sent like that. Fix it, or make it a text.
              fix: Make it a text (set mediaPlanRef to "{\n \"a\":")
        "#]].assert_eq(&found);
    }

    #[test]
    fn nested_fields_use_names_and_items_use_places() {
        let says = |path: &str, json: &str| {
            let case = TestCase::update(&[("plan", json)]).with_unparsed_input(path, "{");
            let found = case.findings_of("json").into_iter().next().unwrap();
            let field = found.args.iter().find(|(name, _)| *name == "field");
            field.unwrap().1.clone()
        };
        assert_eq!(says("plan.media", r#"{"media":"{"}"#), "media");
        assert_eq!(says("plan[1]", r#"[0,"{"]"#), "plan[1]");
    }

    #[test]
    fn intended_and_replacement_texts_are_not_reported() {
        let case = TestCase::update(&[("mediaPlanRef", r#""{""#)]);
        assert_eq!(case.findings(), []);
        assert_eq!(case.with_unparsed_input("mediaPlanRef", "[").findings(), []);
        assert_eq!(
            TestCase::update(&[])
                .with_unparsed_input("nothing", "[")
                .findings(),
            []
        );
    }
}
