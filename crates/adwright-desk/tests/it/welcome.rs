//! Only real actions of a person tick the first steps.

use adwright_testkit::TestApp;
use adwright_views::{
    DocumentRef, FetchProgress, WelcomeAction, WelcomeState as State, WelcomeStepId,
};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, send};

fn states(desktop: &TestApp) -> Vec<State> {
    let welcome = desktop.overview.workspace_view().unwrap().welcome;
    welcome.steps.into_iter().map(|step| step.state).collect()
}

fn is_shown(desktop: &TestApp) -> bool {
    desktop.overview.workspace_view().unwrap().welcome.open
}

#[tokio::test]
async fn completed_steps_stay_ticked_after_restart() {
    let desktop = fetched().await;
    assert!(is_shown(&desktop));
    let id = id_of(&desktop, SPRING);
    let step = desktop
        .overview
        .workspace_view()
        .unwrap()
        .welcome
        .steps
        .remove(0);
    assert_eq!(step.target, Some(DocumentRef::Campaign(id.clone())));
    desktop.details.open_detail(&campaign(&id)).await.unwrap();
    assert_eq!(
        states(&desktop)[0],
        State::Current,
        "to look is not to change"
    );

    let spring = campaign(&id);
    edit(&desktop, &spring, "name", "Spring launch, Germany");
    assert_eq!(states(&desktop)[..2], [State::Done, State::Current]);
    edit(&desktop, &spring, "traffickingMode", "simple");
    assert_eq!(
        states(&desktop)[1],
        State::Current,
        "seen, and not mended yet"
    );
    let draft = draft_of(&edit(&desktop, &spring, "traffickingMode", "advanced"));
    assert_eq!(states(&desktop)[1], State::Done);

    let desktop = desktop.restart().await;
    send(&desktop, &draft).await;
    assert_eq!(states(&desktop)[2..], [State::Done, State::Current]);
    let item = desktop.outbox.sent_items().unwrap().remove(0).item;
    desktop.outbox.receipt(&item).unwrap();
    assert_eq!(states(&desktop), [State::Done; 4]);
}

#[tokio::test]
async fn steps_can_be_skipped_and_guide_reopened() {
    let desktop = fetched().await;
    let skip = WelcomeAction::Skip(WelcomeStepId::Change);
    desktop.overview.change_welcome(skip).unwrap();
    assert_eq!(states(&desktop)[..2], [State::Skipped, State::Current]);
    desktop
        .overview
        .change_welcome(WelcomeAction::Close)
        .unwrap();
    let desktop = desktop.restart().await;
    assert!(!is_shown(&desktop));
    desktop
        .overview
        .change_welcome(WelcomeAction::Open)
        .unwrap();
    assert!(is_shown(&desktop));
}

#[tokio::test]
async fn guide_survives_an_aborted_first_start() {
    let desktop = TestApp::first_start().await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_: FetchProgress| {})
        .await
        .unwrap();
    assert!(is_shown(&desktop.restart().await));
}
