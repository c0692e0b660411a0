//! Every variant has a case here, which succeeds with the variant and fails without it.

use adwright_service::Variant;
use serde_json::{Value, json};

use crate::logged_in_client::{FILM, HttpAnswer, LoggedInClient, SPRING, http};

const VALUES: &str = "/tagManagers/retargetingDataValue/";

async fn choose(door: &LoggedInClient, variants: &[Variant]) {
    let names: Vec<_> = variants.iter().map(|variant| variant.as_str()).collect();
    let body = json!({ "variants": names });
    let answer = door.call(&format!("POST /practice/variants\n{body}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

async fn list(door: &LoggedInClient, asked: &str) -> HttpAnswer {
    door.call(&format!("GET /campaigns/?from=0&max=2{asked}"))
        .await
}

async fn one(door: &LoggedInClient, id: i64) -> HttpAnswer {
    door.call(&format!("GET /campaigns/{id}/")).await
}

/// Breaks the rule about trafficking modes.
async fn refused(door: &LoggedInClient) -> HttpAnswer {
    let simple = |text: String| text.replace("\"advanced\"", "\"simple\"");
    door.put(SPRING, simple).await
}

/// Puts a campaign back without one of its members.
async fn without(door: &LoggedInClient, name: &str) -> HttpAnswer {
    let change = |text: String| {
        let mut campaign: Value = serde_json::from_str(&text).unwrap();
        assert!(campaign.as_object_mut().unwrap().remove(name).is_some());
        campaign.to_string()
    };
    door.put(SPRING, change).await
}

/// Creates values, of which the last `bad` ones have no activity.
async fn create_values(door: &LoggedInClient, good: usize, bad: usize) -> HttpAnswer {
    let value = json!({ "type": "RetargetingDataValue", "name": "A", "value": "a", "advertiserId": 4401, "retargetingActivityId": 52_024 });
    let mut values = vec![value; good + bad];
    for value in &mut values[good..] {
        value["retargetingActivityId"] = Value::Null;
    }
    let body = json!({ "entities": values });
    door.call(&format!("POST {VALUES}\n{body}")).await
}

/// Creates a campaign with a reference, and returns it.
async fn referenced(door: &LoggedInClient) -> Value {
    referenced_as(door, "mine").await
}

async fn referenced_as(door: &LoggedInClient, reference: &str) -> Value {
    let entity = json!({ "type": "Campaign", "name": "A", "advertiserId": 4401, "brandId": 88120, "clientRefId": reference });
    let body = json!({ "entities": [entity] });
    let mut answer = door.call(&format!("POST /campaigns\n{body}")).await.json();
    answer["result"].take()
}

/// Returns the total that a list reports, and its real number of rows.
async fn totals(door: &LoggedInClient) -> (u64, u64) {
    let all = door.call("GET /campaigns/?from=0&max=499").await.json();
    let rows = all["result"].as_array().unwrap().len();
    (all["metadata"]["total"].as_u64().unwrap(), rows as u64)
}

/// Returns the id of the nth campaign of the list before any row moves.
async fn nth(door: &LoggedInClient, nth: usize) -> Value {
    let mut all = door.call("GET /campaigns/?from=0&max=9").await.json();
    all["result"][nth]["id"].take()
}

/// Returns the id of the third row after one page was read.
async fn row_after_one_page(door: &LoggedInClient) -> Value {
    list(door, "").await;
    let mut second = door.call("GET /campaigns/?from=2&max=1").await.json();
    second["result"][0]["id"].take()
}

/// Whether the service refuses only the filters and sorts that the interface does not describe.
async fn is_strict(door: &LoggedInClient) -> bool {
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
        statuses.push(list(door, asked).await.status);
    }
    statuses == [200, 400, 400, 400, 400, 400, 200]
}

/// Whether replies have the variant's form.
async fn shapes(door: &LoggedInClient, variant: Variant) -> Option<bool> {
    Some(match variant {
        Variant::BareList => list(door, "").await.body.starts_with("[{"),
        Variant::ItemsEnvelope => list(door, "").await.body.starts_with("{\"items\":"),
        Variant::HtmlErrors => list(door, "&x=").await.body.starts_with("<!DOCTYPE"),
        Variant::TopTotal => list(door, "").await.body.starts_with("{\"total\":"),
        Variant::ShortLists => !list(door, "").await.body.contains("\"budget\""),
        Variant::BareSingle => one(door, SPRING).await.body.starts_with("{\"type\":"),
        Variant::SingleInList => one(door, SPRING).await.body.starts_with("{\"result\":[{"),
        Variant::TextIds => one(door, SPRING)
            .await
            .body
            .contains(&format!("\"id\":\"{SPRING}\"")),
        Variant::NullNotFound => one(door, 1).await.body == "{\"result\":null}",
        Variant::NotFound404 => one(door, 1).await.status == 404,
        Variant::FaultErrors => list(door, "&x=").await.body.starts_with("{\"fault\":"),
        Variant::FaultDetails => list(door, "&x=")
            .await
            .body
            .contains("\"detail\":{\"errorcode\":400}"),
        Variant::ErrorList => list(door, "&x=").await.body.contains("\"errorCode\":400"),
        Variant::StatusErrors => list(door, "&x=").await.body.starts_with("{\"status\":"),
        Variant::ProblemErrors => list(door, "&x=").await.body.starts_with("{\"problem\":"),
        Variant::FlatErrors => list(door, "&x=").await.body.starts_with("{\"code\":400"),
        Variant::TextErrors => list(door, "&x=")
            .await
            .body
            .starts_with("{\"message\":\"400:"),
        Variant::WrappedList => list(door, "")
            .await
            .body
            .starts_with("{\"data\":{\"rows\":["),
        Variant::Refusals200 => refused(door).await.status == 200,
        Variant::Refusals400 => refused(door).await.status == 400,
        _ => return None,
    })
}

/// Whether lists behave as the variant says.
async fn asks(door: &LoggedInClient, variant: Variant) -> Option<bool> {
    Some(match variant {
        Variant::SlashRedirects => {
            let response = door.try_call(&format!("GET /campaigns/{SPRING}")).await;
            response.unwrap().url().path().ends_with('/')
        }
        Variant::SlashNotFound => one(door, SPRING).await.status == 404,
        Variant::PagingWindow => {
            let far = door.call("GET /campaigns/?from=10000&max=1").await.status;
            let large = door.call("GET /campaigns/?from=0&max=500").await.status;
            (far, large) == (400, 400)
        }
        Variant::LenientLists => list(door, "&x=").await.status == 200,
        Variant::StrictFilters => is_strict(door).await,
        Variant::OptionalOrder => list(door, "&sort=name").await.status == 200,
        Variant::UnlistedReference => !list(door, "").await.body.contains("\"clientRefId\""),
        Variant::SmallTotal => matches!(totals(door).await, (total, rows) if total < rows),
        Variant::LargeTotal => matches!(totals(door).await, (total, rows) if total > rows),
        Variant::RowsMoveDown => row_after_one_page(door).await == nth(door, 1).await,
        Variant::RowsMoveUp => row_after_one_page(door).await == nth(door, 3).await,
        _ => return None,
    })
}

/// Whether callers are authenticated, counted and answered as the variant says.
async fn admits(door: &LoggedInClient, variant: Variant) -> Option<bool> {
    let headers = async |session| {
        let url = format!("{}/campaigns/{SPRING}/", door.running.base_url);
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
        | Variant::BearerSession => one(door, SPRING).await.status == 401,
        Variant::LoginRedirects => {
            let logged_in = door.try_call("POST /login/login\n{}").await.unwrap();
            logged_in.url().path() == "/login/login/"
        }
        Variant::AccountHeader => one(door, SPRING).await.status == 400,
        Variant::RateLimits => headers("").await.1.contains_key("ratelimit-limit-daily"),
        Variant::Gzip => headers("").await.1.contains_key("content-encoding"),
        _ => return None,
    })
}

/// Whether documents are saved as the variant says.
async fn saves(door: &LoggedInClient, variant: Variant) -> bool {
    match variant {
        Variant::ForgetsReference => {
            referenced(door).await.get("clientRefId") == Some(&Value::Null)
        }
        Variant::DropsReference => referenced(door).await.get("clientRefId").is_none(),
        Variant::RefusesReference => referenced(door).await == Value::Null,
        Variant::CutsReference => {
            let long = "0123456789".repeat(5);
            let kept = referenced_as(door, &long).await;
            kept["clientRefId"].as_str() == Some(&long[..36])
        }
        Variant::ActivityElsewhere => create_values(door, 1, 0).await.status != 200,
        Variant::MissingRefused => without(door, "landingPage").await.status == 400,
        Variant::MissingKept => !without(door, "notes").await.json()["result"]["notes"].is_null(),
        Variant::SavedWith62001 => {
            let none = |text: String| text.replace("\"Tracking\"", "\"None\"");
            let answer = door.put(FILM, none).await;
            assert_eq!(answer.status, 207);
            let saved = !door.campaign(FILM).await.contains("\"Tracking\"");
            let back = "{\"adminSettings.campaignSettings.verification\":\"Tracking\"}";
            door.call(&format!("POST /practice/campaigns/{FILM}/touch\n{back}"))
                .await;
            saved
        }
        Variant::PartialCreate => create_values(door, 1, 1).await.status == 207,
        Variant::ResultsAndErrors => {
            let answer = create_values(door, 1, 1).await;
            answer.status == 207 && answer.json()["errors"][0]["code"].is_number()
        }
        Variant::SmallBatches => create_values(door, 51, 0).await.status == 500,
        _ => panic!("no case for {variant}"),
    }
}

async fn shows(door: &LoggedInClient, variant: Variant) -> bool {
    let shows = [
        shapes(door, variant).await,
        asks(door, variant).await,
        admits(door, variant).await,
    ];
    match shows.into_iter().flatten().next() {
        Some(shows) => shows,
        None => saves(door, variant).await,
    }
}

#[tokio::test]
async fn every_variant_takes_effect_only_when_chosen() {
    let door = LoggedInClient::open().await;
    for variant in Variant::all() {
        choose(&door, &[variant]).await;
        assert!(shows(&door, variant).await, "{variant} is chosen");
        choose(&door, &[]).await;
        assert!(!shows(&door, variant).await, "{variant} is not chosen");
    }
}
