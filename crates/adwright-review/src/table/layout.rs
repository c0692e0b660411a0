use super::{CellType, Table, TableCell, TableRow};
use crate::{Layout, Panel, SizedPart};

impl Layout {
    /// Returns the table of panels.
    #[must_use]
    pub fn panel_table(&self) -> Table {
        Table::new(
            "Panels",
            [
                ("Panel", CellType::Words),
                ("Size", CellType::Number),
                ("Position", CellType::Number),
                ("Opens", CellType::Words),
                ("Covers the banner", CellType::Number),
                ("Behaviour", CellType::Words),
                ("Remarks", CellType::Remarks),
            ],
            self.panels.iter().map(panel_row),
        )
        .with_left_out(self.more_panels, ["panel", "panels"])
    }

    /// Returns the table of companions.
    #[must_use]
    pub fn companion_table(&self) -> Table {
        Table::new(
            "Companions",
            [
                ("Companion", CellType::Words),
                ("Width", CellType::Number),
                ("Height", CellType::Number),
            ],
            self.companions.iter().map(companion_row),
        )
    }
}

fn panel_row(panel: &Panel) -> TableRow {
    let covers = panel.covers.map(f64::from);
    let odd = panel.unplaced.iter().chain(&panel.outside);
    let odd = odd.chain(&panel.with_offsets);
    let odd: Vec<_> = odd.map(String::as_str).collect();
    let (width, height) = (panel.width.to_text("px"), panel.height.to_text("px"));
    TableRow::new(
        &panel.path,
        [
            TableCell::from(&panel.name),
            TableCell {
                text: format!("{width} by {height}"),
                number: panel.rect.map(|rect| rect.area()),
            },
            TableCell {
                text: format!("{}, {}", panel.x.to_text("px"), panel.y.to_text("px")),
                number: panel.y.value(),
            },
            TableCell::from(&panel.direction),
            covers.map_or_else(
                || "unknown".into(),
                |part| TableCell::from_number(part, format!("{part} %")),
            ),
            TableCell::from(&panel.behaviour),
            odd.join("; ").into(),
        ],
    )
}

fn companion_row(part: &SizedPart) -> TableRow {
    TableRow::new(
        &part.path,
        [
            TableCell::from(&part.name),
            TableCell::from_amount(&part.width, "px"),
            TableCell::from_amount(&part.height, "px"),
        ],
    )
}
