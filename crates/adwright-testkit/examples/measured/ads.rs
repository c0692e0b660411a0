//! Ads for measurements, made from one of the practice service.

use std::fmt::Write as _;

use adwright_service::RunningService;
use adwright_testkit::PracticeClient;
use serde_json::{Value, json};

/// The number of values of the wide ad, at any depth.
const WIDE: usize = 1_300;

/// The id of the first ad.
pub(crate) const FIRST: u64 = 2_000_000_000;

/// The ads of a list: the first is wide, the others have only the fields of a row. Each is created on request.
pub(crate) struct GeneratedAds {
    pub(crate) count: u64,
    wide: String,
    /// The text of every other ad around its id and its name.
    other: [String; 3],
}

impl GeneratedAds {
    pub(crate) async fn from_service(service: &RunningService, count: u64) -> Self {
        let ads = PracticeClient::new(service).list_ads().await;
        let narrow = ads.into_iter().filter(|ad| fields(ad) < WIDE);
        let ad = narrow.max_by_key(fields).expect("practice has ads");
        Self {
            count,
            wide: widen(ad.clone()).to_string(),
            other: split_at_id_and_name(ad),
        }
    }

    /// Returns the ad with an id.
    pub(crate) fn ad_text(&self, id: u64) -> String {
        let mut text = String::new();
        self.write(&mut text, id - FIRST);
        text
    }

    pub(crate) fn write(&self, text: &mut String, number: u64) {
        if number == 0 {
            text.push_str(&self.wide);
            return;
        }
        let [begin, middle, end] = &self.other;
        let id = FIRST + number;
        write!(text, "{begin}{id}{middle}Banner {number}{end}").expect("a text takes everything");
    }
}

/// Adds as many tracking addresses as needed.
fn widen(mut ad: Value) -> Value {
    ad["id"] = json!(FIRST);
    ad["name"] = json!("A wide ad");
    let missing = WIDE.saturating_sub(fields(&ad));
    let address = ad["adURLs"][0].clone();
    let more = missing.div_ceil(fields(&address));
    let addresses = ad["adURLs"].as_array_mut().expect("it is tracked");
    for number in 0..more {
        let mut address = address.clone();
        address["id"] = json!(90_000_000 + number);
        address["url"] = json!(format!(
            "https://count{number}.example.net/i?ord=[timestamp]"
        ));
        addresses.push(address);
    }
    ad
}

/// Returns the ad with empty objects and lists, split at the id and the name.
fn split_at_id_and_name(mut ad: Value) -> [String; 3] {
    const ID: &str = "<id>";
    const NAME: &str = "<name>";
    let members = ad.as_object_mut().expect("an ad is an object");
    for value in members.values_mut() {
        match value {
            Value::Object(members) => members.clear(),
            Value::Array(items) => items.clear(),
            _ => {}
        }
    }
    ad["id"] = json!(ID);
    ad["name"] = json!(NAME);
    let text = ad.to_string();
    let (begin, rest) = text
        .split_once(&json!(ID).to_string())
        .expect("it has an id");
    let (middle, end) = rest.split_once(NAME).expect("it has a name");
    [begin, middle, end].map(str::to_owned)
}

/// Returns the number of values, at any depth.
fn fields(value: &Value) -> usize {
    match value {
        Value::Object(members) => members.values().map(fields).sum(),
        Value::Array(items) => items.iter().map(fields).sum(),
        _ => 1,
    }
}
