use std::collections::BTreeSet;

use adwright_model::{Catalog, RequiredOn};
use adwright_wire::codes;
use serde_json::Value;

use crate::logged_in_client::{LoggedInClient, SPRING};

fn document() -> Value {
    serde_json::from_str(include_str!("../../../../schemas/openapi.json")).unwrap()
}

/// Returns every method of every documented path, with an id that exists.
fn requests() -> Vec<(String, Value)> {
    let document = document();
    let mut requests = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if method != "parameters" {
                let path = path
                    .replace("{id}", &SPRING.to_string())
                    .replace("{site}", "7101")
                    .replace("{file}", "Campaign.json");
                requests.push((
                    format!("{} {path}", method.to_uppercase()),
                    operation.clone(),
                ));
            }
        }
    }
    requests
}

#[tokio::test]
async fn documented_methods_return_documented_statuses() {
    let client = LoggedInClient::open().await;
    for (request, operation) in requests() {
        let answer = client.call(&request).await;
        assert!(
            ![404, 405].contains(&answer.status),
            "{request}: {answer:?}"
        );
        let status = answer.status.to_string();
        assert!(
            operation["responses"].get(&status).is_some(),
            "{request}: {answer:?}"
        );
        assert_eq!(
            client.call(&format!("{request}/")).await.status,
            answer.status,
            "{request}/"
        );
    }
}

#[tokio::test]
async fn documented_session_requirements_are_enforced() {
    let mut client = LoggedInClient::open().await;
    client.use_session(None);
    for (request, operation) in requests() {
        let is_open = operation.get("security").is_some();
        let answer = client.call(&request).await;
        assert_eq!(answer.status == 401, !is_open, "{request}: {answer:?}");
    }
}

#[test]
fn every_reference_of_the_document_resolves() {
    let document = document();
    let mut waiting = vec![&document];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(members) => waiting.extend(members.values()),
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
        let Some(target) = value.get("$ref").and_then(Value::as_str) else {
            continue;
        };
        if let Some(pointer) = target.strip_prefix('#') {
            assert!(document.pointer(pointer).is_some(), "{target}");
        } else {
            let object = target.strip_prefix("objects/");
            let object = object.and_then(|file| file.strip_suffix(".json"));
            let known = Catalog::bundled().object(object.unwrap());
            assert!(known.is_some(), "{target}");
        }
    }
}

#[tokio::test]
async fn description_is_served_with_objects_and_page() {
    let mut client = LoggedInClient::open().await;
    client.use_session(None);
    let mut served = client.call("GET /openapi.json").await.json();
    served["servers"] = document()["servers"].clone();
    assert_eq!(served, document());
    let campaign = client.call("GET /objects/Campaign.json").await;
    assert_eq!(
        campaign.body,
        include_str!("../../../../schemas/objects/Campaign.json")
    );
    for nothing in ["Nothing.json", "Campaign", "..%2fopenapi.json"] {
        let answer = client.call(&format!("GET /objects/{nothing}")).await;
        assert_eq!(answer.status, 404, "{nothing}");
    }
    let page = client.call("GET /docs").await.body;
    for (path, item) in served["paths"].as_object().unwrap() {
        assert!(page.contains(&format!("<code>{path}</code>")), "{path}");
        for operation in item.as_object().unwrap().values() {
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(page.contains(summary), "{summary}");
        }
    }
    for foreign in [" src=", "<link", "@import", "url("] {
        assert!(!page.contains(foreign), "nothing comes from elsewhere");
    }
    assert!(page.contains("How many to skip."));
}

/// Returns the description of the reply with this status for each method of each path.
fn answers(status: &str) -> Vec<(String, Value)> {
    let document = document();
    let answers = requests().into_iter().filter_map(|(request, operation)| {
        let answer = operation["responses"].get(status)?.clone();
        let target = answer["$ref"].as_str().map(|target| &target[1..]);
        let resolved = target.map_or(&answer, |target| document.pointer(target).unwrap());
        Some((request, resolved.clone()))
    });
    answers.collect()
}

#[test]
fn all_interface_codes_are_listed_under_500() {
    let mut listed = BTreeSet::new();
    let mut add = |answer: &Value| {
        let codes = answer["x-codes"].as_array().unwrap().iter();
        listed.extend(codes.map(|code| u32::try_from(code.as_u64().unwrap()).unwrap()));
    };
    for (request, answer) in answers("500") {
        assert!(answer["x-codes"].is_array(), "{request}");
        add(&answer);
    }
    for (_, answer) in answers("207") {
        // The other 207 reports the result of each entity.
        if answer.get("x-codes").is_some() {
            add(&answer);
        }
    }
    let known = (0..100_000).filter(|code| codes::meaning(*code).is_some());
    let known: BTreeSet<_> = known.filter(|code| *code != codes::PAGING).collect();
    assert_eq!(listed, known);
}

#[tokio::test]
async fn not_found_body_is_empty_as_documented() {
    let client = LoggedInClient::open().await;
    let may_be_nothing = |answer: &Value| answer["content"].get("text/plain").is_some();
    for (request, answer) in answers("200") {
        let request = request
            .replace(&SPRING.to_string(), "7")
            .replace("/values", "/values?advertiserId=7&retargetingActivityId=7")
            .replace("/7101", "/7101?getSiteContactFromAdvertiserLevel=true");
        if !may_be_nothing(&answer) {
            continue;
        }
        let response = client.try_call(&request).await.unwrap();
        assert_eq!(response.status(), 200, "{request}");
        let kind = response.headers()["content-type"].clone();
        assert_eq!(kind, "text/plain; charset=utf-8", "{request}");
        assert_eq!(response.text().await.unwrap(), "", "{request}");
    }
    let found = client.try_call(&format!("GET /campaigns/{SPRING}")).await;
    assert_eq!(found.unwrap().headers()["content-type"], "application/json");
}

#[test]
fn documented_body_requirements_match_the_rules() {
    let document = document();
    for (body, object, phase) in [
        ("NewCampaign", "Campaign", RequiredOn::Create),
        ("Campaign", "Campaign", RequiredOn::Update),
        ("NewAd", "Ad", RequiredOn::Create),
        ("Ad", "Ad", RequiredOn::Update),
        ("Values", "RetargetingDataValue", RequiredOn::Create),
    ] {
        let entity = format!(
            "/components/requestBodies/{body}/content/application~1json/schema/properties/entities/items/required"
        );
        let documented = document.pointer(&entity).unwrap().as_array().unwrap();
        let documented: BTreeSet<_> = documented.iter().filter_map(Value::as_str).collect();
        let fields = &Catalog::bundled().object(object).unwrap().fields;
        // OpenAPI leaves read-only members out of requests, so the description requires a campaign's id in words only.
        let required = fields.iter().filter(|field| {
            !field.read_only && [phase, RequiredOn::Both].contains(&field.required)
        });
        let required: BTreeSet<_> = required.map(|field| field.name.as_str()).collect();
        assert_eq!(documented, required, "{body}");
    }
}
