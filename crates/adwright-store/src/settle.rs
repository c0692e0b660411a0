use rusqlite::{Connection, params};

use crate::history::{ObjectVersion, add_version};
use crate::outbox::set_state;
use crate::receipt::ReceiptChain;
use crate::sql::run;
use crate::{Fullness, Item, ItemTransition, OutboxState, Store, StoreError, TextOrigin};

/// The end of an item, with its proof.
#[derive(Debug, Clone, Copy)]
pub struct ItemSettlement<'a> {
    /// The item as it is stored.
    pub item: &'a Item,
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
    /// [`StoreError::WrongState`] for the first item that is in another state than its transition's. Then nothing is
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
                    item,
                    transition,
                    canonical,
                } = settlement;
                set_state(tx, &item.id, transition, at)?;
                if transition.to == OutboxState::Confirmed {
                    mark_sent(tx, settlement, at)?;
                }
                let same = chain.filter(|chain| chain.workspace == item.workspace);
                let read = || ReceiptChain::read(tx, item.workspace.clone());
                let mut of_item = same.map_or_else(read, Ok)?;
                of_item.append(tx, &item.id, canonical, at)?;
                chain = Some(of_item);
            }
            Ok(())
        })
    }
}

fn mark_sent(
    conn: &Connection,
    settlement: &ItemSettlement<'_>,
    at: i64,
) -> Result<(), StoreError> {
    let item = settlement.item;
    if let Some(draft) = item.source.draft() {
        let sql = "UPDATE draft SET sent_at = ?2, revision = revision + 1 WHERE id = ?1";
        run(conn, sql, params![draft, at])?;
    }
    let Some(id) = settlement.transition.target.or(item.target) else {
        return Ok(());
    };
    let version = ObjectVersion {
        text: item.body.clone(),
        origin: TextOrigin::Sent,
        fullness: Fullness::Full,
        seen_at: at,
    };
    add_version(conn, &item.workspace, item.kind, id, &version)
}
