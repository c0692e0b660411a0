//! The demo ads: all three types for some campaigns of every account. A review has findings for a few of them.

mod assets;
mod expandable;
mod folder;
mod html5;
mod in_stream;
mod panels;
mod shared_members;

use adwright_model::{EditableDocument, Kind};
use rusqlite::Transaction;
use serde_json::{Map, Value, json};

use super::random::Random;
use crate::resource::ADS;
use crate::saving::{AssignedMember, counts_for_size, sizes_of};
use crate::storage::documents;
use shared_members::{AdCampaign, AdPlacement};

const FIRST_ID: i64 = 1_073_410_552;

/// Writes the ads of some existing campaigns.
pub(crate) fn fill(tx: &Transaction<'_>, seed: u64) -> rusqlite::Result<()> {
    let mut random = Random::from_seed(seed ^ 0x0061_6473);
    let mut ids = IdSequence {
        ad: FIRST_ID,
        part: 88_204_011,
    };
    for (nth, campaign) in shared_members::campaigns(tx)?.iter().enumerate() {
        let placement = shared_members::first_placement(tx, campaign.id)?;
        let mut builder = AdBuilder {
            campaign,
            nth,
            placement: placement.filter(|_| nth % 2 == 0),
            folder: None,
            ids: &mut ids,
            random: &mut random,
        };
        for &kind in ADS.kinds {
            let master = builder.ad(kind);
            builder.insert(tx, master.clone())?;
            if let Some(ad) = builder.placement_ad(master) {
                builder.insert(tx, ad)?;
            }
        }
    }
    Ok(())
}

/// The ids that were assigned last.
struct IdSequence {
    ad: i64,
    /// The last id of assets, folders and other parts.
    part: i64,
}

/// The state that all builders of one campaign's ads share.
struct AdBuilder<'a> {
    campaign: &'a AdCampaign,
    /// The index of the campaign.
    nth: usize,
    /// The placement to which copies of the ads are attached, if any.
    placement: Option<AdPlacement>,
    /// The files of the ad's folder, as text.
    folder: Option<String>,
    ids: &'a mut IdSequence,
    random: &'a mut Random,
}

impl AdBuilder<'_> {
    /// Returns whether the ad is of one of every `count` campaigns, including the first.
    fn is_of_every_nth(&self, count: usize) -> bool {
        self.nth.is_multiple_of(count)
    }

    fn next_ad(&mut self) -> i64 {
        self.ids.ad += self.random.between(1, 40);
        self.ids.ad
    }

    fn next_part(&mut self) -> i64 {
        self.ids.part += self.random.between(1, 25);
        self.ids.part
    }

    fn ad(&mut self, kind: Kind) -> Map<String, Value> {
        let mut ad = self.shared_members(kind);
        ad.extend(match kind {
            Kind::InStreamInteractiveAd => self.in_stream(),
            Kind::ExpandableBannerAd => self.expandable(),
            _ => self.html5(),
        });
        ad
    }

    /// Returns a copy of the ad, attached to the campaign's first placement.
    fn placement_ad(&mut self, master: Map<String, Value>) -> Option<Map<String, Value>> {
        let placement = self.placement.clone()?;
        let mut ad = master;
        let master = ad.insert("id".to_owned(), json!(self.next_ad()));
        ad.extend(into_members(json!({
            "masterAdId": master,
            "placementId": placement.id,
            "placementName": placement.name,
            "siteId": placement.site.id,
            "siteName": placement.site.name,
            "changed": true,
            "numberOfPlacementAds": null,
            "overallNumberOfPlacementAds": null,
        })));
        Some(ad)
    }
}

/// Members that no schema knows, with unusual spellings of numbers.
const UNKNOWN: [&str; 3] = [
    r#","studioRef":"ST-0412","reviewRounds":[ ]"#,
    r#","viewabilityGoal":7.0E1,"legacyFlags":[1,2]"#,
    r#","externalOrder":90071992547409931,"score":1.00"#,
];

/// The placeholder for the text of the folder's files.
const FOLDER: &str = "@files";

impl AdBuilder<'_> {
    fn insert(&self, tx: &Transaction<'_>, mut ad: Map<String, Value>) -> rusqlite::Result<()> {
        for (name, json) in sizes(&ad) {
            let value = serde_json::from_str(&json).unwrap_or_default();
            ad.insert(name.to_owned(), value);
        }
        let id = ad["id"].as_i64().unwrap_or_default();
        let mut text = Value::Object(ad).to_string();
        if let Some(folder) = &self.folder {
            text = text.replacen(&json!(FOLDER).to_string(), folder, 1);
        }
        if self.nth % 3 == 1 {
            let unknown = UNKNOWN[self.nth / 3 % UNKNOWN.len()];
            text.insert_str(text.len() - 1, unknown);
        }
        documents::insert(tx, &ADS, id, &text)
    }
}

/// Returns the sizes that the service calculates.
fn sizes(ad: &Map<String, Value>) -> Vec<AssignedMember> {
    let counting = ad.iter().filter(|(name, _)| counts_for_size(name));
    let counting = counting.map(|(name, value)| (name.clone(), value.clone()));
    let counting = Value::Object(counting.collect()).to_string();
    EditableDocument::parse(&counting).map_or_else(|_| Vec::new(), |ad| sizes_of(&ad))
}

/// Returns a nested object of this type, with the members that every nested object has.
fn nested_object(ty: &str, more: Value) -> Value {
    let mut object = into_members(json!({
        "type": ty,
        "id": null,
        "clientRefId": null,
        "relationsBag": null,
        "uiPermissions": null,
        "version": null,
    }));
    object.extend(into_members(more));
    Value::Object(object)
}

fn into_members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
