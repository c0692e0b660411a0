//! Retargeting activities. The interface names no resource for them, but each value belongs to one.

use rusqlite::{OptionalExtension, Row, Transaction};

/// An activity of people on an advertiser's site, which its values report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Activity {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) advertiser_id: i64,
}

pub(crate) fn find_activity(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<Activity>> {
    let sql = "SELECT id, name, advertiser_id FROM activity WHERE id = ?1";
    tx.prepare_cached(sql)?
        .query_row([id], activity_row)
        .optional()
}

/// Returns all activities, or those of one advertiser, by id.
pub(crate) fn activities(
    tx: &Transaction<'_>,
    advertiser: Option<i64>,
) -> rusqlite::Result<Vec<Activity>> {
    let sql = "SELECT id, name, advertiser_id FROM activity
               WHERE ?1 IS NULL OR advertiser_id = ?1 ORDER BY id";
    tx.prepare(sql)?
        .query_map([advertiser], activity_row)?
        .collect()
}

pub(crate) fn insert(tx: &Transaction<'_>, activity: &Activity) -> rusqlite::Result<()> {
    let sql = "INSERT INTO activity (id, name, advertiser_id) VALUES (?1, ?2, ?3)";
    let Activity {
        id,
        name,
        advertiser_id,
    } = activity;
    tx.prepare_cached(sql)?.execute((id, name, advertiser_id))?;
    Ok(())
}

fn activity_row(row: &Row<'_>) -> rusqlite::Result<Activity> {
    Ok(Activity {
        id: row.get(0)?,
        name: row.get(1)?,
        advertiser_id: row.get(2)?,
    })
}
