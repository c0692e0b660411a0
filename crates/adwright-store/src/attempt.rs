use rusqlite::{Row, params};

use crate::sql::{new_id, rows, run};
use crate::{Store, StoreError};

/// One request that was sent, or about to be sent, for one or more items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Its own id.
    pub id: String,
    /// Method and path, such as `PUT /campaigns/1072288341`.
    pub request: String,
    /// When it began.
    pub at: i64,
    /// The outcome; `None` if the program ended before the outcome was known.
    pub end: Option<AttemptEnd>,
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptEnd {
    /// The HTTP status; `None` without a reply.
    pub status: Option<u16>,
    /// The reply's text.
    pub reply: Option<String>,
    /// The outcome, as JSON.
    pub outcome: String,
    /// When the outcome was known.
    pub at: i64,
}

impl Store {
    /// Commits that a request is about to be sent for these items, and returns the attempt's id. Must be called before
    /// the first byte is sent.
    pub fn attempt_begin(
        &self,
        items: &[&str],
        request: &str,
        at: i64,
    ) -> Result<String, StoreError> {
        let id = new_id();
        let sql = "INSERT INTO attempt (id, request, at) VALUES (?1, ?2, ?3)";
        let link = "INSERT INTO item_attempt (item, attempt) VALUES (?1, ?2)";
        self.write(|tx| {
            run(tx, sql, params![id, request, at])?;
            for item in items {
                run(tx, link, [item, &id.as_str()])?;
            }
            Ok(())
        })?;
        Ok(id)
    }

    /// Stores the outcome of an attempt.
    pub fn attempt_finish(&self, id: &str, end: &AttemptEnd) -> Result<(), StoreError> {
        let AttemptEnd {
            status,
            reply,
            outcome,
            at,
        } = end;
        let sql = "UPDATE attempt SET status = ?2, reply = ?3, outcome = ?4, finished_at = ?5 WHERE id = ?1";
        let values = params![id, status, reply, outcome, at];
        match self.write(|tx| run(tx, sql, values))? {
            0 => Err(StoreError::not_found("attempt", id)),
            _ => Ok(()),
        }
    }

    /// Returns all attempts of an item, the oldest first.
    pub fn attempt_list(&self, item: &str) -> Result<Vec<Attempt>, StoreError> {
        let sql =
            "SELECT attempt.* FROM attempt JOIN item_attempt ON item_attempt.attempt = attempt.id
                   WHERE item_attempt.item = ?1 ORDER BY attempt.rowid";
        self.read(|conn| rows(conn, sql, [item], read))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Attempt> {
    Ok(Attempt {
        id: row.get("id")?,
        request: row.get("request")?,
        at: row.get("at")?,
        end: read_end(row)?,
    })
}

fn read_end(row: &Row<'_>) -> rusqlite::Result<Option<AttemptEnd>> {
    let Some(at) = row.get("finished_at")? else {
        return Ok(None);
    };
    Ok(Some(AttemptEnd {
        status: row.get("status")?,
        reply: row.get("reply")?,
        outcome: row.get("outcome")?,
        at,
    }))
}
