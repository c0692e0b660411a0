//! What the rules ask and no document holds: the service knows all of it.

use adwright_checks::{Fact, FactSource, Known};

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
