//! The resources of the interface: the table of each, and the parameters of its list.

use std::fmt;
use std::sync::LazyLock;

use adwright_model::Kind;

use crate::filterable_fields::FilterableFields;

/// The documents of one path of the interface.
pub(crate) struct Resource {
    /// The noun for one document inside a sentence.
    pub(crate) noun: &'static str,
    /// The plural of the noun.
    pub(crate) nouns: &'static str,
    /// The table of the documents. It has the columns `id`, `text` and `account_id`.
    pub(crate) table: &'static str,
    /// A query that counts documents by account without reading them, if there may be very many.
    pub(crate) count: Option<&'static str>,
    /// The parameters of the list, beside `from`, `max` and `q`.
    pub(crate) parameters: &'static [ListParameter],
    /// True if the list accepts `sort` and `order`.
    pub(crate) sorts: bool,
    /// Paths of SQLite inside the text that have their own columns.
    pub(crate) columns: &'static [(&'static str, &'static str)],
    /// The kinds of the documents.
    pub(crate) kinds: &'static [Kind],
    /// The fields for filtering and sorting. They are calculated on first use, which is slow.
    pub(crate) fields: LazyLock<FilterableFields>,
}

/// A parameter of a list. It leaves out documents that do not meet its condition.
pub(crate) struct ListParameter {
    pub(crate) name: &'static str,
    /// The condition in SQL, with a question mark for the value.
    pub(crate) condition: &'static str,
    pub(crate) value: ParameterType,
}

/// The type of a parameter's value.
#[derive(Clone, Copy)]
pub(crate) enum ParameterType {
    Integer,
    Text,
}

pub(crate) static CAMPAIGNS: Resource = Resource {
    noun: "campaign",
    nouns: "campaigns",
    table: "campaign",
    count: Some("SELECT coalesce(sum(campaigns), 0) FROM campaign_count"),
    parameters: &[
        integer_parameter("accountId", "account_id = ?"),
        integer_parameter(
            "siteId",
            "id IN (SELECT campaign_id FROM placement WHERE site_id = ?)",
        ),
        integer_parameter("advertiserId", "advertiser_id = ?"),
        integer_parameter("brandId", "brand_id = ?"),
        text_parameter(
            "accountName",
            "account_name COLLATE NOCASE IN (SELECT name FROM campaign_account_name WHERE contains_text(name, ?))",
        ),
        text_parameter(
            "advertiserName",
            "advertiser_name COLLATE NOCASE IN (SELECT name FROM campaign_advertiser_name WHERE contains_text(name, ?))",
        ),
        text_parameter("traffickingMode", "trafficking_mode = ? COLLATE NOCASE"),
    ],
    sorts: true,
    columns: &[
        ("$.id", "id"),
        ("$.accountId", "account_id"),
        ("$.accountName", "account_name"),
        ("$.advertiserId", "advertiser_id"),
        ("$.advertiserName", "advertiser_name"),
        ("$.brandId", "brand_id"),
        ("$.traffickingMode", "trafficking_mode"),
    ],
    kinds: &[Kind::Campaign],
    fields: LazyLock::new(|| FilterableFields::from_kinds(CAMPAIGNS.kinds)),
};

pub(crate) static VALUES: Resource = Resource {
    noun: "retargeting value",
    nouns: "retargeting values",
    table: "retargeting_value",
    count: None,
    parameters: &[],
    sorts: false,
    columns: &[],
    kinds: &[Kind::RetargetingDataValue],
    fields: LazyLock::new(|| FilterableFields::from_kinds(VALUES.kinds)),
};

pub(crate) static ADS: Resource = Resource {
    noun: "ad",
    nouns: "ads",
    table: "ad",
    count: None,
    parameters: &[
        integer_parameter("accountId", "account_id = ?"),
        integer_parameter("advertiserId", "advertiser_id = ?"),
        integer_parameter("brandId", "brand_id = ?"),
        integer_parameter("campaignId", "campaign_id = ?"),
        integer_parameter("placementId", "placement_id = ?"),
        integer_parameter("siteId", "site_id = ?"),
        text_parameter("type", "type = ? COLLATE NOCASE"),
        text_parameter("adStatus", "status = ? COLLATE NOCASE"),
    ],
    sorts: true,
    columns: &[("$.id", "id")],
    kinds: &[
        Kind::InStreamInteractiveAd,
        Kind::ExpandableBannerAd,
        Kind::Html5ExpandableBannerAd,
    ],
    fields: LazyLock::new(|| FilterableFields::from_kinds(ADS.kinds)),
};

const fn integer_parameter(name: &'static str, condition: &'static str) -> ListParameter {
    ListParameter {
        name,
        condition,
        value: ParameterType::Integer,
    }
}

const fn text_parameter(name: &'static str, condition: &'static str) -> ListParameter {
    ListParameter {
        name,
        condition,
        value: ParameterType::Text,
    }
}

impl Resource {
    /// Every resource.
    pub(crate) const ALL: [&'static Self; 3] = [&CAMPAIGNS, &VALUES, &ADS];

    /// Returns the resource of this table.
    pub(crate) fn by_table(table: &str) -> Option<&'static Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|resource| resource.table == table)
    }

    /// Names one document at the start of a sentence, such as `Campaign 7`.
    pub(crate) fn label(&self, number: impl fmt::Display) -> String {
        let (first, rest) = self.noun.split_at(1);
        format!("{}{rest} {number}", first.to_uppercase())
    }
}
