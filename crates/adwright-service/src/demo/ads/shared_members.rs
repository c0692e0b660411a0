//! The members that ads of all types have.

use adwright_model::Kind;
use rusqlite::{OptionalExtension, Row, Transaction};
use serde_json::{Map, Value, json};

use super::{AdBuilder, into_members, nested_object};
use crate::demo::campaign_json::unmodified_members;
use crate::demo::placements::{DemoSite, SITES};
use crate::saving::format_name;

/// 2026-05-11 08:15 UTC, in epoch milliseconds.
const FIRST_DAY: i64 = 1_778_487_300_000;
const DAY: i64 = 86_400_000;

/// One campaign in this many has ads. The guide uses the first of them.
const STEP: i64 = 37;

/// The id and the name of a party.
pub(super) struct NamedId {
    id: i64,
    name: String,
}

/// A campaign, and its parties.
pub(super) struct AdCampaign {
    pub(super) id: i64,
    pub(super) name: String,
    account: NamedId,
    advertiser: NamedId,
    brand: NamedId,
}

/// Returns the campaigns that receive ads, the newest first.
pub(super) fn campaigns(tx: &Transaction<'_>) -> rusqlite::Result<Vec<AdCampaign>> {
    let sql =
        "SELECT id, name, account_id, account, advertiser_id, advertiser, brand_id, brand FROM (
            SELECT campaign.id, json_extract(text, '$.name') AS name,
                   campaign.account_id, account.name AS account,
                   campaign.advertiser_id, advertiser.name AS advertiser,
                   campaign.brand_id, brand.name AS brand,
                   row_number() OVER (ORDER BY campaign.id DESC) AS place
            FROM campaign
            JOIN account ON account.id = campaign.account_id
            JOIN advertiser ON advertiser.id = campaign.advertiser_id
            JOIN brand ON brand.id = campaign.brand_id
        ) WHERE place % ?1 = 1 AND typeof(name) = 'text' ORDER BY id DESC LIMIT 12";
    tx.prepare(sql)?
        .query_map([STEP], |row| {
            Ok(AdCampaign {
                id: row.get(0)?,
                name: row.get(1)?,
                account: named_id(row, 2)?,
                advertiser: named_id(row, 4)?,
                brand: named_id(row, 6)?,
            })
        })?
        .collect()
}

/// Reads an id and a name from two columns.
fn named_id(row: &Row<'_>, column: usize) -> rusqlite::Result<NamedId> {
    Ok(NamedId {
        id: row.get(column)?,
        name: row.get(column + 1)?,
    })
}

/// A placement of a campaign, and the site of the placement.
#[derive(Clone)]
pub(super) struct AdPlacement {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) site: DemoSite,
}

/// Returns the first placement of a campaign.
pub(super) fn first_placement(
    tx: &Transaction<'_>,
    campaign: i64,
) -> rusqlite::Result<Option<AdPlacement>> {
    let sql = "SELECT id, name, site_id FROM placement WHERE campaign_id = ?1 ORDER BY id LIMIT 1";
    tx.query_row(sql, [campaign], |row| {
        let id: i64 = row.get(2)?;
        let site = SITES.iter().find(|site| site.id == id);
        Ok(AdPlacement {
            id: row.get(0)?,
            name: row.get(1)?,
            site: site.copied().unwrap_or(DemoSite { id, name: "" }),
        })
    })
    .optional()
}

/// The concept and motif that distinguish the ads of one campaign.
const CONCEPTS: [&str; 12] = [
    "hero",
    "range",
    "countdown",
    "store finder",
    "testimonial",
    "how it works",
    "price",
    "teaser",
    "gallery",
    "quiz",
    "weather",
    "last call",
];

/// The values that distinguish the three types in the shared layout.
struct AdFormat {
    short: &'static str,
    name: &'static str,
    id: i64,
    script: Option<&'static str>,
}

impl AdFormat {
    fn for_kind(kind: Kind) -> Self {
        let (short, name, id, script) = match kind {
            Kind::InStreamInteractiveAd => {
                let script = Some("InStreamInteractive");
                ("VID", "INSTREAM_INTERACTIVE_AD", 61, script)
            }
            Kind::ExpandableBannerAd => ("EXP", "EXPANDABLE_BANNER_AD", 44, None),
            _ => {
                let script = Some("Html5ExpBanner");
                ("HTML", "HTML5_EXPANDABLE_BANNER_AD", 43, script)
            }
        };
        Self {
            short,
            name,
            id,
            script,
        }
    }
}

impl AdBuilder<'_> {
    /// Returns the members of the shared layout.
    pub(super) fn shared_members(&mut self, kind: Kind) -> Map<String, Value> {
        let id = self.next_ad();
        let created = FIRST_DAY + self.random.between(0, 120) * DAY;
        let concept = CONCEPTS[self.nth % CONCEPTS.len()];
        let format = AdFormat::for_kind(kind);
        let mut ad = into_members(
            json!({ "type": kind.as_str(), "id": id, "clientRefId": null, "relationsBag": null, "uiPermissions": null }),
        );
        let record = format!("{{{}}}", unmodified_members(created));
        ad.extend(into_members(
            serde_json::from_str(&record).unwrap_or_default(),
        ));
        ad.extend(into_members(json!({
            "name": format!("{}, {concept}, {}", self.campaign.name, format.short),
            "masterAdId": null,
            "changed": false,
            "adStatus": "ASSIGNED",
            "enabled": self.nth % 7 != 5,
            "adFormat": format.name,
            "adFormatId": format.id,
            "adFormatName": format_name(kind),
            "accountId": self.campaign.account.id,
            "accountName": self.campaign.account.name,
            "placementId": null,
            "placementName": null,
            "siteId": null,
            "siteName": null,
            "adAssignmentData": self.assignment(),
            "mainClickthrough": self.clickthrough("MainClickthrough", concept),
            "adURLs": self.trackers(),
            "pricingSize": null,
            "overallSize": null,
            "initialSize": null,
            "width": null,
            "height": null,
            "dimensions": null,
            "templateScriptName": format.script,
            "urlTokens": null,
            "minAudioVersion": null,
            "fourthPartyTag": null,
            "adChoicesStatus": self.is_of_every_nth(2),
            "adChoicesLocation": self.is_of_every_nth(2).then_some("TOP_RIGHT"),
            "qaStatus": "NOT_SUBMITTED",
            "numberOfPlacementAds": i64::from(self.placement.is_some()),
            "overallNumberOfPlacementAds": i64::from(self.placement.is_some()),
            "servingMethod": "STANDARD",
        })));
        ad.extend(self.more_shared_members());
        ad
    }

    fn more_shared_members(&mut self) -> Map<String, Value> {
        let is_versioned = self.is_of_every_nth(4);
        into_members(json!({
            "analyticsData": nested_object("AdAnalyticsData", json!({ "impressions": 182_400 + 731 * self.nth, "clicks": 412 + 9 * self.nth })),
            "analyticsSettings": null,
            "customFields": nested_object("CustomFields", json!({ "region": (["DACH", "Nordics", "UK"][self.nth % 3]), "costCentre": format!("MK-{:03}", 100 + self.nth) })),
            "massVersioning": is_versioned,
            "usedAsTemplate": false,
            "unSavedTemplateAd": false,
            "adTemplateId": null,
            "feedEnabled": is_versioned,
            "feedStatus": null,
            "customInteractions": self.interactions(),
            "additionalAssets": self.additional_assets(),
            "adTranscodingStatus": "TRANSCODING_NOT_REQUIRED",
            "performAutoVideoTranscoding": self.is_of_every_nth(3),
            "variables": self.variables(),
        }))
    }

    fn assignment(&self) -> Value {
        let AdCampaign {
            id,
            name,
            account,
            advertiser,
            brand,
        } = self.campaign;
        nested_object(
            "AdAssignmentData",
            json!({
                "accountId": account.id, "accountName": account.name,
                "advertiserId": advertiser.id, "advertiserName": advertiser.name,
                "brandId": brand.id, "brandName": brand.name,
                "campaignId": id, "campaignName": name,
            }),
        )
    }

    /// Returns the target of a click.
    pub(super) fn clickthrough(&self, ty: &str, to: &str) -> Value {
        let site = self
            .campaign
            .advertiser
            .name
            .to_lowercase()
            .replace(' ', "-");
        let page = to.replace(' ', "-");
        nested_object(
            ty,
            json!({
                "url": format!("https://www.{site}.example/{page}?utm_source=display&pl=[placement]"),
                "targetWindowType": "NEW", "showAddressBar": true, "showMenuBar": self.is_of_every_nth(3), "closeAllAdParts": true,
            }),
        )
    }

    fn trackers(&mut self) -> Value {
        // One address is not encrypted, so that a review has a finding.
        let scheme = if self.nth == 4 { "http" } else { "https" };
        let events = [
            (
                "IMPRESSION_TRACKING",
                format!(
                    "{scheme}://count.example.net/i?c={}&ord=[timestamp]",
                    self.campaign.id
                ),
            ),
            (
                "CLICK_TRACKING",
                format!("https://count.example.net/c?c={}", self.campaign.id),
            ),
            (
                "IMPRESSION_TRACKING",
                "https://verify.example.org/pixel.gif?r=[random]".to_owned(),
            ),
        ];
        let count = 1 + self.nth % 3;
        let trackers = events.into_iter().take(count).map(|(event, url)| {
            let mut tracker = nested_object(
                "ThirdPartyURL",
                json!({ "url": url, "urlType": event, "enabled": true, "urlSource": "AD" }),
            );
            tracker["id"] = json!(self.next_part());
            tracker
        });
        trackers.collect()
    }

    /// Returns interactions; across the ads, each derived type appears.
    fn interactions(&mut self) -> Value {
        let asset = self.next_part();
        let all = [
            nested_object(
                "AdUserActionInteraction",
                json!({ "assetId": asset, "name": "open", "reportingName": "Panel opened", "assetName": "main.html", "closeAdParts": false, "redirectURL": null, "includeInInteractionRate": true }),
            ),
            nested_object(
                "AdClickthroughInteraction",
                json!({ "name": "shop", "reportingName": "Went to the shop", "redirectURL": format!("https://shop.example.com/c/{}", self.campaign.id) }),
            ),
            nested_object(
                "AdTimerInteraction",
                json!({ "name": "dwell", "reportingName": "Time in the panel", "maxTime": 30 }),
            ),
            nested_object(
                "AdAutomaticEventInteraction",
                json!({ "name": "loaded", "reportingName": "Film loaded" }),
            ),
        ];
        let count = 1 + self.nth % all.len();
        all.into_iter().take(count).collect()
    }

    fn variables(&mut self) -> Value {
        if self.nth % 2 == 1 {
            return Value::Null;
        }
        let variable = |(name, value): (&str, &str)| {
            nested_object("Variable", json!({ "name": name, "value": value }))
        };
        let mut variables: Vec<_> = [
            ("language", "de"),
            ("cta", "Find out more"),
            ("accent", "#0b6e4f"),
        ]
        .map(variable)
        .to_vec();
        for variable in &mut variables {
            variable["id"] = json!(self.next_part());
        }
        variables.into()
    }
}
