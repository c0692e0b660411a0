//! Old versions and replies are removed by rule, and everything else stays.

use adwright_model::Id;
use adwright_store::{AttemptEnd, Fullness, OldData, OutboxState, StoredSize};

use crate::cache::entry;
use crate::home::{Home, KIND, to};

const fn size(count: u64, bytes: u64) -> StoredSize {
    StoredSize { count, bytes }
}

/// Fetches a text of campaign 7.
fn fetch(home: &Home, text: &str, at: i64) {
    let page = [entry(7, text, Fullness::Full, None)];
    home.store
        .cache_put_page(&home.workspace, KIND, &page, at)
        .unwrap();
}

/// Sends an update of an object, which the service answers with this reply.
fn answered(home: &Home, target: i64, reply: &str, at: i64) -> String {
    let item = home.planned(target);
    let attempt = home.begin_attempt(&[&item.id], "PUT /x", "{}", at).unwrap();
    let end = AttemptEnd {
        status: Some(200),
        reply: Some(reply.to_owned()),
        outcome: "{}".to_owned(),
        at,
    };
    home.store.attempt_finish(&attempt, &end).unwrap();
    item.id
}

fn reply(home: &Home, item: &str) -> (Option<String>, Option<i64>) {
    let attempt = home.store.attempt_list(item).unwrap().remove(0);
    (attempt.end.unwrap().reply, attempt.reply_removed_at)
}

#[test]
fn only_old_versions_and_replies_are_removed() {
    let home = Home::new();
    for (text, at) in [("{\"v\":1}", 10), ("{\"v\":22}", 20), ("{\"v\":3}", 30)] {
        fetch(&home, text, at);
    }
    let settled = answered(&home, 8, "{\"r\":1}", 10);
    let confirmed = to(OutboxState::Intent, OutboxState::Confirmed);
    home.settle(&settled, &confirmed, "{}", 11).unwrap();
    let open = answered(&home, 9, "{\"r\":2}", 10);
    let receipts = home.store.receipt_list(&home.workspace).unwrap();
    let old = OldData {
        versions: size(2, 15),
        replies: size(1, 7),
    };
    let nothing = OldData::default();
    assert_eq!(home.store.old_data(10).unwrap(), nothing);
    assert_eq!(home.store.old_data(99).unwrap(), old);
    assert_eq!(home.store.remove_old_data(99, 100).unwrap(), old);
    assert_eq!(home.store.remove_old_data(99, 101).unwrap(), nothing);
    let versions = home
        .store
        .cache_versions(&home.workspace, KIND, Id(7))
        .unwrap();
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0].text, "{\"v\":3}");
    let removed = |id| {
        home.store
            .cache_versions_removed_at(&home.workspace, KIND, Id(id))
    };
    assert_eq!(
        (removed(7).unwrap(), removed(8).unwrap()),
        (Some(100), None)
    );
    assert_eq!(reply(&home, &settled), (None, Some(100)));
    assert_eq!(reply(&home, &open), (Some("{\"r\":2}".to_owned()), None));
    assert_eq!(home.store.receipt_list(&home.workspace).unwrap(), receipts);
    assert_eq!(
        home.store.receipt_verify(&home.workspace).unwrap().broken,
        None
    );
}

#[test]
fn sizes_are_counted_by_content() {
    let home = Home::new();
    fetch(&home, "{\"v\":1}", 10);
    fetch(&home, "{\"v\":22}", 20);
    let item = answered(&home, 8, "{\"r\":1}", 10);
    let refused = to(OutboxState::Intent, OutboxState::Refused);
    home.settle(&item, &refused, "{\"receipt\":1}", 11).unwrap();
    let sizes = home.store.data_sizes().unwrap();
    assert_eq!(sizes.objects, size(1, 8));
    assert_eq!(sizes.versions, size(2, 15));
    assert_eq!(sizes.replies, size(1, 7));
    assert_eq!(sizes.receipts, size(1, 13));
    // Text, start and base of the draft are `{}`.
    assert_eq!(sizes.drafts, size(1, 6));
    assert_eq!((sizes.batches, sizes.backups), (size(0, 0), size(0, 0)));
    assert!(sizes.file_bytes > 0);
}
