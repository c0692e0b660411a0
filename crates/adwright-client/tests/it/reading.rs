//! The results and failures of reads.

use adwright_client::{Client, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{Dialect, ListFilters, ListQuery, RequestFailure};
use expect_test::{Expect, expect};

use crate::server::{Server, closed, compressed, gzip, hanging_up, reply};
use crate::{plain, with};

/// Gets an object with this client, and describes the outcome.
async fn check(client: &Client, expected: &Expect) {
    let outcome = match client.get(Kind::Campaign, Id(7)).await {
        Ok(Some(text)) => text,
        Ok(None) => "nothing".to_owned(),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&outcome);
}

#[tokio::test]
async fn a_page_keeps_every_byte_of_its_items() {
    let body = [
        b"{\"metadata\":{\"total\":400},\"result\":[{\"a\" : 1.50},{\"b\":\"".as_slice(),
        &[0xff],
        b"\"},{\"c\":1,\"c\":2}]}",
    ];
    let server = Server::start(move |_| reply(200, body.concat())).await;
    let page = plain(&server.base)
        .list(Kind::Campaign, &ListQuery::page(250, 3))
        .await
        .unwrap();
    assert_eq!(page.total, Some(400));
    let items: Vec<_> = page
        .items
        .iter()
        .map(|item| String::from_utf8_lossy(item))
        .collect();
    assert_eq!(
        items,
        [
            r#"{"a" : 1.50}"#,
            "{\"b\":\"\u{fffd}\"}",
            r#"{"c":1,"c":2}"#
        ]
    );
    assert_eq!(
        server.lines(),
        ["GET /campaigns?from=250&max=3&sort=id&order=ASC"]
    );
}

#[tokio::test]
async fn every_list_filter_is_sent_portably_encoded() {
    let server = Server::start(|_| reply(200, "")).await;
    let query = ListQuery {
        filters: ListFilters {
            site_id: Some(70),
            advertiser_name: Some("Müller & Co + 1".to_owned()),
            q: r#"{"1":{"NAME":["50% off"],"ID":[7]}}"#.parse().unwrap(),
            ..ListFilters::default()
        },
        ..ListQuery::page(0, 2)
    };
    let page = plain(&server.base).list(Kind::Campaign, &query).await;
    assert!(page.unwrap().items.is_empty());
    expect!["GET /campaigns?from=0&max=2&siteId=70&advertiserName=M%C3%BCller%20%26%20Co%20%2B%201&q=%7B%221%22%3A%7B%22NAME%22%3A%5B%2250%25%20off%22%5D%2C%22ID%22%3A%5B%227%22%5D%7D%7D&sort=id&order=ASC"].assert_eq(&server.lines().join("\n"));
}

#[tokio::test]
async fn site_contact_is_requested_at_one_level() {
    let server = Server::start(|request| {
        reply(
            200,
            if request.line.ends_with("=true") {
                r#"{"result":{"id":1.0}}"#
            } else {
                ""
            },
        )
    })
    .await;
    let client = plain(&server.base);
    let ask = |from_advertiser| client.get_site_contact(Id(7), Id(9), from_advertiser);
    assert_eq!(ask(true).await.unwrap().as_deref(), Some(r#"{"id":1.0}"#));
    assert_eq!(ask(false).await.unwrap(), None);
    expect![[r"
        GET /campaigns/7/siteContacts/9?getSiteContactFromAdvertiserLevel=true
        GET /campaigns/7/siteContacts/9?getSiteContactFromAdvertiserLevel=false"]]
    .assert_eq(&server.lines().join("\n"));
}

#[tokio::test]
async fn dialect_determines_the_list_request() {
    let server = Server::start(|_| reply(200, "")).await;
    let dialect = Dialect {
        trailing_slash: true,
        list_sort: None,
        ..Dialect::default()
    };
    let page = with(&server.base, dialect)
        .list(Kind::Campaign, &ListQuery::page(0, 10))
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.total), (0, None));
    assert_eq!(server.lines(), ["GET /campaigns/?from=0&max=10"]);
}

#[tokio::test]
async fn values_are_listed_without_a_sort() {
    let server = Server::start(|_| reply(200, "")).await;
    let client = plain(&server.base);
    let page = ListQuery::page(0, 10);
    client
        .list(Kind::RetargetingDataValue, &page)
        .await
        .unwrap();
    client.get(Kind::RetargetingDataValue, Id(7)).await.unwrap();
    let update = client.update(Kind::RetargetingDataValue, Id(7), "{}").await;
    assert!(matches!(update.delivery, WriteOutcome::NeverSent(_)));
    assert_eq!(
        server.lines(),
        [
            "GET /tagManagers/retargetingDataValue?from=0&max=10",
            "GET /tagManagers/retargetingDataValue/7"
        ]
    );
}

#[tokio::test]
async fn entity_reply_may_be_empty() {
    let server = Server::start(|_| reply(200, r#"{"result" : {"id":7, "budget":1.50} }"#)).await;
    check(
        &plain(&server.base),
        &expect![[r#"{"id":7, "budget":1.50}"#]],
    )
    .await;
    assert_eq!(server.lines(), ["GET /campaigns/7"]);
    let server = Server::start(|_| reply(200, "")).await;
    check(&plain(&server.base), &expect!["nothing"]).await;
}

#[tokio::test]
async fn entity_404_is_absent_but_list_404_refused() {
    for body in ["", r#"{"error":"Nothing here."}"#] {
        let server = Server::start(move |_| reply(404, body)).await;
        check(&plain(&server.base), &expect!["nothing"]).await;
        let page = plain(&server.base)
            .list(Kind::Campaign, &ListQuery::page(0, 2))
            .await;
        let error = page.unwrap_err();
        assert!(
            matches!(error.failure, RequestFailure::Refused { status: 404, .. }),
            "{error}"
        );
    }
}

#[tokio::test]
async fn refused_read_has_code_and_message() {
    let server = Server::start(|_| reply(500, r#"{"error":{"errors":[{"code":62004}]}}"#)).await;
    check(
        &plain(&server.base),
        &expect![
            "the service refused (status 500) 62004: This login lacks the privileges for the action"
        ],
    )
    .await;
    let server = Server::start(|_| reply(404, "<title>No such page</title>")).await;
    check(
        &plain(&server.base),
        &expect![
            "the service refused (status 404): it sent a web page with the title “No such page”"
        ],
    )
    .await;
    let server = Server::start(|_| reply(200, r#"{"error":{"code":9199},"result":[]}"#)).await;
    check(&plain(&server.base), &expect!["the service refused (status 200) 9199: The requested page is outside the limits of the service"]).await;
}

#[tokio::test]
async fn unusable_reply_is_an_error() {
    let server = Server::start(|_| reply(502, "<html>")).await;
    check(
        &plain(&server.base),
        &expect!["the service failed without saying what it did (status 502: it sent a web page)"],
    )
    .await;
    let server = Server::start(|_| reply(200, "<html>")).await;
    check(
        &plain(&server.base),
        &expect!["the reply is a web page, not JSON"],
    )
    .await;
    let server = Server::start(|_| {
        reply(
            200,
            [b"{\"result\":{\"a\":\"".as_slice(), &[0xff], b"\"}}"].concat(),
        )
    })
    .await;
    check(&plain(&server.base), &expect!["the reply is not JSON"]).await;
    let server = Server::start(|_| reply(429, "")).await;
    check(&plain(&server.base), &expect!["the service is busy"]).await;
}

#[tokio::test]
async fn broken_connection_is_an_error() {
    let (base, _socket) = closed();
    check(
        &plain(&base),
        &expect!["the service cannot be reached: connection refused"],
    )
    .await;
    let base = hanging_up("HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{\"result\":").await;
    check(
        &plain(&base),
        &expect!["no complete reply came: unexpected end of file"],
    )
    .await;
    assert!(
        plain(&base)
            .list(Kind::Campaign, &ListQuery::page(0, 1))
            .await
            .unwrap_err()
            .failure
            .is_unreachable()
    );
}

#[tokio::test]
async fn reading_stops_at_the_limit() {
    let dialect = |reply_limit_bytes| Dialect {
        reply_limit_bytes,
        ..Dialect::default()
    };
    let body = r#"{"result":{"type":"Campaign"}}"#;
    let server = Server::start(move |_| reply(200, body)).await;
    check(
        &with(&server.base, dialect(body.len() as u64)),
        &expect![[r#"{"type":"Campaign"}"#]],
    )
    .await;
    check(
        &with(&server.base, dialect(body.len() as u64 - 1)),
        &expect!["the reply is larger than 29 bytes"],
    )
    .await;
}

#[tokio::test]
async fn compressed_reply_is_decoded() {
    let body = r#"{"result":{"type":"Campaign", "name":"ä"}}"#;
    let server = Server::start(move |_| gzip(compressed(body.as_bytes()))).await;
    check(
        &plain(&server.base),
        &expect![[r#"{"type":"Campaign", "name":"ä"}"#]],
    )
    .await;
}

#[tokio::test]
async fn decompression_stops_at_the_limit() {
    // Ten kilobytes that decompress to ten megabytes.
    let bomb = compressed(&vec![b' '; 10 << 20]);
    let server = Server::start(move |_| gzip(bomb.clone())).await;
    let dialect = Dialect {
        reply_limit_bytes: 1_000_000,
        ..Dialect::default()
    };
    check(
        &with(&server.base, dialect),
        &expect!["the reply is larger than 1000000 bytes"],
    )
    .await;
}

#[tokio::test]
async fn falsely_declared_compression_is_an_error() {
    let server = Server::start(|_| gzip(b"{}".to_vec())).await;
    check(
        &plain(&server.base),
        &expect!["no complete reply came: invalid data"],
    )
    .await;
}
