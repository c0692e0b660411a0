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
        .with_omitted_rows(self.more_panels, ["panel", "panels"])
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
    let covered = panel.covered_percent.map(f64::from);
    let remarks = panel.unplaced_reason.iter().chain(&panel.remarks);
    let remarks = remarks.chain(&panel.offsets_text);
    let remarks: Vec<_> = remarks.map(String::as_str).collect();
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
            covered.map_or_else(
                || "unknown".into(),
                |percent| TableCell::from_number(percent, format!("{percent} %")),
            ),
            TableCell::from(&panel.behaviour),
            remarks.join("; ").into(),
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
