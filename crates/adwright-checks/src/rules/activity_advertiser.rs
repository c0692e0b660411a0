use std::collections::HashMap;

use adwright_model::{Binding, Kind, Path};

use crate::batch::{BatchRule, BatchRuleFactory};
use crate::check_input::CheckInput;
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// 66108: an activity of another advertiser.
///
/// Without the fact, a single value gets no note, because every value would get it. Two values of one call can
/// contradict each other, because an activity has one advertiser.
pub(super) const RULE: Rule = Rule {
    id: "activity-of-advertiser",
    code: Some(66108),
    title: "Activity of another advertiser",
    about: "A retargeting activity belongs to one advertiser, and a value of it must be for the same one. The \
           value does not show the activity's advertiser, but two values of one call can contradict each other.",
    source: "The interface, Retargeting data value, rule 2: \"The retargeting activity of each value must \
            belong to the same advertiser (66108).\"",
    kinds: &[Kind::RetargetingDataValue],
    cases: &[
        error(
            "refused",
            "The activity does not belong to advertiser {advertiser}, so the service will refuse this \
            value (66108). Choose an activity of that advertiser.",
        ),
        error(
            "contradicts",
            "Activity {activity} is listed with advertiser {advertiser} here, but with advertiser {other} at value \
            {first}. An activity has one advertiser, so the service will refuse one of the two (66108). Correct \
            the wrong one.",
        ),
        note(
            "mixed",
            "This value is for advertiser {advertiser}, but value {first} of this call is for advertiser {other}. \
            Adwright cannot tell offline if the service accepts both in one call (66108). If it refuses them, send \
            one call for each advertiser.",
        ),
    ],
    check,
};

pub(super) const BATCH: BatchRuleFactory = |_| Box::new(ActivityOwners::default());

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    let known = input.fact(Fact::ActivityOfAdvertiser);
    let finding = known.filter(|known| !known.value).and_then(|known| {
        let (_, advertiser) = find_id(input, Binding::AdvertiserId)?;
        let (path, _) = input.find(Binding::RetargetingActivity)?;
        let finding = RULE.finding("refused", path);
        let finding = finding.with_arg("advertiser", advertiser.to_string());
        Some(finding.with_source(known.source_text()))
    });
    finding.into_iter().collect()
}

/// Returns an id and its path.
fn find_id(input: &CheckInput<'_>, binding: Binding) -> Option<(Path, i64)> {
    let (path, node) = input.find(binding)?;
    Some((path, node.as_id()?))
}

/// The advertiser of each activity and of the call, as the first value of the call states it.
#[derive(Default)]
struct ActivityOwners {
    by_activity: HashMap<i64, FirstMention>,
    of_call: Option<FirstMention>,
    is_mixed: bool,
}

/// The first item that names an advertiser.
#[derive(Clone, Copy)]
struct FirstMention {
    advertiser: i64,
    item: usize,
}

impl BatchRule for ActivityOwners {
    fn check_item(&mut self, at: usize, input: &CheckInput<'_>) -> Vec<Finding> {
        let Some((path, advertiser)) = find_id(input, Binding::AdvertiserId) else {
            return Vec::new();
        };
        let finding = |case, path: Path, first: FirstMention| {
            RULE.finding(case, path)
                .with_arg("advertiser", advertiser.to_string())
                .with_arg("other", first.advertiser.to_string())
                .with_arg("first", (first.item + 1).to_string())
        };
        let this = FirstMention {
            advertiser,
            item: at,
        };
        let differs = |first: FirstMention| first.advertiser != advertiser;
        if let Some((path, activity)) = find_id(input, Binding::RetargetingActivity) {
            let owner = *self.by_activity.entry(activity).or_insert(this);
            if differs(owner) {
                let finding = finding("contradicts", path, owner);
                return vec![finding.with_arg("activity", activity.to_string())];
            }
        }
        let first = *self.of_call.get_or_insert(this);
        let is_first_other = differs(first) && !self.is_mixed;
        self.is_mixed |= is_first_other;
        let mixed = is_first_other.then(|| finding("mixed", path, first));
        mixed.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check, check_values};

    #[test]
    fn value_belongs_to_advertiser_of_its_activity() {
        let value = || {
            TestCase::new_of(
                Kind::RetargetingDataValue,
                r#"{"advertiserId":1,"retargetingActivityId":2}"#,
            )
        };
        let knowing =
            |is_so| value().with_fact(Fact::ActivityOfAdvertiser, is_so, Some("activity 2"));
        check(RULE.id, &value(), &expect![[""]]);
        check(RULE.id, &knowing(true), &expect![[""]]);
        check(
            RULE.id,
            &knowing(false),
            &expect![[r#"
            Error at retargetingActivityId: The activity does not belong to advertiser 1, so the service will refuse this value (66108). Choose an activity of that advertiser.
              source: practice admin: activity 2
        "#]],
        );
    }

    #[test]
    fn activity_is_read_at_its_configured_place() {
        let value = r#"{"advertiserId":1,"of":{"activity":2}}"#;
        let value = TestCase::new_of(Kind::RetargetingDataValue, value)
            .with_binding(Binding::RetargetingActivity, "of.activity")
            .with_fact(Fact::ActivityOfAdvertiser, false, None);
        check(
            RULE.id,
            &value,
            &expect![[r#"
                Error at of.activity: The activity does not belong to advertiser 1, so the service will refuse this value (66108). Choose an activity of that advertiser.
                  source: practice admin
            "#]],
        );
    }

    #[test]
    fn an_activity_has_one_advertiser() {
        let one = r#"{"advertiserId":1,"retargetingActivityId":2}"#;
        let same = [one, one, r#"{"advertiserId":1,"retargetingActivityId":3}"#];
        check_values(RULE.id, &same, None, &expect![[""]]);
        let incomplete = [
            one,
            r#"{"retargetingActivityId":2}"#,
            r#"{"advertiserId":null}"#,
        ];
        check_values(RULE.id, &incomplete, None, &expect![[""]]);
        let other = [one, one, r#"{"advertiserId":4,"retargetingActivityId":2}"#];
        check_values(
            RULE.id,
            &other,
            None,
            &expect![[r#"
                3: Error at retargetingActivityId: Activity 2 is listed with advertiser 4 here, but with advertiser 1 at value 1. An activity has one advertiser, so the service will refuse one of the two (66108). Correct the wrong one.
            "#]],
        );
    }

    #[test]
    fn several_advertisers_in_one_call_are_noted_once() {
        let values = [
            r#"{"advertiserId":1,"retargetingActivityId":2}"#,
            r#"{"advertiserId":4}"#,
            r#"{"advertiserId":5,"retargetingActivityId":6}"#,
        ];
        check_values(
            RULE.id,
            &values,
            None,
            &expect![[r#"
                2: Note at advertiserId: This value is for advertiser 4, but value 1 of this call is for advertiser 1. Adwright cannot tell offline if the service accepts both in one call (66108). If it refuses them, send one call for each advertiser.
            "#]],
        );
    }
}
