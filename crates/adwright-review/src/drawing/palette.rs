use serde::Deserialize;
use specta::Type;

use super::Role;

/// How each thing is drawn in an SVG of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Palette {
    /// Dark on white.
    Light,
    /// Light on a dark page.
    Dark,
}

/// How one thing is drawn.
pub(super) struct Paint {
    pub(super) fill: &'static str,
    pub(super) opacity: &'static str,
    pub(super) stroke: &'static str,
    /// The strokes and gaps of the outline, in widths of it; none for a whole one.
    pub(super) dashes: &'static [f64],
}

impl Palette {
    /// What everything stands on.
    pub(super) fn ground(self) -> &'static str {
        self.pick("#ffffff", "#17181c")
    }

    pub(super) fn paint(self, role: Role) -> Paint {
        let solid = |fill, opacity, stroke| Paint {
            fill,
            opacity,
            stroke,
            dashes: &[],
        };
        let with = |dashes, stroke| Paint {
            fill: "none",
            opacity: "1",
            stroke,
            dashes,
        };
        let dashed = |stroke| with(&[4.0], stroke);
        match role {
            Role::Banner => solid(self.pick("#d7dae3", "#3a3e4a"), "1", self.ink()),
            Role::Assumed | Role::Unplaced => dashed(self.pick("#5c6170", "#a4a9b8")),
            Role::Panel => solid("#4f6bed", "0.22", self.pick("#3148b8", "#93a4ff")),
            Role::DefaultPanel => solid("#7a5af5", "0.28", self.pick("#5430d6", "#b9a6ff")),
            Role::OddPanel => solid("#d33a2c", "0.22", self.pick("#b3261e", "#ff9a8f")),
            Role::Shifted | Role::Skip => dashed(self.pick("#8a5a00", "#f0c060")),
            Role::Image | Role::Companion => {
                solid("#2a9d8f", "0.25", self.pick("#14685e", "#7fd8cc"))
            }
            Role::Linear => solid("#4f6bed", "0.28", self.pick("#3148b8", "#93a4ff")),
            Role::Over => solid("#7a5af5", "0.2", self.pick("#5430d6", "#b9a6ff")),
            Role::Interaction => solid(
                self.pick("#eceef4", "#2a2d36"),
                "1",
                self.pick("#5c6170", "#a4a9b8"),
            ),
            Role::SkipName => solid(self.pick("#8a5a00", "#f0c060"), "1", "none"),
            // These are told apart in print as well, and by those who do not see the colours.
            Role::First => with(&[], self.pick("#3148b8", "#93a4ff")),
            Role::Second => with(&[8.0, 4.0], self.pick("#7338a8", "#d3a7f7")),
            Role::Third => with(&[3.0, 3.0], self.pick("#14685e", "#7fd8cc")),
            Role::Fourth => with(&[10.0, 3.0, 2.0, 3.0], self.pick("#b3261e", "#ff9a8f")),
            Role::Fifth => with(&[1.0, 3.0], self.ink()),
            Role::Further => with(&[14.0, 4.0], self.pick("#8a5a00", "#f0c060")),
            Role::Icon => solid(self.pick("#0b6bcb", "#6db3ff"), "1", self.ink()),
            Role::Ruler => solid("none", "1", self.pick("#8b90a0", "#6d7280")),
            Role::Name => solid(self.ink(), "1", "none"),
            Role::Number => solid(self.pick("#5c6170", "#a4a9b8"), "1", "none"),
        }
    }

    fn ink(self) -> &'static str {
        self.pick("#1d1f27", "#eceef4")
    }

    fn pick(self, light: &'static str, dark: &'static str) -> &'static str {
        match self {
            Self::Light => light,
            Self::Dark => dark,
        }
    }
}
