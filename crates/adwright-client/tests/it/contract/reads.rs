//! What is got is what the service has.

use std::collections::BTreeSet;

use adwright_client::{ClientError, Pages};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_wire::{ListEnd, ListFilters, ListQuery, RequestFailure, Sort, SortDirection};
use serde_json::Value;

use super::ground::{Ground, with_number_ids};
use super::{SPRING, has_unreadable_failures, told, with_every_service};

const VALUE: Kind = Kind::RetargetingDataValue;
const AD: Kind = Kind::ExpandableBannerAd;

fn id(entity: &Value) -> i64 {
    entity["id"].as_i64().unwrap()
}

/// A page has the rows of the truth, in its order, and the same total or none.
async fn lists(ground: &Ground, kind: Kind) -> i64 {
    let told = told(ground, &format!("a list of {kind}"));
    let query = ListQuery::page(1, 3);
    let (rows, total) = ground.page(kind, &query).await;
    let page = ground.client().list(kind, &query).await;
    let page = page.unwrap_or_else(|error| panic!("{told}: {error}"));
    let items = page.items.into_iter();
    let got: Vec<_> = items
        .map(|item| id(&with_number_ids(&String::from_utf8(item).unwrap())))
        .collect();
    let there: Vec<_> = rows.iter().map(id).collect();
    assert!(got == there || ground.moves_rows(), "{told}: {got:?}");
    assert_eq!(got.len(), 3, "{told}");
    let is_told = !ground.has(Variant::BareList);
    let said = if ground.has(Variant::SmallTotal) {
        total / 2
    } else if ground.has(Variant::LargeTotal) {
        total + 7
    } else {
        total
    };
    assert_eq!(page.total, is_told.then_some(said), "{told}");
    there[0]
}

/// An entity comes as it is, and what is not there as nothing.
async fn gets(ground: &Ground, kind: Kind, id: i64) {
    let told = told(ground, &format!("a get of {kind}"));
    let client = ground.client();
    let got = client.get(kind, Id(id)).await;
    let got = got.unwrap_or_else(|error| panic!("{told}: {error}"));
    let got = with_number_ids(&got.unwrap_or_else(|| panic!("{told}: nothing")));
    let truth = ground.truth(kind, id).await.unwrap();
    assert_eq!(got, ground.shown(truth), "{told}");
    finds_nothing(ground, &client.get(kind, Id(1)).await);
}

/// Nothing is told from a failure, except where the service says both by a web page with 404.
fn finds_nothing(ground: &Ground, got: &Result<Option<String>, ClientError>) {
    let told = told(ground, "nothing");
    if has_unreadable_failures(ground) && ground.has(Variant::NotFound404) {
        let is_refused = got.as_ref().is_err_and(|error| {
            matches!(error.failure, RequestFailure::Refused { status: 404, .. })
        });
        assert!(is_refused, "{told}: {got:?}");
    } else {
        assert_eq!(*got, Ok(None), "{told}");
    }
}

/// A list comes whole, in its order, without a row twice. If its total is wrong, or rows move while it is read, it never
/// counts as complete unless every row came.
async fn reads_to_the_end(ground: &Ground, kind: Kind) {
    let told = told(ground, &format!("all of {kind}"));
    let there = ground.ids(kind).await;
    let mut pages = Pages::new(ground.client(), kind, ListQuery::page(0, 200), None);
    let mut got = Vec::new();
    while let Some(page) = pages
        .next()
        .await
        .unwrap_or_else(|error| panic!("{told}: {error}"))
    {
        let rows = page.items.into_iter();
        got.extend(rows.map(|row| id(&with_number_ids(&String::from_utf8(row).unwrap()))));
    }
    let ended = pages.list_end().unwrap();
    let once: BTreeSet<_> = got.iter().collect();
    assert_eq!(once.len(), got.len(), "{told}: a row came twice");
    if ground.moves_rows() && there.len() > 200 {
        let is_all = got.len() == there.len();
        assert!(is_all || ended != ListEnd::Complete, "{told}: {ended:?}");
        return;
    }
    assert!(got == there || ground.moves_rows(), "{told}");
    assert_eq!(got.len(), there.len(), "{told}");
    let is_miscounted = (ground.has(Variant::LargeTotal) || ground.has(Variant::SmallTotal))
        && !ground.has(Variant::BareList);
    assert!(
        ground.moves_rows() || (ended == ListEnd::Complete) != is_miscounted,
        "{told}: {ended:?}"
    );
}

async fn contacts(ground: &Ground) {
    let told = told(ground, "a site contact");
    let client = ground.client();
    let contact = client.get_site_contact(Id(SPRING), Id(7101), true).await;
    let contact = with_number_ids(&contact.unwrap().unwrap());
    assert_eq!(contact["name"], "Ilse Brandvold", "{told}");
    finds_nothing(
        ground,
        &client.get_site_contact(Id(SPRING), Id(7106), true).await,
    );
}

/// A question that no service understands is a failure, never an empty page.
async fn refusals(ground: &Ground) {
    let told = told(ground, "a page of no size");
    let sort = Sort {
        field: "name".to_owned(),
        order: SortDirection::Asc,
    };
    let query = ListQuery {
        filters: ListFilters::default(),
        sort: Some(sort),
        ..ListQuery::page(u64::MAX, 1)
    };
    let error = ground
        .client()
        .list(Kind::Campaign, &query)
        .await
        .unwrap_err();
    let RequestFailure::Refused { status, codes, .. } = error.failure else {
        panic!("{told}: {error}");
    };
    let codes_are_told = !has_unreadable_failures(ground);
    assert_eq!(status, 400, "{told}");
    assert_eq!(
        codes,
        if codes_are_told { vec![9199] } else { vec![] },
        "{told}"
    );
}

/// A filter in the loose form that a person may type finds what it should.
async fn filters(ground: &Ground) {
    let told = told(ground, "a filter");
    let filters = ListFilters {
        q: format!(r#"{{"a":{{"id":[{SPRING}]}}}}"#).parse().unwrap(),
        ..ListFilters::default()
    };
    let query = ListQuery {
        filters,
        ..ListQuery::page(0, 5)
    };
    let page = ground.client().list(Kind::Campaign, &query).await;
    let page = page.unwrap_or_else(|error| panic!("{told}: {error}"));
    assert_eq!(page.items.len(), 1, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_match_the_service_in_every_variant() {
    with_every_service(async |ground| {
        for kind in [Kind::Campaign, VALUE, AD] {
            let id = lists(&ground, kind).await;
            gets(&ground, kind, id).await;
            reads_to_the_end(&ground, kind).await;
        }
        filters(&ground).await;
        contacts(&ground).await;
        refusals(&ground).await;
    })
    .await;
}

/// A read that a fault strikes is whole, or a failure that says what happened.
async fn reads_under(ground: &Ground, fault: &str) {
    let told = told(ground, &format!("a read under {fault}"));
    let client = ground.client();
    let read = async || client.get(Kind::Campaign, Id(SPRING)).await;
    ground.arm(fault, 1).await;
    match fault {
        "hold-read" => {
            let (read, ()) = tokio::join!(read(), ground.cut_what_is_held());
            let error = read.unwrap_err();
            assert!(error.failure.is_unreachable(), "{told}: {error}");
        }
        "busy-read" => {
            let error = read().await.unwrap_err();
            let seconds = Some(1);
            let is_busy = matches!(&error.failure, RequestFailure::Busy { seconds: told, .. } if *told == seconds);
            assert!(is_busy, "{told}: {error}");
        }
        "slow-drip" => gets(ground, Kind::Campaign, SPRING).await,
        _ => panic!("no case for {fault}"),
    }
    assert_eq!(ground.struck().await, 1, "{told}");
    ground.arm(fault, 0).await;
}

/// A fault of writes stays where it is while only reads come.
async fn reads_beside(ground: &Ground, fault: &str) {
    ground.arm(fault, 1).await;
    gets(ground, Kind::Campaign, SPRING).await;
    assert_eq!(ground.struck().await, 0, "{fault}");
    ground.arm(fault, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn read_under_fault_is_complete_or_fails() {
    with_every_service(async |ground| {
        for fault in ground.faults().await {
            if fault == "slow-drip" || fault.ends_with("-read") {
                reads_under(&ground, &fault).await;
            } else {
                reads_beside(&ground, &fault).await;
            }
        }
    })
    .await;
}
