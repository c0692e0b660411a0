use super::{CellType, Table, TableCell, TableRow};
use crate::amount::format_grouped;
use crate::{Amount, Linear, TemplateVariable, Timeline, VariableOwner};

impl Timeline {
    /// Returns the table of linears.
    #[must_use]
    pub fn linear_table(&self) -> Table {
        Table::new(
            "Linears",
            [
                ("Linear", CellType::Words),
                ("Type", CellType::Words),
                ("Sequence", CellType::Number),
                ("Starts", CellType::Number),
                ("Duration", CellType::Number),
                ("VPAID", CellType::Words),
            ],
            self.linears.iter().map(linear_row),
        )
        .with_omitted_rows(self.more_linears, ["linear", "linears"])
    }

    /// Returns the table of variables: those of the ad's template, and the ad's own.
    #[must_use]
    pub fn template_variable_table(&self) -> Table {
        Table::new(
            "Variables",
            [
                ("Name", CellType::Words),
                ("Belongs to", CellType::Words),
                ("Value", CellType::LongText),
                ("Who may change it", CellType::Words),
                ("Source", CellType::Words),
            ],
            self.template_variables.iter().map(template_variable_row),
        )
        .with_omitted_rows(self.more_template_variables, ["variable", "variables"])
    }
}

/// Returns the sequence number of a linear; empty if it has none.
fn sequence_cell(sequence: &Amount) -> TableCell {
    match sequence {
        Amount::Known { value } => TableCell::from_number(*value, format_grouped(*value)),
        Amount::Missing => TableCell::default(),
        Amount::Wrong { text } => format!("not a number ({text})").into(),
    }
}

fn linear_row(linear: &Linear) -> TableRow {
    let start = linear.start_seconds.map_or_else(
        || "unknown".into(),
        |seconds| TableCell::from_number(seconds, format!("{} s", format_grouped(seconds))),
    );
    TableRow::new(
        &linear.path,
        [
            TableCell::from(&linear.name),
            TableCell::from(&linear.type_name),
            sequence_cell(&linear.sequence),
            start,
            TableCell::from_amount(&linear.duration, "s"),
            TableCell::from_flag(linear.vpaid),
        ],
    )
}

fn template_variable_row(variable: &TemplateVariable) -> TableRow {
    TableRow::new(
        &variable.path,
        [
            TableCell::from(&variable.name),
            TableCell::from(match variable.owner {
                VariableOwner::Template => "VAST template",
                VariableOwner::Ad => "the ad",
            }),
            TableCell::from(&variable.value),
            TableCell::from(&variable.edit_level),
            TableCell::from(&variable.source),
        ],
    )
}
