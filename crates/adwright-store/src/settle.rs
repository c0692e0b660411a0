use rusqlite::{Connection, params};

use crate::history::{Version, add_version};
use crate::item::get;
use crate::outbox::{in_state, set_state};
use crate::sql::run;
use crate::{Fullness, Item, Origin, Receipt, State, Store, StoreError, Transition, receipt};

impl Store {
    /// Settles an item, in one commit: its state, its receipt, and where the service has it also the draft as sent and
    /// the body as one of the object's versions. So no crash leaves an item without its proof, or a sent draft live.
    ///
    /// `canonical` is the receipt's JSON text; it is kept and hashed as it is.
    ///
    /// # Errors
    /// [`StoreError::WrongState`] where it is in none of the states that the transition begins from.
    pub fn item_settle(
        &self,
        id: &str,
        transition: &Transition<'_>,
        canonical: &str,
        at: i64,
    ) -> Result<Receipt, StoreError> {
        self.write(|tx| {
            in_state(tx, id, transition.from)?;
            set_state(tx, id, transition, at)?;
            let item = get(tx, id)?;
            if item.state == State::Confirmed {
                note_sent(tx, &item, at)?;
            }
            receipt::append(tx, &item.workspace, id, canonical, at)
        })
    }
}

fn note_sent(c: &Connection, item: &Item, at: i64) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET sent_at = ?2, revision = revision + 1 WHERE id = ?1";
    run(c, sql, params![item.draft, at])?;
    let Some(id) = item.target else { return Ok(()) };
    let version = Version {
        text: item.body.clone(),
        origin: Origin::Sent,
        fullness: Fullness::Full,
        seen_at: at,
    };
    add_version(c, &item.workspace, item.kind, id, &version)
}
