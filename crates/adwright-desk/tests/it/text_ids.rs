//! A service that shows ids as text. Equal whole numbers are the same id, and an id is sent back as shown.

use adwright_desk::{FileChecks, Phase, ResendPolicy, check_file};
use adwright_service::Variant;
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, Decision, ItemState, ListId, RowFilters, RowsQuery, Severity, SortBy,
};

use crate::merging::keep_mine;
use crate::{
    SENT_ONE_BY_ONE, SPRING, batch_of_values, batch_sends, campaign, draft_of, each_value_once,
    edit, ended, get_ads, id_of, live, new_campaign, new_one, newest, query, send,
};

const ONCE: &str = "Only once";

async fn before(more: &[Variant]) -> TestApp {
    let variants: Vec<_> = [&[Variant::TextIds], more].concat();
    let desktop = TestApp::first_start_with_variants(&variants).await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    desktop
}

#[tokio::test]
async fn create_without_a_fault_is_confirmed() {
    for collection in SENT_ONE_BY_ONE {
        let desktop = before(&[]).await;
        let draft = new_one(&desktop, collection, ONCE).await;
        send(&desktop, &draft).await;
        ended(&desktop, ItemState::Confirmed);
        assert_eq!(desktop.practice.count_named(ONCE).await, 1);
    }
}

#[tokio::test]
async fn values_without_a_fault_are_confirmed() {
    for more in [
        &[][..],
        &[Variant::DropsReference],
        &[Variant::PartialCreate],
    ] {
        let desktop = before(more).await;
        let batch = batch_of_values(&desktop, ONCE, 3, ResendPolicy::Skip);
        let sent = batch_sends::send(&desktop, &batch).await.unwrap();
        assert_eq!((sent.confirmed, sent.needs_you), (3, 0), "{}", sent.message);
        each_value_once(&desktop, ONCE, 3).await;
    }
}

#[tokio::test]
async fn lost_create_is_seen_and_not_doubled() {
    let desktop = before(&[Variant::ForgetsReference]).await;
    let draft = new_campaign(&desktop, ONCE);
    for _ in 0..2 {
        desktop.practice.arm_fault("drop-after-commit").await;
        send(&desktop, &draft).await;
        let item = ended(&desktop, ItemState::NeedsYou).item;
        let told = desktop.outbox.receipt(&item).unwrap().evidence.join(" ");
        assert!(told.contains(ONCE), "{told}");
        let back = desktop.outbox.decide(&item, Decision::BackToDraft).await;
        back.unwrap();
        desktop.clock.advance_ms(1_000);
    }
    assert_eq!(desktop.practice.count_named(ONCE).await, 1);
}

#[tokio::test]
async fn untouched_ids_go_back_as_texts() {
    let desktop = before(&[]).await;
    let target = campaign(&id_of(&desktop, SPRING));
    desktop.details.open_detail(&target).await.unwrap();
    let draft = draft_of(&edit(&desktop, &target, "name", ONCE));
    send(&desktop, &draft).await;
    let row = newest(&desktop);
    assert_eq!(row.state, ItemState::Confirmed, "{}", row.outcome);
    let receipt = desktop.outbox.receipt(&row.item).unwrap();
    let body = receipt.body.unwrap();
    assert_eq!(
        receipt
            .service_changes
            .iter()
            .find(|change| change.path.ends_with("Id")),
        None
    );
    assert!(body.contains(r#""advertiserId":"4401""#), "{body}");
    assert_eq!(desktop.practice.count_named(ONCE).await, 1);
}

#[tokio::test]
async fn list_filters_sorts_and_names_by_id() {
    let desktop = before(&[]).await;
    let rows = |id: &str, sort: &str| {
        let filters = RowFilters {
            advertiser_id: id.to_owned(),
            ..RowFilters::default()
        };
        let sort = Some(SortBy {
            path: sort.to_owned(),
            descending: false,
        });
        let columns = vec!["id".to_owned(), "brandId".to_owned()];
        let query = RowsQuery {
            filters,
            sort,
            columns,
            ..query("")
        };
        desktop.lists.campaigns(&query).unwrap().rows
    };
    assert!(!rows("4401", "id").is_empty());
    assert!(rows("440", "id").is_empty());
    let brands = rows("", "brandId").into_iter();
    let brands: Vec<u64> = brands.filter_map(|row| row.cells[1].parse().ok()).collect();
    assert!(brands.len() > 1 && brands.is_sorted());
}

#[tokio::test]
async fn rebase_after_a_conflict_works() {
    let desktop = before(&[]).await;
    let id = id_of(&desktop, SPRING);
    desktop.details.open_detail(&campaign(&id)).await.unwrap();
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", ONCE));
    let members = serde_json::json!({ "name": "Theirs", "traffickingMode": "simple" });
    desktop.practice.touch(&id, members).await;
    send(&desktop, &draft).await;
    let item = ended(&desktop, ItemState::NeedsYou).item;
    desktop
        .outbox
        .decide(&item, Decision::Rebase)
        .await
        .unwrap();
    let draft = live(&desktop.desk).remove(0).draft;
    keep_mine(&desktop, &draft);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
}

#[tokio::test]
async fn ads_list_and_open() {
    let desktop = before(&[]).await;
    get_ads(&desktop).await;
    assert!(
        !desktop
            .lists
            .list_rows(ListId::Html5Expandable, &query(""))
            .unwrap()
            .rows
            .is_empty()
    );
    let fetched = desktop
        .fetches
        .fetch(Collection::Values, "values", |_| {})
        .await;
    assert!(fetched.unwrap().complete);
}

#[tokio::test]
async fn file_is_checked_by_facts_of_its_campaign() {
    let desktop = before(&[]).await;
    let target = campaign(&id_of(&desktop, "Brand film, EMEA"));
    let text = desktop.details.open_detail(&target).await.unwrap().source;
    let mut film: serde_json::Value = serde_json::from_str(&text).unwrap();
    film["adminSettings"]["campaignSettings"]["verification"] = "None".into();
    let text = film.to_string();
    let mut checks = FileChecks::of_workspace(&desktop.checker).unwrap();
    checks.phase = Some(Phase::Update);
    let mut rules = Vec::new();
    check_file("a.json", text.as_bytes(), &checks, &mut |checked| {
        let errors = checked.findings.into_iter();
        let errors = errors.filter(|one| one.severity == Severity::Error);
        rules.extend(errors.map(|one| one.rule));
    });
    assert_eq!(rules, ["verification-with-tracking-placement"], "{text}");
}
