//! What the rules ask and no document holds: the service knows all of it.

use adwright_checks::{Fact, FactSource, Known};

use crate::storage::activities::Activity;
use crate::storage::parties::Advertiser;
use crate::storage::placements::Placement;

/// What a campaign's placements tell.
pub(crate) fn of_placements(placements: &[Placement]) -> [(Fact, Known); 2] {
    let verification = placements
        .iter()
        .filter(|placement| placement.is_verification())
        .count();
    [
        (Fact::PlacementAttached, counted(placements.len())),
        (Fact::VerificationPlacementAttached, counted(verification)),
    ]
}

/// What an advertiser's own settings tell.
pub(crate) fn of_advertiser(advertiser: &Advertiser) -> [(Fact, Known); 2] {
    [
        (
            Fact::AdvertiserHasPrivacySection,
            named(advertiser.privacy_section, &advertiser.name),
        ),
        (
            Fact::AdvertiserDisablesCookies,
            named(advertiser.disable_cookies, &advertiser.name),
        ),
    ]
}

/// What an advertiser's flag and its activities tell about a retargeting value that is for it.
pub(crate) fn of_value(advertiser: &Advertiser, activity: Option<&Activity>) -> Vec<(Fact, Known)> {
    let of_advertiser = activity.map(|activity| {
        let is_theirs = activity.advertiser_id == advertiser.id;
        (Fact::ActivityOfAdvertiser, named(is_theirs, &activity.name))
    });
    let keeps = keeps_objects(advertiser);
    of_advertiser.into_iter().chain([keeps]).collect()
}

/// The flag `UseRetargetingDataValueObject` of an advertiser.
pub(crate) fn keeps_objects(advertiser: &Advertiser) -> (Fact, Known) {
    let known = named(advertiser.value_objects, &advertiser.name);
    (Fact::KeepsValueObjects, known)
}

/// Whether the user may save.
pub(crate) fn of_privilege(may_write: bool) -> (Fact, Known) {
    (Fact::MayWrite, known(may_write, None))
}

fn counted(placements: usize) -> Known {
    let detail = match placements {
        1 => "1 placement".to_owned(),
        count => format!("{count} placements"),
    };
    known(placements > 0, Some(detail))
}

fn named(value: bool, advertiser: &str) -> Known {
    known(value, Some(advertiser.to_owned()))
}

fn known(value: bool, detail: Option<String>) -> Known {
    Known {
        value,
        source: FactSource::Service,
        detail,
    }
}
