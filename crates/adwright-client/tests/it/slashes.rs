//! Which paths are asked for with a slash at their end: each list and its entities by themselves, as the service shows.

use adwright_client::{Client, ClientError, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{Dialect, ListQuery, TrailingSlash, Verdict};
use axum::response::Response;

use crate::server::{ReceivedRequest, Server, redirect, reply};
use crate::{plain, with};

const ONE: &str = r#"{"result":{"id":7}}"#;
const NO_PAGE: &str = "<title>No such page</title>";

/// A service that sends what begins so on to the same path with a slash, and has nothing at other paths with one.
async fn sending_on(is_sent_on: impl Fn(&str) -> bool + Clone + Send + Sync + 'static) -> Server {
    Server::start(move |seen| {
        let (path, query) = path_of(seen);
        match (is_sent_on(path.trim_end_matches('/')), path.ends_with('/')) {
            (true, false) => redirect(308, &format!("{path}/{query}")),
            (false, true) => reply(404, NO_PAGE),
            _ => there(path),
        }
    })
    .await
}

fn path_of(seen: &ReceivedRequest) -> (&str, String) {
    let target = seen.line.split(' ').nth(1).unwrap();
    match target.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (target, String::new()),
    }
}

/// What is at a path: a list, or campaign 7.
fn there(path: &str) -> Response {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap();
    match last.parse::<i64>() {
        Err(_) => reply(200, r#"{"result":[],"total":0}"#),
        Ok(7) => reply(200, ONE),
        Ok(_) => reply(404, r#"{"error":{"code":404}}"#),
    }
}

fn set_to(server: &Server, trailing_slash: TrailingSlash) -> Client {
    let dialect = Dialect {
        trailing_slash,
        list_sort: None,
        ..Dialect::default()
    };
    with(&server.base, dialect)
}

async fn list(client: &Client, kind: Kind) {
    client.list(kind, &ListQuery::page(0, 1)).await.unwrap();
}

async fn get(client: &Client, id: i64) -> Option<String> {
    client.get(Kind::Campaign, Id(id)).await.unwrap()
}

#[tokio::test]
async fn a_list_that_is_sent_on_says_nothing_of_entities_and_gives_a_guess_of_other_lists() {
    let server = sending_on(|path| path == "/campaigns").await;
    let client = set_to(&server, TrailingSlash::No);
    list(&client, Kind::Campaign).await;
    assert_eq!(
        client.corrected_trailing_slash(TrailingSlash::No),
        TrailingSlash::Lists
    );
    list(&client, Kind::Campaign).await;
    list(&client, Kind::RetargetingDataValue).await;
    get(&client, 7).await.unwrap();
    client.create(Kind::Campaign, "{}").await;
    client.update(Kind::Campaign, Id(7), "{}").await;
    client.create(Kind::RetargetingDataValue, "{}").await;
    assert_eq!(
        server.lines(),
        [
            "GET /campaigns?from=0&max=1",
            "GET /campaigns/?from=0&max=1",
            "GET /campaigns/?from=0&max=1",
            "GET /tagManagers/retargetingDataValue/?from=0&max=1",
            "GET /tagManagers/retargetingDataValue?from=0&max=1",
            "GET /campaigns/7",
            "POST /campaigns/",
            "PUT /campaigns/7",
            "POST /tagManagers/retargetingDataValue",
        ]
    );
    for set in [TrailingSlash::No, TrailingSlash::Lists] {
        assert_eq!(
            client.corrected_trailing_slash(set),
            set,
            "no setting fits both lists"
        );
    }
}

#[tokio::test]
async fn what_was_seen_of_one_list_holds_for_another_that_is_written_to_first() {
    let server = sending_on(|_| true).await;
    let client = set_to(&server, TrailingSlash::No);
    list(&client, Kind::Campaign).await;
    client.create(Kind::RetargetingDataValue, "{}").await;
    let created = "POST /tagManagers/retargetingDataValue/";
    assert_eq!(server.lines().last().unwrap(), created);
}

#[tokio::test]
async fn an_entity_that_is_sent_on_says_nothing_of_lists() {
    let server = sending_on(|path| path.starts_with("/campaigns/")).await;
    let client = set_to(&server, TrailingSlash::No);
    get(&client, 7).await.unwrap();
    client.update(Kind::Campaign, Id(8), "{}").await;
    client.create(Kind::Campaign, "{}").await;
    list(&client, Kind::Campaign).await;
    assert_eq!(
        server.lines(),
        [
            "GET /campaigns/7",
            "GET /campaigns/7/",
            "PUT /campaigns/8/",
            "POST /campaigns",
            "GET /campaigns?from=0&max=1",
        ]
    );
    let learned = client.corrected_trailing_slash(TrailingSlash::Lists);
    assert_eq!(learned, TrailingSlash::All, "lists stay as they are set");
}

#[tokio::test]
async fn what_is_not_there_with_the_slash_of_a_setting_is_asked_for_once_without_it() {
    let server = sending_on(|path| path == "/campaigns").await;
    let client = set_to(&server, TrailingSlash::All);
    list(&client, Kind::Campaign).await;
    get(&client, 7).await.unwrap();
    get(&client, 7).await.unwrap();
    client.update(Kind::Campaign, Id(7), "{}").await;
    let learned = client.corrected_trailing_slash(TrailingSlash::All);
    assert_eq!(learned, TrailingSlash::Lists);
    list(&client, Kind::RetargetingDataValue).await;
    client.create(Kind::RetargetingDataValue, "{}").await;
    assert_eq!(
        server.lines(),
        [
            "GET /campaigns/?from=0&max=1",
            "GET /campaigns/7/",
            "GET /campaigns/7",
            "GET /campaigns/7",
            "PUT /campaigns/7",
            "GET /tagManagers/retargetingDataValue/?from=0&max=1",
            "GET /tagManagers/retargetingDataValue?from=0&max=1",
            "POST /tagManagers/retargetingDataValue",
        ]
    );
}

/// A service to the letter of the interface: values are listed with a slash at the end and created without, and nothing
/// else is there at another end.
async fn to_the_letter() -> Server {
    Server::start(|seen| {
        let (method, (path, _)) = (seen.line.split(' ').next().unwrap(), path_of(seen));
        match (method, path) {
            ("GET", "/tagManagers/retargetingDataValue")
            | ("POST", "/tagManagers/retargetingDataValue/") => reply(405, ""),
            ("GET", "/tagManagers/retargetingDataValue/") => there(path),
            _ if path.ends_with('/') => reply(404, NO_PAGE),
            _ => there(path),
        }
    })
    .await
}

#[tokio::test]
async fn a_service_to_the_letter_of_the_interface_needs_no_setting() {
    for set in [TrailingSlash::No, TrailingSlash::Lists, TrailingSlash::All] {
        let server = to_the_letter().await;
        let client = set_to(&server, set);
        let value = Kind::RetargetingDataValue;
        list(&client, Kind::Campaign).await;
        list(&client, value).await;
        get(&client, 7).await.unwrap();
        assert!(client.get(value, Id(7)).await.unwrap().is_some());
        let created = client.create(Kind::Campaign, "{}").await;
        assert_eq!(created.request, "POST /campaigns", "{set:?}");
        let updated = client.update(Kind::Campaign, Id(7), "{}").await;
        assert_eq!(updated.request, "PUT /campaigns/7", "{set:?}");
    }
    let server = to_the_letter().await;
    let client = set_to(&server, TrailingSlash::No);
    list(&client, Kind::RetargetingDataValue).await;
    let created = client.create(Kind::RetargetingDataValue, "{}").await;
    assert_eq!(created.request, "POST /tagManagers/retargetingDataValue");
    let set = TrailingSlash::No;
    assert_eq!(
        client.corrected_trailing_slash(set),
        set,
        "no setting is for both"
    );
}

#[tokio::test]
async fn where_nothing_is_created_at_a_path_the_next_create_goes_to_its_other_end() {
    let server = to_the_letter().await;
    let client = set_to(&server, TrailingSlash::All);
    let value = Kind::RetargetingDataValue;
    list(&client, value).await;
    for _ in 0..2 {
        client.create(value, "{}").await;
    }
    assert_eq!(
        server.lines()[1..],
        [
            "POST /tagManagers/retargetingDataValue/",
            "POST /tagManagers/retargetingDataValue",
        ]
    );
}

#[tokio::test]
async fn an_entity_is_not_called_missing_where_its_other_path_was_not_answered() {
    for status in [302, 401, 429, 500, 503] {
        let server = Server::start(move |seen| match (path_of(seen).0, status) {
            ("/campaigns/7/", _) => reply(404, r#"{"error":{"code":404}}"#),
            (_, 302) => redirect(302, "https://elsewhere.example/"),
            _ => reply(status, ""),
        })
        .await;
        let client = set_to(&server, TrailingSlash::All);
        let got = client.get(Kind::Campaign, Id(7)).await;
        assert!(got.is_err(), "{status}: {got:?}");
    }
}

#[tokio::test]
async fn a_list_that_is_not_there_is_asked_for_with_a_slash_once() {
    let server = Server::start(|seen| match path_of(seen).0 {
        "/campaigns/" => there("/campaigns/"),
        _ => reply(404, NO_PAGE),
    })
    .await;
    let client = set_to(&server, TrailingSlash::No);
    list(&client, Kind::Campaign).await;
    list(&client, Kind::Campaign).await;
    client.create(Kind::Campaign, "{}").await;
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    let page = ListQuery::page(0, 1);
    let values = client.list(Kind::RetargetingDataValue, &page).await;
    let values = values.unwrap_err();
    assert!(
        matches!(&values, ClientError::Refused { status: 404, .. }),
        "{values}"
    );
    assert_eq!(
        server.lines(),
        [
            "GET /campaigns?from=0&max=1",
            "GET /campaigns/?from=0&max=1",
            "GET /campaigns/?from=0&max=1",
            "POST /campaigns/",
            "GET /campaigns/7",
            "GET /tagManagers/retargetingDataValue/?from=0&max=1",
            "GET /tagManagers/retargetingDataValue?from=0&max=1",
        ]
    );
}

#[tokio::test]
async fn a_write_is_not_tried_without_the_slash() {
    for status in [404, 405, 308] {
        let server = Server::start(move |seen| match status {
            308 => redirect(
                308,
                seen.line.split(' ').nth(1).unwrap().trim_end_matches('/'),
            ),
            _ => reply(status, NO_PAGE),
        })
        .await;
        let client = set_to(&server, TrailingSlash::All);
        client.create(Kind::Campaign, "{}").await;
        let updated = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
        assert_eq!(server.lines(), ["POST /campaigns/", "PUT /campaigns/7/"]);
        let WriteOutcome::Answered { verdict, .. } = updated else {
            panic!("{updated:?}");
        };
        assert_eq!(matches!(verdict, Verdict::Refused { .. }), status != 308);
    }
}

#[tokio::test]
async fn a_missing_entity_stays_missing_and_costs_one_request_more_until_one_is_there() {
    // All paths end with a slash; without one, nothing is there.
    let server = Server::start(|seen| match path_of(seen).0 {
        path if path.ends_with('/') => there(path),
        _ => reply(404, NO_PAGE),
    })
    .await;
    let client = set_to(&server, TrailingSlash::All);
    assert_eq!(get(&client, 9).await, None);
    get(&client, 7).await.unwrap();
    assert_eq!(get(&client, 9).await, None);
    assert_eq!(
        server.lines(),
        [
            "GET /campaigns/9/",
            "GET /campaigns/9",
            "GET /campaigns/7/",
            "GET /campaigns/9/",
        ]
    );
}

#[tokio::test]
async fn where_only_the_path_without_a_slash_says_that_there_is_none_that_counts() {
    let server = sending_on(|_| false).await;
    let client = set_to(&server, TrailingSlash::All);
    assert_eq!(get(&client, 9).await, None);
    assert_eq!(server.lines(), ["GET /campaigns/9/", "GET /campaigns/9"]);
}

#[tokio::test]
async fn a_page_for_people_at_the_other_path_makes_no_missing_entity_a_failure() {
    let server = Server::start(|seen| match path_of(seen).0 {
        path if path.ends_with('/') => there(path),
        _ => reply(200, "<title>Welcome</title>"),
    })
    .await;
    let client = set_to(&server, TrailingSlash::All);
    assert_eq!(get(&client, 9).await, None);
    assert!(get(&client, 7).await.is_some());
}

#[tokio::test]
async fn a_path_that_is_sent_on_without_its_slash_is_learned_as_well() {
    let server = Server::start(|seen| {
        let (path, query) = path_of(seen);
        match path.strip_suffix('/') {
            Some(open) => redirect(301, &format!("{open}{query}")),
            None => there(path),
        }
    })
    .await;
    let client = set_to(&server, TrailingSlash::All);
    get(&client, 7).await.unwrap();
    client.update(Kind::Campaign, Id(7), "{}").await;
    let lines = ["GET /campaigns/7/", "GET /campaigns/7", "PUT /campaigns/7"];
    assert_eq!(server.lines(), lines);
}

#[tokio::test]
async fn what_leads_elsewhere_teaches_nothing() {
    let server = Server::start(|seen| match path_of(seen).0 {
        "/campaigns/7" => redirect(302, "/new/7/"),
        _ => reply(200, ONE),
    })
    .await;
    let client = plain(&server.base);
    get(&client, 7).await.unwrap();
    client.update(Kind::Campaign, Id(7), "{}").await;
    let lines = ["GET /campaigns/7", "GET /new/7/", "PUT /campaigns/7"];
    assert_eq!(server.lines(), lines);
}
