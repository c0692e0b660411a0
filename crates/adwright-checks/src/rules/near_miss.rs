use adwright_model::{Edit, Field};

use super::MOST_FINDINGS;
use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note};

/// An unknown member whose name is almost that of an absent field.
///
/// Other unknown members are not reported, because the interface does not show every field. Neither are members that
/// the service sent.
pub(super) const RULE: Rule = Rule {
    id: "near-miss",
    code: None,
    title: "Name almost like a known field",
    about: "A field whose name is one typo away from a known name is probably meant to be the known field. The \
           service does not know that, so the known field stays empty.",
    source: "The interface, Ad objects: the names of the fields in each field list. The interface itself has such \
            slips, for example numberOfPlcementAds.",
    kinds: &[],
    cases: &[note(
        "slip",
        "\"{name}\" is not a known field, but almost the same as \"{known}\", which is missing. If it is a typo, \
        rename it. Otherwise it is kept and sent unchanged.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let unknown = index.unknown_members();
    let near = unknown.filter_map(|(object, node)| finding(&object, &node.name(), node.raw()));
    near.take(MOST_FINDINGS).collect()
}

fn finding(object: &ObjectInstance<'_>, name: &str, json: &str) -> Option<Finding> {
    let known = similar_missing_field(object, name)?;
    let is_sent = object.base.is_some_and(|base| base.member(name).is_some());
    if is_sent {
        return None;
    }
    let path = object.path().child(name);
    let finding = RULE
        .finding("slip", path.clone())
        .with_arg("name", name)
        .with_arg("known", &known.name);
    if known.read_only {
        return Some(finding);
    }
    let rename = [
        Edit::Remove { path },
        Edit::Set {
            path: object.path().child(&known.name),
            json: json.to_owned(),
        },
    ];
    Some(finding.with_fix_edits(format!("Rename to {}", known.name), rename))
}

/// Returns the only field that the object lacks and whose name is one slip away.
fn similar_missing_field<'a>(object: &ObjectInstance<'a>, name: &str) -> Option<&'a Field> {
    let fields = object.object_type.fields.iter();
    let mut near = fields.filter(|field| is_one_slip(name, &field.name));
    let found = near.next().filter(|_| near.next().is_none())?;
    object.field(&found.name)?.node.is_none().then_some(found)
}

/// Returns true if one letter is missing, added or replaced, or if two letters have changed places. A difference
/// only in letter case counts too.
fn is_one_slip(a: &str, b: &str) -> bool {
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    if a.eq_ignore_ascii_case(b) {
        return true;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let start = common_prefix_len(a.iter(), b.iter());
    let (a, b) = (&a[start..], &b[start..]);
    let end = common_prefix_len(a.iter().rev(), b.iter().rev());
    match (&a[..a.len() - end], &b[..b.len() - end]) {
        ([_], [] | [_]) | ([], [_]) => start + end > 3,
        ([one, two], [first, second]) => one == second && two == first,
        _ => false,
    }
}

fn common_prefix_len<'a>(
    a: impl Iterator<Item = &'a u8>,
    b: impl Iterator<Item = &'a u8>,
) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn misspelled_name_is_reported() {
        let case = TestCase::update(&[("brandName", ""), ("BrandName", "\"Alpen\"")]);
        check(
            RULE.id,
            &case,
            &expect![[r#"
                Note at BrandName: "BrandName" is not a known field, but almost the same as "brandName", which is missing. If it is a typo, rename it. Otherwise it is kept and sent unchanged.
            "#]],
        );
        let case = TestCase::update(&[("budget", ""), ("bugdet", "5"), ("currenc", "\"EUR\"")]);
        check(
            RULE.id,
            &case,
            &expect![[r#"
                Note at bugdet: "bugdet" is not a known field, but almost the same as "budget", which is missing. If it is a typo, rename it. Otherwise it is kept and sent unchanged.
                  fix: Rename to budget (remove bugdet, set budget to 5)
            "#]],
        );
    }

    #[test]
    fn custom_name_has_no_finding() {
        let case = TestCase::update(&[("notes", ""), ("mediaPlanRef2", "1"), ("noise", "1")]);
        check(RULE.id, &case, &expect![[""]]);
    }

    #[test]
    fn names_from_the_service_are_not_typos() {
        let sent = [("budget", ""), ("Budget", "5")];
        let case = TestCase::update_from(&sent, &[("Budget", "6")]);
        check(RULE.id, &case, &expect![[""]]);
        let case = TestCase::update_from(&sent, &[("currency", ""), ("Currency", "\"EUR\"")]);
        check(
            RULE.id,
            &case,
            &expect![[r#"
                Note at Currency: "Currency" is not a known field, but almost the same as "currency", which is missing. If it is a typo, rename it. Otherwise it is kept and sent unchanged.
                  fix: Rename to currency (remove Currency, set currency to "EUR")
            "#]],
        );
    }

    #[test]
    fn name_beside_the_known_field_is_another_field() {
        check(
            RULE.id,
            &TestCase::update(&[("name2", "1")]),
            &expect![[""]],
        );
    }

    #[test]
    fn slips_of_one_letter() {
        for (slip, is) in [
            ("advertizerId", true),
            ("advertiserID", true),
            ("adverstierId", false),
            ("advetriserId", true),
            ("advertserId", true),
            ("advertisserId", true),
            ("advertId", false),
        ] {
            assert_eq!(is_one_slip(slip, "advertiserId"), is, "{slip}");
        }
        assert!(!is_one_slip("ix", "id"));
        // In a short name, one letter is a large difference.
        assert!(!is_one_slip("urls", "url") && is_one_slip("names", "name"));
        // Two letters have changed places only if each is the other.
        assert!(!is_one_slip("naxye", "nayze") && !is_one_slip("nayze", "naxye"));
    }
}
