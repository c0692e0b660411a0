use std::collections::HashMap;

use adwright_model::{Binding, Kind, Node, Path};

use crate::batch::{BatchRule, BatchRuleFactory};
use crate::check_input::{CheckInput, display_value};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// The members that distinguish values with equal text. The name does not.
const BELONGS: [Binding; 2] = [Binding::AdvertiserId, Binding::RetargetingActivity];

/// The same value, or the same reference, twice in one call.
pub(super) const RULE: Rule = Rule {
    id: "same-value",
    code: None,
    title: "The same value twice in one call",
    about: "Two values with the same content for one activity and advertiser are duplicates. If two values have \
           the same reference, nobody can tell afterwards which of them the service created.",
    source: "The interface, Endpoints: POST /tagManagers/retargetingDataValue creates \"one or more\"; Ad \
            objects: clientRefId appears in all objects. The fields of a value are \"not shown\"; in \
            Practice they are ours.",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[
        warning(
            "twice",
            "This value has the same content as value {first} of this call: {value}. Remove one of them.",
        ),
        warning(
            "reference",
            "{value} is also the reference of value {first} of this call. Give each value its own reference, so \
            that the reply can be matched.",
        ),
    ],
    check: |_| Vec::new(),
};

pub(super) const BATCH: BatchRuleFactory = |_| Box::new(SeenValues::default());

/// The first items with each content and each reference.
#[derive(Default)]
struct SeenValues {
    contents: HashMap<(Vec<String>, String), usize>,
    references: HashMap<String, usize>,
}

impl BatchRule for SeenValues {
    fn check_item(&mut self, at: usize, input: &CheckInput<'_>) -> Vec<Finding> {
        let text = |name: &str| comparable_text(&input.document.root().member(name)?);
        let bound = |binding: Binding| comparable_text(&input.find(binding)?.1);
        let finding = |case, field: &str, first: usize, value: &str| {
            let finding = RULE.finding(case, Path::root().child(field));
            finding
                .with_arg("first", (first + 1).to_string())
                .with_arg("value", value)
        };
        let belongs: Option<Vec<_>> = BELONGS.into_iter().map(bound).collect();
        let twice = belongs.zip(text("value")).and_then(|(belongs, value)| {
            let content = (belongs, value.clone());
            let first = *self.contents.entry(content).or_insert(at);
            (first < at).then(|| finding("twice", "value", first, &value))
        });
        let reference = text("clientRefId").and_then(|reference| {
            let first = *self.references.entry(reference.clone()).or_insert(at);
            (first < at).then(|| finding("reference", "clientRefId", first, &reference))
        });
        twice.into_iter().chain(reference).collect()
    }
}

/// Returns a value as it is compared; `None` if it is blank.
fn comparable_text(value: &Node<'_>) -> Option<String> {
    let text = display_value(value).trim().to_owned();
    (!value.is_null() && !text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::check_values;

    fn value(advertiser: u32, activity: u32, value: &str, more: &str) -> String {
        format!(
            r#"{{"advertiserId":{advertiser},"retargetingActivityId":{activity},"value":{value}{more}}}"#
        )
    }

    #[test]
    fn values_differing_in_relevant_fields_are_accepted() {
        let values = [
            value(1, 2, "\"cart\"", r#","clientRefId":"a""#),
            value(3, 2, "\"cart\"", r#","clientRefId":"b""#),
            value(1, 4, "\"cart\"", r#","clientRefId":null"#),
            value(1, 2, "\"Cart\"", r#","clientRefId":null"#),
            value(1, 2, "null", r#","clientRefId":" ""#),
            value(1, 2, "null", r#","clientRefId":" ""#),
        ];
        check_values(
            RULE.id,
            &values.each_ref().map(String::as_str),
            None,
            &expect![[""]],
        );
    }

    #[test]
    fn duplicate_value_is_reported() {
        let values = [
            value(1, 2, "\"cart\"", r#","name":"A","clientRefId":"a""#),
            value(1, 2, "\"other\"", r#","clientRefId":"b""#),
            value(1, 2, "\" cart\"", r#","name":"B","clientRefId":"b""#),
            value(1, 2, "\"cart\"", ""),
        ];
        check_values(
            RULE.id,
            &values.each_ref().map(String::as_str),
            None,
            &expect![[r#"
                3: Warning at value: This value has the same content as value 1 of this call: cart. Remove one of them.
                3: Warning at clientRefId: b is also the reference of value 2 of this call. Give each value its own reference, so that the reply can be matched.
                4: Warning at value: This value has the same content as value 1 of this call: cart. Remove one of them.
            "#]],
        );
    }
}
