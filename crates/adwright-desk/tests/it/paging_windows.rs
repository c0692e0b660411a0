//! Lists of a service that returns only their first rows, and what Adwright learns from that.

use adwright_desk::Desk;
use adwright_service::{ServiceOptions, Variant};
use adwright_testkit::{CannedRequest, TestApp, canned_service, http_response};
use adwright_views::{Collection, SettingOriginKind, SettingRow};
use expect_test::expect;

use crate::endless_lookups::at;
use crate::workspaces::{CANARY, form, make};

fn row(desk: &Desk, key: &str) -> SettingRow {
    let id = desk.overview.workspace_view().unwrap().id;
    let settings = desk.settings.connection_settings(&id).unwrap();
    let mut rows = settings.groups.into_iter().flat_map(|group| group.rows);
    rows.find(|row| row.key == key).unwrap()
}

/// Returns the paging window with its origin and the reason.
fn learned(desk: &Desk) -> (String, Option<(SettingOriginKind, Option<String>)>) {
    let row = row(desk, "pagingWindow");
    (row.value, row.mark.map(|mark| (mark.source, mark.why)))
}

#[tokio::test(flavor = "multi_thread")]
async fn long_list_is_partitioned_and_window_learned() {
    let service = adwright_service::start(ServiceOptions {
        password: Some(CANARY.to_owned()),
        variants: vec![Variant::PagingWindow],
        scale: Some(10_600),
        ..ServiceOptions::default()
    });
    let service = service.await.unwrap();
    let (login, _) = service.practice_login();
    let desktop = TestApp::first_start().await;
    let saved = make(&desktop.desk, &form("Large", &service.base_url, &login));
    let desk = desktop.switch(&saved.id).await.unwrap();

    let summary = desk
        .fetches
        .fetch(Collection::Campaigns, "fetch", |_| {})
        .await;
    let summary = summary.unwrap();
    assert!(summary.complete, "{}", summary.message);
    assert_eq!(
        desk.overview.workspace_view().unwrap().counts.campaigns,
        summary.fetched
    );
    assert!(summary.fetched > 10_300, "{}", summary.message);
    let (value, mark) = learned(&desk);
    expect!["10000"].assert_eq(&value);
    let (source, why) = mark.unwrap();
    assert_eq!(source, SettingOriginKind::Learned);
    assert!(why.unwrap().contains("10000"));
    // The setting applies without reopening, and a new desk uses it too.
    let settings = desk.settings.connection_settings(&saved.id).unwrap();
    assert!(!settings.pending);
    let desk = desk.switch(&saved.id).await.unwrap();
    assert!(
        !desk
            .settings
            .connection_settings(&saved.id)
            .unwrap()
            .pending
    );
}

/// Starts a service with 900 campaigns that refuses pages from 300 on. `lost` of the campaigns have no advertiser.
fn windowed(lost: usize) -> String {
    canned_service(move |asked: &CannedRequest| {
        let from = asked.query_number("from");
        if from >= 300 {
            let refusal = r#"{"error":{"errors":[{"code":9199}]},"result":null}"#;
            return http_response(400, "application/json", refusal);
        }
        let part = asked.line.contains("advertiserId=");
        let part = part.then(|| asked.query_number("advertiserId"));
        let advertiser = |id: usize| if id > 900 - lost { 0 } else { 1 + id % 9 };
        let ids = (1..=900).filter(|id| part.is_none_or(|part| advertiser(*id) == part));
        let ids: Vec<_> = ids.collect();
        let row = |id: &usize| {
            let of = match advertiser(*id) {
                0 => "null".to_owned(),
                advertiser => advertiser.to_string(),
            };
            format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}","advertiserId":{of}}}"#)
        };
        let rows: Vec<_> = ids
            .iter()
            .skip(from)
            .take(asked.query_number("max"))
            .map(row)
            .collect();
        let total = ids.len();
        let page = format!(
            r#"{{"metadata":{{"total":{total}}},"result":[{}]}}"#,
            rows.join(",")
        );
        http_response(200, "application/json", page)
    })
}

#[tokio::test]
async fn total_equal_to_paging_end_is_not_trusted() {
    let address = canned_service(|asked: &CannedRequest| {
        let (from, max) = (asked.query_number("from"), asked.query_number("max"));
        if from + max > 500 {
            let refusal = r#"{"error":{"errors":[{"code":9199}]},"result":null}"#;
            return http_response(400, "application/json", refusal);
        }
        let rows = (from..from + max).map(|id| format!(r#"{{"type":"Campaign","id":{id}}}"#));
        let rows: Vec<_> = rows.collect();
        let page = format!(r#"{{"total":500,"result":[{}]}}"#, rows.join(","));
        http_response(200, "application/json", page)
    });
    let (desk, _desktop) = at(&address).await;
    for _ in 0..2 {
        let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
        assert_eq!((summary.fetched, summary.complete), (500, false));
        // The list may simply end there.
        assert_eq!(learned(&desk).0, "");
    }
}

#[tokio::test]
async fn unreachable_rows_are_reported_and_nothing_removed() {
    let (desk, _desktop) = at(&windowed(0)).await;
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert_eq!((summary.fetched, summary.complete), (900, true));

    let (desk, _desktop) = at(&windowed(40)).await;
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert_eq!((summary.fetched, summary.complete), (860, false));
    let reply = summary.reply.unwrap();
    assert_eq!(reply.status, Some(400));
    let shown = desk.overview.workspace_view().unwrap();
    assert_eq!(shown.counts.campaigns, 860);
    let again = desk.fetches.fetch_campaigns("again", |_| {}).await.unwrap();
    assert_eq!((again.fetched, again.complete), (860, false));
    assert_eq!(
        desk.overview.workspace_view().unwrap().counts.campaigns,
        860
    );
}

#[tokio::test]
async fn learned_values_never_replace_a_persons_and_revert() {
    let (desk, _desktop) = at(&windowed(0)).await;
    desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    let (value, mark) = learned(&desk);
    assert_eq!(value, "500");
    assert!(mark.is_some_and(|(source, _)| source == SettingOriginKind::Learned));

    let id = desk.overview.workspace_view().unwrap().id;
    let change = |value: &str| adwright_views::SettingChange {
        key: "pagingWindow".to_owned(),
        value: value.to_owned(),
        suggested: None,
    };
    desk.settings.change_settings(&id, &[change("")]).unwrap();
    assert_eq!(learned(&desk), (String::new(), None));

    desk.settings
        .change_settings(&id, &[change("9000")])
        .unwrap();
    let desk = desk.switch(&id).await.unwrap();
    desk.fetches.fetch_campaigns("again", |_| {}).await.unwrap();
    let (value, mark) = learned(&desk);
    assert_eq!(value, "9000");
    assert!(mark.is_some_and(|(source, _)| source == SettingOriginKind::Person));
}
