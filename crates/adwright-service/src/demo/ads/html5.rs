//! HTML5 expandable banner ads.

use serde_json::{Map, Value, json};

use super::assets::{DemoAsset, HTML, PixelSize};
use super::panels::{SinglePanelForm, panel_settings};
use super::{AdBuilder, FOLDER, into_members, nested_object};

/// The number of files in the folder of each ad.
const FILES: [usize; 12] = [8, 5, 12, 80, 6, 16, 9, 24, 7, 11, 14, 10];

impl AdBuilder<'_> {
    pub(super) fn html5(&mut self) -> Map<String, Value> {
        let layout = self.layout(3);
        let dimensions = layout.banner;
        let is_versioned = self.is_of_every_nth(4);
        let is_polite = self.nth % 3 != 1;
        let single_panel = if self.is_of_every_nth(2) {
            SinglePanelForm::Object
        } else {
            SinglePanelForm::List
        };
        let settings = nested_object("PanelsSettings", Value::Object(panel_settings(layout)));
        into_members(json!({
            "defaultImage": self.default_image(dimensions),
            "defaultImageClickthrough": self.clickthrough("Clickthrough", "offers"),
            "downloadMode": if is_polite { "POLITE" } else { "INSTANT" },
            "initialLoadAsset": is_polite.then_some("PRELOAD_IMAGE"),
            "html5": self.folder(dimensions),
            "createdByHTML5Factory": self.is_of_every_nth(2),
            "allowHTML5DynamicExpansion": true,
            "adSmartVersionSchema": is_versioned.then(|| self.version_schema()),
            "disableIncomplete": false,
            "enableRetargeting": is_versioned,
            "rotationType": "EvenDistribution",
            "versionTargetingType": is_versioned.then_some("TargetAudience"),
            "versionBasePath": is_versioned.then(|| format!("/versions/{}", self.campaign.id)),
            "advancedRetargeting": is_versioned.then(|| nested_object("AdvancedRetargeting", json!({ "tags": [52_018 + self.nth] }))),
            "panels": self.panels(layout, single_panel),
            "panelsSettings": settings,
        }))
    }

    fn folder(&mut self, dimensions: PixelSize) -> Value {
        let files = self.files(FILES[self.nth % FILES.len()], dimensions);
        let bytes: i64 = files.iter().map(|file| file.bytes).sum();
        self.folder = Some(self.files_json(&files));
        let asset = DemoAsset {
            name: "banner",
            media: HTML,
            size: bytes / 1024 + 1,
            dimensions,
        };
        self.asset("AdAssetFolder", &asset, json!({ "assets": FOLDER }))
    }
}
