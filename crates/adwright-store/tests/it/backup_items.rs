//! Single drafts and batches are restored from a backup.

use adwright_model::Id;
use adwright_store::{OutboxState, Store, StoreError};

use crate::batches;
use crate::home::{Home, KIND, append, history, to};

/// Makes a backup, and returns its name.
fn back_up(home: &Home) -> String {
    home.store.back_up_before_send().unwrap();
    Store::backups(&home.database()).remove(0).name
}

#[test]
fn draft_is_restored_with_its_edits() {
    let home = Home::new();
    let kept = append(&home.store, &home.draft_of(Some(7)).unwrap(), "kept", false).unwrap();
    let backup = back_up(&home);
    let later = append(&home.store, &kept, "later", false).unwrap();
    let drafts = home.store.backup_drafts(&backup, &home.workspace).unwrap();
    assert_eq!(drafts.len(), 1);
    assert_eq!(drafts[0].draft, kept);
    assert_eq!(drafts[0].live.as_ref(), Some(&later));

    let restored = home
        .store
        .backup_restore_draft(&backup, &kept.id, 50)
        .unwrap();
    assert_eq!(
        (&restored.text, restored.position),
        (&kept.text, kept.position)
    );
    assert_eq!(
        history(&home.store, &restored),
        "kept |  -> {\"name\":\"kept\"}"
    );
    let live = home
        .store
        .draft_by_target(&home.workspace, KIND, Id(7))
        .unwrap();
    assert_eq!(live.unwrap().id, restored.id);
    let replaced = home.store.draft_get(&later.id).unwrap();
    assert_eq!(
        (replaced.discarded_at, replaced.text),
        (Some(50), later.text)
    );
}

#[test]
fn restored_draft_replaces_any_draft_of_its_object() {
    let home = Home::new();
    let kept = home.draft_of(Some(7)).unwrap();
    let backup = back_up(&home);
    home.store.draft_discard(&kept.id, 20).unwrap();
    let other = home.draft_of(Some(7)).unwrap();
    let restored = home
        .store
        .backup_restore_draft(&backup, &kept.id, 50)
        .unwrap();
    let live = home.store.draft_list(&home.workspace).unwrap();
    assert_eq!(
        live.iter().map(|draft| &draft.id).collect::<Vec<_>>(),
        [&restored.id]
    );
    assert_eq!(
        home.store.draft_get(&other.id).unwrap().discarded_at,
        Some(50)
    );
}

#[test]
fn sent_draft_is_not_restored_from_a_backup() {
    let home = Home::new();
    let item = home.planned(7);
    let draft = home.draft_of_item(&item);
    let backup = back_up(&home);
    let restore = || home.store.backup_restore_draft(&backup, &draft.id, 50);
    assert!(matches!(
        restore(),
        Err(StoreError::AlreadyBeingSent { .. })
    ));
    home.begin_attempt(&[&item.id], "PUT /x", "{}", 30).unwrap();
    let confirmed = to(OutboxState::Intent, OutboxState::Confirmed);
    home.settle(&item.id, &confirmed, "{}", 40).unwrap();
    assert!(matches!(restore(), Err(StoreError::DraftClosed { .. })));
    assert_eq!(home.store.draft_list(&home.workspace).unwrap(), []);
}

#[test]
fn missing_batch_is_restored_whole() {
    let home = Home::new();
    let batch = batches::batch(&home);
    let backup = back_up(&home);
    let listed = || {
        home.store
            .backup_batches(&backup, &home.workspace)
            .unwrap()
            .remove(0)
    };
    assert!(listed().exists);
    let exists = home.store.backup_restore_batch(&backup, &batch.id);
    assert!(matches!(exists, Err(StoreError::BatchExists { .. })));
    let lose = "PRAGMA foreign_keys = ON; DELETE FROM batch_order; DELETE FROM batch_chunk; DELETE FROM batch";
    home.raw().execute_batch(lose).unwrap();
    assert!(!listed().exists);
    home.store.backup_restore_batch(&backup, &batch.id).unwrap();
    assert_eq!(home.store.batch_get(&batch.id).unwrap(), batch);
    let unknown = home.store.backup_restore_batch(&backup, "none");
    assert!(matches!(unknown, Err(StoreError::NotFound { .. })));
}

#[test]
fn only_listed_backups_are_read() {
    let home = Home::new();
    let found = home
        .store
        .backup_drafts("../adwright.sqlite", &home.workspace);
    assert!(matches!(found, Err(StoreError::NotFound { .. })));
    // The connection still works, because nothing stays attached.
    let backup = back_up(&home);
    for _ in 0..2 {
        assert_eq!(
            home.store.backup_drafts(&backup, &home.workspace).unwrap(),
            []
        );
    }
}
