//! Panels of different geometries, and their settings.

use serde_json::{Map, Value, json};

use super::assets::{DemoAsset, HTML, PixelSize};
use super::{AdBuilder, into_members, nested_object};

/// The position and behaviour of a panel. Positions count from the banner's upper left corner, in pixels.
struct PanelShape {
    name: &'static str,
    position: (f64, f64),
    dimensions: PixelSize,
    retraction: &'static str,
}

/// The arrangement of an ad's panels around its banner.
pub(super) struct PanelLayout {
    pub(super) banner: PixelSize,
    panels: &'static [PanelShape],
    multiple: bool,
}

/// Panels that open downwards, upwards, to either side, over everything, in steps, and to several sides.
const LAYOUTS: [PanelLayout; 8] = [
    PanelLayout {
        banner: PixelSize::new(970, 250),
        panels: &[PanelShape {
            name: "down",
            position: (0.0, 0.0),
            dimensions: PixelSize::new(970, 600),
            retraction: "MOUSE_OFF_AD",
        }],
        multiple: false,
    },
    PanelLayout {
        banner: PixelSize::new(728, 90),
        panels: &[PanelShape {
            name: "up",
            position: (0.0, -225.0),
            dimensions: PixelSize::new(728, 315),
            retraction: "MOUSE_OFF_AD",
        }],
        multiple: false,
    },
    PanelLayout {
        banner: PixelSize::new(300, 250),
        panels: &[PanelShape {
            name: "left",
            position: (-300.0, 0.0),
            dimensions: PixelSize::new(600, 250),
            retraction: "MOUSE_OFF_AD",
        }],
        multiple: false,
    },
    PanelLayout {
        banner: PixelSize::new(160, 600),
        panels: &[PanelShape {
            name: "right",
            position: (0.0, 0.0),
            dimensions: PixelSize::new(600, 600),
            retraction: "NEVER",
        }],
        multiple: false,
    },
    PanelLayout {
        banner: PixelSize::new(320, 50),
        panels: &[PanelShape {
            name: "full",
            position: (0.0, -430.5),
            dimensions: PixelSize::new(320, 480),
            retraction: "NEVER",
        }],
        multiple: false,
    },
    PanelLayout {
        banner: PixelSize::new(300, 600),
        panels: &[
            PanelShape {
                name: "first step",
                position: (-100.0, 0.0),
                dimensions: PixelSize::new(400, 600),
                retraction: "MOUSE_OFF_AD",
            },
            PanelShape {
                name: "second step",
                position: (-300.0, -50.0),
                dimensions: PixelSize::new(600, 700),
                retraction: "NEVER",
            },
        ],
        multiple: false,
    },
    PanelLayout {
        banner: PixelSize::new(980, 120),
        panels: &[
            PanelShape {
                name: "gallery",
                position: (0.0, 120.0),
                dimensions: PixelSize::new(490, 250),
                retraction: "MOUSE_OFF_AD",
            },
            PanelShape {
                name: "map",
                position: (490.0, 120.0),
                dimensions: PixelSize::new(490, 250),
                retraction: "MOUSE_OFF_AD",
            },
            PanelShape {
                name: "terms",
                position: (0.0, -60.0),
                dimensions: PixelSize::new(980, 60),
                retraction: "NEVER",
            },
        ],
        multiple: true,
    },
    PanelLayout {
        banner: PixelSize::new(970, 90),
        panels: &[],
        multiple: false,
    },
];

/// The form of the panels of an ad with a single panel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SinglePanelForm {
    List,
    /// The panel without a list around it.
    Object,
}

impl AdBuilder<'_> {
    pub(super) fn layout(&self, offset: usize) -> &'static PanelLayout {
        const { &LAYOUTS }
            .get((self.nth + offset) % LAYOUTS.len())
            .unwrap_or(&LAYOUTS[0])
    }

    /// Returns the panels of a layout.
    pub(super) fn panels(&mut self, layout: &PanelLayout, single: SinglePanelForm) -> Value {
        let mut panels = Vec::new();
        for (at, shape) in layout.panels.iter().enumerate() {
            let name = format!("{}.html", shape.name.replace(' ', "-"));
            let size = self.random.between(90, 260);
            let asset = DemoAsset {
                name: &name,
                media: HTML,
                size,
                dimensions: shape.dimensions,
            };
            let more = json!({
                "name": shape.name,
                "defaultPanel": at == 0,
                "positionX": shape.position.0,
                "positionY": shape.position.1,
                "positionType": "BANNER_RELATIVE",
                // One panel opens automatically, and on one ad it stays open, so that a review has findings.
                "autoExpand": self.nth == 3 && at == 0,
                "delayedExpansion": self.nth % 3 == 1,
                "retraction": shape.retraction,
                "transparent": at > 0,
                "autoGeneratedPanel": false,
            });
            panels.push(self.asset("Panel", &asset, more));
        }
        match panels.len() {
            1 if single == SinglePanelForm::Object => panels.remove(0),
            _ => panels.into(),
        }
    }

    /// Returns the dynamic element of a mass versioned ad.
    pub(super) fn version_schema(&self) -> Value {
        let element = |(ty, key, value): (&str, &str, Value)| json!({ "type": ty, "id": null, "svKey": key, "value": value, "smartElementSource": "config.js" });
        let elements = [
            ("AdSmartImageElement", "hero", Value::Null),
            (
                "AdSmartTextElement",
                "headline",
                json!("From 19.90 a month"),
            ),
            ("AdSmartVideoElement", "film", Value::Null),
        ];
        let count = 1 + self.nth % elements.len();
        let elements: Value = elements.into_iter().take(count).map(element).collect();
        nested_object(
            "APIAdSmartVersionSchema",
            json!({ "smartElements": elements, "catalog": null }),
        )
    }
}

/// Returns the settings that all three types share.
pub(super) fn panel_settings(layout: &PanelLayout) -> Map<String, Value> {
    let largest = |side: fn(&PanelShape) -> i64| layout.panels.iter().map(side).max();
    into_members(json!({
        "panelFrequency": "UNLIMITED",
        "panelFrequencyTimes": 1,
        "multiplePanels": layout.multiple,
        "autoExpandDefaultPanel": false,
        "expandedPanelWidth": largest(|shape| shape.dimensions.width),
        "expandedPanelHeight": largest(|shape| shape.dimensions.height),
        "panelPixelOffsetsX": 0,
        "panelPixelOffsetsY": 0,
    }))
}
