//! Adwright learns a service's paths before the first write, and stores them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use adwright_desk::views::{LoginKind, SettingOriginKind, WorkspaceForm};
use adwright_desk::{
    Collection, Desk, Paths, Ports, SystemClock, UnlistedService, WorkspaceSelector,
};
use adwright_model::Kind;
use adwright_service::Variant;
use adwright_testkit::{TestApp, TestKeyring, canned_service, http_response};
use adwright_wire::{Dialect, ListQuery, Setting};
use tempfile::TempDir;

use crate::settings::{change, fetched_from, opened_on, row, send_values, slash_set};
use crate::workspaces::form;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_create_goes_to_where_the_service_sends_lists_on_to() {
    for variant in [Variant::SlashRedirects, Variant::SlashAfterLists] {
        let (_desktop, desk, _service) = opened_on(&[variant]).await;
        assert_eq!(send_values(&desk, 2).await, 2, "{variant:?}");
        let id = desk.workspace_view().unwrap().id;
        assert_eq!(slash_set(&desk, &id), "lists", "{variant:?}");
        for sent in desk.sent_items().unwrap() {
            let attempts = desk.receipt(&sent.item).unwrap().attempts;
            let went_to: Vec<_> = attempts.into_iter().map(|it| it.request).collect();
            assert_eq!(
                went_to,
                ["POST /tagManagers/retargetingDataValue/"],
                "{variant:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_read_before_a_create_unless_it_was_and_holds_none_up() {
    for (status, is_fetched, expected) in [
        (200, false, &["GET", "POST"][..]),
        (403, false, &["GET", "POST"]),
        (200, true, &["POST"]),
    ] {
        let asked_for = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked_for);
        let address = canned_service(move |asked| {
            let method = asked.line.split(' ').next().unwrap().to_owned();
            seen.lock().unwrap().push(method);
            let status = if asked.is_write() { 400 } else { status };
            http_response(status, "application/json", r#"{"result":[]}"#)
        });
        let desktop = TestApp::first_start().await;
        let form = WorkspaceForm {
            login: LoginKind::None,
            ..form("Acme", &address, "")
        };
        let id = desktop.desk.save_workspace(None, &form).unwrap().id;
        let desk = desktop.desk.switch(&id).await.unwrap();
        if is_fetched {
            desk.fetch(Collection::Values, "values", |_| {})
                .await
                .unwrap();
            asked_for.lock().unwrap().clear();
        }
        assert_eq!(send_values(&desk, 1).await, 0);
        let asked_for = asked_for.lock().unwrap();
        let write = asked_for.iter().position(|method| method == "POST");
        assert_eq!(asked_for[..=write.unwrap()], *expected, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_learned_stays_learned_where_it_is_set_to_the_same_once_more() {
    let (_desktop, desk, _service) = fetched_from(&[Variant::SlashRedirects]).await;
    let id = desk.workspace_view().unwrap().id;
    let learned = slash_set(&desk, &id);
    let changed = change(
        &desk,
        &id,
        &[("trailingSlash", &learned), ("pageSize", "7")],
    )
    .unwrap();
    let mark = row(&changed.settings, "trailingSlash").mark.clone();
    assert_eq!(mark.unwrap().source, SettingOriginKind::Learned);
    let changed = change(&desk, &id, &[("trailingSlash", "all")]).unwrap();
    let mark = row(&changed.settings, "trailingSlash").mark.clone();
    assert_eq!(mark.unwrap().source, SettingOriginKind::Person);
}

/// Starts a service that redirects lists to a trailing slash.
fn redirecting() -> String {
    canned_service(|asked| {
        if asked.line.contains("/campaigns?") {
            let query = asked.line.split(['?', ' ']).nth(2).unwrap();
            let head = format!("HTTP/1.1 308 -\r\nLocation: /campaigns/?{query}\r\n");
            return format!("{head}Content-Length: 0\r\nConnection: close\r\n\r\n").into_bytes();
        }
        http_response(
            200,
            "application/json",
            r#"{"result":[{"id":1,"type":"Campaign"}]}"#,
        )
    })
}

/// Opens an unlisted workspace of a service, with settings chosen for this run.
async fn unlisted(home: &TempDir, address: &str, chosen: &[(&str, &str)]) -> Desk {
    let mut dialect = Dialect::default();
    for (key, value) in chosen {
        Setting::from_key(key)
            .unwrap()
            .set(&mut dialect, value)
            .unwrap();
    }
    let service = UnlistedService {
        address: address.to_owned(),
        plain_http: false,
        dialect,
        chosen: chosen.iter().map(|(key, _)| (*key).to_owned()).collect(),
        login: None,
        secrets: BTreeMap::new(),
    };
    let ports = Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(TestKeyring::default()),
    };
    let which = WorkspaceSelector::Unlisted(Box::new(service));
    Desk::open_selected(&Paths::in_home(home.path()), ports, &which)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_service_without_a_workspace_showed_holds_the_next_time_unless_it_is_set_otherwise()
{
    let (home, address) = (tempfile::tempdir().unwrap(), redirecting());
    let set = |desk: &Desk| {
        let id = desk.workspace_view().unwrap().id;
        let settings = desk.connection_settings(&id).unwrap();
        let slash = row(&settings, "trailingSlash");
        (
            slash.value.clone(),
            slash.mark.as_ref().map(|mark| mark.source),
        )
    };
    let learned = ("lists".to_owned(), Some(SettingOriginKind::Learned));
    let desk = unlisted(&home, &address, &[]).await;
    let mut pages = desk
        .pages(Kind::Campaign, ListQuery::page(0, 9), None)
        .unwrap();
    while pages.next().await.unwrap().is_some() {}
    desk.learn_from_pages(&pages).unwrap();
    assert_eq!(set(&desk), learned);
    let desk = unlisted(&home, &address, &[("pageSize", "7")]).await;
    assert_eq!(set(&desk), learned);
    let desk = unlisted(&home, &address, &[("trailingSlash", "no")]).await;
    assert_eq!(set(&desk), ("no".to_owned(), None));
}
