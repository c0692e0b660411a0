//! Placements of the demo campaigns.

use rusqlite::Transaction;

use super::random::Random;
use crate::storage::placements::VERIFICATION_TYPES;

/// A site of the demo data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DemoSite {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
}

/// The sites of the campaigns.
pub(crate) const SITES: [DemoSite; 7] = [
    DemoSite {
        id: 7101,
        name: "Daily Lanternpost",
    },
    DemoSite {
        id: 7102,
        name: "Kioskwetter",
    },
    DemoSite {
        id: 7103,
        name: "Goalpost Live",
    },
    DemoSite {
        id: 7104,
        name: "Roamwell",
    },
    DemoSite {
        id: 7105,
        name: "Pantry Notes",
    },
    DemoSite {
        id: 7106,
        name: "Streamhall",
    },
    DemoSite {
        id: 7107,
        name: "Torgbladet",
    },
];

const FORMATS: [(&str, &str); 6] = [
    ("728x90", "Standard Banner"),
    ("300x250", "Standard Banner"),
    ("160x600", "Standard Banner"),
    ("970x250", "Rich Media Banner"),
    ("pre-roll 15 s", "In-Stream Video"),
    ("pre-roll 30 s", "In-Stream Video"),
];

/// Attaches `count` ordinary placements to the campaign.
pub(crate) fn attach(
    tx: &Transaction<'_>,
    campaign: i64,
    count: i64,
    random: &mut Random,
) -> rusqlite::Result<()> {
    for _ in 0..count {
        let (format, kind) = random.pick(&FORMATS);
        insert(tx, campaign, format, kind, random)?;
    }
    Ok(())
}

/// Attaches a verification tracking placement of one of the two types.
pub(crate) fn attach_verification(
    tx: &Transaction<'_>,
    campaign: i64,
    random: &mut Random,
) -> rusqlite::Result<()> {
    let kind = random.pick(&VERIFICATION_TYPES);
    insert(tx, campaign, "verification", kind, random)
}

fn insert(
    tx: &Transaction<'_>,
    campaign: i64,
    format: &str,
    kind: &str,
    random: &mut Random,
) -> rusqlite::Result<()> {
    let site = random.pick(&SITES);
    tx.prepare_cached(
        "INSERT INTO placement (campaign_id, site_id, name, type) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute((campaign, site.id, format!("{}, {format}", site.name), kind))?;
    Ok(())
}
