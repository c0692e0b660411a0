//! The tables of addresses, interactions, versions and findings.

use super::{CellType, Table, TableCell, TableRow};
use crate::amount::group_thousands;
use crate::tracking::NOT_AN_ADDRESS;
use crate::{
    AdAddress, AdAddresses, AddressPurpose, Interaction, ReportFinding, Review, SmartElement,
    VersionedContent,
};

impl AdAddresses {
    /// Returns the table of addresses.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(
            "Addresses",
            [
                ("Purpose", CellType::Words),
                ("No.", CellType::Number),
                ("Type", CellType::Words),
                ("Address", CellType::LongText),
                ("Enabled", CellType::Words),
                ("Source", CellType::Words),
                ("Host", CellType::Words),
                ("Scheme", CellType::Words),
                ("Placeholders", CellType::Words),
                ("Remarks", CellType::Remarks),
            ],
            (1..)
                .zip(&self.addresses)
                .map(|(number, address)| address_row(number, address)),
        )
        .with_omitted_rows(self.more, ["address", "addresses"])
    }
}

fn address_row(number: u32, address: &AdAddress) -> TableRow {
    let duplicate = address
        .duplicate_of
        .map(|first| format!("the same as number {}", first + 1));
    let invalid = address.scheme.is_none().then(|| NOT_AN_ADDRESS.to_owned());
    let embedded = address.is_embedded.then(|| "inside a text".to_owned());
    let remarks: Vec<_> = embedded
        .into_iter()
        .chain(duplicate)
        .chain(invalid)
        .collect();
    TableRow::new(
        &address.path,
        [
            TableCell::from(address.purpose.label()),
            TableCell::from_number(number.into(), group_thousands(number)),
            TableCell::from(&address.label),
            TableCell::from(&address.text),
            TableCell::from_flag(address.enabled),
            TableCell::from(&address.source),
            TableCell::from(&address.host),
            TableCell::from(&address.scheme),
            address.macros.join(", ").into(),
            remarks.join("; ").into(),
        ],
    )
}

impl AddressPurpose {
    /// Returns the label of the purpose.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::ClickThrough => "Click-through",
            Self::Tracking => "Tracking",
            Self::Interaction => "Interaction",
            Self::Other => "Other",
        }
    }
}

impl Review {
    /// Returns the table of interactions.
    #[must_use]
    pub fn interaction_table(&self) -> Table {
        Table::new(
            "Interactions",
            [
                ("Name", CellType::Words),
                ("In reports", CellType::Words),
                ("Trigger", CellType::Words),
                ("File", CellType::Words),
                ("Opens", CellType::LongText),
                ("Closes the ad", CellType::Words),
                ("Counted", CellType::Words),
            ],
            self.interactions.iter().map(interaction_row),
        )
        .with_omitted_rows(self.more_interactions, ["interaction", "interactions"])
    }
}

fn interaction_row(interaction: &Interaction) -> TableRow {
    TableRow::new(
        &interaction.path,
        [
            TableCell::from(&interaction.name),
            TableCell::from(&interaction.reported_as),
            TableCell::from(&interaction.trigger),
            TableCell::from(&interaction.asset),
            TableCell::from(&interaction.target_url),
            TableCell::from_flag(interaction.closes_ad),
            TableCell::from_flag(interaction.is_counted),
        ],
    )
}

impl VersionedContent {
    /// Returns the table of elements that vary between versions.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(
            "Elements that vary",
            [
                ("Key", CellType::Words),
                ("Type", CellType::Words),
                ("Value", CellType::LongText),
                ("Used by", CellType::Words),
            ],
            self.elements.iter().map(element_row),
        )
        .with_omitted_rows(self.more, ["element", "elements"])
    }
}

fn element_row(element: &SmartElement) -> TableRow {
    TableRow::new(
        &element.path,
        [
            TableCell::from(&element.key),
            TableCell::from(&element.type_name),
            TableCell::from(&element.value),
            TableCell::from(&element.source),
        ],
    )
}

/// Returns the table of findings.
pub(crate) fn remark_table(remarks: &[ReportFinding]) -> Table {
    Table::new(
        "Findings of the checks",
        [
            ("Severity", CellType::Words),
            ("Finding", CellType::Words),
            ("Path", CellType::Words),
        ],
        remarks.iter().map(remark_row),
    )
}

fn remark_row(remark: &ReportFinding) -> TableRow {
    TableRow::new(
        &remark.path,
        [
            TableCell::from(&remark.severity),
            TableCell::from(&remark.message),
            TableCell::from(&remark.path),
        ],
    )
}
