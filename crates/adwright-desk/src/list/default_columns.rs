//! The default columns of each list.

use adwright_views::ListId;

/// The width of a column that takes what the other columns leave.
pub(crate) const AUTOMATIC: u32 = 0;

/// Returns the paths of the columns from left to right, each with its width in pixels or [`AUTOMATIC`].
pub(crate) const fn default_columns(list: ListId) -> &'static [(&'static str, u32)] {
    match list {
        ListId::Campaigns => &CAMPAIGNS,
        ListId::Values => &VALUES,
        ListId::InStream => &IN_STREAM,
        ListId::Expandable | ListId::Html5Expandable => &EXPANDABLE,
        ListId::OtherAds => &OTHER_ADS,
    }
}

/// Returns the paths of the fields that people edit most, for a sheet over the objects of a list.
pub(crate) const fn usual_fields(list: ListId) -> &'static [&'static str] {
    match list {
        ListId::Campaigns => &[
            "name",
            "status",
            "startDate",
            "endDate",
            "budget",
            "currency",
        ],
        ListId::InStream | ListId::Expandable | ListId::Html5Expandable | ListId::OtherAds => {
            &["name", "adStatus", "enabled", "mainClickthrough.url"]
        }
        ListId::Values => &["name"],
    }
}

const CAMPAIGNS: [(&str, u32); 10] = [
    ("name", AUTOMATIC),
    ("status", 104),
    ("startDate", 150),
    ("endDate", 150),
    ("budget", 100),
    ("currency", 84),
    ("advertiserName", 140),
    ("brandName", 120),
    ("lastUpdateOn", 150),
    ("id", 110),
];

const VALUES: [(&str, u32); 7] = [
    ("value", 220),
    ("name", 180),
    ("retargetingActivityName", 180),
    ("advertiserName", 150),
    ("expiresOn", 165),
    ("lastUpdateOn", 165),
    ("id", 110),
];

const IN_STREAM: [(&str, u32); 14] = [
    ("name", AUTOMATIC),
    ("adStatus", 90),
    ("figures.masterOrPlacement", 152),
    ("placementName", 150),
    ("figures.errorCount", 72),
    ("figures.warningCount", 96),
    ("figures.adSize", 96),
    ("linears", 88),
    ("companions", 120),
    ("linearSettings.skipEnabled", 124),
    ("overallSize", 112),
    ("mainClickthrough.url", 200),
    ("lastUpdateOn", 165),
    ("id", 110),
];

const EXPANDABLE: [(&str, u32); 13] = [
    ("name", AUTOMATIC),
    ("adStatus", 90),
    ("figures.masterOrPlacement", 152),
    ("placementName", 150),
    ("figures.errorCount", 72),
    ("figures.warningCount", 96),
    ("figures.adSize", 96),
    ("panels", 84),
    ("initialSize", 112),
    ("figures.weightLimits", 180),
    ("mainClickthrough.url", 200),
    ("lastUpdateOn", 165),
    ("id", 110),
];

const OTHER_ADS: [(&str, u32); 8] = [
    ("name", AUTOMATIC),
    ("type", 180),
    ("figures.masterOrPlacement", 152),
    ("placementName", 150),
    ("figures.summaryOnly", 118),
    ("adStatus", 110),
    ("lastUpdateOn", 165),
    ("id", 110),
];
