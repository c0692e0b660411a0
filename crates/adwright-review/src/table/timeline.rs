use super::{Cell, Holds, Row, Table};
use crate::amount::told;
use crate::{Amount, Linear, Timeline, Variable};

impl Timeline {
    /// What plays, in a table.
    #[must_use]
    pub fn linear_table(&self) -> Table {
        Table::new(
            "What plays",
            [
                ("Linear", Holds::Words),
                ("Type", Holds::Words),
                ("Place", Holds::Number),
                ("Begins", Holds::Number),
                ("Length", Holds::Number),
                ("VPAID", Holds::Words),
            ],
            self.linears.iter().map(linear),
        )
        .without(self.more_linears, ["linear", "linears"])
    }

    /// What the template of the ad lets people set, and the ad's own variables, in a table.
    #[must_use]
    pub fn variable_table(&self) -> Table {
        Table::new(
            "Variables",
            [
                ("Name", Holds::Words),
                ("Of", Holds::Words),
                ("Value", Holds::Long),
                ("Who may change it", Holds::Words),
                ("Source", Holds::Words),
            ],
            self.variables.iter().map(variable),
        )
        .without(self.more_variables, ["variable", "variables"])
    }
}

/// The place of a linear in the order; nothing where it has none.
fn place(sequence: &Amount) -> Cell {
    match sequence {
        Amount::Known { value } => Cell::number(*value, told(*value)),
        Amount::Missing => Cell::default(),
        Amount::Wrong { text } => format!("no number ({text})").into(),
    }
}

fn linear(linear: &Linear) -> Row {
    let begins = linear.begins.map_or_else(
        || "unknown".into(),
        |at| Cell::number(at, format!("{} s", told(at))),
    );
    Row::new(
        &linear.path,
        [
            Cell::from(&linear.name),
            Cell::from(&linear.called),
            place(&linear.sequence),
            begins,
            Cell::amount(&linear.seconds, "s"),
            Cell::flag(linear.vpaid),
        ],
    )
}

fn variable(variable: &Variable) -> Row {
    Row::new(
        &variable.path,
        [
            Cell::from(&variable.name),
            Cell::from(if variable.of_template {
                "VAST template"
            } else {
                "the ad"
            }),
            Cell::from(&variable.value),
            Cell::from(&variable.edit_level),
            Cell::from(&variable.source),
        ],
    )
}
