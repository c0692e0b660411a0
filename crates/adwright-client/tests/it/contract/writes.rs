//! The outcome of a write agrees with what the service did, and nothing is ever sent twice.

use adwright_client::{Client, WriteExchange, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_wire::{ListQuery, Verdict, post_body, put_body};
use serde_json::{Value, json};

use super::test_service::{TestService, with_number_ids};
use super::{
    FILM, SPRING, WriteEnd, assert_outcome, end, failure_context, has_unreadable_failures,
    item_counts, with_every_service,
};

const VALUE: Kind = Kind::RetargetingDataValue;
const AD: Kind = Kind::InStreamInteractiveAd;

fn campaign(name: &str) -> String {
    json!({ "type": "Campaign", "name": name, "advertiserId": 4401, "brandId": 88120 }).to_string()
}

/// Returns a value of this advertiser. Its activity belongs to advertiser 4401, so the service refuses it for others.
fn value(service: &TestService, name: &str, advertiser: i64) -> String {
    let value = json!({
        "type": "RetargetingDataValue", "name": name, "value": name,
        "advertiserId": advertiser, "retargetingActivityId": 52_024,
    });
    service.as_shown(value).to_string()
}

fn ad(name: &str) -> String {
    json!({
        "type": "InStreamInteractiveAd", "name": name, "accountId": 3310, "adFormatId": 61,
        "linears": [{ "type": "LinearHtml5Folder", "size": 640, "width": 1280, "height": 720 }],
        "linearSettings": { "type": "LinearSettings" }, "deliveryType": "PROGRESSIVE", "enhanced": false,
    })
    .to_string()
}

async fn create(client: &Client, kind: Kind, entities: &[String]) -> WriteOutcome {
    let entities: Vec<_> = entities.iter().map(String::as_str).collect();
    client.create(kind, &post_body(&entities)).await.delivery
}

/// Gets an entity, replaces one text in it by another, and sends it back.
async fn update(client: &Client, kind: Kind, id: i64, change: (&str, &str)) -> WriteOutcome {
    let text = client.get(kind, Id(id)).await.unwrap().unwrap();
    let changed = text.replace(change.0, change.1);
    assert_ne!(text, changed);
    let WriteExchange { delivery, .. } = client.update(kind, Id(id), &put_body(&changed)).await;
    delivery
}

/// Returns the entities of a reply that reports that everything was saved.
fn entities(delivery: &WriteOutcome, context: &str) -> Vec<Value> {
    let WriteOutcome::Answered { verdict, .. } = delivery else {
        panic!("{context}: {delivery:?}");
    };
    let entities: Vec<_> = match verdict {
        Verdict::Accepted { entities } => entities.iter().collect(),
        Verdict::PerItem { items } => items.iter().flat_map(|item| &item.entity).collect(),
        _ => panic!("{context}: {verdict:?}"),
    };
    assert!(
        is_all_accepted(delivery, entities.len()),
        "{context}: {delivery:?}"
    );
    entities
        .into_iter()
        .map(|entity| with_number_ids(entity))
        .collect()
}

/// Returns whether everything was accepted, as a whole or item by item.
fn is_all_accepted(delivery: &WriteOutcome, sent: usize) -> bool {
    end(delivery) == WriteEnd::Accepted || item_counts(delivery) == (sent, 0)
}

/// Checks that a create and an update are accepted, and that the replies have the stored entity.
async fn check_accepted_writes(service: &TestService, kind: Kind, entity: &str, name: &str) {
    let context = failure_context(service, &format!("a write of {kind}"));
    let client = service.client();
    let stored = async |kind| {
        let matching = service.find_by_name(kind, name).await.into_iter();
        matching
            .map(|entity| service.as_shown(entity))
            .collect::<Vec<_>>()
    };
    let created = entities(&create(&client, kind, &[entity.to_owned()]).await, &context);
    assert_eq!(stored(kind).await, created, "{context}");
    if kind == VALUE {
        return;
    }
    let id = created[0]["id"].as_i64().unwrap();
    let renamed = format!("{name} again");
    let updated = update(&client, kind, id, (name, &renamed)).await;
    let updated = entities(&updated, &context);
    assert_eq!(stored(kind).await, updated, "{context}");
    assert_eq!(updated[0]["name"], renamed, "{context}");
}

/// Returns how many times a campaign was saved since `before`.
async fn saved_since(service: &TestService, id: i64, before: &Value) -> usize {
    let now = service.stored_entity(Kind::Campaign, id).await.unwrap();
    let version = |entity: &Value| entity["version"].as_u64().unwrap();
    usize::try_from(version(&now) - version(before)).unwrap()
}

/// Sends an update that the service refuses, and returns how it ended.
async fn send_refused_update(service: &TestService, id: i64, change: (&str, &str)) -> WriteEnd {
    let context = failure_context(service, &format!("an update {change:?} of {id}"));
    let before = service.stored_entity(Kind::Campaign, id).await.unwrap();
    let delivery = update(&service.client(), Kind::Campaign, id, change).await;
    let saved = saved_since(service, id, &before).await;
    assert_outcome(&delivery, saved, 1, &context);
    end(&delivery)
}

async fn check_refusals(service: &TestService) {
    let context = failure_context(service, "a refusal");
    let simple = ("\"advanced\"", "\"simple\"");
    let end = send_refused_update(service, SPRING, simple).await;
    let has_no_code = has_unreadable_failures(service) && !service.has(Variant::Refusals400);
    // A text in a reply with status 200 is not a refusal.
    let is_success_text = service.has(Variant::TextErrors) && service.has(Variant::Refusals200);
    let expected = if has_no_code || is_success_text {
        WriteEnd::Unknown
    } else {
        WriteEnd::Refused
    };
    assert_eq!(end, expected, "{context}");
    // A web page refuses without 62001, although the service saved the campaign. No client can detect that.
    let is_misleading = has_unreadable_failures(service) && service.has(Variant::SavedWith62001);
    if is_misleading && service.has(Variant::Refusals400) {
        return;
    }
    // Only a lookup can settle 62001.
    let none = ("\"Tracking\"", "\"None\"");
    let end = send_refused_update(service, FILM, none).await;
    assert!(
        matches!(
            end,
            WriteEnd::PerItem | WriteEnd::Unknown | WriteEnd::Refused
        ),
        "{context}: {end:?}"
    );
}

/// Returns whether the service creates the valid values of a batch that also has invalid ones.
fn creates_valid_values(service: &TestService) -> bool {
    service.has(Variant::PartialCreate) || service.has(Variant::ResultsAndErrors)
}

/// Checks that the reply to a batch reports as many values as the service saved.
async fn check_batch(service: &TestService) {
    let context = failure_context(service, "several values");
    let client = service.client();
    let good = [
        value(service, "Several 1", 4401),
        value(service, "Several 2", 4401),
    ];
    let both = create(&client, VALUE, &good).await;
    assert_eq!(entities(&both, &context).len(), 2, "{context}");
    let mixed = [
        value(service, "Mixed 1", 4401),
        value(service, "Mixed 2", 1),
    ];
    let mixed = create(&client, VALUE, &mixed).await;
    let saved = service.find_by_name(VALUE, "Mixed").await.len();
    assert_outcome(&mixed, saved, 2, &context);
    assert_eq!(
        saved,
        usize::from(creates_valid_values(service)),
        "{context}"
    );
}

/// Uses the expired session. If only a gateway's text reports the expiry, the outcome of a write is unclear and the
/// write is not repeated, because the text may come after the write was saved. A read logs in.
async fn check_expired_session(service: &TestService) {
    if !service.has(Variant::FaultOnExpiry) {
        return;
    }
    let context = failure_context(service, "the first write");
    let created = create(&service.client(), Kind::Campaign, &[campaign("First")]).await;
    let saved = service.find_by_name(Kind::Campaign, "First").await.len();
    // A service without sessions accepts the write.
    let is_right = saved == 1 || end(&created) == WriteEnd::Unknown;
    assert!(is_right, "{context}: {created:?}");
    let client = service.client();
    let list = client.list(Kind::Campaign, &ListQuery::page(0, 1)).await;
    assert!(list.is_ok(), "{context}");
}

#[tokio::test(flavor = "multi_thread")]
async fn write_outcome_matches_the_service_in_every_variant() {
    with_every_service(async |service| {
        check_expired_session(&service).await;
        check_accepted_writes(&service, Kind::Campaign, &campaign("Good"), "Good").await;
        check_accepted_writes(&service, VALUE, &value(&service, "Good", 4401), "Good").await;
        check_accepted_writes(&service, AD, &ad("Good"), "Good").await;
        check_refusals(&service).await;
        check_batch(&service).await;
    })
    .await;
}

/// Returns how a write under a fault ends, and how many of four values in one call the service saves.
fn expected_outcome(fault: &str) -> (WriteEnd, usize) {
    match fault {
        "drop-before-commit" => (WriteEnd::Lost, 0),
        "drop-after-commit" | "late-commit" | "half-reply" | "hold-after-commit" => {
            (WriteEnd::Lost, 4)
        }
        "status-503" | "status-429" => (WriteEnd::Wait, 0),
        "empty-reply" => (WriteEnd::Unknown, 4),
        "partial-create" => (WriteEnd::PerItem, 2),
        "reordered-reply" | "slow-drip" => (WriteEnd::Accepted, 4),
        _ => panic!("no case for {fault}"),
    }
}

/// Performs a write under a fault, and makes sure that it ends.
async fn write_under_fault<T>(
    service: &TestService,
    fault: &str,
    write: impl Future<Output = T>,
) -> T {
    service.arm(fault, 1).await;
    let written = if fault == "hold-after-commit" {
        tokio::join!(write, service.cut_held_replies()).0
    } else {
        write.await
    };
    assert_eq!(service.struck_count().await, 1, "{fault}");
    // This also completes a late commit.
    service.arm(fault, 0).await;
    written
}

async fn check_create_under_fault(service: &TestService, fault: &str) {
    let context = failure_context(service, &format!("values under {fault}"));
    let name = format!("Under {fault}");
    let values: Vec<_> = (1..=4)
        .map(|at| value(service, &format!("{name} {at}"), 4401))
        .collect();
    let client = service.client();
    let delivery = write_under_fault(service, fault, create(&client, VALUE, &values)).await;
    // A service that saves each value separately does not stop half-way.
    let saves_separately = creates_valid_values(service);
    let (expected_end, expected_count) = match expected_outcome(fault) {
        (WriteEnd::PerItem, _) if saves_separately => (WriteEnd::Accepted, 4),
        expected => expected,
    };
    let mut saved = service.find_by_name(VALUE, &name).await.len();
    while fault == "late-commit" && saved == 0 {
        saved = service.find_by_name(VALUE, &name).await.len();
    }
    let actual_end = if is_all_accepted(&delivery, 4) {
        WriteEnd::Accepted
    } else {
        end(&delivery)
    };
    assert_eq!(
        (actual_end, saved),
        (expected_end, expected_count),
        "{context}"
    );
    assert_outcome(&delivery, saved, 4, &context);
}

async fn check_update_under_fault(service: &TestService, fault: &str, id: i64) {
    let context = failure_context(service, &format!("an update under {fault}"));
    let client = service.client();
    let before = service.stored_entity(Kind::Campaign, id).await.unwrap();
    let text = client.get(Kind::Campaign, Id(id)).await.unwrap().unwrap();
    let write = async {
        client
            .update(Kind::Campaign, Id(id), &put_body(&text))
            .await
    };
    let WriteExchange { delivery, .. } = write_under_fault(service, fault, write).await;
    let (expected_end, expected_count) = expected_outcome(fault);
    let mut saved = saved_since(service, id, &before).await;
    while fault == "late-commit" && saved == 0 {
        saved = saved_since(service, id, &before).await;
    }
    assert_eq!(
        (end(&delivery), saved),
        (expected_end, expected_count.min(1)),
        "{context}"
    );
    assert_outcome(&delivery, saved, 1, &context);
}

#[tokio::test(flavor = "multi_thread")]
async fn write_outcome_under_fault_matches_the_service() {
    with_every_service(async |service| {
        check_expired_session(&service).await;
        let client = service.client();
        let struck = entities(
            &create(&client, Kind::Campaign, &[campaign("Struck")]).await,
            "",
        );
        let id = struck[0]["id"].as_i64().unwrap();
        for fault in service.faults().await {
            if fault.ends_with("-read") {
                continue;
            }
            check_create_under_fault(&service, &fault).await;
            // The other faults affect only calls with several entities.
            if !["partial-create", "reordered-reply"].contains(&&*fault) {
                check_update_under_fault(&service, &fault, id).await;
            }
        }
        assert_eq!(
            service.find_by_name(Kind::Campaign, "Struck").await.len(),
            1
        );
    })
    .await;
}
