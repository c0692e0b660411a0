//! Only the dialect decides whether paths end with a slash.

use adwright_client::{Client, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{Dialect, ListQuery, Verdict};

use crate::server::{Server, redirect, reply};
use crate::with;

const LIST: &str = r#"{"result":[],"total":0}"#;

fn client_with_slash(server: &Server, trailing_slash: bool) -> Client {
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

#[tokio::test]
async fn every_path_ends_as_the_dialect_says() {
    for (trailing_slash, end) in [(false, ""), (true, "/")] {
        let server = Server::start(|_| reply(200, LIST)).await;
        let client = client_with_slash(&server, trailing_slash);
        list(&client, Kind::Campaign).await;
        list(&client, Kind::RetargetingDataValue).await;
        client.create(Kind::RetargetingDataValue, "{}").await;
        client.update(Kind::Campaign, Id(7), "{}").await;
        let expected = [
            format!("GET /campaigns{end}?from=0&max=1"),
            format!("GET /tagManagers/retargetingDataValue{end}?from=0&max=1"),
            format!("POST /tagManagers/retargetingDataValue{end}"),
            format!("PUT /campaigns/7{end}"),
        ];
        assert_eq!(server.lines(), expected);
    }
}

#[tokio::test]
async fn a_read_follows_a_redirect_and_learns_nothing() {
    let server = Server::start(|request| {
        let target = request.line.split(' ').nth(1).unwrap();
        match target.split_once('?') {
            Some((path, query)) if !path.ends_with('/') => {
                redirect(308, &format!("{path}/?{query}"))
            }
            _ => reply(200, LIST),
        }
    })
    .await;
    let client = client_with_slash(&server, false);
    for _ in 0..2 {
        list(&client, Kind::Campaign).await;
    }
    client.create(Kind::Campaign, "{}").await;
    let both = [
        "GET /campaigns?from=0&max=1",
        "GET /campaigns/?from=0&max=1",
    ];
    assert_eq!(
        server.lines(),
        [&both[..], &both, &["POST /campaigns"]].concat()
    );
}

#[tokio::test]
async fn a_write_is_tried_at_one_path_only() {
    for status in [404, 405, 308] {
        let server = Server::start(move |request| match status {
            308 => redirect(
                308,
                request
                    .line
                    .split(' ')
                    .nth(1)
                    .unwrap()
                    .trim_end_matches('/'),
            ),
            _ => reply(status, "<title>No such page</title>"),
        })
        .await;
        let client = client_with_slash(&server, true);
        client.create(Kind::Campaign, "{}").await;
        let updated = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
        assert_eq!(server.lines(), ["POST /campaigns/", "PUT /campaigns/7/"]);
        let WriteOutcome::Answered { verdict, .. } = updated else {
            panic!("{updated:?}");
        };
        assert_eq!(matches!(verdict, Verdict::Refused { .. }), status != 308);
    }
}
