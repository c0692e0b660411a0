use adwright_model::Id;
use rusqlite::{Connection, params};

use crate::history::{ObjectVersion, add_version};
use crate::outbox::{get_in_state, set_state};
use crate::sql::run;
use crate::{Fullness, Item, ItemTransition, OutboxState, Store, StoreError, TextOrigin, receipt};

/// The end of an item, with its proof.
#[derive(Debug, Clone, Copy)]
pub struct ItemSettlement<'a> {
    /// The item.
    pub item: &'a str,
    /// The change to its last state.
    pub transition: ItemTransition<'a>,
    /// The receipt's JSON text. It is stored and hashed unchanged.
    pub canonical: &'a str,
}

impl Store {
    /// Settles items in one commit: their states and their receipts, in this order. If the service confirmed one, also
    /// marks its draft as sent and adds its body to the object's versions. So no crash leaves an item without its
    /// proof, or a sent draft live.
    ///
    /// # Errors
    /// [`StoreError::WrongState`] for the first item that is in none of its transition's states. Then nothing is
    /// changed.
    pub fn items_settle(
        &self,
        settlements: &[ItemSettlement<'_>],
        at: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            for settlement in settlements {
                let ItemSettlement {
                    item,
                    transition,
                    canonical,
                } = settlement;
                let item = get_in_state(tx, item, transition.from)?;
                set_state(tx, &item.id, transition, at)?;
                if transition.to == OutboxState::Confirmed {
                    mark_sent(tx, &item, transition.target.or(item.target), at)?;
                }
                receipt::append(tx, &item.workspace, &item.id, canonical, at)?;
            }
            Ok(())
        })
    }
}

fn mark_sent(
    conn: &Connection,
    item: &Item,
    target: Option<Id>,
    at: i64,
) -> Result<(), StoreError> {
    if let Some(draft) = item.source.draft() {
        let sql = "UPDATE draft SET sent_at = ?2, revision = revision + 1 WHERE id = ?1";
        run(conn, sql, params![draft, at])?;
    }
    let Some(id) = target else { return Ok(()) };
    let version = ObjectVersion {
        text: item.body.clone(),
        origin: TextOrigin::Sent,
        fullness: Fullness::Full,
        seen_at: at,
    };
    add_version(conn, &item.workspace, item.kind, id, &version)
}
