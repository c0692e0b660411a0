//! Real trouble: cut connections before and after the commit, half a reply, an ended program, a second sender.

use adwright_desk::views::{Decision, ItemState, SendProgress};
use adwright_testkit::Desktop;

use crate::{SPRING, campaign, draft_of, edit, ended, fetched, id_of, new_campaign, request, send};

/// A create under one fault; what became of it.
async fn create_under(fault: &str) -> Desktop {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Only once");
    desktop.practice.fault(fault).await;
    send(&desktop, &draft).await;
    desktop
}

#[tokio::test]
async fn a_create_whose_answer_is_lost_is_found_and_not_sent_again() {
    for fault in ["drop-after-commit", "half-reply"] {
        let desktop = create_under(fault).await;
        ended(&desktop, ItemState::Confirmed);
        assert_eq!(
            desktop.practice.count_named("Only once").await,
            1,
            "{fault}"
        );
    }
}

#[tokio::test]
async fn a_create_that_the_service_never_kept_needs_a_person_and_can_go_again() {
    for fault in ["drop-before-commit", "status-503"] {
        let desktop = create_under(fault).await;
        let row = ended(&desktop, ItemState::NeedsYou);
        assert_eq!(
            desktop.practice.count_named("Only once").await,
            0,
            "{fault}"
        );
        let receipt = desktop
            .desk
            .decide(&row.item, Decision::BackToDraft)
            .await
            .unwrap();
        assert!(receipt.hash.is_some() && receipt.decisions.is_empty());
        let draft = desktop.desk.drafts().unwrap().remove(0).id;
        send(&desktop, &draft).await;
        assert_eq!(
            desktop.practice.count_named("Only once").await,
            1,
            "{fault}"
        );
    }
}

#[tokio::test]
async fn an_update_whose_answer_is_lost_is_settled_by_looking() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", "Arrived"));
    desktop.practice.fault("drop-after-commit").await;
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::Confirmed);
    let attempts = desktop.desk.receipt(&row.item).unwrap().attempts;
    assert_eq!(attempts.len(), 1);
    assert_eq!(attempts[0].status, None);
}

#[tokio::test]
async fn an_ended_program_finds_out_what_became_of_its_send() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "In the middle");
    desktop.practice.fault("drop-after-commit").await;
    end_while_sending(&desktop, &draft).await;
    let desktop = desktop.restart().await;
    desktop.desk.recover().await.unwrap();
    ended_or_draft(&desktop).await;
}

/// Drops the send as soon as its first item is on its way, as a kill would.
async fn end_while_sending(desktop: &Desktop, draft: &str) {
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let begun = std::sync::Mutex::new(Some(begun));
    let tell = |step| {
        if matches!(
            step,
            SendProgress::Advanced {
                state: ItemState::Intent,
                ..
            }
        ) {
            begun.lock().unwrap().take().unwrap().send(()).unwrap();
        }
    };
    let sending = request(&[draft]);
    tokio::select! {
        biased;
        _ = has_begun => {}
        ended = desktop.desk.send(&sending, tell) => { ended.unwrap(); }
    }
}

/// Wherever the program was ended: the campaign is there at most once, and the desk knows which.
async fn ended_or_draft(desktop: &Desktop) {
    let there = desktop.practice.count_named("In the middle").await;
    let confirmed = desktop
        .desk
        .sent()
        .unwrap()
        .iter()
        .filter(|row| row.state == ItemState::Confirmed)
        .count();
    let open = desktop.desk.drafts().unwrap().len();
    assert_eq!((there, confirmed + open), (confirmed, 1));
}

#[tokio::test]
async fn a_second_sender_is_told_who_sends() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Mine first");
    let holder = adwright_store::Holder {
        person: "Noor".to_owned(),
        pid: 1,
        since: 0,
    };
    let workspace = desktop.desk.workspace().unwrap().id;
    let lock = adwright_store::SendLock::take(desktop.home(), &workspace, &holder).unwrap();
    let error = desktop
        .desk
        .send(&request(&[&draft]), |_| {})
        .await
        .unwrap_err();
    assert!(
        error.failure().message.contains("Noor"),
        "{}",
        error.failure().message
    );
    drop(lock);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
}
