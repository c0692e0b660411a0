use super::{Cell, Holds, Row, Table};
use crate::{Layout, Panel, Part};

impl Layout {
    /// The panels in a table.
    #[must_use]
    pub fn panel_table(&self) -> Table {
        Table::new(
            "Panels",
            [
                ("Panel", Holds::Words),
                ("Size", Holds::Number),
                ("At", Holds::Number),
                ("Opens", Holds::Words),
                ("Covers the banner", Holds::Number),
                ("How", Holds::Words),
                ("Look at it", Holds::Remarks),
            ],
            self.panels.iter().map(panel),
        )
        .without(self.more_panels, ["panel", "panels"])
    }

    /// What stands beside the player, in a table.
    #[must_use]
    pub fn companion_table(&self) -> Table {
        Table::new(
            "Companions",
            [
                ("Companion", Holds::Words),
                ("Width", Holds::Number),
                ("Height", Holds::Number),
            ],
            self.companions.iter().map(companion),
        )
    }
}

fn panel(panel: &Panel) -> Row {
    let covers = panel.covers.map(f64::from);
    let odd = panel.unplaced.iter().chain(&panel.outside);
    let odd = odd.chain(&panel.with_offsets);
    let odd: Vec<_> = odd.map(String::as_str).collect();
    let (width, height) = (panel.width.said("px"), panel.height.said("px"));
    Row::new(
        &panel.path,
        [
            Cell::from(&panel.name),
            Cell {
                text: format!("{width} by {height}"),
                number: panel.rect.map(|rect| rect.area()),
            },
            Cell {
                text: format!("{}, {}", panel.x.said("px"), panel.y.said("px")),
                number: panel.y.known(),
            },
            Cell::from(&panel.direction),
            covers.map_or_else(
                || "unknown".into(),
                |part| Cell::number(part, format!("{part} %")),
            ),
            Cell::from(&panel.behaviour),
            odd.join("; ").into(),
        ],
    )
}

fn companion(part: &Part) -> Row {
    Row::new(
        &part.path,
        [
            Cell::from(&part.name),
            Cell::amount(&part.width, "px"),
            Cell::amount(&part.height, "px"),
        ],
    )
}
