use adwright_model::Catalog;
use serde_json::Value;

use crate::door::{Door, SPRING};

fn document() -> Value {
    serde_json::from_str(include_str!("../../../../schemas/openapi.json")).unwrap()
}

/// Every method of every documented path, with an id that exists.
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
async fn every_documented_method_answers_with_a_documented_status_with_and_without_a_slash() {
    let door = Door::open().await;
    for (request, operation) in requests() {
        let answer = door.call(&request).await;
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
            door.call(&format!("{request}/")).await.status,
            answer.status,
            "{request}/"
        );
    }
}

#[tokio::test]
async fn what_is_documented_to_need_a_session_needs_one() {
    let mut door = Door::open().await;
    door.use_session(None);
    for (request, operation) in requests() {
        let is_open = operation.get("security").is_some();
        let answer = door.call(&request).await;
        assert_eq!(answer.status == 401, !is_open, "{request}: {answer:?}");
    }
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
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
async fn the_description_is_served_with_the_objects_that_it_refers_to_and_as_a_page() {
    let mut door = Door::open().await;
    door.use_session(None);
    let mut served = door.call("GET /openapi.json").await.json();
    served["servers"] = document()["servers"].clone();
    assert_eq!(served, document());
    let campaign = door.call("GET /objects/Campaign.json").await;
    assert_eq!(
        campaign.body,
        include_str!("../../../../schemas/objects/Campaign.json")
    );
    for nothing in ["Nothing.json", "Campaign", "..%2fopenapi.json"] {
        let answer = door.call(&format!("GET /objects/{nothing}")).await;
        assert_eq!(answer.status, 404, "{nothing}");
    }
    let page = door.call("GET /docs").await.body;
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
