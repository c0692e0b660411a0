//! Old data is removed by rule, and drafts are restored from a backup.

use adwright_desk::Paths;
use adwright_store::Store;
use adwright_testkit::TestApp;
use adwright_views::{BackupItemId, BackupItemState, RetentionPreview};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, newest, request};

const MONTH_MS: i64 = 31 * 86_400_000;

/// Returns a desk that sent a change of the spring campaign eight months ago, and the id of the campaign.
async fn with_old_send() -> (TestApp, String) {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "notes", "Sent"));
    let request = request(&desktop, &[&draft]);
    let sent = desktop.outbox.send(&request, |_| {});
    assert_eq!(sent.await.unwrap().confirmed, 1);
    desktop.clock.advance_ms(8 * MONTH_MS);
    (desktop, id)
}

fn counts(preview: &RetentionPreview) -> (u32, u32) {
    (preview.versions, preview.replies)
}

#[tokio::test]
async fn old_versions_and_replies_go_by_rule() {
    let (desktop, id) = with_old_send().await;
    let data = &desktop.local_data;
    let preview = |months| counts(&data.preview_retention(months).unwrap());
    let old = preview(Some(6));
    assert!(old.0 > 0 && old.1 == 1, "{old:?}");
    assert_eq!((preview(None), preview(Some(12))), ((0, 0), (0, 0)));
    assert_eq!(data.view().unwrap().keep_months, None);
    assert!(!data.apply_retention().unwrap(), "there is no rule yet");

    data.set_retention(Some(6)).unwrap();
    assert_eq!(preview(Some(6)), (0, 0));
    let view = data.view().unwrap();
    assert_eq!(view.keep_months, Some(6));
    assert!(view.last_removal.is_some());
    let receipt = desktop.outbox.receipt(&newest(&desktop).item).unwrap();
    assert!(receipt.body.is_some() && receipt.hash.is_some());
    assert_eq!(receipt.attempts[0].reply, None);
    assert_eq!(desktop.outbox.verify_receipts().unwrap().broken, None);
    let history = desktop.history.history(&campaign(&id)).unwrap();
    assert!(history.removed.is_some());
}

#[tokio::test]
async fn removal_at_the_start_is_reported() {
    let (desktop, _) = with_old_send().await;
    let message = || desktop.overview.workspace_view().unwrap().recovered;
    desktop.local_data.set_retention(Some(12)).unwrap();
    assert!(!desktop.local_data.apply_retention().unwrap());
    assert_eq!(message(), None);
    desktop.clock.advance_ms(6 * MONTH_MS);
    assert!(desktop.local_data.apply_retention().unwrap());
    assert!(message().is_some());
}

#[tokio::test]
async fn changed_draft_is_restored_from_a_backup() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "notes", "Backed up"));
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    store.back_up_before_send().unwrap();
    edit(&desktop, &campaign(&id), "notes", "Later");
    let data = &desktop.local_data;
    let backup = data.view().unwrap().backups.remove(0).name;
    let item = data.backup_items(&backup).unwrap().remove(0);
    assert_eq!(
        (&*item.title, item.state, item.count),
        (SPRING, BackupItemState::Changed, 1)
    );
    let changes = data.preview_backup(&backup, &draft).unwrap().changes;
    assert_eq!(changes[0].before.as_deref(), Some("Later"));
    assert_eq!(changes[0].after.as_deref(), Some("Backed up"));
    let restored = data.restore_backup_item(&backup, &item.id).unwrap();
    let BackupItemId::Draft(restored) = restored.id else {
        panic!("a draft stays a draft");
    };
    let detail = edit(&desktop, &campaign(&id), "name", SPRING);
    assert_eq!(draft_of(&detail), restored);
}
