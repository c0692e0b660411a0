//! Expandable banner ads.

use serde_json::{Map, Value, json};

use super::assets::{DemoAsset, FLASH, PNG};
use super::panels::{SinglePanelForm, panel_settings};
use super::{AdBuilder, into_members, nested_object};

impl AdBuilder<'_> {
    pub(super) fn expandable(&mut self) -> Map<String, Value> {
        let layout = self.layout(0);
        let dimensions = layout.banner;
        let (name, media) = if self.is_of_every_nth(3) {
            ("banner.swf", FLASH)
        } else {
            ("banner.png", PNG)
        };
        let size = self.random.between(40, 140);
        let banner = DemoAsset {
            name,
            media,
            size,
            dimensions,
        };
        let mut settings = panel_settings(layout);
        settings.extend(into_members(json!({
            "preloadPanels": self.is_of_every_nth(2),
            "delayExpansion": false,
            "componentPositionX": 0,
            "componentPositionY": 0,
            "componentCollapsedSizeX": dimensions.width,
            "componentCollapsedSizeY": dimensions.height,
        })));
        into_members(json!({
            "defaultImage": self.default_image(dimensions),
            "defaultImageClickthrough": self.clickthrough("Clickthrough", "offers"),
            "downloadMode": "INSTANT",
            "banner": self.asset("AdAsset", &banner, json!({})),
            "videoStartMethod": "USER_START",
            "allowHTML5DynamicExpansion": false,
            "adSmartVersionSchema": self.version_schema(),
            // Some ads have a text, others a list.
            "hides": ([json!("SELECT"), json!(["SELECT", "IFRAME"]), Value::Null][self.nth % 3]),
            "panels": self.panels(layout, SinglePanelForm::List),
            "panelsSettings": nested_object("ExtendedPanelsSettings", Value::Object(settings)),
            "minFlashVersion": self.is_of_every_nth(3).then_some(10.1),
            "mxpVersion": null,
            "osVersion": null,
            "flashIDE": null,
            "asVersion": self.is_of_every_nth(3).then_some("3"),
        }))
    }
}
