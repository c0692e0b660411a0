//! Ads for measurements, made from one of the practice service.

use std::fmt::Write as _;

use adwright_service::RunningService;
use adwright_testkit::PracticeClient;
use serde_json::{Value, json};

/// How many values the wide ad has, at any depth.
const WIDE: usize = 1_300;

/// The id of the first ad.
pub(crate) const FIRST: u64 = 2_000_000_000;

/// Ads of one list: the first is wide, the others have a row's worth of fields. None stands in memory before it is asked for.
pub(crate) struct GeneratedAds {
    pub(crate) count: u64,
    wide: String,
    /// What every other ad has around its id and its name.
    other: [String; 3],
}

impl GeneratedAds {
    pub(crate) async fn of(service: &RunningService, count: u64) -> Self {
        let shown = PracticeClient::new(service).list_ads().await;
        let fitting = shown.into_iter().filter(|ad| fields(ad) < WIDE);
        let ad = fitting.max_by_key(fields).expect("practice has ads");
        Self {
            count,
            wide: widened(ad.clone()).to_string(),
            other: around_id_and_name(ad),
        }
    }

    /// The ad with an id.
    pub(crate) fn one(&self, id: u64) -> String {
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

/// With as many tracking addresses as it takes.
fn widened(mut ad: Value) -> Value {
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

/// The ad with nothing in its objects and lists, cut where the id and the name belong.
fn around_id_and_name(mut ad: Value) -> [String; 3] {
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

/// How many values there are, at any depth.
fn fields(value: &Value) -> usize {
    match value {
        Value::Object(members) => members.values().map(fields).sum(),
        Value::Array(items) => items.iter().map(fields).sum(),
        _ => 1,
    }
}
