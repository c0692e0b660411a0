//! Every documented status and every code of the interface has a case here. A missing case fails.

use adwright_wire::codes;
use serde_json::{Value, json};

use crate::logged_in_client::{COVER, FILM, HttpAnswer, LoggedInClient, SPRING, http};

const VALUES: &str = "/tagManagers/retargetingDataValue";
/// One byte more than the service reads of a body.
const TOO_LARGE: usize = 8 * 1024 * 1024 + 1;

/// A method, a documented path, and the documented statuses of both.
fn documented() -> Vec<(String, String, Vec<u16>)> {
    let document = include_str!("../../../../schemas/openapi.json");
    let document: Value = serde_json::from_str(document).unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        let methods = methods.filter(|(method, _)| *method != "parameters");
        methods.map(move |(method, operation)| {
            let statuses = operation["responses"].as_object().unwrap().keys();
            let statuses = statuses.map(|status| status.parse().unwrap());
            (method.to_uppercase(), path.clone(), statuses.collect())
        })
    });
    operations.collect()
}

/// Returns the text of the first document of a list.
async fn first(client: &LoggedInClient, path: &str) -> String {
    let list = client.call(&format!("GET {path}?from=0&max=1")).await;
    list.texts().remove(0)
}

fn id_of(text: &str) -> String {
    let document: Value = serde_json::from_str(text).unwrap();
    document["id"].to_string()
}

fn value(activity: i64) -> Value {
    json!({ "type": "RetargetingDataValue", "name": "A", "value": "a", "advertiserId": 4401, "retargetingActivityId": activity })
}

fn campaign(advertiser: i64, brand: i64) -> Value {
    json!({ "type": "Campaign", "name": "A", "advertiserId": advertiser, "brandId": brand })
}

/// Returns a valid request for a call of the interface.
async fn well_asked(client: &LoggedInClient, method: &str, path: &str) -> Option<String> {
    let path = path.strip_prefix("/rest").unwrap_or(path);
    let entities = |entity: &str| format!("\n{{\"entities\":[{entity}]}}");
    let query = match (method, path) {
        ("GET", "/campaigns" | "/ads" | VALUES) => "?from=0&max=1".to_owned(),
        ("POST", "/campaigns") => entities(&campaign(4401, 88_120).to_string()),
        ("POST", VALUES) => entities(&value(52_024).to_string()),
        ("POST", "/ads") => {
            let mut ad: Value = serde_json::from_str(&first(client, "/ads").await).unwrap();
            ad.as_object_mut().unwrap().remove("id");
            entities(&ad.to_string())
        }
        ("PUT", "/campaigns/{id}") => entities(&client.campaign(SPRING).await),
        ("PUT", "/ads/{id}") => entities(&first(client, "/ads").await),
        ("GET", "/campaigns/{id}/siteContacts/{site}") => {
            "?getSiteContactFromAdvertiserLevel=true".to_owned()
        }
        ("GET", "/campaigns/{id}" | "/ads/{id}" | "/tagManagers/retargetingDataValue/{id}") => {
            String::new()
        }
        _ => return None,
    };
    Some(query)
}

/// Returns a valid request for a call beside the interface: the rest of the request after the path.
fn well_asked_beside(client: &LoggedInClient, method: &str, path: &str) -> Option<String> {
    let (username, password) = client.running.practice_login();
    let body = match (method, path) {
        ("POST", "/login/login") => json!({ "username": username, "password": password }),
        ("POST", "/practice/advertisers/{id}") => json!({ "privacySection": true }),
        ("POST", "/practice/users/{id}") => json!({ "mayWrite": true }),
        ("POST", "/practice/campaigns/{id}/placements") => {
            json!({ "name": "A", "type": "Standard Banner", "siteId": 7101 })
        }
        ("POST", "/practice/campaigns/{id}/touch" | "/practice/ads/{id}/touch") => json!({}),
        ("POST", "/practice/variants") => json!({ "variants": [] }),
        ("POST", "/practice/faults") => json!({ "fault": "hold-read", "times": 0 }),
        ("GET", "/practice/facts/values") => {
            return Some("?advertiserId=4401&retargetingActivityId=52024".to_owned());
        }
        ("GET", _) | ("DELETE", "/practice/placements/{id}") => return Some(String::new()),
        _ => return None,
    };
    Some(format!("\n{body}"))
}

/// Fills existing ids into the path.
async fn with_ids(client: &LoggedInClient, path: &str) -> String {
    let id = match path {
        _ if path.contains("/advertisers/") => "4401".to_owned(),
        _ if path.contains("/users/") => "501".to_owned(),
        _ if path.contains("/placements/{id}") => "771".to_owned(),
        _ if path.contains("/ads/") => id_of(&first(client, "/ads").await),
        _ if path.contains("/retargetingDataValue/") => id_of(&first(client, VALUES).await),
        _ => SPRING.to_string(),
    };
    path.replace("{id}", &id)
        .replace("{site}", "7101")
        .replace("{file}", "Campaign.json")
}

/// Returns a valid request.
async fn good(client: &LoggedInClient, method: &str, path: &str) -> String {
    let asked = well_asked(client, method, path).await;
    let asked = asked.or_else(|| well_asked_beside(client, method, path));
    let asked = asked.unwrap_or_else(|| panic!("no case for {method} {path}"));
    format!("{method} {}{asked}", with_ids(client, path).await)
}

/// Returns an invalid request: by its id, its body or its query.
fn bad(method: &str, path: &str) -> String {
    let path = path.replace("{id}", "first").replace("{site}", "7101");
    if method == "GET" {
        return format!("GET {path}?from=first&advertiserId=first");
    }
    format!("{method} {path}\n{{")
}

/// Sends a request without authorization, or a wrong login, and returns the status.
async fn unknown_caller(client: &LoggedInClient, method: &str, path: &str) -> u16 {
    if path == "/login/login" {
        let login = json!({ "username": "mara.lindgaard", "password": "guess" });
        return client.call(&format!("POST {path}\n{login}")).await.status;
    }
    let url = format!(
        "{}{}",
        client.running.base_url,
        with_ids(client, path).await
    );
    let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
    let answer = http().build().unwrap().request(method, url).send().await;
    answer.unwrap().status().as_u16()
}

async fn arm(client: &LoggedInClient, fault: &str) {
    let body = json!({ "fault": fault });
    client.call(&format!("POST /practice/faults\n{body}")).await;
}

async fn may_write(client: &LoggedInClient, may_write: bool) {
    let body = json!({ "mayWrite": may_write });
    client
        .call(&format!("POST /practice/users/501\n{body}"))
        .await;
}

/// Provokes this status from an operation, and returns the actual status.
async fn given_cause(client: &LoggedInClient, method: &str, path: &str, status: u16) -> u16 {
    let request = match status {
        400 => bad(method, path),
        401 => return unknown_caller(client, method, path).await,
        404 => format!("{method} {}", path.replace("{file}", "Nothing.json")),
        413 => {
            let line = format!("{method} {}", with_ids(client, path).await);
            return client.send(&line, vec![b' '; TOO_LARGE]).await.status;
        }
        207 if method == "PUT" => {
            let text = client
                .campaign(FILM)
                .await
                .replace("\"Tracking\"", "\"None\"");
            format!("PUT /campaigns/{FILM}\n{{\"entities\":[{text}]}}")
        }
        _ => good(client, method, path).await,
    };
    match status {
        207 if method == "POST" => arm(client, "partial-create").await,
        429 => arm(client, "status-429").await,
        503 => arm(client, "status-503").await,
        500 => may_write(client, false).await,
        _ => {}
    }
    let answer = client.call(&request).await;
    if status == 500 {
        may_write(client, true).await;
    }
    answer.status
}

#[tokio::test]
async fn every_documented_status_has_a_cause() {
    let client = LoggedInClient::open().await;
    for (method, path, statuses) in documented() {
        for status in statuses {
            let answered = given_cause(&client, &method, &path, status).await;
            assert_eq!(answered, status, "{method} {path}");
        }
    }
}

async fn create_values(client: &LoggedInClient, values: &[Value]) -> HttpAnswer {
    let body = json!({ "entities": values });
    client.call(&format!("POST {VALUES}\n{body}")).await
}

async fn create_campaign(client: &LoggedInClient, advertiser: i64, brand: i64) -> HttpAnswer {
    let body = json!({ "entities": [campaign(advertiser, brand)] });
    client.call(&format!("POST /campaigns\n{body}")).await
}

/// Provokes this code by its honest cause, and returns the reply.
async fn refused(client: &LoggedInClient, code: u32) -> HttpAnswer {
    match code {
        codes::TRAFFICKING_MODE => {
            let simple = |text: String| text.replace("\"advanced\"", "\"simple\"");
            client.put(SPRING, simple).await
        }
        codes::VERIFICATION => {
            let none = |text: String| text.replace("\"Tracking\"", "\"None\"");
            client.put(FILM, none).await
        }
        codes::PRIVACY_SECTION => create_campaign(client, 4412, 88_150).await,
        codes::DISABLE_COOKIES => client.put(COVER, |text| text).await,
        codes::PRIVILEGES => {
            may_write(client, false).await;
            let answer = create_campaign(client, 4401, 88_120).await;
            may_write(client, true).await;
            answer
        }
        codes::EMPTY_BATCH => create_values(client, &[]).await,
        codes::ACTIVITY_OF_ADVERTISER => {
            let mut foreign = value(52_024);
            foreign["advertiserId"] = 4427.into();
            create_values(client, &[foreign]).await
        }
        codes::BATCH_SIZE => create_values(client, &vec![value(52_024); 501]).await,
        codes::LOOSE_DATA => {
            let mut loose = value(52_024);
            loose["retargetingData"] = json!(["x"]);
            create_values(client, &[loose]).await
        }
        codes::PAGING => client.call("GET /campaigns?from=-1&max=1").await,
        _ => panic!("no case for {code}"),
    }
}

#[tokio::test]
async fn every_interface_code_has_a_real_cause() {
    let client = LoggedInClient::open().await;
    for code in (0..100_000).filter(|code| codes::meaning(*code).is_some()) {
        let answer = refused(&client, code).await.json();
        assert_eq!(answer["error"]["errors"][0]["code"], code, "{answer}");
    }
}
