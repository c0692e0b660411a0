//! Placements: the interface names no resource for them, but two rules ask about them.

use rusqlite::Transaction;

/// The placement types that count as verification tracking.
pub(crate) const VERIFICATION_TYPES: [&str; 2] = [
    "Verification Tracking",
    "In-Stream Video Verification Tracking",
];

/// A placement attached to a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) id: i64,
    pub(crate) site_id: i64,
    pub(crate) name: String,
    pub(crate) kind: String,
}

impl Placement {
    pub(crate) fn is_verification(&self) -> bool {
        VERIFICATION_TYPES.contains(&self.kind.as_str())
    }
}

/// The placements attached to a campaign, by id.
pub(crate) fn of_campaign(
    data: &Transaction<'_>,
    campaign: i64,
) -> rusqlite::Result<Vec<Placement>> {
    data.prepare(
        "SELECT id, site_id, name, type FROM placement WHERE campaign_id = ?1 ORDER BY id",
    )?
    .query_map([campaign], |row| {
        Ok(Placement {
            id: row.get(0)?,
            site_id: row.get(1)?,
            name: row.get(2)?,
            kind: row.get(3)?,
        })
    })?
    .collect()
}
