//! The verification of the receipts names the first one that was changed or removed.

use adwright_views::{BrokenProperty, ReceiptAudit};
use rusqlite::Connection;

use crate::{fetched, new_campaign, newest, send};

const SWAP: &str =
    "UPDATE receipt SET seq = 9 WHERE seq = 2; UPDATE receipt SET seq = 2 WHERE seq = 3;
    UPDATE receipt SET seq = 3 WHERE seq = 9";
const CHANGE_ONE_BYTE: &str =
    "UPDATE receipt SET canonical = replace(canonical, '\"title\":\"Two\"', '\"title\":\"Too\"')
    WHERE seq = 2";
const REMOVE_ITEM: &str = "PRAGMA foreign_keys = OFF; DELETE FROM item WHERE id = (SELECT item FROM receipt WHERE seq = 2)";

/// Returns place, title and property of the first broken receipt.
fn broken(audit: &ReceiptAudit) -> (u32, &str, BrokenProperty) {
    let broken = audit.broken.as_ref().unwrap();
    assert_eq!(audit.intact, broken.seq - 1);
    let title = broken.title.as_deref().unwrap();
    (broken.seq, title, broken.property)
}

#[tokio::test]
async fn receipt_audit_names_the_first_break() {
    use BrokenProperty::{Hash, Item, Link, Order, Receipt};
    let desktop = fetched().await;
    let audit = || desktop.outbox.verify_receipts().unwrap();
    assert_eq!(audit().message, "There are no receipts yet.");
    for name in ["One", "Two", "Three"] {
        send(&desktop, &new_campaign(&desktop, name)).await;
    }
    let item = newest(&desktop).item;
    let whole = audit();
    assert_eq!((whole.intact, &whole.broken), (3, &None));
    assert_eq!(whole.last_hash, desktop.outbox.receipt(&item).unwrap().hash);

    let raw = Connection::open(desktop.home().join("adwright.db")).unwrap();
    let run = |sql: &str| raw.execute_batch(sql).unwrap();
    run("CREATE TEMP TABLE kept AS SELECT * FROM receipt");
    for (damage, place) in [
        (CHANGE_ONE_BYTE, (2, "Two", Hash)),
        (SWAP, (2, "Three", Link)),
        ("DELETE FROM receipt WHERE seq = 1", (1, "Two", Order)),
        ("DELETE FROM receipt WHERE seq = 3", (3, "Three", Receipt)),
        (REMOVE_ITEM, (2, "Two", Item)),
    ] {
        run(damage);
        let found = audit();
        assert_eq!(broken(&found), place, "{damage}");
        let item = found.broken.unwrap().item;
        let opened = item.map(|item| desktop.outbox.receipt(&item).unwrap().row.title);
        assert_eq!(opened.as_deref(), (place.2 != Item).then_some(place.1));
        run("DELETE FROM receipt; INSERT INTO receipt SELECT * FROM kept");
    }
}
