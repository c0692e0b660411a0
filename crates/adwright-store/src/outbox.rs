use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row, params, params_from_iter};

use crate::batch::count_change;
use crate::item::{ITEM, get, read, read_sent};
use crate::sql::{self, new_id, row, rows, run};
use crate::{
    Item, ItemSource, ItemVerb, OutboxState, SentItem, Store, StoreError, batch_operation, draft,
};

/// The drafts or rows that a person releases together.
#[derive(Debug, Clone, Copy)]
pub struct NewSend<'a> {
    /// The workspace.
    pub workspace: &'a str,
    /// The person who releases them.
    pub person: &'a str,
    /// The items, in the order of sending.
    pub items: &'a [NewItem],
}

/// A draft or a row to send.
#[derive(Debug, Clone)]
pub struct NewItem {
    /// The draft or the row.
    pub source: ItemSource,
    /// The [`crate::Draft::revision`] or [`crate::StoredBatch::revision`] that the person reviewed.
    pub revision: u32,
    /// The object's kind.
    pub kind: Kind,
    /// Create or update.
    pub verb: ItemVerb,
    /// The object's id on the service; `None` for a create.
    pub target: Option<Id>,
    /// The object's name, for the lists.
    pub title: String,
    /// The object's exact text for the service, as far as it is known yet.
    pub body: String,
    /// The service's text when the draft was created.
    pub base_text: Option<String>,
    /// The fingerprint by which a create is looked up.
    pub fingerprint: Option<String>,
    /// The [`content_hash`](crate::content_hash) of a new object without our reference; `None` for an update.
    pub content: Option<String>,
    /// The errors that the person overrides, as JSON.
    pub overrides: String,
    /// The paths that an update changes; empty for a create.
    pub fields: Vec<String>,
}

/// A change of an item's state, and its reason.
#[derive(Debug, Clone, Copy)]
pub struct ItemTransition<'a> {
    /// The state in which the transition is allowed.
    pub from: OutboxState,
    /// The new state.
    pub to: OutboxState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// What happened, as JSON.
    pub outcome: &'a str,
    /// The evidence, as JSON; `None` removes earlier evidence.
    pub evidence: Option<&'a str>,
    /// The object's id on the service, if it is learned now; `None` leaves it unchanged.
    pub target: Option<Id>,
}

impl Store {
    /// Adds all items of a send to the queue, or none of them.
    ///
    /// # Errors
    /// [`StoreError::AlreadyBeingSent`], [`StoreError::RevisionConflict`] or [`StoreError::DraftClosed`] for the first
    /// draft that cannot be sent; [`StoreError::BatchConflict`], [`StoreError::BatchDiscarded`] or
    /// [`StoreError::RowAlreadySent`] for the first row. [`StoreError::NotFound`] for a draft or batch of another
    /// workspace.
    pub fn items_enqueue(&self, new: &NewSend<'_>, at: i64) -> Result<Vec<Item>, StoreError> {
        let send = new_id();
        let sql = "INSERT INTO send (id, workspace, person, created_at) VALUES (?1, ?2, ?3, ?4)";
        self.write(|tx| {
            run(tx, sql, params![send, new.workspace, new.person, at])?;
            let mut batches = BTreeMap::new();
            let mut items = Vec::with_capacity(new.items.len());
            for item in new.items {
                match &item.source {
                    ItemSource::Draft(id) => {
                        let draft = draft::get_at_revision(tx, id, item.revision)?;
                        ensure_workspace(new, &draft.workspace, "draft", id)?;
                    }
                    ItemSource::Row { batch: id, .. } => {
                        if batches.get(&**id) != Some(&item.revision) {
                            let batch = batch_operation::get_at_revision(tx, id, item.revision)?;
                            ensure_workspace(new, &batch.workspace, "batch", id)?;
                            batches.insert(&**id, item.revision);
                        }
                    }
                }
                let planned = planned_item(new, &send, item, at);
                insert_planned(tx, &planned, item)?;
                items.push(planned);
            }
            // A row that is being sent counts as changed, so that an edit that was planned before fails.
            for batch in batches.into_keys() {
                count_change(tx, batch)?;
            }
            Ok(items)
        })
    }

    /// Removes the planned items of a send and unlocks their drafts. Returns the number of removed items.
    pub fn items_cancel_planned(&self, send: &str) -> Result<usize, StoreError> {
        let attempts = "DELETE FROM item_attempt
                     WHERE item IN (SELECT id FROM item WHERE send = ?1 AND state = 'planned')";
        let items = "DELETE FROM item WHERE send = ?1 AND state = 'planned'";
        self.write(|tx| {
            run(tx, attempts, [send])?;
            run(tx, items, [send])
        })
    }

    /// Returns the item with this id.
    pub fn item_get(&self, id: &str) -> Result<Item, StoreError> {
        self.read(|conn| get(conn, id))
    }

    /// Returns the items of a draft or row with an attempt, the last one first. `except` is the item that is being sent
    /// now.
    pub fn item_list_attempted(
        &self,
        source: &ItemSource,
        except: Option<&str>,
    ) -> Result<Vec<Item>, StoreError> {
        // Each of the two has its own index.
        let is_it = match source {
            ItemSource::Draft(_) => "item.draft = ?1 AND ?2 IS NULL AND ?3 IS NULL",
            ItemSource::Row { .. } => "item.batch = ?2 AND item.batch_row = ?3 AND ?1 IS NULL",
        };
        let sql = format!(
            "{ITEM} WHERE {is_it} AND item.id IS NOT ?4
             AND EXISTS (SELECT 1 FROM item_attempt WHERE item_attempt.item = item.id)
             ORDER BY item.rowid DESC"
        );
        let (draft, batch, row) = source.columns();
        self.read(|conn| rows(conn, &sql, (draft, batch, row, except), read))
    }

    /// Returns the ids of those items of a send whose draft or row has an earlier item with an attempt.
    pub fn item_ids_sent_again(&self, send: &str) -> Result<HashSet<String>, StoreError> {
        // Each of the two has its own index.
        let sql = "SELECT id FROM item WHERE send = ?1
                   AND (EXISTS (SELECT 1 FROM item AS earlier
                                JOIN item_attempt ON item_attempt.item = earlier.id
                                WHERE earlier.draft = item.draft AND earlier.id <> item.id)
                        OR EXISTS (SELECT 1 FROM item AS earlier
                                   JOIN item_attempt ON item_attempt.item = earlier.id
                                   WHERE earlier.batch = item.batch AND earlier.batch_row = item.batch_row
                                     AND earlier.id <> item.id))";
        let ids = self.read(|conn| rows(conn, sql, [send], |row| row.get(0)))?;
        Ok(ids.into_iter().collect())
    }

    /// Returns the kinds and the ids on the service of those of these items that have one.
    pub fn item_targets(&self, items: &[&str]) -> Result<Vec<(Kind, Id)>, StoreError> {
        let sql = "SELECT kind, target_id FROM item
                   WHERE id IN (SELECT value FROM json_each(?1)) AND target_id IS NOT NULL";
        let read = |row: &Row<'_>| Ok((sql::kind_column(row, "kind")?, Id(row.get(1)?)));
        let items = serde_json::json!(items).to_string();
        self.read(|conn| rows(conn, sql, [items], read))
    }

    /// Returns the last item of a row; `None` if it was never released.
    pub fn item_find_last_of_row(&self, batch: &str, row: u32) -> Result<Option<Item>, StoreError> {
        let sql = format!(
            "{ITEM} WHERE item.batch = ?1 AND item.batch_row = ?2 ORDER BY item.rowid DESC LIMIT 1"
        );
        self.read(|conn| sql::row(conn, &sql, (batch, row), read))
    }

    /// Returns the number of rows of a batch whose last item is in each state.
    pub fn row_state_counts(&self, batch: &str) -> Result<Vec<(OutboxState, u32)>, StoreError> {
        let sql = "SELECT state, COUNT(*) FROM item
                   WHERE rowid IN (SELECT MAX(rowid) FROM item WHERE batch = ?1 GROUP BY batch_row) GROUP BY state";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.read(|conn| rows(conn, sql, [batch], read))
    }

    /// Returns the state of the last item of each row that was ever released, by row.
    pub fn row_states(&self, batch: &str) -> Result<BTreeMap<u32, OutboxState>, StoreError> {
        let sql = "SELECT batch_row, state FROM item WHERE batch = ?1 ORDER BY rowid";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let states = self.read(|conn| rows(conn, sql, [batch], read))?;
        Ok(states.into_iter().collect())
    }

    /// Returns the state of the last item of each of these rows that was ever released.
    pub fn row_states_among(
        &self,
        batch: &str,
        rows_of_batch: &[u32],
    ) -> Result<BTreeMap<u32, OutboxState>, StoreError> {
        let sql = "SELECT batch_row, state FROM item WHERE batch = ?1 AND batch_row IN (SELECT value FROM json_each(?2))
                   ORDER BY rowid";
        let among = serde_json::json!(rows_of_batch).to_string();
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let states = self.read(|conn| rows(conn, sql, [batch, &among], read))?;
        Ok(states.into_iter().collect())
    }

    /// Returns those of consecutive rows that are being sent, were sent, or wait for a person. Their cells stay as they
    /// are.
    pub fn locked_rows(
        &self,
        batch: &str,
        rows_of_batch: RangeInclusive<u32>,
    ) -> Result<Vec<u32>, StoreError> {
        let sql = "SELECT batch_row FROM item WHERE batch IS NOT NULL AND batch = ?1 AND batch_row BETWEEN ?2 AND ?3
                   AND state NOT IN ('refused', 'taken_back')";
        let (first, last) = rows_of_batch.into_inner();
        self.read(|conn| rows(conn, sql, (batch, first, last), |row| row.get(0)))
    }

    /// Returns the last item of a draft; `None` if it was never released.
    pub fn item_find_last(&self, draft: &str) -> Result<Option<Item>, StoreError> {
        let sql = format!("{ITEM} WHERE item.draft = ?1 ORDER BY item.rowid DESC LIMIT 1");
        self.read(|conn| row(conn, &sql, [draft], read))
    }

    /// Returns the item that locks a draft: planned, being sent, unknown, or waiting for a person. `None` if no item
    /// does.
    pub fn item_find_open(&self, draft: &str) -> Result<Option<Item>, StoreError> {
        self.read(|conn| find_open_item(conn, draft))
    }

    /// Returns the item that the service confirmed for a draft; `None` while the draft is live.
    pub fn item_find_confirmed(&self, draft: &str) -> Result<Option<Item>, StoreError> {
        let sql = format!("{ITEM} WHERE item.draft = ?1 AND item.state = 'confirmed'");
        self.read(|conn| row(conn, &sql, [draft], read))
    }

    /// Returns the items of a workspace in any of these states, the oldest first.
    pub fn item_list(
        &self,
        workspace: &str,
        states: &[OutboxState],
    ) -> Result<Vec<Item>, StoreError> {
        let marks = placeholders(states);
        let sql =
            format!("{ITEM} WHERE send.workspace = ? AND state IN ({marks}) ORDER BY item.rowid");
        self.read(|conn| {
            rows(
                conn,
                &sql,
                params_from_iter(query_params(workspace, states)),
                read,
            )
        })
    }

    /// Returns the ids of the items of a workspace in any of these states that were written to the service, or may have
    /// been.
    pub fn item_ids_attempted(
        &self,
        workspace: &str,
        states: &[OutboxState],
    ) -> Result<HashSet<String>, StoreError> {
        let marks = placeholders(states);
        let sql = format!(
            "SELECT DISTINCT item.id FROM item JOIN send ON send.id = item.send
             JOIN item_attempt ON item_attempt.item = item.id
             WHERE send.workspace = ? AND state IN ({marks})"
        );
        let words = params_from_iter(query_params(workspace, states));
        let ids = self.read(|conn| rows(conn, &sql, words, |row| row.get(0)))?;
        Ok(ids.into_iter().collect())
    }

    /// Returns the number of items of a workspace in any of these states.
    pub fn item_count(&self, workspace: &str, states: &[OutboxState]) -> Result<u32, StoreError> {
        let marks = placeholders(states);
        let sql = format!(
            "SELECT COUNT(*) FROM item JOIN send ON send.id = item.send
             WHERE send.workspace = ? AND state IN ({marks})"
        );
        let words = params_from_iter(query_params(workspace, states));
        Ok(self
            .read(|conn| row(conn, &sql, words, |row| row.get(0)))?
            .unwrap_or(0))
    }

    /// Returns all items that left the queue, the last planned first. The rows' order decides, so a clock that was set
    /// back has no effect.
    pub fn sent_list(&self, workspace: &str) -> Result<Vec<SentItem>, StoreError> {
        let sql = "SELECT item.*, send.person, send.created_at AS released_at FROM item JOIN send ON send.id = item.send
                   WHERE send.workspace = ?1 AND state <> 'planned' ORDER BY item.rowid DESC";
        self.read(|conn| rows(conn, sql, [workspace], read_sent))
    }

    /// Returns the sent items of a workspace that changed a field, each with the paths as a JSON list. Equal lists have
    /// equal texts.
    pub fn sent_fields(&self, workspace: &str) -> Result<HashMap<String, String>, StoreError> {
        let sql = "SELECT item.id, item.fields FROM item JOIN send ON send.id = item.send
                   WHERE send.workspace = ?1 AND state <> 'planned' AND item.fields <> '[]'";
        let pairs =
            self.read(|conn| rows(conn, sql, [workspace], |row| Ok((row.get(0)?, row.get(1)?))))?;
        Ok(pairs.into_iter().collect())
    }

    /// Changes the state of an item. Only [`Store::items_settle`] reaches a settled state.
    ///
    /// # Errors
    /// [`StoreError::WrongState`] if the item is in another state. [`StoreError::NoReceipt`] for a settled state.
    pub fn item_transition(
        &self,
        id: &str,
        transition: &ItemTransition<'_>,
        at: i64,
    ) -> Result<Item, StoreError> {
        if transition.to.is_settled() {
            return Err(StoreError::NoReceipt {
                item: id.to_owned(),
            });
        }
        self.write(|tx| {
            set_state(tx, id, transition, at)?;
            get(tx, id)
        })
    }
}

/// Returns the item that locks a draft. The states are compared as in the index `item_open`. Otherwise SQLite would
/// not use the index.
pub(crate) fn find_open_item(conn: &Connection, draft: &str) -> Result<Option<Item>, StoreError> {
    let sql = format!(
        "{ITEM} WHERE item.draft = ?1 AND item.state NOT IN ('refused', 'taken_back') AND item.state <> 'confirmed'"
    );
    row(conn, &sql, [draft], read)
}

/// Refuses a draft or batch of another workspace.
fn ensure_workspace(
    new: &NewSend<'_>,
    workspace: &str,
    noun: &'static str,
    id: &str,
) -> Result<(), StoreError> {
    if workspace == new.workspace {
        return Ok(());
    }
    Err(StoreError::not_found(noun, id))
}

fn planned_item(new: &NewSend<'_>, send: &str, item: &NewItem, at: i64) -> Item {
    Item {
        id: new_id(),
        send: send.to_owned(),
        workspace: new.workspace.to_owned(),
        person: new.person.to_owned(),
        overrides: item.overrides.clone(),
        source: item.source.clone(),
        kind: item.kind,
        verb: item.verb,
        target: item.target,
        title: item.title.clone(),
        body: item.body.clone(),
        before_image: None,
        base_text: item.base_text.clone(),
        fingerprint: item.fingerprint.clone(),
        state: OutboxState::Planned,
        code: None,
        outcome: None,
        at,
        evidence: None,
    }
}

/// Inserts a planned item. The index `item_row_locked` refuses a row that must not be sent again.
fn insert_planned(conn: &Connection, item: &Item, new: &NewItem) -> Result<(), StoreError> {
    let sql = "INSERT INTO item
                   (id, send, draft, batch, batch_row, kind, verb, target_id, title, body, base_text, fingerprint, content,
                    overrides, state, at, fields)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
               ON CONFLICT (batch, batch_row)
                   WHERE batch IS NOT NULL AND state NOT IN ('refused', 'taken_back')
                   DO NOTHING";
    let (draft, batch, batch_row) = item.source.columns();
    let values = params![
        item.id,
        item.send,
        draft,
        batch,
        batch_row,
        item.kind.as_str(),
        item.verb,
        item.target.map(|target| target.0),
        item.title,
        item.body,
        item.base_text,
        item.fingerprint,
        new.content,
        item.overrides,
        item.state,
        item.at,
        serde_json::json!(new.fields).to_string(),
    ];
    match (run(conn, sql, values)?, &item.source) {
        (0, ItemSource::Row { batch, row }) => Err(StoreError::RowAlreadySent {
            batch: batch.clone(),
            row: *row,
        }),
        _ => Ok(()),
    }
}

/// Refuses a transition that changed no row, because the item is in another state.
pub(crate) fn ensure_changed(
    conn: &Connection,
    id: &str,
    changed: usize,
) -> Result<(), StoreError> {
    if changed > 0 {
        return Ok(());
    }
    let item = get(conn, id)?;
    Err(StoreError::WrongState {
        item: item.id,
        state: item.state,
    })
}

pub(crate) fn set_state(
    conn: &Connection,
    id: &str,
    transition: &ItemTransition<'_>,
    at: i64,
) -> Result<(), StoreError> {
    let ItemTransition {
        from,
        to,
        code,
        outcome,
        evidence,
        target,
    } = transition;
    let sql = "UPDATE item SET state = ?2, code = ?3, outcome = ?4, evidence = ?5,
               target_id = COALESCE(?6, target_id), at = ?7 WHERE id = ?1 AND state = ?8";
    let target = target.map(|target| target.0);
    let values = params![id, to, code, outcome, evidence, target, at, from];
    let changed = run(conn, sql, values)?;
    ensure_changed(conn, id, changed)
}

fn placeholders(states: &[OutboxState]) -> String {
    vec!["?"; states.len()].join(", ")
}

fn query_params<'a>(
    workspace: &'a str,
    states: &'a [OutboxState],
) -> impl Iterator<Item = &'a str> {
    std::iter::once(workspace).chain(states.iter().map(|state| state.as_str()))
}
