//! Placements. The interface names no resource for them, but two rules need them.

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

/// Returns every pair of campaign and site that placements join, with the campaign's advertiser, in this order.
pub(crate) fn campaign_sites(tx: &Transaction<'_>) -> rusqlite::Result<Vec<(i64, i64, i64)>> {
    let sql = "SELECT DISTINCT campaign.id, site_id, advertiser_id
               FROM placement JOIN campaign ON campaign.id = campaign_id ORDER BY 1, 2";
    tx.prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}

pub(crate) fn next_id(tx: &Transaction<'_>) -> rusqlite::Result<i64> {
    let sql = "SELECT coalesce(max(id), 0) + 1 FROM placement";
    tx.query_row(sql, [], |row| row.get(0))
}

pub(crate) fn insert(
    tx: &Transaction<'_>,
    campaign: i64,
    placement: &Placement,
) -> rusqlite::Result<()> {
    let Placement {
        id,
        site_id,
        name,
        kind,
    } = placement;
    tx.prepare_cached(
        "INSERT INTO placement (id, campaign_id, site_id, name, type) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute((id, campaign, site_id, name, kind))?;
    Ok(())
}

/// Deletes a placement. Returns whether it existed.
pub(crate) fn remove(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    Ok(tx.execute("DELETE FROM placement WHERE id = ?1", [id])? > 0)
}

/// Returns the placements of a campaign, by id.
pub(crate) fn list_by_campaign(
    tx: &Transaction<'_>,
    campaign: i64,
) -> rusqlite::Result<Vec<Placement>> {
    tx.prepare("SELECT id, site_id, name, type FROM placement WHERE campaign_id = ?1 ORDER BY id")?
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
