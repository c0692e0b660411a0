//! Every variant has a case here, which succeeds with the variant and fails without it.

use adwright_service::Variant;
use serde_json::{Value, json};

use crate::logged_in_client::{FILM, HttpAnswer, LoggedInClient, SPRING, http};

const VALUES: &str = "/tagManagers/retargetingDataValue/";

async fn choose(client: &LoggedInClient, variants: &[Variant]) {
    let names: Vec<_> = variants.iter().map(|variant| variant.as_str()).collect();
    let body = json!({ "variants": names });
    let answer = client
        .call(&format!("POST /practice/variants\n{body}"))
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

async fn list(client: &LoggedInClient, asked: &str) -> HttpAnswer {
    client
        .call(&format!("GET /campaigns/?from=0&max=2{asked}"))
        .await
}

async fn one(client: &LoggedInClient, id: i64) -> HttpAnswer {
    client.call(&format!("GET /campaigns/{id}/")).await
}

/// Breaks the rule about trafficking modes.
async fn refused(client: &LoggedInClient) -> HttpAnswer {
    let simple = |text: String| text.replace("\"advanced\"", "\"simple\"");
    client.put(SPRING, simple).await
}

/// Puts a campaign back without one of its members.
async fn without(client: &LoggedInClient, name: &str) -> HttpAnswer {
    let change = |text: String| {
        let mut campaign: Value = serde_json::from_str(&text).unwrap();
        assert!(campaign.as_object_mut().unwrap().remove(name).is_some());
        campaign.to_string()
    };
    client.put(SPRING, change).await
}

/// Creates values, of which the last `bad` ones have no activity.
async fn create_values(client: &LoggedInClient, good: usize, bad: usize) -> HttpAnswer {
    let value = json!({ "type": "RetargetingDataValue", "name": "A", "value": "a", "advertiserId": 4401, "retargetingActivityId": 52_024 });
    let mut values = vec![value; good + bad];
    for value in &mut values[good..] {
        value["retargetingActivityId"] = Value::Null;
    }
    let body = json!({ "entities": values });
    client.call(&format!("POST {VALUES}\n{body}")).await
}

/// Creates a campaign with a reference, and returns it.
async fn referenced(client: &LoggedInClient) -> Value {
    referenced_as(client, "mine").await
}

async fn referenced_as(client: &LoggedInClient, reference: &str) -> Value {
    let entity = json!({ "type": "Campaign", "name": "A", "advertiserId": 4401, "brandId": 88120, "clientRefId": reference });
    let body = json!({ "entities": [entity] });
    let mut answer = client
        .call(&format!("POST /campaigns\n{body}"))
        .await
        .json();
    answer["result"].take()
}

/// Returns the total that a list reports, and its real number of rows.
async fn totals(client: &LoggedInClient) -> (u64, u64) {
    let all = client.call("GET /campaigns/?from=0&max=499").await.json();
    let rows = all["result"].as_array().unwrap().len();
    (all["metadata"]["total"].as_u64().unwrap(), rows as u64)
}

/// Returns the id of the nth campaign of the list before any row moves.
async fn nth(client: &LoggedInClient, nth: usize) -> Value {
    let mut all = client.call("GET /campaigns/?from=0&max=9").await.json();
    all["result"][nth]["id"].take()
}

/// Returns the id of the third row after one page was read.
async fn row_after_one_page(client: &LoggedInClient) -> Value {
    list(client, "").await;
    let mut second = client.call("GET /campaigns/?from=2&max=1").await.json();
    second["result"][0]["id"].take()
}

/// Whether the service refuses only the filters and sorts that the interface does not describe.
async fn is_strict(client: &LoggedInClient) -> bool {
    let mut statuses = Vec::new();
    for asked in [
        r#"&q={"1":{"NAME":["a"]}}"#,
        r#"&q={"a":{"NAME":["a"]}}"#,
        r#"&q={"1":{"name":["a"]}}"#,
        r#"&q={"1":{"NAME":"a"}}"#,
        r#"&q={"1":{"ID":[7]}}"#,
        "&sort=nothing&order=ASC",
        "&sort=name&order=ASC",
    ] {
        statuses.push(list(client, asked).await.status);
    }
    statuses == [200, 400, 400, 400, 400, 400, 200]
}

/// Whether replies have the variant's form.
async fn shapes(client: &LoggedInClient, variant: Variant) -> Option<bool> {
    Some(match variant {
        Variant::BareList => list(client, "").await.body.starts_with("[{"),
        Variant::ItemsEnvelope => list(client, "").await.body.starts_with("{\"items\":"),
        Variant::HtmlErrors => list(client, "&x=").await.body.starts_with("<!DOCTYPE"),
        Variant::TopTotal => list(client, "").await.body.starts_with("{\"total\":"),
        Variant::ShortLists => !list(client, "").await.body.contains("\"budget\""),
        Variant::BareSingle => one(client, SPRING).await.body.starts_with("{\"type\":"),
        Variant::SingleInList => one(client, SPRING).await.body.starts_with("{\"result\":[{"),
        Variant::TextIds => one(client, SPRING)
            .await
            .body
            .contains(&format!("\"id\":\"{SPRING}\"")),
        Variant::NullNotFound => one(client, 1).await.body == "{\"result\":null}",
        Variant::NotFound404 => one(client, 1).await.status == 404,
        Variant::FaultErrors => list(client, "&x=").await.body.starts_with("{\"fault\":"),
        Variant::FaultDetails => list(client, "&x=")
            .await
            .body
            .contains("\"detail\":{\"errorcode\":400}"),
        Variant::ErrorList => list(client, "&x=").await.body.contains("\"errorCode\":400"),
        Variant::StatusErrors => list(client, "&x=").await.body.starts_with("{\"status\":"),
        Variant::ProblemErrors => list(client, "&x=").await.body.starts_with("{\"problem\":"),
        Variant::FlatErrors => list(client, "&x=").await.body.starts_with("{\"code\":400"),
        Variant::TextErrors => list(client, "&x=")
            .await
            .body
            .starts_with("{\"message\":\"400:"),
        Variant::WrappedList => list(client, "")
            .await
            .body
            .starts_with("{\"data\":{\"rows\":["),
        Variant::Refusals200 => refused(client).await.status == 200,
        Variant::Refusals400 => refused(client).await.status == 400,
        _ => return None,
    })
}

/// Whether lists behave as the variant says.
async fn asks(client: &LoggedInClient, variant: Variant) -> Option<bool> {
    Some(match variant {
        Variant::SlashRedirects => {
            let response = client.try_call(&format!("GET /campaigns/{SPRING}")).await;
            response.unwrap().url().path().ends_with('/')
        }
        Variant::SlashNotFound => one(client, SPRING).await.status == 404,
        Variant::PagingWindow => {
            let far = client.call("GET /campaigns/?from=10000&max=1").await.status;
            let large = client.call("GET /campaigns/?from=0&max=500").await.status;
            (far, large) == (400, 400)
        }
        Variant::LenientLists => list(client, "&x=").await.status == 200,
        Variant::StrictFilters => is_strict(client).await,
        Variant::OptionalOrder => list(client, "&sort=name").await.status == 200,
        Variant::UnlistedReference => !list(client, "").await.body.contains("\"clientRefId\""),
        Variant::SmallTotal => matches!(totals(client).await, (total, rows) if total < rows),
        Variant::LargeTotal => matches!(totals(client).await, (total, rows) if total > rows),
        Variant::RowsMoveDown => row_after_one_page(client).await == nth(client, 1).await,
        Variant::RowsMoveUp => row_after_one_page(client).await == nth(client, 3).await,
        _ => return None,
    })
}

/// Whether callers are authenticated, counted and answered as the variant says.
async fn admits(client: &LoggedInClient, variant: Variant) -> Option<bool> {
    let headers = async |session| {
        let url = format!("{}/campaigns/{SPRING}/", client.running.base_url);
        let asking = http()
            .no_gzip()
            .build()
            .unwrap()
            .get(url)
            .header("Authorization", session);
        let response = asking
            .header("Accept-Encoding", "gzip")
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), response.headers().clone())
    };
    Some(match variant {
        Variant::FaultOnExpiry => headers("of yesterday").await.0 == 500,
        Variant::ForbiddenOnExpiry => headers("of yesterday").await.0 == 403,
        Variant::BasicLogin
        | Variant::BearerLogin
        | Variant::HeaderLogin
        | Variant::BearerSession => one(client, SPRING).await.status == 401,
        Variant::LoginRedirects => {
            let logged_in = client.try_call("POST /login/login\n{}").await.unwrap();
            logged_in.url().path() == "/login/login/"
        }
        Variant::AccountHeader => one(client, SPRING).await.status == 400,
        Variant::RateLimits => headers("").await.1.contains_key("ratelimit-limit-daily"),
        Variant::Gzip => headers("").await.1.contains_key("content-encoding"),
        _ => return None,
    })
}

/// Whether documents are saved as the variant says.
async fn saves(client: &LoggedInClient, variant: Variant) -> bool {
    match variant {
        Variant::ForgetsReference => {
            referenced(client).await.get("clientRefId") == Some(&Value::Null)
        }
        Variant::DropsReference => referenced(client).await.get("clientRefId").is_none(),
        Variant::RefusesReference => referenced(client).await == Value::Null,
        Variant::CutsReference => {
            let long = "0123456789".repeat(5);
            let kept = referenced_as(client, &long).await;
            kept["clientRefId"].as_str() == Some(&long[..36])
        }
        Variant::ActivityElsewhere => create_values(client, 1, 0).await.status != 200,
        Variant::MissingRefused => without(client, "landingPage").await.status == 400,
        Variant::MissingKept => !without(client, "notes").await.json()["result"]["notes"].is_null(),
        Variant::SavedWith62001 => {
            let none = |text: String| text.replace("\"Tracking\"", "\"None\"");
            let answer = client.put(FILM, none).await;
            assert_eq!(answer.status, 207);
            let saved = !client.campaign(FILM).await.contains("\"Tracking\"");
            let back = "{\"adminSettings.campaignSettings.verification\":\"Tracking\"}";
            client
                .call(&format!("POST /practice/campaigns/{FILM}/touch\n{back}"))
                .await;
            saved
        }
        Variant::PartialCreate => create_values(client, 1, 1).await.status == 207,
        Variant::ResultsAndErrors => {
            let answer = create_values(client, 1, 1).await;
            answer.status == 207 && answer.json()["errors"][0]["code"].is_number()
        }
        Variant::SmallBatches => create_values(client, 51, 0).await.status == 500,
        _ => panic!("no case for {variant}"),
    }
}

async fn shows(client: &LoggedInClient, variant: Variant) -> bool {
    let shows = [
        shapes(client, variant).await,
        asks(client, variant).await,
        admits(client, variant).await,
    ];
    match shows.into_iter().flatten().next() {
        Some(shows) => shows,
        None => saves(client, variant).await,
    }
}

#[tokio::test]
async fn every_variant_takes_effect_only_when_chosen() {
    let client = LoggedInClient::open().await;
    for variant in Variant::all() {
        choose(&client, &[variant]).await;
        assert!(shows(&client, variant).await, "{variant} is chosen");
        choose(&client, &[]).await;
        assert!(!shows(&client, variant).await, "{variant} is not chosen");
    }
}
