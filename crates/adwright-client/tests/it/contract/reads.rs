//! A read returns what the service has.

use std::collections::BTreeSet;

use adwright_client::{ClientError, Pages};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_wire::{ListEnd, ListFilters, ListQuery, RequestFailure, Sort, SortDirection};
use serde_json::Value;

use super::test_service::{TestService, with_number_ids};
use super::{SPRING, failure_context, has_unreadable_failures, with_every_service};

const VALUE: Kind = Kind::RetargetingDataValue;
const AD: Kind = Kind::ExpandableBannerAd;

fn id(entity: &Value) -> i64 {
    entity["id"].as_i64().unwrap()
}

/// Checks that a page has the rows that the service has, in its order, and the same total or none.
async fn check_page(service: &TestService, kind: Kind) -> i64 {
    let context = failure_context(service, &format!("a list of {kind}"));
    let query = ListQuery::page(1, 3);
    let (rows, total) = service.page(kind, &query).await;
    let page = service.client().list(kind, &query).await;
    let page = page.unwrap_or_else(|error| panic!("{context}: {error}"));
    let items = page.items.into_iter();
    let ids: Vec<_> = items
        .map(|item| id(&with_number_ids(&String::from_utf8(item).unwrap())))
        .collect();
    let expected: Vec<_> = rows.iter().map(id).collect();
    assert!(
        ids == expected || service.moves_rows(),
        "{context}: {ids:?}"
    );
    assert_eq!(ids.len(), 3, "{context}");
    let has_total = !service.has(Variant::BareList);
    let expected_total = if service.has(Variant::SmallTotal) {
        total / 2
    } else if service.has(Variant::LargeTotal) {
        total + 7
    } else {
        total
    };
    assert_eq!(page.total, has_total.then_some(expected_total), "{context}");
    expected[0]
}

/// Checks that a get returns the stored entity, and `None` for an id that does not exist.
async fn check_get(service: &TestService, kind: Kind, id: i64) {
    let context = failure_context(service, &format!("a get of {kind}"));
    let client = service.client();
    let entity = client.get(kind, Id(id)).await;
    let entity = entity.unwrap_or_else(|error| panic!("{context}: {error}"));
    let entity = with_number_ids(&entity.unwrap_or_else(|| panic!("{context}: nothing")));
    let stored = service.stored_entity(kind, id).await.unwrap();
    assert_eq!(entity, service.as_shown(stored), "{context}");
    assert_not_found(service, &client.get(kind, Id(1)).await);
}

/// Asserts that a get found nothing. If failures are web pages, a 404 counts as a refusal.
fn assert_not_found(service: &TestService, result: &Result<Option<String>, ClientError>) {
    let context = failure_context(service, "nothing");
    if has_unreadable_failures(service) && service.has(Variant::NotFound404) {
        let is_refused = result.as_ref().is_err_and(|error| {
            matches!(error.failure, RequestFailure::Refused { status: 404, .. })
        });
        assert!(is_refused, "{context}: {result:?}");
    } else {
        assert_eq!(*result, Ok(None), "{context}");
    }
}

/// Checks that a list has every row once and in order. A list with a wrong total, or with rows that move while it is
/// read, counts as complete only if every row was received.
async fn check_whole_list(service: &TestService, kind: Kind) {
    let context = failure_context(service, &format!("all of {kind}"));
    let expected = service.ids(kind).await;
    let mut pages = Pages::new(service.client(), kind, ListQuery::page(0, 200), None);
    let mut ids = Vec::new();
    while let Some(page) = pages
        .next()
        .await
        .unwrap_or_else(|error| panic!("{context}: {error}"))
    {
        let rows = page.items.into_iter();
        ids.extend(rows.map(|row| id(&with_number_ids(&String::from_utf8(row).unwrap()))));
    }
    let end = pages.list_end().unwrap();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{context}: duplicate rows");
    if service.moves_rows() && expected.len() > 200 {
        let is_all = ids.len() == expected.len();
        assert!(is_all || end != ListEnd::Complete, "{context}: {end:?}");
        return;
    }
    assert!(ids == expected || service.moves_rows(), "{context}");
    assert_eq!(ids.len(), expected.len(), "{context}");
    let has_wrong_total = (service.has(Variant::LargeTotal) || service.has(Variant::SmallTotal))
        && !service.has(Variant::BareList);
    assert!(
        service.moves_rows() || (end == ListEnd::Complete) != has_wrong_total,
        "{context}: {end:?}"
    );
}

async fn check_site_contact(service: &TestService) {
    let context = failure_context(service, "a site contact");
    let client = service.client();
    let contact = client.get_site_contact(Id(SPRING), Id(7101), true).await;
    let contact = with_number_ids(&contact.unwrap().unwrap());
    assert_eq!(contact["name"], "Ilse Brandvold", "{context}");
    assert_not_found(
        service,
        &client.get_site_contact(Id(SPRING), Id(7106), true).await,
    );
}

/// Checks that an invalid query is a failure, never an empty page.
async fn check_invalid_query(service: &TestService) {
    let context = failure_context(service, "a page of no size");
    let sort = Sort {
        field: "name".to_owned(),
        order: SortDirection::Asc,
    };
    let query = ListQuery {
        filters: ListFilters::default(),
        sort: Some(sort),
        ..ListQuery::page(u64::MAX, 1)
    };
    let error = service
        .client()
        .list(Kind::Campaign, &query)
        .await
        .unwrap_err();
    let RequestFailure::Refused { status, codes, .. } = error.failure else {
        panic!("{context}: {error}");
    };
    let has_codes = !has_unreadable_failures(service);
    assert_eq!(status, 400, "{context}");
    assert_eq!(
        codes,
        if has_codes { vec![9199] } else { vec![] },
        "{context}"
    );
}

/// Checks that a filter in the loose form that a person may type finds its rows.
async fn check_filter(service: &TestService) {
    let context = failure_context(service, "a filter");
    let filters = ListFilters {
        q: format!(r#"{{"a":{{"id":[{SPRING}]}}}}"#).parse().unwrap(),
        ..ListFilters::default()
    };
    let query = ListQuery {
        filters,
        ..ListQuery::page(0, 5)
    };
    let page = service.client().list(Kind::Campaign, &query).await;
    let page = page.unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(page.items.len(), 1, "{context}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_match_the_service_in_every_variant() {
    with_every_service(async |service| {
        for kind in [Kind::Campaign, VALUE, AD] {
            let id = check_page(&service, kind).await;
            check_get(&service, kind, id).await;
            check_whole_list(&service, kind).await;
        }
        check_filter(&service).await;
        check_site_contact(&service).await;
        check_invalid_query(&service).await;
    })
    .await;
}

/// Checks that a read under a fault is complete, or fails with the right reason.
async fn check_read_under_fault(service: &TestService, fault: &str) {
    let context = failure_context(service, &format!("a read under {fault}"));
    let client = service.client();
    let read = async || client.get(Kind::Campaign, Id(SPRING)).await;
    service.arm(fault, 1).await;
    match fault {
        "hold-read" => {
            let (read, ()) = tokio::join!(read(), service.cut_held_replies());
            let error = read.unwrap_err();
            assert!(error.failure.is_unreachable(), "{context}: {error}");
        }
        "busy-read" => {
            let error = read().await.unwrap_err();
            let seconds = Some(1);
            let is_busy = matches!(&error.failure, RequestFailure::Busy { seconds: actual, .. } if *actual == seconds);
            assert!(is_busy, "{context}: {error}");
        }
        "slow-drip" => check_get(service, Kind::Campaign, SPRING).await,
        _ => panic!("no case for {fault}"),
    }
    assert_eq!(service.struck_count().await, 1, "{context}");
    service.arm(fault, 0).await;
}

/// Checks that a fault of writes does not affect reads.
async fn check_read_ignores_write_fault(service: &TestService, fault: &str) {
    service.arm(fault, 1).await;
    check_get(service, Kind::Campaign, SPRING).await;
    assert_eq!(service.struck_count().await, 0, "{fault}");
    service.arm(fault, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn read_under_fault_is_complete_or_fails() {
    with_every_service(async |service| {
        for fault in service.faults().await {
            if fault == "slow-drip" || fault.ends_with("-read") {
                check_read_under_fault(&service, &fault).await;
            } else {
                check_read_ignores_write_fault(&service, &fault).await;
            }
        }
    })
    .await;
}
