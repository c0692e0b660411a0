use adwright_model::{Edit, Facet, to_json_string};

use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// A name with blanks around it, or with invisible characters.
pub(super) const RULE: Rule = Rule {
    id: "tidy-name",
    code: None,
    title: "Name with blanks or invisible characters",
    about: "A pasted name may contain blanks, line breaks or invisible characters. Two such names look the same \
           but differ for the service, and searches miss them.",
    source: "Public help pages of the historic ad server of this interface: an ad name may have any characters, \"uniqueness is \
            checked when the ad is created\".",
    kinds: &[],
    cases: &[
        warning(
            "blanks",
            "{field} starts or ends with a blank that nobody sees, so searches miss it. Remove the blank.",
        ),
        warning(
            "invisible",
            "{field} contains invisible characters, such as a line break or a zero-width space, so searches miss \
            it. Remove them.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index.fields_with(Facet::Name).filter_map(finding).collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let name = instance.node?.as_str()?;
    if is_tidy(&name) {
        return None;
    }
    let tidy = tidy(&name);
    if tidy == name || tidy.is_empty() {
        return None;
    }
    let case = if name.contains(is_invisible) {
        "invisible"
    } else {
        "blanks"
    };
    let set = Edit::Set {
        path: instance.path(),
        json: to_json_string(&tidy),
    };
    let finding = RULE.finding_at(case, &instance);
    Some(finding.with_fix_if(instance.is_editable(), format!("Change to \"{tidy}\""), set))
}

/// Returns true if a name is plain ASCII without blanks at the ends, as nearly all names are.
fn is_tidy(name: &str) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
    name.as_bytes().iter().all(is_plain) && !name.starts_with(' ') && !name.ends_with(' ')
}

/// A line break separates words, so a blank replaces it.
fn tidy(name: &str) -> String {
    let visible = |c: char| match c {
        '\n' | '\r' | '\t' => Some(' '),
        c if is_invisible(c) => None,
        c => Some(c),
    };
    let text: String = name.chars().filter_map(visible).collect();
    text.trim().to_owned()
}

/// Joiners do not count: emoji and some scripts need them.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn name(json: &str) -> TestCase {
        TestCase::update(&[("name", json)])
    }

    #[test]
    fn a_name_reads_as_it_is_written() {
        for tidy in [
            r#""Spring  launch""#,
            r#""👩\u200D💻""#,
            r#"" ""#,
            "7",
            "null",
        ] {
            check(RULE.id, &name(tidy), &expect![[""]]);
        }
    }

    #[test]
    fn invisible_characters_are_reported() {
        check(
            RULE.id,
            &name(r#"" Spring\u00A0""#),
            &expect![[r#"
                Warning at name: Name starts or ends with a blank that nobody sees, so searches miss it. Remove the blank.
                  fix: Change to "Spring" (set name to "Spring")
            "#]],
        );
        check(
            RULE.id,
            &name(r#""Spring\r\nlaunch\u200B\uFEFF\u2060\u00AD\u0000""#),
            &expect![[r#"
                Warning at name: Name contains invisible characters, such as a line break or a zero-width space, so searches miss it. Remove them.
                  fix: Change to "Spring  launch" (set name to "Spring  launch")
            "#]],
        );
    }

    #[test]
    fn nested_names_are_checked() {
        let flights = [("flights", r#"[{"name":"One\t"}]"#)];
        check(
            RULE.id,
            &TestCase::update(&flights),
            &expect![[r#"
                Warning at flights[0].name: Name contains invisible characters, such as a line break or a zero-width space, so searches miss it. Remove them.
                  fix: Change to "One" (set flights[0].name to "One")
            "#]],
        );
    }
}
