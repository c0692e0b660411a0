//! Queries that only campaigns need.

use rusqlite::{OptionalExtension, Transaction};

/// Returns the account of a campaign, whoever owns it.
pub(crate) fn account_of(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<i64>> {
    tx.query_row(
        "SELECT account_id FROM campaign WHERE id = ?1",
        [id],
        |row| row.get(0),
    )
    .optional()
}

/// Returns the advertiser of a campaign, whoever owns it.
pub(crate) fn advertiser_of(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<i64>> {
    tx.query_row(
        "SELECT advertiser_id FROM campaign WHERE id = ?1",
        [id],
        |row| row.get(0),
    )
    .optional()
}
