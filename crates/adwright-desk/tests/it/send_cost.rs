//! The cost per create does not grow with the number of creates in one send. It is counted in rows read from the
//! local database.

use adwright_desk::{JsonObject, ResendPolicy};
use adwright_model::Kind;
use adwright_store::rows_read;
use adwright_testkit::TestApp;
use adwright_views::SendSummary;
use serde_json::json;

use crate::sending;

/// The cost of many creates: drafting, reviewing, sending.
#[derive(Debug, Clone, Copy)]
struct Cost([u64; 3]);

impl Cost {
    /// Returns whether twice as many additional creates cost at most twice as much more. Costs that occur once per
    /// send may vary a little.
    fn grows_in_line(few: Self, more: Self, most: Self) -> bool {
        let grown = |before: Self, after: Self, step: usize| after.0[step] - before.0[step];
        (0..3).all(|step| grown(more, most, step) <= 2 * grown(few, more, step) + 8)
    }
}

/// Counts the rows that were read since the last measurement.
struct Meter(u64);

impl Meter {
    fn take(&mut self) -> u64 {
        let before = std::mem::replace(&mut self.0, rows_read());
        self.0 - before
    }
}

fn object(number: usize, value: &serde_json::Value) -> JsonObject {
    let mut value = value.clone();
    value["name"] = json!(format!("New {number}"));
    JsonObject {
        from: "new.json".to_owned(),
        json: value.to_string().into_bytes(),
    }
}

fn all_confirmed(summary: &SendSummary, many: usize) {
    assert_eq!(summary.confirmed as usize, many, "{}", summary.message);
}

async fn cost_of_campaigns(many: usize) -> Cost {
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let campaign = json!({"type": "Campaign", "accountId": 3310, "advertiserId": 4401,
        "brandId": 88120, "traffickingMode": "simple"});
    let objects: Vec<_> = (0..many).map(|number| object(number, &campaign)).collect();
    let mut meter = Meter(rows_read());
    let made = desk
        .drafts
        .create_from_json(Kind::Campaign, &objects, &[], ResendPolicy::Skip);
    let (made, begun) = (made.unwrap(), meter.take());
    let named: Vec<_> = made.drafts.iter().map(String::as_str).collect();
    let items = desk
        .outbox
        .review_items(&named)
        .unwrap()
        .into_iter()
        .flatten();
    let (items, reviewed) = (items.collect(), meter.take());
    let sent = desk.outbox.send(&sending(items), |_| {}).await.unwrap();
    all_confirmed(&sent, many);
    Cost([begun, reviewed, meter.take()])
}

async fn cost_of_values(many: usize) -> Cost {
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let values = (0..many).map(|number| {
        let value = json!({"type": "RetargetingDataValue", "value": format!("v|{number}"),
            "advertiserId": 4401, "retargetingActivityId": 52024});
        object(number, &value)
    });
    let values: Vec<_> = values.collect();
    let mut meter = Meter(rows_read());
    desk.drafts
        .create_from_json(Kind::RetargetingDataValue, &values, &[], ResendPolicy::Skip)
        .unwrap();
    let begun = meter.take();
    let items = desk.values.review_values().unwrap();
    let reviewed = meter.take();
    let sent = desk.outbox.send(&sending(items), |_| {}).await.unwrap();
    all_confirmed(&sent, many);
    Cost([begun, reviewed, meter.take()])
}

#[tokio::test]
async fn cost_of_campaigns_grows_with_their_number() {
    let [few, more, most] = [
        cost_of_campaigns(10).await,
        cost_of_campaigns(20).await,
        cost_of_campaigns(40).await,
    ];
    assert!(
        Cost::grows_in_line(few, more, most),
        "{few:?} {more:?} {most:?}"
    );
}

#[tokio::test]
async fn cost_of_values_grows_with_their_number() {
    let [few, more, most] = [
        cost_of_values(10).await,
        cost_of_values(20).await,
        cost_of_values(40).await,
    ];
    assert!(
        Cost::grows_in_line(few, more, most),
        "{few:?} {more:?} {most:?}"
    );
}
