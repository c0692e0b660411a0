use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row, params};

use crate::history::{ObjectVersion, add_version};
use crate::outbox::set_state;
use crate::receipt::ReceiptChain;
use crate::sql::{kind_column, row, run};
use crate::{Fullness, ItemTransition, OutboxState, Store, StoreError, TextOrigin};

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
            let mut chain: Option<ReceiptChain> = None;
            for settlement in settlements {
                let ItemSettlement {
                    item: id,
                    transition,
                    canonical,
                } = settlement;
                let item = SettledItem::read(tx, id, transition.from)?;
                set_state(tx, id, transition, at)?;
                if transition.to == OutboxState::Confirmed {
                    item.mark_sent(tx, transition.target, at)?;
                }
                let same = chain.filter(|chain| chain.workspace == item.workspace);
                let mut of_item =
                    same.map_or_else(|| ReceiptChain::read(tx, item.workspace), Ok)?;
                of_item.append(tx, id, canonical, at)?;
                chain = Some(of_item);
            }
            Ok(())
        })
    }
}

/// The part of an item that its settlement needs.
struct SettledItem {
    workspace: String,
    draft: Option<String>,
    kind: Kind,
    target: Option<Id>,
    body: String,
}

impl SettledItem {
    /// Reads the item if it is in one of the states `from`.
    fn read(conn: &Connection, id: &str, from: &[OutboxState]) -> Result<Self, StoreError> {
        let sql = "SELECT item.state, send.workspace, draft, kind, target_id, body
                   FROM item JOIN send ON send.id = item.send WHERE item.id = ?1";
        let read = |row: &Row<'_>| {
            let item = Self {
                workspace: row.get(1)?,
                draft: row.get(2)?,
                kind: kind_column(row, "kind")?,
                target: row.get::<_, Option<i64>>(4)?.map(Id),
                body: row.get(5)?,
            };
            Ok((row.get(0)?, item))
        };
        let found = row(conn, sql, [id], read)?;
        let (state, item) = found.ok_or_else(|| StoreError::not_found("item", id))?;
        if from.contains(&state) {
            return Ok(item);
        }
        Err(StoreError::WrongState {
            item: id.to_owned(),
            state,
        })
    }

    fn mark_sent(&self, conn: &Connection, target: Option<Id>, at: i64) -> Result<(), StoreError> {
        if let Some(draft) = &self.draft {
            let sql = "UPDATE draft SET sent_at = ?2, revision = revision + 1 WHERE id = ?1";
            run(conn, sql, params![draft, at])?;
        }
        let Some(id) = target.or(self.target) else {
            return Ok(());
        };
        let version = ObjectVersion {
            text: self.body.clone(),
            origin: TextOrigin::Sent,
            fullness: Fullness::Full,
            seen_at: at,
        };
        add_version(conn, &self.workspace, self.kind, id, &version)
    }
}
