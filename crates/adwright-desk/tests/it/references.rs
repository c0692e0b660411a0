//! Lost creates at services that store no references. Only the content identifies an object, and nothing is created
//! twice.

use adwright_desk::ResendPolicy;
use adwright_service::Variant;
use adwright_testkit::TestApp;
use adwright_views::{Collection, Decision, ItemState, ReceiptView};

use crate::refusals::send_in_spite;
use crate::{
    SENT_ONE_BY_ONE, batch_of_values, batch_sends, each_value_once, edit, ended, live, new_one,
    newest, send,
};

/// Variants of services that store no references, or truncate them.
const KEEPING_NONE: [Variant; 3] = [
    Variant::ForgetsReference,
    Variant::DropsReference,
    Variant::CutsReference,
];
const ONCE: &str = "Only once";

/// Returns a desk at a service that stores no references, with the draft of a new object.
async fn before(variant: Variant, collection: Collection) -> (TestApp, String) {
    let desktop = TestApp::first_start_with_variants(&[variant]).await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    let draft = new_one(&desktop, collection, ONCE).await;
    (desktop, draft)
}

async fn take_back(desktop: &TestApp) -> ReceiptView {
    let item = newest(desktop).item;
    let back = desktop.outbox.decide(&item, Decision::BackToDraft).await;
    desktop.clock.advance_ms(1_000);
    back.unwrap()
}

/// Returns every variant without references, with every collection that is sent one by one.
fn each() -> impl Iterator<Item = (Variant, Collection)> {
    let with_each = |variant| SENT_ONE_BY_ONE.map(|collection| (variant, collection));
    KEEPING_NONE.into_iter().flat_map(with_each)
}

#[tokio::test]
async fn unconfirmed_create_needs_person_and_is_not_repeated() {
    for (variant, collection) in each() {
        let (desktop, draft) = before(variant, collection).await;
        desktop.practice.arm_fault("drop-after-commit").await;
        send(&desktop, &draft).await;
        let row = ended(&desktop, ItemState::NeedsYou);
        let evidence = desktop.outbox.receipt(&row.item).unwrap().evidence;
        assert!(
            evidence.iter().any(|line| line.contains(ONCE)),
            "{evidence:?}"
        );
        take_back(&desktop).await;
        send(&desktop, &draft).await;
        ended(&desktop, ItemState::NeedsYou);
        let count = desktop.practice.count_named(ONCE).await;
        assert_eq!(count, 1, "{variant}, {collection:?}");
    }
}

#[tokio::test]
async fn absent_create_is_repeated_by_a_persons_decision() {
    for (variant, collection) in each() {
        let (desktop, draft) = before(variant, collection).await;
        desktop.practice.arm_fault("drop-before-commit").await;
        send(&desktop, &draft).await;
        ended(&desktop, ItemState::NeedsYou);
        take_back(&desktop).await;
        send(&desktop, &draft).await;
        ended(&desktop, ItemState::Confirmed);
        let count = desktop.practice.count_named(ONCE).await;
        assert_eq!(count, 1, "{variant}, {collection:?}");
    }
}

#[tokio::test]
async fn objects_missing_from_lists_are_fetched_directly() {
    for collection in SENT_ONE_BY_ONE {
        let (desktop, draft) = before(Variant::UnlistedReference, collection).await;
        desktop.practice.arm_fault("drop-after-commit").await;
        send(&desktop, &draft).await;
        ended(&desktop, ItemState::Confirmed);
        let count = desktop.practice.count_named(ONCE).await;
        assert_eq!(count, 1, "{collection:?}");
    }
}

#[tokio::test]
async fn batch_of_values_is_not_repeated() {
    let desktop = TestApp::first_start_with_variants(&[Variant::ForgetsReference]).await;
    let batch = batch_of_values(&desktop, ONCE, 3, ResendPolicy::Skip);
    for _ in 0..2 {
        desktop.practice.arm_fault("drop-after-commit").await;
        let sent = batch_sends::send(&desktop, &batch).await.unwrap();
        assert_eq!(sent.confirmed, 0);
        let rows = desktop.outbox.sent_items().unwrap();
        for row in &rows[..3] {
            assert_eq!(row.state, ItemState::NeedsYou, "{}", row.outcome);
            let back = desktop
                .outbox
                .decide(&row.item, Decision::BackToDraft)
                .await;
            assert!(back.is_ok());
        }
        desktop.clock.advance_ms(1_000);
    }
    each_value_once(&desktop, ONCE, 3).await;
}

#[tokio::test]
async fn earlier_sends_are_looked_up_too() {
    let (desktop, draft) = before(Variant::ForgetsReference, Collection::Campaigns).await;
    let target = live(&desktop.desk).remove(0).target;
    desktop.practice.arm_fault("late-commit").await;
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::NeedsYou);
    take_back(&desktop).await;

    // The next campaign has another name and is refused. Only then the first one is committed.
    edit(&desktop, &target, "name", "Twice");
    edit(&desktop, &target, "advertiserId", "4412");
    let detail = edit(&desktop, &target, "brandId", "88150");
    send_in_spite(&desktop, &detail).await;
    ended(&desktop, ItemState::Refused);
    desktop.clock.advance_ms(1_000);
    desktop.practice.release_held().await;
    assert_eq!(desktop.practice.count_named(ONCE).await, 1);

    edit(&desktop, &target, "advertiserId", "4401");
    edit(&desktop, &target, "brandId", "88120");
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::NeedsYou);
    let told = desktop
        .outbox
        .receipt(&row.item)
        .unwrap()
        .evidence
        .join(" ");
    assert!(told.contains(&format!("“{ONCE}”")), "{told}");
    assert_eq!(desktop.practice.count_named("Twice").await, 0);
}
