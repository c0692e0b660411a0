//! Ads for measuring checks: the documents of the tests with more items in their lists. Every run has the same ads.

use adwright_model::Kind;
use serde_json::{Map, Value, json};

/// The minimum size of each ad in bytes. The last item may exceed it a little.
const SIZES: [usize; 6] = [9_000, 15_000, 24_000, 36_000, 48_000, 57_000];

/// A kind, an ad of this kind, and its lists that receive more items.
type Sample = (Kind, &'static str, &'static [&'static str]);

const SAMPLES: [Sample; 3] = [
    (
        Kind::InStreamInteractiveAd,
        include_str!("../../tests/it/documents/in_stream.json"),
        &[
            "/adURLs",
            "/linears",
            "/customInteractions",
            "/additionalAssets",
            "/templateData/vastVariables",
            "/companions",
        ],
    ),
    (
        Kind::ExpandableBannerAd,
        include_str!("../../tests/it/documents/expandable.json"),
        &[
            "/adURLs",
            "/panels",
            "/customInteractions",
            "/additionalAssets",
            "/adSmartVersionSchema/smartElements",
        ],
    ),
    (
        Kind::Html5ExpandableBannerAd,
        include_str!("../../tests/it/documents/html5_expandable.json"),
        &[
            "/adURLs",
            "/html5/assets",
            "/customInteractions",
            "/additionalAssets",
            "/adSmartVersionSchema/smartElements",
        ],
    ),
];

/// Names of files.
const WORDS: [&str; 10] = [
    "hero",
    "packshot",
    "street",
    "dealer-search",
    "colours",
    "delivery",
    "test-ride",
    "winter-offer",
    "gallery",
    "price-list",
];

/// An ad as the service would return it.
#[derive(Clone)]
pub(crate) struct CorpusAd {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// Creates ads of three kinds, each of 8 to 60 KB.
pub(crate) fn corpus() -> Vec<CorpusAd> {
    let of_sample = |(kind, text, lists): &Sample| {
        let mut ad: Value = serde_json::from_str(text).expect("a document of the tests is JSON");
        let seeds: Vec<_> = lists.iter().map(|list| seed(&ad, list)).collect();
        let (mut number, kind) = (0, *kind);
        SIZES.map(|size| {
            let text = loop {
                let text = ad.to_string();
                if text.len() >= size {
                    break text;
                }
                let at = number % lists.len();
                let list = ad.pointer_mut(lists[at]).and_then(Value::as_array_mut);
                let item = copy_with_number(&seeds[at], number);
                list.expect("the list is there").push(item);
                number += 1;
            };
            CorpusAd { kind, text }
        })
    };
    SAMPLES.iter().flat_map(of_sample).collect()
}

/// Returns the last item of a list. New items are copies of it.
fn seed(ad: &Value, list: &str) -> Map<String, Value> {
    let items = ad.pointer(list).and_then(Value::as_array);
    let item = items.and_then(|items| items.last()?.as_object());
    item.expect("the list has an item").clone()
}

/// Copies the seed, with new values in the members that must be unique.
fn copy_with_number(seed: &Map<String, Value>, number: usize) -> Value {
    let mut item = seed.clone();
    let word = format!("{}-{number}", WORDS[number % WORDS.len()]);
    let asset = 90_000 + number;
    for (name, value) in &mut item {
        let new = match (name.as_str(), &*value) {
            ("id", Value::Number(_)) => json!(1_000 + number),
            ("assetId", Value::Number(_)) => json!(asset),
            ("assetId", Value::String(_)) => json!(asset.to_string()),
            ("name" | "svKey", Value::String(_)) => json!(word),
            ("reportingName", Value::String(_)) => json!(format!("Visitors who saw {word}")),
            ("assetName" | "fileName", Value::String(was)) => {
                json!(format!("{word}.{}", ending(was)))
            }
            ("url", Value::String(_)) => {
                json!(format!("https://track.example.net/{word}?t=[timestamp]"))
            }
            ("thumbnailUrl", _) => json!(format!("https://assets.example.com/t/{asset}.png")),
            ("storagePath", _) => json!(format!("/store/{asset}")),
            ("publishPath", _) => json!(format!("/p/{asset}/{word}.html")),
            ("size", _) => json!(12 + number % 30),
            ("width", Value::Number(_)) => json!(200 + number),
            ("height", Value::Number(_)) => json!(100 + number % 140),
            ("maxTime", _) => json!(5 + number),
            ("sequence", _) => json!(3 + number / 6),
            ("defaultPanel", _) => json!(false),
            _ => continue,
        };
        *value = new;
    }
    Value::Object(item)
}

fn ending(file: &str) -> &str {
    file.rsplit_once('.').map_or("html", |(_, ending)| ending)
}
