use adwright_model::Kind;
use rusqlite::{Row, params};

use crate::sql::{row, run};
use crate::{Store, StoreError};

/// The result of the last fetch of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchState {
    /// When it ended.
    pub at: i64,
    /// True if it reached the end of the list.
    pub complete: bool,
    /// Why the fetch is incomplete, as its owner encodes it.
    pub reason: Option<String>,
    /// The total that the service reported.
    pub total: Option<u32>,
}

impl Store {
    /// Returns the result of the last fetch of a kind; `None` before the first.
    pub fn fetch_state_get(
        &self,
        workspace: &str,
        kind: Kind,
    ) -> Result<Option<FetchState>, StoreError> {
        let sql = "SELECT * FROM fetch_state WHERE workspace = ?1 AND kind = ?2";
        self.read(|conn| row(conn, sql, (workspace, kind.as_str()), read))
    }

    /// Stores the result of the last fetch of a kind.
    pub fn fetch_state_set(
        &self,
        workspace: &str,
        kind: Kind,
        state: &FetchState,
    ) -> Result<(), StoreError> {
        let FetchState {
            at,
            complete,
            reason,
            total,
        } = state;
        let sql = "INSERT INTO fetch_state (workspace, kind, at, complete, reason, total)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                   ON CONFLICT (workspace, kind) DO UPDATE
                   SET at = excluded.at, complete = excluded.complete, reason = excluded.reason, total = excluded.total";
        let values = params![workspace, kind.as_str(), at, complete, reason, total];
        self.write(|tx| run(tx, sql, values).map(drop))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<FetchState> {
    Ok(FetchState {
        at: row.get("at")?,
        complete: row.get("complete")?,
        reason: row.get("reason")?,
        total: row.get("total")?,
    })
}
