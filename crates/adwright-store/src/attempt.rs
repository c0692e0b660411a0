use rusqlite::{Row, params};

use crate::outbox::ensure_changed;
use crate::sql::{new_id, row, rows, run};
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
    /// When the retention rule removed the reply; `None` if it did not.
    pub reply_removed_at: Option<i64>,
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptEnd {
    /// The HTTP status; `None` without a reply.
    pub status: Option<u16>,
    /// The reply's text; `None` without a reply, and after its removal by the retention rule.
    pub reply: Option<String>,
    /// The outcome, as JSON.
    pub outcome: String,
    /// When the outcome was known.
    pub at: i64,
}

/// An item that a request is about to send.
#[derive(Debug, Clone, Copy)]
pub struct OutgoingItem<'a> {
    /// The item.
    pub id: &'a str,
    /// The object's exact text, as it is sent.
    pub body: &'a str,
    /// The service's text just before the write; `None` for a create.
    pub before_image: Option<&'a str>,
}

impl Store {
    /// Commits that a request is about to be sent for these planned items, and returns the attempt's id. Their state is
    /// then [`Intent`](crate::OutboxState::Intent), for the reason `outcome` in JSON. Must be called before the first
    /// byte is sent.
    ///
    /// # Errors
    /// [`StoreError::WrongState`] for the first item that is not planned. Then nothing is changed.
    pub fn attempt_begin(
        &self,
        items: &[OutgoingItem<'_>],
        request: &str,
        outcome: &str,
        at: i64,
    ) -> Result<String, StoreError> {
        let id = new_id();
        let sql = "INSERT INTO attempt (id, request, at) VALUES (?1, ?2, ?3)";
        let link = "INSERT INTO item_attempt (item, attempt) VALUES (?1, ?2)";
        let intent = "UPDATE item SET body = ?2, before_image = ?3, state = 'intent', code = NULL, outcome = ?4,
                      evidence = NULL, at = ?5 WHERE id = ?1 AND state = 'planned'";
        self.write(|tx| {
            run(tx, sql, params![id, request, at])?;
            for item in items {
                let values = params![item.id, item.body, item.before_image, outcome, at];
                let changed = run(tx, intent, values)?;
                ensure_changed(tx, item.id, changed)?;
                run(tx, link, [item.id, &id])?;
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

    /// Returns whether a request was ever about to be sent for an item.
    pub fn item_has_attempt(&self, item: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM item_attempt WHERE item = ?1 LIMIT 1";
        let found: Option<u32> = self.read(|conn| row(conn, sql, [item], |row| row.get(0)))?;
        Ok(found.is_some())
    }

    /// Returns the most items of one request of the workspace that ended with one of these outcomes; 0 without any.
    pub fn largest_attempt(&self, workspace: &str, outcomes: [&str; 2]) -> Result<u32, StoreError> {
        let sql = "SELECT max(items) FROM (
                     SELECT count(*) AS items FROM send JOIN item ON item.send = send.id
                     JOIN item_attempt ON item_attempt.item = item.id
                     JOIN attempt ON attempt.id = item_attempt.attempt
                     WHERE send.workspace = ?1 AND attempt.outcome IN (?2, ?3) GROUP BY attempt.id)";
        let [first, second] = outcomes;
        let values = params![workspace, first, second];
        let largest: Option<Option<u32>> =
            self.read(|conn| row(conn, sql, values, |row| row.get(0)))?;
        Ok(largest.flatten().unwrap_or_default())
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
        reply_removed_at: row.get("reply_removed_at")?,
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
