use adwright_model::{Binding, Edit, Kind};

use crate::check_input::CheckInput;
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// 66110: unwrapped data, although the advertiser uses value objects.
pub(super) const RULE: Rule = Rule {
    id: "loose-data",
    code: Some(66110),
    title: "Loose retargeting data beside the value",
    about: "A service keeps retargeting data either loosely in a list, or as separate value objects. If it keeps \
           objects, the list must be empty. A setting of the service decides.",
    source: "The interface, Retargeting data value, rule 4: \"When the flag UseRetargetingDataValueObject is \
            ON, the RetargetingData list must be empty (66110).\"",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[
        error(
            "refused",
            "This value has loose data beside it ({count} in the list). This service keeps values as separate \
            objects, so it will refuse the data (66110). Remove the loose data.",
        ),
        note(
            "unknown",
            "This value has loose data beside it ({count} in the list). Adwright cannot tell offline if the \
            service accepts that: a service that keeps values as separate objects refuses it (66110). Remove it if \
            you are not sure.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    finding(&index.input).into_iter().collect()
}

fn finding(input: &CheckInput<'_>) -> Option<Finding> {
    let (path, list) = input.find(Binding::RetargetingData)?;
    let count = list.items().count();
    let known = input.fact(Fact::KeepsValueObjects);
    if count == 0 || known.is_some_and(|known| !known.value) {
        return None;
    }
    let finding = match known {
        Some(known) => RULE
            .finding("refused", path.clone())
            .with_source(known.source_text()),
        None => RULE.finding("unknown", path.clone()),
    };
    let set = Edit::Set {
        path,
        json: "[]".to_owned(),
    };
    let finding = finding.with_arg("count", count.to_string());
    // Without the fact, data that the service may still need is not removed.
    Some(finding.with_fix_if(known.is_some(), "Empty the list", set))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn value(list: &str) -> TestCase {
        let json = format!(r#"{{"retargetingData":{list}}}"#);
        TestCase::new_of(Kind::RetargetingDataValue, &json)
    }

    fn keeps_objects(list: &str, keeps: bool) -> TestCase {
        value(list).with_fact(Fact::KeepsValueObjects, keeps, None)
    }

    #[test]
    fn an_empty_list_is_fine_anywhere() {
        for list in ["[]", "null", "\"a\""] {
            check(RULE.id, &value(list), &expect![[""]]);
            check(RULE.id, &keeps_objects(list, true), &expect![[""]]);
        }
        check(RULE.id, &keeps_objects("[\"a\"]", false), &expect![[""]]);
    }

    #[test]
    fn list_is_found_deeper_and_at_configured_place() {
        let value = |json| TestCase::new_of(Kind::RetargetingDataValue, json);
        let deeper = value(r#"{"tag":{"RetargetingData":["a"]}}"#);
        let set = value(r#"{"loose":["a"]}"#).with_binding(Binding::RetargetingData, "loose");
        for (case, place) in [(deeper, "tag.RetargetingData"), (set, "loose")] {
            let found = case
                .with_fact(Fact::KeepsValueObjects, true, None)
                .findings_of(RULE.id);
            assert_eq!(found[0].path.to_string(), place);
        }
    }

    #[test]
    fn loose_data_is_refused_if_values_are_objects() {
        check(
            RULE.id,
            &keeps_objects("[\"a\",\"b\"]", true),
            &expect![[r#"
                Error at retargetingData: This value has loose data beside it (2 in the list). This service keeps values as separate objects, so it will refuse the data (66110). Remove the loose data.
                  source: practice admin
                  fix: Empty the list (set retargetingData to [])
            "#]],
        );
        check(
            RULE.id,
            &value("[\"a\"]"),
            &expect![[r#"
                Note at retargetingData: This value has loose data beside it (1 in the list). Adwright cannot tell offline if the service accepts that: a service that keeps values as separate objects refuses it (66110). Remove it if you are not sure.
            "#]],
        );
    }
}
