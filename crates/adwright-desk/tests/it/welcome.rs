//! Only real actions of a person tick the first steps.

use adwright_desk::views::{
    DocumentRef, FetchProgress, WelcomeAction, WelcomeState as State, WelcomeStepId,
};
use adwright_testkit::TestApp;

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, send};

fn states(desktop: &TestApp) -> Vec<State> {
    let welcome = desktop.desk.workspace_view().unwrap().welcome;
    welcome.steps.into_iter().map(|step| step.state).collect()
}

fn is_shown(desktop: &TestApp) -> bool {
    desktop.desk.workspace_view().unwrap().welcome.shown
}

#[tokio::test]
async fn the_main_job_done_once_ticks_every_step_also_across_a_restart() {
    let desktop = fetched().await;
    assert!(is_shown(&desktop));
    let id = id_of(&desktop, SPRING);
    let step = desktop
        .desk
        .workspace_view()
        .unwrap()
        .welcome
        .steps
        .remove(0);
    assert_eq!(step.target, Some(DocumentRef::Campaign(id.clone())));
    desktop.desk.open_detail(&campaign(&id)).await.unwrap();
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
    let item = desktop.desk.sent_items().unwrap().remove(0).item;
    desktop.desk.receipt(&item).unwrap();
    assert_eq!(states(&desktop), [State::Done; 4]);
}

#[tokio::test]
async fn a_step_can_be_passed_over_and_the_guide_closed_for_good_and_opened_again() {
    let desktop = fetched().await;
    let skip = WelcomeAction::Skip(WelcomeStepId::Change);
    desktop.desk.change_welcome(skip).unwrap();
    assert_eq!(states(&desktop)[..2], [State::Skipped, State::Current]);
    desktop.desk.change_welcome(WelcomeAction::Close).unwrap();
    let desktop = desktop.restart().await;
    assert!(!is_shown(&desktop));
    desktop.desk.change_welcome(WelcomeAction::Open).unwrap();
    assert!(is_shown(&desktop));
}

#[tokio::test]
async fn the_guide_is_still_there_when_the_very_first_start_ended_early() {
    let desktop = TestApp::first_start().await;
    desktop
        .desk
        .fetch_campaigns("fetch", |_: FetchProgress| {})
        .await
        .unwrap();
    assert!(is_shown(&desktop.restart().await));
}
