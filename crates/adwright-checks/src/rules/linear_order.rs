use std::collections::BTreeMap;

use adwright_model::Node;

use super::MOST_FINDINGS;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

/// Linear assets with duplicate or missing sequence numbers.
///
/// The interface does not document if the first number is 0 or 1, so both are accepted. An asset without a number may
/// fill any gap.
pub(super) const RULE: Rule = Rule {
    id: "linear-order",
    code: None,
    title: "Order of the linear assets",
    about: "Linear assets play one after another, by their sequence number. If two have the same number, either \
           may play first. If a number is missing, an asset was probably lost.",
    source: "The interface, Nested object shapes: LinearHtml5Folder has sequence Integer; In-stream \
            interactive ad: linears is an array.",
    kinds: &[],
    cases: &[
        warning(
            "same",
            "The sequence number of this linear asset is {place}, and another asset has the same number. Give each \
             asset its own number.",
        ),
        note(
            "gap",
            "The sequence number of this linear asset is {place}, but an earlier number is missing. Check if an \
            asset is missing, or renumber the assets.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ads = index.objects("Ad");
    let lists = ads.filter_map(|ad| ad.field("linears"));
    lists.flat_map(|list| findings(&list)).collect()
}

fn findings(list: &FieldInstance<'_>) -> Vec<Finding> {
    // The items at each place. Negative places do not count; the rule for quantities reports them.
    let mut places: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    let mut unplaced: i64 = 0;
    for (at, linear) in list.node.iter().flat_map(Node::items).enumerate() {
        match linear.member("sequence").and_then(|place| place.as_i64()) {
            Some(place) if place >= 0 => places.entry(place).or_default().push(at),
            _ => unplaced += 1,
        }
    }
    let mut findings = Vec::new();
    let first = i64::from(!places.contains_key(&0));
    // The number of assets before this place, with those that have no place.
    let mut filled = unplaced;
    for (place, items) in &places {
        // A single list could have millions.
        if findings.len() >= MOST_FINDINGS {
            break;
        }
        let finding = |case, at: usize| {
            let path = list.path().item(at).child("sequence");
            RULE.finding(case, path)
                .with_arg("place", place.to_string())
        };
        let duplicates = items[1..].iter().take(MOST_FINDINGS);
        findings.extend(duplicates.map(|&at| finding("same", at)));
        if *place > filled.saturating_add(first) {
            findings.push(finding("gap", items[0]));
            // A gap is reported once, where it begins.
            filled = *place - first;
        }
        filled = filled.saturating_add(1);
    }
    findings
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    /// An ad with a linear asset for each place; any other word means an asset without a place.
    fn ad(places: &[&str]) -> TestCase {
        let linear = |place: &&str| match place.parse::<i64>() {
            Ok(place) => format!(r#"{{"type":"LinearHtml5Folder","sequence":{place}}}"#),
            Err(_) => r#"{"type":"Linear"}"#.to_owned(),
        };
        let linears: Vec<_> = places.iter().map(linear).collect();
        let json = format!(r#"{{"linears":[{}]}}"#, linears.join(","));
        TestCase::new_of(Kind::InStreamInteractiveAd, &json)
    }

    #[test]
    fn first_place_is_0_or_1_without_gaps() {
        for places in [
            &[][..],
            &["0", "1", "2"],
            &["3", "1", "2"],
            &["no", "2"],
            &["no", "0", "no", "3", "4"],
            &["-7", "-7"],
        ] {
            check(RULE.id, &ad(places), &expect![[""]]);
        }
    }

    #[test]
    fn duplicate_or_skipped_place_is_reported() {
        check(
            RULE.id,
            &ad(&["1", "2", "1", "1"]),
            &expect![[r#"
                Warning at linears[2].sequence: The sequence number of this linear asset is 1, and another asset has the same number. Give each asset its own number.
                Warning at linears[3].sequence: The sequence number of this linear asset is 1, and another asset has the same number. Give each asset its own number.
            "#]],
        );
        check(
            RULE.id,
            &ad(&["2"]),
            &expect![[r#"
                Note at linears[0].sequence: The sequence number of this linear asset is 2, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
            "#]],
        );
        check(
            RULE.id,
            &ad(&["0", "2", "3"]),
            &expect![[r#"
                Note at linears[1].sequence: The sequence number of this linear asset is 2, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
            "#]],
        );
        check(
            RULE.id,
            &ad(&["0", "9223372036854775807"]),
            &expect![[r#"
                Note at linears[1].sequence: The sequence number of this linear asset is 9223372036854775807, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
            "#]],
        );
        check(
            RULE.id,
            &ad(&["1", "4", "6"]),
            &expect![[r#"
                Note at linears[1].sequence: The sequence number of this linear asset is 4, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
                Note at linears[2].sequence: The sequence number of this linear asset is 6, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
            "#]],
        );
        check(
            RULE.id,
            &ad(&["1", "no", "4", "5", "9"]),
            &expect![[r#"
                Note at linears[2].sequence: The sequence number of this linear asset is 4, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
                Note at linears[4].sequence: The sequence number of this linear asset is 9, but an earlier number is missing. Check if an asset is missing, or renumber the assets.
            "#]],
        );
    }
}
