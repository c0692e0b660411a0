//! Addresses, interactions, versions, and what the checks say.

use super::{Cell, Holds, Row, Table};
use crate::amount::grouped;
use crate::tracking::NO_ADDRESS;
use crate::{Address, Interaction, Purpose, Remark, Review, SmartElement, Tracking, Versions};

impl Tracking {
    /// The addresses in a table.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(
            "Addresses",
            [
                ("For", Holds::Words),
                ("No.", Holds::Number),
                ("Type", Holds::Words),
                ("Address", Holds::Long),
                ("Enabled", Holds::Words),
                ("Source", Holds::Words),
                ("Host", Holds::Words),
                ("Scheme", Holds::Words),
                ("Filled in later", Holds::Words),
                ("Look at it", Holds::Remarks),
            ],
            (1..)
                .zip(&self.addresses)
                .map(|(number, one)| address(number, one)),
        )
        .without(self.more, ["address", "addresses"])
    }
}

fn address(number: u32, address: &Address) -> Row {
    let same = address
        .same_as
        .map(|first| format!("the same as number {}", first + 1));
    let none = address.scheme.is_none().then(|| NO_ADDRESS.to_owned());
    let within = address.within.then(|| "within a text".to_owned());
    let remarks: Vec<_> = within.into_iter().chain(same).chain(none).collect();
    Row::new(
        &address.path,
        [
            Cell::from(address.purpose.said()),
            Cell::number(number.into(), grouped(number)),
            Cell::from(&address.called),
            Cell::from(&address.text),
            Cell::flag(address.enabled),
            Cell::from(&address.source),
            Cell::from(&address.host),
            Cell::from(&address.scheme),
            address.macros.join(", ").into(),
            remarks.join("; ").into(),
        ],
    )
}

impl Purpose {
    /// What it is, in words.
    #[must_use]
    pub fn said(self) -> &'static str {
        match self {
            Self::ClickThrough => "Click-through",
            Self::Tracking => "Tracking",
            Self::Interaction => "Interaction",
            Self::Other => "Something else",
        }
    }
}

impl Review {
    /// What people do in the ad, in a table.
    #[must_use]
    pub fn interaction_table(&self) -> Table {
        Table::new(
            "Interactions",
            [
                ("Name", Holds::Words),
                ("In reports", Holds::Words),
                ("Set off by", Holds::Words),
                ("File", Holds::Words),
                ("Opens", Holds::Long),
                ("Closes the ad", Holds::Words),
                ("Counts", Holds::Words),
            ],
            self.interactions.iter().map(interaction),
        )
        .without(self.more_interactions, ["interaction", "interactions"])
    }
}

fn interaction(it: &Interaction) -> Row {
    Row::new(
        &it.path,
        [
            Cell::from(&it.name),
            Cell::from(&it.reported_as),
            Cell::from(&it.trigger),
            Cell::from(&it.asset),
            Cell::from(&it.opens),
            Cell::flag(it.closes),
            Cell::flag(it.counts),
        ],
    )
}

impl Versions {
    /// What can be exchanged, in a table.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(
            "What can be exchanged",
            [
                ("Key", Holds::Words),
                ("Type", Holds::Words),
                ("Value", Holds::Long),
                ("Asked for by", Holds::Words),
            ],
            self.elements.iter().map(element),
        )
        .without(self.more, ["element", "elements"])
    }
}

fn element(element: &SmartElement) -> Row {
    Row::new(
        &element.path,
        [
            Cell::from(&element.key),
            Cell::from(&element.called),
            Cell::from(&element.value),
            Cell::from(&element.source),
        ],
    )
}

/// What the checks say, in a table.
pub(crate) fn remark_table(remarks: &[Remark]) -> Table {
    Table::new(
        "What the checks found",
        [
            ("Severity", Holds::Words),
            ("What", Holds::Words),
            ("Where", Holds::Words),
        ],
        remarks.iter().map(remark),
    )
}

fn remark(remark: &Remark) -> Row {
    Row::new(
        &remark.path,
        [
            Cell::from(&remark.severity),
            Cell::from(&remark.message),
            Cell::from(&remark.path),
        ],
    )
}
