//! Retargeting values and ads, through the client over HTTP, at the real practice service.

use std::sync::Arc;

use adwright_client::{
    BaseUrl, Client, Credentials, MemoryTokenStore, PlainHttp, WriteExchange, WriteOutcome,
};
use adwright_model::{Id, Kind};
use adwright_service::{RunningService, ServiceOptions, start};
use adwright_wire::{Dialect, ListQuery, Verdict, post_body, put_body};
use serde_json::Value;

fn client(service: &RunningService, dialect: Dialect) -> Client {
    let (username, password) = service.practice_login();
    let credentials = Credentials::with_password(username, password.into());
    let base = BaseUrl::new(service.base_url.parse().unwrap(), PlainHttp::LoopbackOnly).unwrap();
    let keep = Arc::new(MemoryTokenStore::default());
    Client::new(base, dialect, credentials, keep).unwrap()
}

/// Returns the first document of a list and its id.
async fn first(client: &Client, kind: Kind) -> (String, Id) {
    let page = client.list(kind, &ListQuery::page(0, 1)).await.unwrap();
    assert!(page.total.unwrap() > 1);
    let text = String::from_utf8(page.items[0].clone()).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    (text, Id(document["id"].as_i64().unwrap()))
}

#[track_caller]
fn accepted(exchange: &WriteExchange) {
    let WriteOutcome::Answered { verdict, .. } = &exchange.delivery else {
        panic!("{exchange:?}");
    };
    assert!(matches!(verdict, Verdict::Accepted { .. }), "{exchange:?}");
}

#[tokio::test]
async fn values_work_under_either_path() {
    let service = start(ServiceOptions::default()).await.unwrap();
    for (rest_prefix, trailing_slash) in
        [(false, false), (true, false), (false, true), (true, true)]
    {
        let client = client(
            &service,
            Dialect {
                rest_prefix,
                trailing_slash,
                ..Dialect::practice()
            },
        );
        let (text, id) = first(&client, Kind::RetargetingDataValue).await;
        let got = client.get(Kind::RetargetingDataValue, id).await.unwrap();
        assert_eq!(got, Some(text));
        let value = r#"{"type":"RetargetingDataValue","name":"A","value":"a","advertiserId":4401,"retargetingActivityId":52024}"#;
        let body = post_body(&[value, value]);
        accepted(&client.create(Kind::RetargetingDataValue, &body).await);
    }
}

#[tokio::test]
async fn ads_work_at_the_dialects_path() {
    let service = start(ServiceOptions::default()).await.unwrap();
    let client = client(&service, Dialect::practice());
    let (text, id) = first(&client, Kind::ExpandableBannerAd).await;
    let got = client.get(Kind::ExpandableBannerAd, id).await.unwrap();
    assert_eq!(got.as_ref(), Some(&text));
    accepted(
        &client
            .update(Kind::ExpandableBannerAd, id, &put_body(&text))
            .await,
    );
}
