use adwright_review::{
    AdFact, AdHeader, AddressHost, BudgetStatus, Drawing, LayoutView, Rect, Table,
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Detail, DocumentRef, FindingView, SummaryNotice};

/// An ad that was opened to be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct OpenedAd {
    /// What the detail pane draws, without the form.
    pub detail: Detail,
    /// Its review; none for one that can only be shown as text.
    pub review: Option<AdReview>,
}

/// Everything that the review of one ad draws.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdReview {
    /// The ad, or the draft of a new one.
    pub target: DocumentRef,
    /// What it is.
    pub head: AdHeader,
    /// What matters most, each in a few words.
    pub cards: Vec<AdCard>,
    /// Where everything stands, and how panels open.
    pub layout: AdLayout,
    /// What plays; none for an ad that plays nothing.
    pub timeline: Option<AdTimeline>,
    /// Its files.
    pub assets: AdAssets,
    /// Its web addresses.
    pub tracking: AdTracking,
    /// What people can do in it.
    pub interactions: Table,
    /// What differs from version to version; none where the ad says nothing about it.
    pub versions: Option<AdVersions>,
    /// Where less than the ad is known: which of its parts it has is not known either.
    pub summary: Option<SummaryNotice>,
    /// What the rules notice, the worst first.
    pub findings: Vec<AdFinding>,
}

/// One thing that matters most about an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdCard {
    /// What it is about.
    pub title: String,
    /// It in one or two words.
    pub value: String,
    /// More about it.
    pub note: String,
    /// A weight beside its limit, where there is one.
    pub gauge: Option<AdGauge>,
}

/// A weight beside its limit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct AdGauge {
    /// How much of the limit it is; 1 for all of it or more.
    pub part: f64,
    /// Whether it is within the limit.
    pub verdict: BudgetStatus,
}

/// Where everything of an ad stands.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdLayout {
    /// What can be looked at; the first is drawn.
    pub views: Vec<LayoutOption>,
    /// The drawing of the first.
    pub drawing: Drawing,
    /// All of it in sentences.
    pub sentences: Vec<String>,
    /// The panels.
    pub panels: Table,
    /// What stands beside the player.
    pub companions: Table,
}

/// Something that can be looked at of a layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct LayoutOption {
    /// What it shows.
    pub shown: LayoutView,
    /// What it is called.
    pub label: String,
}

/// What an ad plays.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdTimeline {
    /// It from left to right.
    pub drawing: Drawing,
    /// All of it in sentences.
    pub sentences: Vec<String>,
    /// What plays.
    pub linears: Table,
    /// What its template lets people set.
    pub variables: Table,
}

/// The files of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdAssets {
    /// In a sentence: how many there are, and what they weigh.
    pub said: String,
    /// What the ad weighs beside published limits.
    pub budgets: Vec<AdBudget>,
    /// The heaviest files on a map of 160 by 90.
    pub tiles: Vec<AdTile>,
    /// The files in their folders.
    pub files: Table,
    /// The variants and proxies of the files.
    pub made: Table,
    /// What the service found in pages.
    pub pages: Table,
    /// The files of which a small picture is to be had.
    pub pictured: Vec<AdPicture>,
}

/// A published limit beside what the ad weighs.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdBudget {
    /// Whose limit it is.
    pub profile: String,
    /// Who published it, and where.
    pub source: String,
    /// What is weighed.
    pub what: String,
    /// What it weighs, of how much.
    pub weighs: String,
    /// Whether it is within the limit, in words.
    pub said: String,
    /// The same, to draw.
    pub gauge: AdGauge,
}

/// A file on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdTile {
    /// Where it is on the map.
    pub rect: Rect,
    /// What it is called.
    pub name: String,
    /// Its name and weight.
    pub title: String,
    /// Where the file stands in the document.
    pub path: String,
    /// Whether something stands out about it.
    pub odd: bool,
}

/// A file of which a small picture is to be had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdPicture {
    /// Where the file stands in the document.
    pub path: String,
    /// The computer that has the picture; none where the address is no web address.
    pub host: Option<String>,
}

/// The web addresses of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdTracking {
    /// The addresses.
    pub addresses: Table,
    /// The computers that they lead to.
    pub hosts: Vec<AddressHost>,
}

/// What differs from version to version.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdVersions {
    /// What can be exchanged.
    pub elements: Table,
    /// How versions are made and chosen.
    pub facts: Vec<AdFact>,
}

/// Ads side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdComparison {
    /// The ads; the others are compared with the first.
    pub ads: Vec<ComparedAd>,
    /// The banners and panels of those that are known whole, one over the other; none of fewer than two.
    pub drawing: Option<Drawing>,
    /// In what their layouts differ, in sentences, and of which they are not known.
    pub layouts: Vec<String>,
    /// In a sentence: how much differs.
    pub said: String,
    /// Where less than an ad is known of some: what they lack may be there all the same.
    pub summary: Option<SummaryNotice>,
    /// The fields that differ, with a column for each ad.
    pub differences: Table,
}

/// An ad that is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ComparedAd {
    /// Its name, and what tells it from others of that name.
    pub name: String,
    /// What it is, in words.
    pub kind: String,
    /// Its place among those that are drawn; none of a summary, which is not.
    pub place: Option<u32>,
}

/// A small picture of a file, got because the person asked for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Thumbnail {
    /// The picture itself, as a `data:` address.
    pub address: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The computer that it is from.
    pub host: String,
}

/// What a request for a small picture led to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum ThumbnailResult {
    /// The picture.
    Picture(Thumbnail),
    /// Nothing was fetched: the host is this computer or on its own network, and the person has to agree to it first.
    PrivateHost {
        /// The host that the address names.
        host: String,
    },
}

/// What of an ad something is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AdAspect {
    /// Where everything stands.
    Layout,
    /// What plays.
    Timeline,
    /// Its files and weights.
    Assets,
    /// Its web addresses.
    Tracking,
    /// What people can do in it.
    Interactions,
    /// What differs from version to version.
    Versions,
    /// Anything else.
    Other,
}

/// What a rule noticed about an ad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdFinding {
    /// What of the ad it is about.
    pub aspect: AdAspect,
    /// The finding.
    pub finding: FindingView,
}
