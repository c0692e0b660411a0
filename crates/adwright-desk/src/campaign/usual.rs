//! The columns that each list has until somebody lays it out.

use crate::views::ListId;

/// The paths of the columns from left to right, each with its width in pixels.
pub(crate) const fn usual_columns(list: ListId) -> &'static [(&'static str, u32)] {
    match list {
        ListId::Campaigns => &CAMPAIGNS,
        ListId::InStream => &IN_STREAM,
        ListId::Expandable | ListId::Html5Expandable => &EXPANDABLE,
        ListId::OtherAds => &OTHER_ADS,
    }
}

const CAMPAIGNS: [(&str, u32); 5] = [
    ("name", 240),
    ("advertiserName", 150),
    ("brandName", 130),
    ("lastUpdateOn", 165),
    ("id", 110),
];

const IN_STREAM: [(&str, u32); 11] = [
    ("name", 220),
    ("adStatus", 90),
    ("figures.errorCount", 64),
    ("figures.warningCount", 78),
    ("linears", 70),
    ("companions", 96),
    ("linearSettings.skipEnabled", 96),
    ("overallSize", 104),
    ("mainClickthrough.url", 200),
    ("lastUpdateOn", 165),
    ("id", 110),
];

const EXPANDABLE: [(&str, u32); 11] = [
    ("name", 220),
    ("adStatus", 90),
    ("figures.errorCount", 64),
    ("figures.warningCount", 78),
    ("figures.adSize", 96),
    ("panels", 70),
    ("initialSize", 104),
    ("figures.weightLimits", 180),
    ("mainClickthrough.url", 200),
    ("lastUpdateOn", 165),
    ("id", 110),
];

const OTHER_ADS: [(&str, u32); 5] = [
    ("name", 240),
    ("type", 180),
    ("adStatus", 110),
    ("lastUpdateOn", 165),
    ("id", 110),
];
