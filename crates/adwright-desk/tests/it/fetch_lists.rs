//! Fetches retargeting values and ads from services that differ.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use adwright_desk::{Desk, Paths};
use adwright_desk::{Error, ListError};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_store::{FetchedObject, Fullness, NewDraft, Store};
use adwright_testkit::{TestApp, canned_service, http_response};
use adwright_views::{Collection, FetchProgress, FetchSummary, SecretText};
use adwright_wire::Dialect;
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::endless_lookups::at;
use crate::workspaces::{CANARY, elsewhere};
use crate::{fetched, live};

/// The number of ads in the demo data.
const ADS: u32 = 42;

async fn fetch(desktop: &TestApp, collection: Collection) -> FetchSummary {
    let fetched = desktop.fetches.fetch(collection, "fetch", |_| {}).await;
    fetched.unwrap()
}

/// Returns the cached objects of a kind.
fn cached(desktop: &TestApp, kind: Kind) -> Vec<FetchedObject> {
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let (mut ids, mut last) = (Vec::new(), None);
    loop {
        let part = (last, 1000);
        last = store
            .cache_for_each_cells(&workspace, kind, part, |id, _| ids.push(id))
            .unwrap();
        if last.is_none() {
            break;
        }
    }
    let entry = |id: Id| store.cache_get(&workspace, kind, id).unwrap().unwrap();
    ids.into_iter().map(|id| entry(id).entry).collect()
}

/// Returns a desk at another service with this dialect.
pub(crate) async fn remote(
    desktop: &TestApp,
    dialect: Dialect,
) -> (Desk, adwright_service::RunningService) {
    let (service, login) = elsewhere().await;
    let settings = json!({
        "format": "adwright-workspace", "version": 1, "name": "Acme", "colour": "red",
        "address": service.base_url, "login": login, "readOnly": false, "production": false,
        "confirmAbove": 10, "dialect": dialect, "fields": [],
    });
    let saved = desktop
        .workspaces
        .import_settings(&settings.to_string())
        .unwrap();
    let secret = SecretText::new(SecretString::from(CANARY));
    desktop
        .workspaces
        .save_secret(&saved.id, "password", &secret)
        .unwrap();
    (desktop.switch(&saved.id).await.unwrap(), service)
}

#[tokio::test]
async fn values_are_fetched_beside_the_campaigns() {
    let desktop = fetched().await;
    let campaigns = desktop.overview.workspace_view().unwrap();
    let summary = fetch(&desktop, Collection::Values).await;
    let expected = format!("Fetched {} retargeting values.", summary.fetched);
    assert_eq!((summary.complete, summary.message), (true, expected));
    let values = cached(&desktop, Kind::RetargetingDataValue);
    assert_eq!(values.len(), summary.fetched as usize);
    assert!(values.iter().all(|value| value.columns.name.is_some()));
    let after = desktop.overview.workspace_view().unwrap();
    assert_eq!(after.counts.campaigns, campaigns.counts.campaigns);
    assert_eq!(after.fetched.campaigns, campaigns.fetched.campaigns);
}

#[tokio::test]
async fn values_are_fetched_with_the_required_prefix() {
    let desktop = TestApp::first_start().await;
    for rest_prefix in [false, true] {
        let dialect = Dialect {
            rest_prefix,
            ..Dialect::practice()
        };
        let (desk, _service) = remote(&desktop, dialect).await;
        let summary = desk
            .fetches
            .fetch(Collection::Values, "fetch", |_| {})
            .await;
        let summary = summary.unwrap();
        assert!(summary.complete && summary.fetched > 0);
    }
}

#[tokio::test]
async fn ads_of_all_kinds_are_cached_unchanged() {
    let desktop = TestApp::first_start().await;
    let seen = Mutex::new(Vec::new());
    let progress = |step| seen.lock().unwrap().push(step);
    let summary = desktop
        .fetches
        .fetch(Collection::Ads, "fetch", progress)
        .await;
    assert_eq!(summary.unwrap().fetched, ADS);
    let completed = |step: &FetchProgress| matches!(step, FetchProgress::Completing { .. });
    assert!(!seen.into_inner().unwrap().iter().any(completed));
    let mut kept = cached(&desktop, Kind::Ad);
    kept.sort_by_key(|ad| ad.id);
    let mut shown = desktop.practice.list_ads().await;
    shown.sort_by_key(|ad| ad["id"].as_i64());
    let read = |ad: &FetchedObject| serde_json::from_str::<Value>(&ad.text).unwrap();
    assert_eq!(kept.iter().map(read).collect::<Vec<_>>(), shown);
    assert_eq!(
        desktop.overview.workspace_view().unwrap().counts.campaigns,
        0
    );
}

#[tokio::test]
async fn missing_ads_path_sends_no_request() {
    let desktop = TestApp::first_start().await;
    let dialect = Dialect {
        ads_path: None,
        ..Dialect::practice()
    };
    let (desk, _service) = remote(&desktop, dialect).await;
    let failed = desk.fetches.fetch(Collection::Ads, "fetch", |_| {}).await;
    let error = failed.unwrap_err();
    assert!(
        matches!(error, Error::List(ListError::NoPath(Collection::Ads))),
        "{error}"
    );
}

#[tokio::test]
async fn summary_ads_are_fetched_in_full_and_stay() {
    let desktop = TestApp::first_start_with_variants(&[Variant::ShortLists]).await;
    let seen = Mutex::new(Vec::new());
    let progress = |step| {
        if let FetchProgress::Completing { done, total } = step {
            seen.lock().unwrap().push((done, total));
        }
    };
    let summary = desktop
        .fetches
        .fetch(Collection::Ads, "fetch", progress)
        .await;
    assert_eq!(summary.unwrap().fetched, ADS);
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.len(), 42);
    assert_eq!(seen.last(), Some(&(ADS, ADS)));
    let full = cached(&desktop, Kind::Ad);
    assert!(full.iter().all(|ad| ad.fullness == Fullness::Full));
    assert!(full.iter().all(|ad| ad.text.contains("\"adStatus\"")));

    // The list has no update times, so each ad may have changed. No full ad is replaced by its summary.
    let stop = |step| {
        if let FetchProgress::Completing { done: 2, .. } = step {
            desktop.stop("again");
        }
    };
    let stopped = desktop.fetches.fetch(Collection::Ads, "again", stop).await;
    let stopped = stopped.unwrap();
    assert_eq!((stopped.fetched, stopped.complete), (ADS, false));
    assert_eq!(cached(&desktop, Kind::Ad), full);
}

#[tokio::test]
async fn stopped_full_fetch_resumes() {
    let desktop = TestApp::first_start_with_variants(&[Variant::ShortLists]).await;
    let count = |stop_after: u32| {
        let desk = &desktop.desk;
        move |step| {
            if let FetchProgress::Completing { done, .. } = step
                && done == stop_after
            {
                desk.stop("fetch");
            }
        }
    };
    let stopped = desktop.fetches.fetch(Collection::Ads, "fetch", count(30));
    assert!(!stopped.await.unwrap().complete);
    let totals = Mutex::new(Vec::new());
    let progress = |step| {
        if let FetchProgress::Completing { total, .. } = step {
            totals.lock().unwrap().push(total);
        }
    };
    let rest = desktop
        .fetches
        .resume_fetch(Collection::Ads, "rest", progress);
    assert!(rest.await.unwrap().complete);
    assert_eq!(totals.into_inner().unwrap(), [12; 12]);
    let ads = cached(&desktop, Kind::Ad);
    assert!(ads.iter().all(|ad| ad.fullness == Fullness::Full));
}

#[tokio::test]
async fn text_ids_are_ids_in_every_list() {
    let desktop = TestApp::first_start_with_variants(&[Variant::TextIds]).await;
    for (collection, kind) in [
        (Collection::Campaigns, Kind::Campaign),
        (Collection::Values, Kind::RetargetingDataValue),
        (Collection::Ads, Kind::Ad),
    ] {
        let summary = fetch(&desktop, collection).await;
        assert!(summary.complete, "{}", summary.message);
        assert!(!summary.message.contains("left out"), "{}", summary.message);
        assert_eq!(cached(&desktop, kind).len(), summary.fetched as usize);
    }
}

#[tokio::test]
async fn other_envelopes_without_totals_are_read_fully() {
    for variant in [
        Variant::BareList,
        Variant::TopTotal,
        Variant::ItemsEnvelope,
        Variant::Gzip,
    ] {
        let desktop = TestApp::first_start_with_variants(&[variant]).await;
        let [campaigns, values, ads] = [
            fetch(&desktop, Collection::Campaigns).await,
            fetch(&desktop, Collection::Values).await,
            fetch(&desktop, Collection::Ads).await,
        ];
        assert!(campaigns.complete && values.complete && ads.complete);
        assert!(campaigns.fetched > 400 && values.fetched > 0 && ads.fetched == ADS);
    }
}

/// Starts a service with 600 campaigns that returns 100 at a time and claims this total.
fn miscounted(total: Arc<AtomicUsize>) -> String {
    canned_service(move |asked| {
        let from = asked.query_number("from");
        let row = |id: usize| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
        let rows: Vec<_> = (from..600.min(from + 100)).map(row).collect();
        let rows = rows.join(",");
        let total = total.load(Ordering::SeqCst);
        let page = format!(r#"{{"metadata":{{"total":{total}}},"result":[{rows}]}}"#);
        http_response(200, "application/json", page)
    })
}

#[tokio::test]
async fn a_wrong_total_costs_no_cached_campaign() {
    let total = Arc::new(AtomicUsize::new(600));
    let (desk, _desktop) = at(&miscounted(Arc::clone(&total))).await;
    // A list is read for one page of 250 rows beyond its total.
    for (claimed, fetched, complete) in [
        (600, 600, true),
        (3, 300, false),
        (100, 400, false),
        (599, 600, false),
        (900, 600, false),
    ] {
        total.store(claimed, Ordering::SeqCst);
        let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
        assert_eq!(
            (summary.fetched, summary.complete),
            (fetched, complete),
            "{claimed}"
        );
        assert_eq!(
            desk.overview.workspace_view().unwrap().counts.campaigns,
            600
        );
    }
}

#[tokio::test]
async fn drafts_of_other_kinds_are_not_campaigns() {
    let desktop = fetched().await;
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let value = NewDraft {
        workspace: &desktop.overview.workspace_view().unwrap().id,
        kind: Kind::RetargetingDataValue,
        target: None,
        base_text: None,
        base_fullness: Fullness::Full,
        text: r#"{"type":"RetargetingDataValue","name":"A"}"#,
    };
    store.draft_create(&value, 1).unwrap();
    assert_eq!(live(&desktop.desk), []);
    assert_eq!(desktop.outbox.review().unwrap().rows.len(), 0);
}

/// Starts a service with 600 campaigns and any page size.
fn six_hundred() -> String {
    canned_service(move |asked| {
        let from = asked.query_number("from");
        let row = |id: usize| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
        let until = (from + asked.query_number("max")).min(600);
        let rows: Vec<_> = (from..until).map(|at| row(at + 1)).collect();
        let page = format!(r#"{{"result":[{}],"total":600}}"#, rows.join(","));
        http_response(200, "application/json", page)
    })
}

#[tokio::test]
async fn unstored_page_does_not_count_as_stored() {
    // On the second page, and on the last page.
    for lost in [300, 590] {
        let (desk, desktop) = at(&six_hundred()).await;
        let first = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
        assert!(first.complete);
        let raw = rusqlite::Connection::open(Paths::in_home(desktop.home()).store()).unwrap();
        let count = || -> u32 {
            let sql = "SELECT COUNT(*) FROM object WHERE kind = 'Campaign' AND workspace = ?1";
            let id = desk.overview.workspace_view().unwrap().id;
            raw.query_row(sql, [id], |row| row.get(0)).unwrap()
        };
        let breaks = format!(
            "CREATE TRIGGER broken BEFORE UPDATE ON object WHEN new.id = {lost}
             BEGIN SELECT RAISE(ABORT, 'no'); END"
        );
        desktop.clock.advance_ms(1_000);
        raw.execute_batch(&breaks).unwrap();
        let torn = desk.fetches.fetch_campaigns("fetch", |_| {}).await;
        assert!(torn.is_err() || !torn.unwrap().complete);
        assert_eq!(count(), 600);
        raw.execute_batch("DROP TRIGGER broken").unwrap();
        let rest = desk
            .fetches
            .resume_campaign_fetch("fetch", |_| {})
            .await
            .unwrap();
        assert!(rest.complete, "{}", rest.message);
        assert_eq!(count(), 600, "{lost}: nothing was forgotten");
    }
}
