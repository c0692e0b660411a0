use adwright_model::{Kind, Path};

use crate::batch::{
    BatchItem, BatchKeys, BatchRule, BatchRuleFactory, ItemGroups, ItemOrder, member_text,
};
use crate::check_input::CheckInput;
use crate::finding::Finding;
use crate::rule::{Rule, warning};

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

/// The items with each content and each reference.
#[derive(Default)]
struct SeenValues {
    contents: ItemGroups<u64>,
    references: ItemGroups<u64>,
}

impl SeenValues {
    /// Returns the case of each key of an item, with the items that have the same key.
    fn groups<'a>(
        &'a self,
        keys: &BatchKeys,
    ) -> impl Iterator<Item = (&'static str, &'a ItemGroups<u64>, u64)> {
        let twice = keys.content.map(|key| ("twice", &self.contents, key));
        let reference = keys
            .reference
            .map(|key| ("reference", &self.references, key));
        twice.into_iter().chain(reference)
    }

    fn groups_mut<'a>(
        &'a mut self,
        keys: &BatchKeys,
    ) -> impl Iterator<Item = (&'a mut ItemGroups<u64>, u64)> {
        let content = keys.content.map(|key| (&mut self.contents, key));
        let reference = keys.reference.map(|key| (&mut self.references, key));
        content.into_iter().chain(reference)
    }
}

impl BatchRule for SeenValues {
    fn insert(&mut self, item: BatchItem<'_>, changed: &mut Vec<u32>) {
        for (groups, key) in self.groups_mut(item.keys) {
            let before = groups.first(key);
            groups.insert(key, item.number, item.order);
            // The item that was first before may follow the new one.
            changed.extend(before.filter(|_| groups.first(key) != before));
        }
    }

    fn remove(&mut self, item: BatchItem<'_>, changed: &mut Vec<u32>) {
        for (groups, key) in self.groups_mut(item.keys) {
            let before = groups.first(key);
            groups.remove(key, item.number, item.order);
            changed.extend(groups.first(key).filter(|first| Some(*first) != before));
        }
    }

    fn reorder(&mut self, order: &ItemOrder) {
        self.contents.reorder(order);
        self.references.reorder(order);
    }

    fn counted_cases(&self, item: BatchItem<'_>, cases: &mut Vec<(&'static Rule, &'static str)>) {
        let groups = self.groups(item.keys);
        let repeated = groups.filter(|(_, groups, key)| groups.first(*key) != Some(item.number));
        cases.extend(repeated.map(|(case, ..)| (&RULE, case)));
    }

    fn findings(&self, item: BatchItem<'_>, input: &CheckInput<'_>) -> Vec<Finding> {
        let finding = |(case, groups, key): (&'static str, &ItemGroups<u64>, u64)| {
            let first = groups.first(key).filter(|first| *first != item.number)?;
            let field = if case == "twice" {
                "value"
            } else {
                "clientRefId"
            };
            let place = item.order.position(first)? + 1;
            let finding = RULE.finding(case, Path::root().child(field));
            let finding = finding.with_arg("first", place.to_string());
            Some(finding.with_arg("value", member_text(input, field)?))
        };
        self.groups(item.keys).filter_map(finding).collect()
    }
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
