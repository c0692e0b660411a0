use rusqlite::{Connection, params};

use crate::history::{ObjectVersion, add_version};
use crate::item::get;
use crate::outbox::{get_in_state, set_state};
use crate::sql::run;
use crate::{
    Fullness, Item, ItemTransition, OutboxState, Receipt, Store, StoreError, TextOrigin, receipt,
};

impl Store {
    /// Settles an item in one commit: its state and its receipt. If the service confirmed it, also marks the draft as
    /// sent and adds the body to the object's versions. So no crash leaves an item without its proof, or a sent draft
    /// live.
    ///
    /// `canonical` is the receipt's JSON text. It is stored and hashed unchanged.
    ///
    /// # Errors
    /// [`StoreError::WrongState`] if the item is in none of the transition's states.
    pub fn item_settle(
        &self,
        id: &str,
        transition: &ItemTransition<'_>,
        canonical: &str,
        at: i64,
    ) -> Result<Receipt, StoreError> {
        self.write(|tx| {
            get_in_state(tx, id, transition.from)?;
            set_state(tx, id, transition, at)?;
            let item = get(tx, id)?;
            if item.state == OutboxState::Confirmed {
                mark_sent(tx, &item, at)?;
            }
            receipt::append(tx, &item.workspace, id, canonical, at)
        })
    }
}

fn mark_sent(conn: &Connection, item: &Item, at: i64) -> Result<(), StoreError> {
    if let Some(draft) = item.source.draft() {
        let sql = "UPDATE draft SET sent_at = ?2, revision = revision + 1 WHERE id = ?1";
        run(conn, sql, params![draft, at])?;
    }
    let Some(id) = item.target else { return Ok(()) };
    let version = ObjectVersion {
        text: item.body.clone(),
        origin: TextOrigin::Sent,
        fullness: Fullness::Full,
        seen_at: at,
    };
    add_version(conn, &item.workspace, item.kind, id, &version)
}
