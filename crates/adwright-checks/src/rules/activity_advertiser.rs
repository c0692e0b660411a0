use std::collections::HashMap;

use adwright_model::{Binding, Kind, Path};

use crate::batch::{BatchItem, BatchKeys, BatchRule, BatchRuleFactory, ItemGroups, ItemOrder};
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

pub(super) const BATCH: BatchRuleFactory = |_| Box::new(AdvertiserMentions::default());

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

/// An activity, if the item has one, with the advertiser of the item.
type Pair = (Option<i64>, i64);

/// The advertisers that the items of one activity name.
struct ActivityOwners {
    /// The advertiser of the first item.
    owner: i64,
    advertisers: Vec<i64>,
}

/// The items that name an advertiser.
#[derive(Default)]
struct AdvertiserMentions {
    pairs: ItemGroups<Pair>,
    activities: HashMap<i64, ActivityOwners>,
    /// The first item of all, with its advertiser.
    first: Option<(u32, i64)>,
}

impl AdvertiserMentions {
    /// Finds the owner of an activity again. Appends the items of the activity if it has another owner now.
    fn update_owner(
        &mut self,
        (activity, advertiser): Pair,
        order: &ItemOrder,
        changed: &mut Vec<u32>,
    ) {
        let Some(activity) = activity else { return };
        let owners = self.activities.entry(activity);
        let owners = owners.or_insert_with(|| ActivityOwners {
            owner: advertiser,
            advertisers: Vec::new(),
        });
        let first = |advertiser: i64| self.pairs.first((Some(activity), advertiser));
        let is_known = owners.advertisers.contains(&advertiser);
        match first(advertiser) {
            Some(_) if !is_known => owners.advertisers.push(advertiser),
            None => owners.advertisers.retain(|known| *known != advertiser),
            Some(_) => {}
        }
        let advertisers = owners.advertisers.iter().copied();
        let by_place = |known: &i64| first(*known).and_then(|first| order.position(first));
        match advertisers.min_by_key(by_place) {
            None => drop(self.activities.remove(&activity)),
            Some(owner) if owner == owners.owner => {}
            Some(owner) => {
                owners.owner = owner;
                let pairs = owners
                    .advertisers
                    .iter()
                    .map(|known| (Some(activity), *known));
                changed.extend(pairs.flat_map(|pair| self.pairs.items(pair)));
            }
        }
    }

    /// Finds the first item of all again.
    fn update_first(&mut self, order: &ItemOrder) {
        let first = self
            .pairs
            .firsts()
            .min_by_key(|(_, first)| order.position(*first));
        self.first = first.map(|((_, advertiser), item)| (item, advertiser));
    }

    /// Returns the owner of an activity that the pair contradicts.
    fn other_owner(&self, (activity, advertiser): Pair) -> Option<i64> {
        let owner = self.activities.get(&activity?)?.owner;
        (owner != advertiser).then_some(owner)
    }

    /// Returns whether an item is the first one with another advertiser than the first item of all, without those that
    /// contradict.
    fn is_first_other(&self, item: BatchItem<'_>, (_, first): (u32, i64)) -> bool {
        let is_other = |pair: Pair| pair.1 != first && self.other_owner(pair).is_none();
        let is_before = |other: u32| item.order.is_before(other, item.number);
        let mut firsts = self.pairs.firsts();
        pair(item.keys).is_some_and(is_other)
            && !firsts.any(|(pair, other)| is_other(pair) && is_before(other))
    }
}

fn pair(keys: &BatchKeys) -> Option<Pair> {
    Some((keys.activity, keys.advertiser?))
}

impl BatchRule for AdvertiserMentions {
    fn insert(&mut self, item: BatchItem<'_>, changed: &mut Vec<u32>) {
        let Some(pair) = pair(item.keys) else { return };
        self.pairs.insert(pair, item.number, item.order);
        self.update_owner(pair, item.order, changed);
        let first = self.first.map(|(first, _)| first);
        if first.is_none_or(|first| item.order.is_before(item.number, first)) {
            self.first = Some((item.number, pair.1));
        }
    }

    fn remove(&mut self, item: BatchItem<'_>, changed: &mut Vec<u32>) {
        let Some(pair) = pair(item.keys) else { return };
        self.pairs.remove(pair, item.number, item.order);
        self.update_owner(pair, item.order, changed);
        if self.first.is_some_and(|(first, _)| first == item.number) {
            self.update_first(item.order);
        }
    }

    fn reorder(&mut self, order: &ItemOrder) {
        self.pairs.reorder(order);
        for (activity, owners) in &mut self.activities {
            let first = |advertiser: &i64| self.pairs.first((Some(*activity), *advertiser));
            let place = |advertiser: &i64| order.position(first(advertiser)?);
            let advertisers = owners.advertisers.iter().copied();
            owners.owner = advertisers.min_by_key(place).unwrap_or(owners.owner);
        }
        self.update_first(order);
    }

    fn counted_cases(&self, item: BatchItem<'_>, cases: &mut Vec<(&'static Rule, &'static str)>) {
        let owner = pair(item.keys).and_then(|pair| self.other_owner(pair));
        cases.extend(owner.map(|_| (&RULE, "contradicts")));
    }

    fn findings(&self, item: BatchItem<'_>, input: &CheckInput<'_>) -> Vec<Finding> {
        let finding = || {
            let (activity, advertiser) = pair(item.keys)?;
            let finding = |case, binding, first: u32, other: i64| {
                let (path, _) = input.find(binding)?;
                let finding = RULE.finding(case, path);
                let finding = finding.with_arg("advertiser", advertiser.to_string());
                let finding = finding.with_arg("other", other.to_string());
                Some(finding.with_arg("first", (item.order.position(first)? + 1).to_string()))
            };
            if let Some(owner) = self.other_owner((activity, advertiser)) {
                let first = self.pairs.first((activity, owner))?;
                let finding = finding("contradicts", Binding::RetargetingActivity, first, owner)?;
                return Some(finding.with_arg("activity", activity?.to_string()));
            }
            let first = self
                .first
                .filter(|first| self.is_first_other(item, *first))?;
            finding("mixed", Binding::AdvertiserId, first.0, first.1)
        };
        finding().into_iter().collect()
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
