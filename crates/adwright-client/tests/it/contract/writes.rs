//! What is said of a write agrees with what the service did, and nothing is ever sent twice.

use adwright_client::{Client, WriteExchange, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_wire::{ListQuery, Verdict, post_body, put_body};
use serde_json::{Value, json};

use super::ground::{Ground, with_number_ids};
use super::{
    FILM, SPRING, WriteEnd, assert_true, counted, end, has_unreadable_failures, told,
    with_every_service,
};

const VALUE: Kind = Kind::RetargetingDataValue;
const AD: Kind = Kind::InStreamInteractiveAd;

fn campaign(name: &str) -> String {
    json!({ "type": "Campaign", "name": name, "advertiserId": 4401, "brandId": 88120 }).to_string()
}

/// A value whose activity is another advertiser's is refused.
fn value(ground: &Ground, name: &str, advertiser: i64) -> String {
    let value = json!({
        "type": "RetargetingDataValue", "name": name, "value": name,
        "advertiserId": advertiser, "retargetingActivityId": 52_024,
    });
    ground.shown(value).to_string()
}

fn ad(name: &str) -> String {
    json!({
        "type": "InStreamInteractiveAd", "name": name, "accountId": 3310, "adFormatId": 61,
        "linears": [{ "type": "LinearHtml5Folder", "size": 640, "width": 1280, "height": 720 }],
        "linearSettings": { "type": "LinearSettings" }, "deliveryType": "PROGRESSIVE", "enhanced": false,
    })
    .to_string()
}

async fn created(client: &Client, kind: Kind, entities: &[String]) -> WriteOutcome {
    let entities: Vec<_> = entities.iter().map(String::as_str).collect();
    client.create(kind, &post_body(&entities)).await.delivery
}

/// What the client gets, changed by replacing one text by another, goes back.
async fn updated(client: &Client, kind: Kind, id: i64, change: (&str, &str)) -> WriteOutcome {
    let text = client.get(kind, Id(id)).await.unwrap().unwrap();
    let changed = text.replace(change.0, change.1);
    assert_ne!(text, changed);
    let WriteExchange { delivery, .. } = client.update(kind, Id(id), &put_body(&changed)).await;
    delivery
}

/// What the service says that it has now, where all was done.
fn entities(delivery: &WriteOutcome, told: &str) -> Vec<Value> {
    let WriteOutcome::Answered { verdict, .. } = delivery else {
        panic!("{told}: {delivery:?}");
    };
    let entities: Vec<_> = match verdict {
        Verdict::Accepted { entities } => entities.iter().collect(),
        Verdict::PerItem { items } => items.iter().flat_map(|item| &item.entity).collect(),
        _ => panic!("{told}: {verdict:?}"),
    };
    assert!(is_done(delivery, entities.len()), "{told}: {delivery:?}");
    entities
        .into_iter()
        .map(|entity| with_number_ids(entity))
        .collect()
}

/// Whether all was done, in one word or item by item.
fn is_done(delivery: &WriteOutcome, wanted: usize) -> bool {
    end(delivery) == WriteEnd::Accepted || counted(delivery) == (wanted, 0)
}

/// A new entity, and an update of it, end as done, with the entity that the service has.
async fn good_writes(ground: &Ground, kind: Kind, entity: &str, name: &str) {
    let told = told(ground, &format!("a write of {kind}"));
    let client = ground.client();
    let has = async |kind| {
        let named = ground.named(kind, name).await.into_iter();
        named.map(|entity| ground.shown(entity)).collect::<Vec<_>>()
    };
    let created = entities(&created(&client, kind, &[entity.to_owned()]).await, &told);
    assert_eq!(has(kind).await, created, "{told}");
    if kind == VALUE {
        return;
    }
    let id = created[0]["id"].as_i64().unwrap();
    let renamed = format!("{name} again");
    let updated = updated(&client, kind, id, (name, &renamed)).await;
    let updated = entities(&updated, &told);
    assert_eq!(has(kind).await, updated, "{told}");
    assert_eq!(updated[0]["name"], renamed, "{told}");
}

/// How many times an entity was saved since.
async fn saved_since(ground: &Ground, id: i64, before: &Value) -> usize {
    let now = ground.truth(Kind::Campaign, id).await.unwrap();
    let version = |entity: &Value| entity["version"].as_u64().unwrap();
    usize::try_from(version(&now) - version(before)).unwrap()
}

/// A refusal ends as one wherever the service tells that it is one.
async fn refused_update(ground: &Ground, id: i64, change: (&str, &str)) -> WriteEnd {
    let told = told(ground, &format!("an update {change:?} of {id}"));
    let before = ground.truth(Kind::Campaign, id).await.unwrap();
    let delivery = updated(&ground.client(), Kind::Campaign, id, change).await;
    let saved = saved_since(ground, id, &before).await;
    assert_true(&delivery, (saved, 1), &told);
    end(&delivery)
}

async fn refusals(ground: &Ground) {
    let told = told(ground, "a refusal");
    let simple = ("\"advanced\"", "\"simple\"");
    let ended = refused_update(ground, SPRING, simple).await;
    let is_silent = has_unreadable_failures(ground) && !ground.has(Variant::Refusals400);
    // In a success, words are no refusal.
    let is_praise = ground.has(Variant::TextErrors) && ground.has(Variant::Refusals200);
    let expected = if is_silent || is_praise {
        WriteEnd::Unknown
    } else {
        WriteEnd::Refused
    };
    assert_eq!(ended, expected, "{told}");
    // A web page refuses without 62001, although the service saved the campaign. No client can detect that.
    let lies = has_unreadable_failures(ground) && ground.has(Variant::SavedWith62001);
    if lies && ground.has(Variant::Refusals400) {
        return;
    }
    // Only a lookup can settle 62001.
    let none = ("\"Tracking\"", "\"None\"");
    let ended = refused_update(ground, FILM, none).await;
    assert!(
        matches!(
            ended,
            WriteEnd::PerItem | WriteEnd::Unknown | WriteEnd::Refused
        ),
        "{told}: {ended:?}"
    );
}

/// Whether of several values those are created that can be.
fn creates_some(ground: &Ground) -> bool {
    ground.has(Variant::PartialCreate) || ground.has(Variant::ResultsAndErrors)
}

/// Of several values of one call as many are told as done as there are.
async fn several(ground: &Ground) {
    let told = told(ground, "several values");
    let client = ground.client();
    let good = [
        value(ground, "Several 1", 4401),
        value(ground, "Several 2", 4401),
    ];
    let both = created(&client, VALUE, &good).await;
    assert_eq!(entities(&both, &told).len(), 2, "{told}");
    let mixed = [value(ground, "Mixed 1", 4401), value(ground, "Mixed 2", 1)];
    let mixed = created(&client, VALUE, &mixed).await;
    let kept = ground.named(VALUE, "Mixed").await.len();
    assert_true(&mixed, (kept, 2), &told);
    assert_eq!(kept, usize::from(creates_some(ground)), "{told}");
}

/// The first call meets a session that has run out. Where only a gateway's words say so, a write is neither taken for
/// undone nor made again, since such words may also come after the work was done; a read logs in.
async fn meet_what_ran_out(ground: &Ground) {
    if !ground.has(Variant::FaultOnExpiry) {
        return;
    }
    let told = told(ground, "the first write");
    let created = created(&ground.client(), Kind::Campaign, &[campaign("First")]).await;
    let there = ground.named(Kind::Campaign, "First").await.len();
    // Where no session is asked for, none has run out.
    let is_right = there == 1 || end(&created) == WriteEnd::Unknown;
    assert!(is_right, "{told}: {created:?}");
    let client = ground.client();
    let list = client.list(Kind::Campaign, &ListQuery::page(0, 1)).await;
    assert!(list.is_ok(), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn write_outcome_matches_the_service_in_every_variant() {
    with_every_service(async |ground| {
        meet_what_ran_out(&ground).await;
        good_writes(&ground, Kind::Campaign, &campaign("Good"), "Good").await;
        good_writes(&ground, VALUE, &value(&ground, "Good", 4401), "Good").await;
        good_writes(&ground, AD, &ad("Good"), "Good").await;
        refusals(&ground).await;
        several(&ground).await;
    })
    .await;
}

/// How a write ends that a fault strikes, and of four values of one call how many the service keeps of them.
fn promised(fault: &str) -> (WriteEnd, usize) {
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

/// Makes a write that a fault strikes, and sees to it that it ends.
async fn struck<T>(ground: &Ground, fault: &str, write: impl Future<Output = T>) -> T {
    ground.arm(fault, 1).await;
    let written = if fault == "hold-after-commit" {
        tokio::join!(write, ground.cut_what_is_held()).0
    } else {
        write.await
    };
    assert_eq!(ground.struck().await, 1, "{fault}");
    // What is done late is done now.
    ground.arm(fault, 0).await;
    written
}

async fn creates_under(ground: &Ground, fault: &str) {
    let told = told(ground, &format!("values under {fault}"));
    let name = format!("Under {fault}");
    let values: Vec<_> = (1..=4)
        .map(|at| value(ground, &format!("{name} {at}"), 4401))
        .collect();
    let client = ground.client();
    let delivery = struck(ground, fault, created(&client, VALUE, &values)).await;
    // A service that tries each of them for itself does not stop half-way.
    let by_one = creates_some(ground);
    let (ended, kept) = match promised(fault) {
        (WriteEnd::PerItem, _) if by_one => (WriteEnd::Accepted, 4),
        promised => promised,
    };
    let mut there = ground.named(VALUE, &name).await.len();
    while fault == "late-commit" && there == 0 {
        there = ground.named(VALUE, &name).await.len();
    }
    let said = if is_done(&delivery, 4) {
        WriteEnd::Accepted
    } else {
        end(&delivery)
    };
    assert_eq!((said, there), (ended, kept), "{told}");
    assert_true(&delivery, (there, 4), &told);
}

async fn updates_under(ground: &Ground, fault: &str, id: i64) {
    let told = told(ground, &format!("an update under {fault}"));
    let client = ground.client();
    let before = ground.truth(Kind::Campaign, id).await.unwrap();
    let text = client.get(Kind::Campaign, Id(id)).await.unwrap().unwrap();
    let write = async {
        client
            .update(Kind::Campaign, Id(id), &put_body(&text))
            .await
    };
    let WriteExchange { delivery, .. } = struck(ground, fault, write).await;
    let (ended, kept) = promised(fault);
    let mut saved = saved_since(ground, id, &before).await;
    while fault == "late-commit" && saved == 0 {
        saved = saved_since(ground, id, &before).await;
    }
    assert_eq!((end(&delivery), saved), (ended, kept.min(1)), "{told}");
    assert_true(&delivery, (saved, 1), &told);
}

#[tokio::test(flavor = "multi_thread")]
async fn write_outcome_under_fault_matches_the_service() {
    with_every_service(async |ground| {
        meet_what_ran_out(&ground).await;
        let client = ground.client();
        let struck = entities(
            &created(&client, Kind::Campaign, &[campaign("Struck")]).await,
            "",
        );
        let id = struck[0]["id"].as_i64().unwrap();
        for fault in ground.faults().await {
            if fault.ends_with("-read") {
                continue;
            }
            creates_under(&ground, &fault).await;
            // The others are about several entities of one call.
            if !["partial-create", "reordered-reply"].contains(&&*fault) {
                updates_under(&ground, &fault, id).await;
            }
        }
        assert_eq!(ground.named(Kind::Campaign, "Struck").await.len(), 1);
    })
    .await;
}
