//! No data moves from one workspace to another, or to a workspace's former address.

use adwright_desk::Error;
use adwright_store::{SendLock, SendLockHolder};
use adwright_testkit::PracticeClient;
use adwright_views::{Decision, DocumentRef, FailureCode};

use crate::workspaces::{Real, elsewhere, real};
use crate::{SPRING, fetched, live, query, typed};

impl Real {
    /// Changes the workspace's address, as another window or the terminal does.
    fn lead_to(&self, address: &str) {
        let mut form = self
            .desk
            .workspaces
            .workspace_form(Some(&self.id))
            .unwrap()
            .form;
        address.clone_into(&mut form.address);
        let saved = self
            .desk
            .workspaces
            .save_workspace(Some(&self.id), &form)
            .unwrap();
        assert_eq!(saved.reopen, address != self.service.base_url);
    }
}

#[tokio::test]
async fn second_save_still_requires_reopening_before_sends() {
    let real = real().await;
    let (other, _) = elsewhere().await;
    real.change(SPRING, "Not to the old one");
    real.lead_to(&other.base_url);
    // The password could not be stored, so the workspace was not opened. The form is saved again.
    real.lead_to(&other.base_url);
    let guard = real.desk.outbox.review().unwrap().guard;
    assert!(guard.stale.is_some());
    let error = real
        .desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap_err();
    assert!(matches!(error, Error::SettingsChanged(_)), "{error:?}");
    assert_eq!(error.failure().code, FailureCode::Conflict);
    let (old, new) = (
        PracticeClient::new(&real.service),
        PracticeClient::new(&other),
    );
    assert_eq!(old.count_named("Not to the old one").await, 0);
    assert_eq!(new.count_named("Not to the old one").await, 0);
    assert_eq!(live(&real.desk).len(), 1, "it is still a draft");

    let back = real.service.base_url.clone();
    real.lead_to(&back);
    assert_eq!(real.desk.outbox.review().unwrap().guard.stale, None);
    let sent = real
        .desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    assert_eq!(sent.confirmed, 1, "{}", sent.message);
}

#[tokio::test]
async fn equivalent_setting_is_not_a_change() {
    let real = real().await;
    let raw = rusqlite::Connection::open(real.desktop.home().join("adwright.db")).unwrap();
    let spelled = "UPDATE workspace SET dialect = ' ' || dialect WHERE id = ?1";
    raw.execute(spelled, [&real.id]).unwrap();
    assert_eq!(real.desk.outbox.review().unwrap().guard.stale, None);
    raw.execute(
        "UPDATE workspace SET login = 'someone else' WHERE id = ?1",
        [&real.id],
    )
    .unwrap();
    assert!(real.desk.outbox.review().unwrap().guard.stale.is_some());
}

#[tokio::test]
async fn draft_of_another_workspace_is_missing() {
    let real = real().await;
    let draft = real.change(SPRING, "Of Acme");
    let request = real.request("");
    let practice = real.desk.workspaces.workspaces().unwrap().remove(0).id;
    let here = real.desk.switch(&practice).await.unwrap();
    here.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    let target = DocumentRef::Draft(draft.clone());
    let refused = [
        here.drafts
            .edit_draft(&target, &typed("name", "Of Practice"))
            .err(),
        here.drafts.undo_draft(&draft).err(),
        here.drafts.redo_draft(&draft).err(),
        here.drafts.go_to_step(&draft, 0).err(),
        here.drafts.discard_draft(&draft).err(),
        here.drafts.restore_draft(&draft).err(),
        here.outbox.send(&request, |_| {}).await.err(),
    ];
    for error in refused {
        assert_eq!(error.unwrap().failure().code, FailureCode::NotFound);
    }
    let anew = here.switch(&real.id).await.unwrap();
    assert_eq!(live(&anew)[0].title, "Of Acme");
}

#[tokio::test]
async fn items_of_another_workspace_are_inaccessible() {
    let real = real().await;
    real.change(SPRING, "Sent to Acme");
    real.desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    let item = real.desk.outbox.sent_items().unwrap().remove(0).item;
    let here = fetched_in(&real).await;
    let decided = here
        .outbox
        .decide(&item, Decision::LookAgain)
        .await
        .unwrap_err();
    assert_eq!(decided.failure().code, FailureCode::NotFound);
    assert!(here.outbox.receipt(&item).is_err());
}

async fn fetched_in(real: &Real) -> adwright_desk::Desk {
    let practice = real.desk.workspaces.workspaces().unwrap().remove(0).id;
    real.desk.switch(&practice).await.unwrap()
}

#[tokio::test]
async fn left_workspace_starts_no_sends() {
    let real = real().await;
    real.change(SPRING, "Left behind");
    let request = real.request("");
    let here = fetched_in(&real).await;
    let failure = real
        .desk
        .outbox
        .send(&request, |_| {})
        .await
        .unwrap_err()
        .failure();
    assert!(
        failure.message.contains("Another workspace"),
        "{}",
        failure.message
    );
    let service = PracticeClient::new(&real.service);
    assert_eq!(service.count_named("Left behind").await, 0);
    let anew = here.switch(&real.id).await.unwrap();
    assert_eq!(
        anew.outbox.send(&request, |_| {}).await.unwrap().confirmed,
        1
    );
}

#[tokio::test]
async fn switch_stopped_by_a_send_keeps_workspace_open() {
    let real = real().await;
    let holder = SendLockHolder {
        person: "Mara".to_owned(),
        pid: std::process::id(),
        since: 0,
    };
    let lock = SendLock::acquire(real.desktop.home(), &real.id, &holder).unwrap();
    let practice = real.desk.workspaces.workspaces().unwrap().remove(0).id;
    assert!(real.desk.switch(&practice).await.is_err());
    drop(lock);
    real.change(SPRING, "Sent all the same");
    let sent = real
        .desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    assert_eq!(sent.confirmed, 1, "{}", sent.message);
    assert!(fetched().await.desk.lists.campaigns(&query("")).is_ok());
}

#[tokio::test]
async fn drafts_of_another_workspace_cannot_be_changed() {
    let real = real().await;
    let practice = &real.desktop.desk;
    practice.drafts.create_draft().unwrap();
    let theirs = practice.outbox.draft_entries().unwrap().remove(0).row.draft;
    for refused in [
        real.desk
            .drafts
            .discard_drafts(std::slice::from_ref(&theirs)),
        real.desk
            .drafts
            .restore_drafts(std::slice::from_ref(&theirs)),
    ] {
        assert_eq!(refused.unwrap_err().failure().code, FailureCode::NotFound);
    }
    assert_eq!(practice.outbox.draft_entries().unwrap().len(), 1);
}
