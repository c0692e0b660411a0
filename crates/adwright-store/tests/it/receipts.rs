use adwright_store::ChainFault::{self, Hash, Link, MissingItem, MissingReceipt, Order};
use adwright_store::{ChainStatus, ItemSettlement, OutboxState};

use crate::home::{Home, settle, to};

/// Three refused items with their receipts.
fn three() -> (Home, Vec<String>) {
    let home = Home::new();
    let items = [1, 2, 3].map(|target| {
        let id = home.planned(target).id;
        let refused = to(OutboxState::Planned, OutboxState::Refused);
        let canonical = format!("{{\"campaign\":{target}}}");
        home.settle(&id, &refused, &canonical, 40 + target).unwrap();
        id
    });
    (home, items.into())
}

fn verdict(home: &Home) -> ChainStatus {
    home.store.receipt_verify(&home.workspace).unwrap()
}

/// Returns the number of receipts of an intact chain.
fn intact(home: &Home) -> u32 {
    let status = verdict(home);
    assert_eq!(status.broken, None);
    status.length
}

#[test]
fn each_receipt_holds_the_previous_hash() {
    let (home, items) = three();
    let receipts: Vec<_> = items
        .iter()
        .map(|item| home.store.receipt_get(item).unwrap().unwrap())
        .collect();
    assert_eq!(receipts[0].prev_hash, None);
    assert_eq!(receipts[1].prev_hash.as_ref(), Some(&receipts[0].hash));
    assert_eq!(receipts[2].prev_hash.as_ref(), Some(&receipts[1].hash));
    assert_eq!(receipts[2].hash.len(), 64);
    assert_eq!(receipts[2].canonical, "{\"campaign\":3}");
    let [_, _, last] = receipts.try_into().unwrap();
    let status = ChainStatus {
        length: 3,
        last_hash: Some(last.hash),
        broken: None,
    };
    assert_eq!(verdict(&home), status);
}

#[test]
fn receipts_of_one_commit_form_a_chain() {
    let (home, _) = three();
    let items = [4, 5].map(|target| home.planned(target));
    let settlements = items.each_ref().map(|item| ItemSettlement {
        item,
        transition: to(OutboxState::Planned, OutboxState::Refused),
        canonical: "{}",
    });
    home.store.items_settle(&settlements, 50).unwrap();
    assert_eq!(intact(&home), 5);
}

#[test]
fn open_item_has_no_receipt_and_chain_holds() {
    let home = Home::new();
    let item = home.planned(7);
    assert_eq!(home.store.receipt_get(&item.id).unwrap(), None);
    assert_eq!(intact(&home), 0);
}

const SWAP: &str =
    "UPDATE receipt SET seq = 9 WHERE seq = 2; UPDATE receipt SET seq = 2 WHERE seq = 3;
    UPDATE receipt SET seq = 3 WHERE seq = 9";

/// Each damage with the item and the place of the first break.
const DAMAGES: [(&str, usize, u32, ChainFault); 15] = [
    (
        "UPDATE receipt SET canonical = '{\"campaign\":22}' WHERE seq = 2",
        2,
        2,
        Hash,
    ),
    (
        "UPDATE receipt SET canonical = '' WHERE seq > 1",
        2,
        2,
        Hash,
    ),
    ("UPDATE receipt SET at = at + 1 WHERE seq = 1", 1, 1, Hash),
    (
        "UPDATE receipt SET hash = prev_hash WHERE seq = 3",
        3,
        3,
        Hash,
    ),
    (
        "UPDATE receipt SET prev_hash = NULL WHERE seq = 2",
        2,
        2,
        Link,
    ),
    (
        "UPDATE receipt SET prev_hash = 'x' WHERE seq = 1",
        1,
        1,
        Link,
    ),
    (SWAP, 3, 2, Link),
    ("UPDATE receipt SET seq = seq - 1", 1, 1, Order),
    ("DELETE FROM receipt WHERE seq = 1", 2, 1, Order),
    ("DELETE FROM receipt WHERE seq = 2", 3, 2, Order),
    ("DELETE FROM receipt WHERE seq = 3", 3, 3, MissingReceipt),
    ("DELETE FROM receipt WHERE seq > 1", 2, 2, MissingReceipt),
    (
        "DELETE FROM receipt WHERE seq = 1; UPDATE receipt SET seq = seq - 1",
        2,
        1,
        Link,
    ),
    (
        "UPDATE receipt SET item = (SELECT id FROM item WHERE target_id = 4) WHERE seq = 3",
        4,
        3,
        Hash,
    ),
    (
        "PRAGMA foreign_keys = OFF; DELETE FROM item WHERE target_id = 2",
        2,
        2,
        MissingItem,
    ),
];

#[test]
fn receipt_chain_reveals_any_change() {
    for (sql, item, place, fault) in DAMAGES {
        let (home, mut items) = three();
        items.push(home.planned(4).id);
        home.raw().execute_batch(sql).unwrap();
        let status = verdict(&home);
        let broken = status.broken.unwrap();
        let found = (broken.item, status.length + 1, broken.fault);
        assert_eq!(found, (items[item - 1].clone(), place, fault), "{sql}");
    }
}

#[test]
fn two_handles_write_one_chain() {
    let home = Home::new();
    let other = home.again();
    for (target, store) in (1..).zip([&home.store, &other, &home.store, &other]) {
        let id = home.planned(target).id;
        let refused = to(OutboxState::Planned, OutboxState::Refused);
        settle(store, &id, &refused, "{}", 40).unwrap();
    }
    assert_eq!(intact(&home), 4);
}
