//! Facts that no document holds and the rules need. The service knows all of them.

use adwright_checks::{Fact, FactSource, FactValue};

use crate::storage::activities::Activity;
use crate::storage::parties::Advertiser;
use crate::storage::placements::Placement;

/// Returns the facts that a campaign's placements decide.
pub(crate) fn placement_facts(placements: &[Placement]) -> [(Fact, FactValue); 2] {
    let verification = placements
        .iter()
        .filter(|placement| placement.is_verification())
        .count();
    [
        (Fact::PlacementAttached, value_from_count(placements.len())),
        (
            Fact::VerificationPlacementAttached,
            value_from_count(verification),
        ),
    ]
}

/// Returns the facts that an advertiser's settings decide.
pub(crate) fn advertiser_facts(advertiser: &Advertiser) -> [(Fact, FactValue); 2] {
    [
        (
            Fact::AdvertiserHasPrivacySection,
            value_with_detail(advertiser.privacy_section, &advertiser.name),
        ),
        (
            Fact::AdvertiserDisablesCookies,
            value_with_detail(advertiser.disable_cookies, &advertiser.name),
        ),
    ]
}

/// Returns the facts about a retargeting value, from the flag and the activities of its advertiser.
pub(crate) fn value_facts(
    advertiser: &Advertiser,
    activity: Option<&Activity>,
) -> Vec<(Fact, FactValue)> {
    let of_advertiser = activity.map(|activity| {
        let is_theirs = activity.advertiser_id == advertiser.id;
        (
            Fact::ActivityOfAdvertiser,
            value_with_detail(is_theirs, &activity.name),
        )
    });
    let keeps = value_objects_fact(advertiser);
    of_advertiser.into_iter().chain([keeps]).collect()
}

/// Returns the advertiser's flag `UseRetargetingDataValueObject` as a fact.
pub(crate) fn value_objects_fact(advertiser: &Advertiser) -> (Fact, FactValue) {
    let known = value_with_detail(advertiser.value_objects, &advertiser.name);
    (Fact::KeepsValueObjects, known)
}

/// Returns the fact that says if the user may save.
pub(crate) fn privilege_fact(may_write: bool) -> (Fact, FactValue) {
    (Fact::MayWrite, practice_value(may_write, None))
}

fn value_from_count(placements: usize) -> FactValue {
    let detail = match placements {
        1 => "1 placement".to_owned(),
        count => format!("{count} placements"),
    };
    practice_value(placements > 0, Some(detail))
}

fn value_with_detail(value: bool, detail: &str) -> FactValue {
    practice_value(value, Some(detail.to_owned()))
}

fn practice_value(value: bool, detail: Option<String>) -> FactValue {
    FactValue {
        value,
        source: FactSource::Service,
        detail,
    }
}
