//! Drafts of ads: sent like campaigns if the workspace may send ads, otherwise kept locally.

use adwright_desk::Paths;
use adwright_desk::{DraftError, Error};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store};
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, Decision, DocumentRef, DraftFilter, ItemState, ListId, ListRow, ReviewedDraft,
    SendRequest, SendVerb, Severity,
};
use adwright_wire::Dialect;
use serde_json::{Value, json};

use crate::fetch_lists::remote;
use crate::merging::keep_mine;
use crate::{
    draft_of, drafts, edit, ended, first_ad, get_ads, ids_of, live, new_one, newest, query,
    reviewed, send, typed, with_ads,
};

/// The spelling of public documentation, which an ad keeps.
const ALIAS: &str = "HTML5SingleExpandableBannerAd";

const LISTS: [ListId; 3] = [
    ListId::InStream,
    ListId::Expandable,
    ListId::Html5Expandable,
];

fn id_of(target: &DocumentRef) -> String {
    match target {
        DocumentRef::Ad(id) => id.clone(),
        other => panic!("no ad: {other:?}"),
    }
}

/// Returns the text without the members that the service writes on every update.
fn without_record(text: &str) -> String {
    let mut ad: serde_json::Value = serde_json::from_str(text).unwrap();
    let members = ad["result"].as_object_mut().unwrap();
    members.retain(|name, _| name != "version" && !name.starts_with("lastUpdate"));
    ad.to_string()
}

async fn edited(desktop: &TestApp, ad: &DocumentRef, name: &str) -> String {
    desktop.details.open_detail(ad).await.unwrap();
    draft_of(&edit(desktop, ad, "name", name))
}

#[tokio::test]
async fn edit_of_each_ad_kind_changes_nothing_else() {
    let desktop = with_ads().await;
    for list in LISTS {
        let ad = first_ad(&desktop, list);
        let before = desktop.practice.get_ad(&id_of(&ad)).await;
        let title = desktop.details.open_detail(&ad).await.unwrap().title;
        let draft = edited(&desktop, &ad, "Renamed here").await;
        assert_eq!(desktop.overview.workspace_view().unwrap().counts.ready, 1);
        let item = reviewed(&desktop);
        assert_eq!(
            (item.row.collection, item.row.verb, item.row.blocked),
            (Collection::Ads, SendVerb::Update, None)
        );
        assert_eq!((item.proof.changed, item.proof.dropped), (1, 0));
        send(&desktop, &draft).await;
        let row = ended(&desktop, ItemState::Confirmed);
        assert_eq!(
            (row.collection, row.id),
            (Collection::Ads, Some(id_of(&ad)))
        );
        let after = desktop.practice.get_ad(&id_of(&ad)).await;
        assert_eq!(
            without_record(&after),
            without_record(&before).replacen(&title, "Renamed here", 1)
        );
        let rows = desktop
            .lists
            .list_rows(list, &query("Renamed here"))
            .unwrap()
            .rows;
        assert_eq!((rows.len(), rows[0].draft), (1, false));
    }
    assert!(live(&desktop.desk).is_empty());
}

#[tokio::test]
async fn respelled_ad_type_is_sent_back_unchanged() {
    let desktop = with_ads().await;
    let ad = first_ad(&desktop, ListId::Html5Expandable);
    let alias = json!({ "type": ALIAS, "pacing": json!(0.45), "x-odd": [null] });
    desktop.practice.touch_ad(&id_of(&ad), alias).await;
    get_ads(&desktop).await;
    let before = desktop.details.open_detail(&ad).await.unwrap().source;
    let draft = edited(&desktop, &ad, "Single").await;
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::Confirmed);
    let receipt = desktop.outbox.receipt(&row.item).unwrap();
    let body = receipt.body.unwrap();
    assert!(body.contains(ALIAS), "{body}");
    let name = receipt.changes[0].before.clone().unwrap();
    assert_eq!(body, before.replacen(&name, "Single", 1));
}

#[tokio::test]
async fn new_ad_is_created_once_with_a_receipt() {
    let desktop = with_ads().await;
    let draft = new_one(&desktop, Collection::Ads, "Copied here").await;
    let item = reviewed(&desktop);
    assert_eq!((item.row.verb, item.row.id), (SendVerb::Create, None));
    assert!(item.row.errors.is_empty(), "{:?}", item.findings);
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::Confirmed);
    assert_eq!(desktop.practice.count_named("Copied here").await, 1);
    let receipt = desktop.outbox.receipt(&row.item).unwrap();
    assert!(
        receipt
            .body
            .unwrap()
            .contains("\"clientRefId\":\"adwright-")
    );
    assert_eq!(receipt.attempts[0].request, "POST /ads");
    let target = DocumentRef::Ad(row.id.unwrap());
    for opened in [target.clone(), DocumentRef::Draft(draft)] {
        let opened = desktop.details.open_detail(&opened).await.unwrap();
        assert_eq!(
            (opened.target, opened.list),
            (target.clone(), ListId::Html5Expandable)
        );
    }
    let history = desktop.history.history(&target).unwrap();
    assert!(
        history
            .entries
            .iter()
            .any(|entry| entry.item == Some(row.item.clone()))
    );
}

#[tokio::test]
async fn ad_copy_preserves_bytes_except_assigned_fields() {
    let desktop = with_ads().await;
    for list in LISTS {
        let ad = first_ad(&desktop, list);
        let original = desktop.details.open_detail(&ad).await.unwrap();
        let begun = desktop.drafts.copy_draft(&ad).await.unwrap();
        let copy = begun.detail;
        assert_eq!(copy.title, format!("Copy of {}", original.title));
        assert_eq!((copy.id, copy.list), (None, list));
        assert_eq!(begun.focus.as_deref(), Some("name"));
        let (from, to): (Value, Value) = (
            serde_json::from_str(&original.source).unwrap(),
            serde_json::from_str(&copy.source).unwrap(),
        );
        assert_eq!(
            (&to["adURLs"], &to["type"]),
            (&from["adURLs"], &from["type"])
        );
        for gone in [
            "id",
            "version",
            "createdBy",
            "lastUpdateOn",
            "adStatus",
            "width",
        ] {
            assert!(from.get(gone).is_some() && to.get(gone).is_none(), "{gone}");
        }
        let errors = copy
            .findings
            .iter()
            .find(|one| one.severity == Severity::Error);
        assert!(errors.is_none(), "{errors:?}");
    }
    // The draft is a draft of an ad, and no list shows a mark for it.
    let rows = live(&desktop.desk);
    assert!(rows.iter().all(|row| row.collection == Collection::Ads));
    let marked = |list| rows_of(&desktop, list).iter().any(|row| row.draft);
    assert!(!LISTS.into_iter().any(marked) && rows.len() == LISTS.len());
}

fn rows_of(desktop: &TestApp, list: ListId) -> Vec<ListRow> {
    desktop.lists.list_rows(list, &query("")).unwrap().rows
}

#[tokio::test]
async fn several_ads_are_copied_discarded_and_restored_together() {
    let desktop = with_ads().await;
    let list = ListId::InStream;
    let mut all = ids_of(&desktop.desk, list);
    all.remove(0);
    let copied = desktop.drafts.copy_drafts(list, &all).await.unwrap();
    let expected = rows_of(&desktop, list).len() - 1;
    assert_eq!(copied.message, format!("Created {expected} copies."));
    assert_eq!(live(&desktop.desk).len(), expected);
    desktop.drafts.discard_drafts(&copied.drafts).unwrap();
    assert_eq!(live(&desktop.desk).len(), 0);
    desktop.drafts.restore_drafts(&copied.drafts).unwrap();
    assert_eq!(live(&desktop.desk).len(), expected);
    let gone = ["1".to_owned()];
    let none = desktop.drafts.copy_drafts(list, &gone).await.unwrap();
    assert_eq!(none.message, "Created 0 copies.");
}

#[tokio::test]
async fn concurrent_change_of_an_ad_allows_rebase() {
    let desktop = with_ads().await;
    let ad = first_ad(&desktop, ListId::Expandable);
    let draft = edited(&desktop, &ad, "Mine").await;
    let theirs = json!({ "name": "Theirs", "fourthPartyTag": "theirs" });
    desktop.practice.touch_ad(&id_of(&ad), theirs).await;
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::NeedsYou);
    let receipt = desktop.outbox.receipt(&row.item).unwrap();
    assert_eq!(receipt.decisions, [Decision::Rebase, Decision::BackToDraft]);
    let meanwhile = receipt.concurrent_changes[0].path.as_str();
    assert_eq!(
        meanwhile, "fourthPartyTag",
        "what a person cares about comes first"
    );
    desktop
        .outbox
        .decide(&row.item, Decision::Rebase)
        .await
        .unwrap();
    keep_mine(&desktop, &draft);
    desktop.clock.advance_ms(1_000);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
    let held = desktop.practice.get_ad(&id_of(&ad)).await;
    assert!(
        held.contains("\"Mine\"") && held.contains("\"theirs\""),
        "{held}"
    );
}

#[tokio::test]
async fn ads_are_sent_to_differing_services() {
    for variant in [
        Variant::ShortLists,
        Variant::ForgetsReference,
        Variant::BareSingle,
        Variant::MissingRefused,
    ] {
        let desktop = TestApp::first_start_with_variants(&[variant]).await;
        get_ads(&desktop).await;
        let ad = first_ad(&desktop, ListId::InStream);
        let confirmed = || {
            let row = newest(&desktop);
            let said = format!("{variant:?}: {}", row.outcome);
            assert_eq!(row.state, ItemState::Confirmed, "{said}");
        };
        let draft = edited(&desktop, &ad, "Changed there").await;
        let errors = reviewed(&desktop).row.errors;
        assert!(errors.is_empty(), "{variant:?}: {errors:?}");
        send(&desktop, &draft).await;
        confirmed();
        let draft = new_one(&desktop, Collection::Ads, "New there").await;
        desktop.clock.advance_ms(1_000);
        send(&desktop, &draft).await;
        confirmed();
    }
}

#[tokio::test]
async fn lost_answer_is_found_by_reference_in_summaries() {
    let desktop = TestApp::first_start_with_variants(&[Variant::ShortLists]).await;
    let draft = new_one(&desktop, Collection::Ads, "Once, whoever asks").await;
    desktop.practice.arm_fault("drop-after-commit").await;
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
    assert_eq!(desktop.practice.count_named("Once, whoever asks").await, 1);
}

#[tokio::test]
async fn unsendable_ad_drafts_stay_and_name_the_setting() {
    let desktop = TestApp::first_start().await;
    for (ads_path, said) in [
        (Some("/ads"), "switch on “Ads may be sent”"),
        (None, "set “Path of ads” and “Ads may be sent”"),
    ] {
        let dialect = Dialect {
            ads_path: ads_path.map(str::to_owned),
            ads_may_send: ads_path.is_none(),
            ..Dialect::practice()
        };
        let (desk, _service) = remote(&desktop, dialect).await;
        let ad = FetchedObject {
            id: Id(7),
            text: r#"{"type":"ExpandableBannerAd","id":7,"name":"Here"}"#.to_owned(),
            fullness: Fullness::Full,
            columns: CachedColumns::default(),
        };
        let (store, workspace) = (stored(&desktop), desk.overview.workspace_view().unwrap().id);
        store
            .cache_put_page(&workspace, Kind::Ad, &[ad], 1)
            .unwrap();
        let ad = DocumentRef::Ad("7".to_owned());
        let detail = desk
            .drafts
            .edit_draft(&ad, &typed("name", "Stays"))
            .unwrap();
        let draft = draft_of(&detail);
        let row = desk.outbox.review().unwrap().rows.remove(0);
        let blocked = row.blocked.unwrap();
        assert_eq!(detail.stays.as_ref(), Some(&blocked));
        assert!(blocked.contains(said), "{blocked}");
        let ready = desk
            .drafts
            .draft_window(&drafts(DraftFilter::Ready))
            .unwrap();
        assert_eq!((ready.rows.len(), ready.counts.ready), (0, 0));
        assert_eq!(desk.overview.workspace_view().unwrap().counts.ready, 0);
        let request = SendRequest {
            operation: "send".to_owned(),
            drafts: vec![ReviewedDraft {
                draft,
                revision: row.revision,
            }],
            overrides: Vec::new(),
            typed_name: String::new(),
        };
        let refused = desk.outbox.send(&request, |_| {}).await.unwrap_err();
        assert_eq!(refused.failure().message, blocked);
        assert!(
            matches!(refused, Error::Draft(DraftError::Unsendable(_))),
            "{refused}"
        );
        assert!(desk.outbox.sent_items().unwrap().is_empty());
    }
}

#[tokio::test]
async fn older_practice_home_can_send_ads() {
    let desktop = with_ads().await;
    let (store, workspace) = (
        stored(&desktop),
        desktop.overview.workspace_view().unwrap().id,
    );
    let mut settings = store.workspace_get(&workspace).unwrap().settings;
    settings.dialect = settings.dialect.replace(r#""adsMaySend":true,"#, "");
    assert!(!settings.dialect.contains("adsMaySend"));
    store.workspace_update(&workspace, &settings).unwrap();
    drop(store);
    let desktop = desktop.restart().await;
    let draft = edited(&desktop, &first_ad(&desktop, ListId::InStream), "Sent").await;
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
}

fn stored(desktop: &TestApp) -> Store {
    Store::open(&Paths::in_home(desktop.home()).store()).unwrap()
}
