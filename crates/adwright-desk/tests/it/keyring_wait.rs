//! While the keyring asks a person for its password, only operations that need it wait.

use std::thread;

use adwright_desk::Desk;
use adwright_testkit::TestKeyring;
use adwright_views::RemovalMode;

use crate::settings::change;
use crate::workspace_secrets::{LockedHome, answer, enter, kept};
use crate::workspaces::{CANARY, form};
use crate::{SPRING, campaign, query, typed};

/// Unlocks the keyring at the end, even if the test fails earlier.
struct Answering<'a>(&'a TestKeyring);

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

/// Creates another workspace of the same service with a password.
fn another(kept: &LockedHome, name: &str) -> String {
    let form = form(name, &kept.service.base_url, &kept.login);
    let id = kept.desk.workspaces.save_workspace(None, &form).unwrap().id;
    enter(&kept.desk, &id);
    id
}

/// Works with local data meanwhile, as a person would.
fn work(desk: &Desk, id: &str) {
    let row = desk.lists.campaigns(&query(SPRING)).unwrap().rows.remove(0);
    let target = campaign(&row.id);
    let edited = desk
        .drafts
        .edit_draft(&target, &typed("name", "Meanwhile"))
        .unwrap();
    assert_eq!(edited.title, "Meanwhile");
    desk.drafts.create_draft().unwrap();
    assert!(desk.outbox.sent_items().unwrap().is_empty());
    assert_eq!(desk.overview.workspace_view().unwrap().counts.drafts, 2);
    let rows = desk.workspaces.workspaces().unwrap();
    assert!(rows.iter().any(|row| row.id == id));
    answer(desk, "password", CANARY);
    assert_eq!(desk.workspaces.typed_secrets(), ["password"]);
}

#[tokio::test]
async fn keyring_wait_blocks_no_other_work() {
    let kept = kept().await;
    let [moved, changed, removed] =
        ["Moved", "Changed", "Removed"].map(|name| another(&kept, name));
    let LockedHome {
        desk, id, keyring, ..
    } = &kept;
    answer(desk, "password", CANARY);
    keyring.lock_and_wait();
    thread::scope(|scope| {
        let answering = Answering(keyring);
        let acts = [
            scope.spawn(|| {
                desk.workspaces
                    .test_secret_storage(Some(id))
                    .map(|state| assert!(state.works))
            }),
            scope.spawn(|| desk.workspaces.save_typed_secrets(id).map(drop)),
            scope.spawn(|| {
                let elsewhere = form("Moved", "http://127.0.0.1:9", &kept.login);
                let saved = desk.workspaces.save_workspace(Some(&moved), &elsewhere);
                saved.map(|saved| assert_eq!(saved.note, None))
            }),
            scope.spawn(|| {
                change(desk, &changed, &[("authentication", "basic")]).unwrap();
                Ok(())
            }),
            scope.spawn(|| {
                let removed = desk
                    .workspaces
                    .remove_workspace(&removed, RemovalMode::WithoutExport);
                removed.map(|removed| assert_eq!(removed.note, None))
            }),
        ];
        keyring.wait_until_blocked(5);
        work(desk, id);
        drop(answering);
        for act in acts {
            act.join().unwrap().unwrap();
        }
    });
}
