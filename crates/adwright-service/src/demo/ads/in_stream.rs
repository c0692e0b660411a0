//! In-stream interactive ads.

use serde_json::{Map, Value, json};

use super::assets::{DemoAsset, HTML, PixelSize};
use super::{AdBuilder, into_members, nested_object};

const FULL_HD: PixelSize = PixelSize::new(1920, 1080);
const HD: PixelSize = PixelSize::new(1280, 720);

/// The variables of a VAST template: name, value, and where each may be changed.
const VAST: [(&str, &str, &str); 6] = [
    ("skipLabel", "Skip in %s", "AD"),
    ("ctaText", "Find out more", "AD"),
    ("endCardSeconds", "5", "SITE_RULES"),
    ("brandColour", "#0b6e4f", "AD"),
    (
        "surveyUrl",
        "https://survey.example.org/q/41?u=[random]",
        "SITE_RULES",
    ),
    ("soundOn", "false", "AD"),
];

impl AdBuilder<'_> {
    pub(super) fn in_stream(&mut self) -> Map<String, Value> {
        let seconds = [6, 15, 20, 30][self.nth % 4];
        into_members(json!({
            "linears": self.linears(),
            "linearSettings": self.linear_settings(seconds),
            "nonLinears": null,
            "companions": self.companions(),
            "advancedCompanions": self.advanced_companions(),
            "deliveryType": if self.is_of_every_nth(3) { "STREAMING" } else { "PROGRESSIVE" },
            "createdByHTML5Factory": self.is_of_every_nth(2),
            "minFlashVersion": null,
            "mxpVersion": null,
            "osVersion": null,
            "flashIDE": null,
            "asVersion": null,
            "enhanced": self.nth % 2 == 1,
            "templateData": self.template(),
        }))
    }

    /// Returns a film, alone or with one or two interactive layers over it.
    fn linears(&mut self) -> Value {
        let film = json!({ "name": format!("{}, film", self.campaign.name), "assetId": self.next_part(), "sequence": 1, "size": self.random.between(1800, 6400), "width": FULL_HD.width, "height": FULL_HD.height, "mimeType": "video/mp4", "mediaType": "VIDEO" });
        let mut linears = vec![nested_object("Linear", film)];
        for sequence in 2..2 + self.nth % 3 {
            let name = ["overlay", "end-card"][sequence % 2];
            let size = self.random.between(180, 900);
            let asset = DemoAsset {
                name,
                media: HTML,
                size,
                dimensions: HD,
            };
            let more = json!({ "assets": null, "sequence": sequence, "vpaid": sequence == 2 });
            linears.push(self.asset("LinearHtml5Folder", &asset, more));
        }
        linears.into()
    }

    fn linear_settings(&self, seconds: i64) -> Value {
        let skips = seconds > 10;
        nested_object(
            "LinearSettings",
            json!({
                "fileDuration": seconds, "scalable": true, "maintainAspectRatio": true,
                "clickthrough": self.clickthrough("Clickthrough", "film"),
                "skipEnabled": skips, "skipDelay": skips.then_some(5.0),
            }),
        )
    }

    fn companions(&mut self) -> Value {
        let sizes = [(300, 250), (728, 90), (300, 600)];
        let mut companions = Vec::new();
        for (width, height) in sizes.into_iter().take(self.nth % 4) {
            let id = self.next_part();
            let mut companion = nested_object(
                "Companion",
                json!({ "width": width, "height": height, "assetName": format!("companion-{width}x{height}.png"), "clickthrough": self.clickthrough("Clickthrough", "companion") }),
            );
            companion["id"] = json!(id);
            companions.push(companion);
        }
        companions.into()
    }

    fn advanced_companions(&mut self) -> Value {
        if self.nth % 4 != 3 {
            return Value::Null;
        }
        let mut companion = nested_object(
            "AdvancedCompanion",
            json!({ "adId": 1_073_400_000 + self.nth, "width": 970, "height": 250 }),
        );
        companion["id"] = json!(self.next_part());
        json!([companion])
    }

    fn template(&mut self) -> Value {
        if self.nth % 3 == 2 {
            return Value::Null;
        }
        let count = 2 + self.nth % (VAST.len() - 1);
        let variable = |(name, value, level): (&str, &str, &str)| {
            nested_object(
                "VastVariable",
                json!({
                    "createdBy": null, "createdByName": null, "createdByAccount": null, "createdByAccountName": null, "createdOn": null,
                    "lastUpdatedBy": null, "lastUpdatedByName": null, "lastUpdatedByAccount": null, "lastUpdatedByAccountName": null, "lastUpdateOn": null,
                    "name": name, "value": value, "editLevel": level, "source": "CUSTOM",
                }),
            )
        };
        let variables: Value = VAST.into_iter().take(count).map(variable).collect();
        nested_object(
            "TemplateData",
            json!({ "templateId": 411 + self.nth, "vastVariables": variables }),
        )
    }
}
