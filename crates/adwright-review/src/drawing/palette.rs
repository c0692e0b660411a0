use serde::Deserialize;
use specta::Type;

use super::MarkRole;

/// The colours of an SVG file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Palette {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
}

/// The colours and the outline of a mark.
pub(super) struct PaintStyle {
    pub(super) fill: &'static str,
    pub(super) opacity: &'static str,
    pub(super) stroke: &'static str,
    /// The dashes and gaps of the outline, in line widths; empty for a solid line.
    pub(super) dashes: &'static [f64],
}

impl Palette {
    /// Returns the background colour.
    pub(super) fn background(self) -> &'static str {
        self.pick("#ffffff", "#17181c")
    }

    pub(super) fn paint(self, role: MarkRole) -> PaintStyle {
        let solid = |fill, opacity, stroke| PaintStyle {
            fill,
            opacity,
            stroke,
            dashes: &[],
        };
        let with = |dashes, stroke| PaintStyle {
            fill: "none",
            opacity: "1",
            stroke,
            dashes,
        };
        let dashed = |stroke| with(&[4.0], stroke);
        match role {
            MarkRole::Banner => solid(self.pick("#d7dae3", "#3a3e4a"), "1", self.foreground()),
            MarkRole::Assumed | MarkRole::Unplaced => dashed(self.pick("#5c6170", "#a4a9b8")),
            MarkRole::Panel => solid("#4f6bed", "0.22", self.pick("#3148b8", "#93a4ff")),
            MarkRole::DefaultPanel => solid("#7a5af5", "0.28", self.pick("#5430d6", "#b9a6ff")),
            MarkRole::OddPanel => solid("#d33a2c", "0.22", self.pick("#b3261e", "#ff9a8f")),
            MarkRole::Shifted | MarkRole::Skip => dashed(self.pick("#8a5a00", "#f0c060")),
            MarkRole::Image | MarkRole::Companion => {
                solid("#2a9d8f", "0.25", self.pick("#14685e", "#7fd8cc"))
            }
            MarkRole::Linear => solid("#4f6bed", "0.28", self.pick("#3148b8", "#93a4ff")),
            MarkRole::Over => solid("#7a5af5", "0.2", self.pick("#5430d6", "#b9a6ff")),
            MarkRole::Interaction => solid(
                self.pick("#eceef4", "#2a2d36"),
                "1",
                self.pick("#5c6170", "#a4a9b8"),
            ),
            MarkRole::SkipName => solid(self.pick("#8a5a00", "#f0c060"), "1", "none"),
            // Dashes differ as well, for print and for people who do not see the colours.
            MarkRole::First => with(&[], self.pick("#3148b8", "#93a4ff")),
            MarkRole::Second => with(&[8.0, 4.0], self.pick("#7338a8", "#d3a7f7")),
            MarkRole::Third => with(&[3.0, 3.0], self.pick("#14685e", "#7fd8cc")),
            MarkRole::Fourth => with(&[10.0, 3.0, 2.0, 3.0], self.pick("#b3261e", "#ff9a8f")),
            MarkRole::Fifth => with(&[1.0, 3.0], self.foreground()),
            MarkRole::Further => with(&[14.0, 4.0], self.pick("#8a5a00", "#f0c060")),
            MarkRole::Icon => solid(self.pick("#0b6bcb", "#6db3ff"), "1", self.foreground()),
            MarkRole::Ruler => solid("none", "1", self.pick("#8b90a0", "#6d7280")),
            MarkRole::Name => solid(self.foreground(), "1", "none"),
            MarkRole::Number => solid(self.pick("#5c6170", "#a4a9b8"), "1", "none"),
        }
    }

    fn foreground(self) -> &'static str {
        self.pick("#1d1f27", "#eceef4")
    }

    fn pick(self, light: &'static str, dark: &'static str) -> &'static str {
        match self {
            Self::Light => light,
            Self::Dark => dark,
        }
    }
}
