use adwright_review::{
    AdFact, AdHeader, AddressHost, BudgetStatus, Drawing, LayoutView, Rect, Table,
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Detail, DocumentRef, FindingView, SummaryNotice};

/// An ad opened for review.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct OpenedAd {
    /// The content of the detail pane, without the form.
    pub detail: Detail,
    /// Its review; none if the ad can only be shown as text.
    pub review: Option<AdReview>,
}

/// Everything that the review of one ad draws.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdReview {
    /// The ad, or the draft of a new one.
    pub target: DocumentRef,
    /// The ad's name, kind and key facts.
    pub head: AdHeader,
    /// The most important facts, each in a few words.
    pub cards: Vec<AdCard>,
    /// The positions of the parts, and how panels open.
    pub layout: AdLayout,
    /// The playback timeline; none if the ad plays nothing.
    pub timeline: Option<AdTimeline>,
    /// Its files.
    pub assets: AdAssets,
    /// Its web addresses.
    pub tracking: AdTracking,
    /// The actions that the ad offers to its audience.
    pub interactions: Table,
    /// The differences between versions; none if the ad has no versions.
    pub versions: Option<AdVersions>,
    /// A notice that only a summary of the ad is known, so parts may be missing.
    pub summary: Option<SummaryNotice>,
    /// The findings of the rules, most severe first.
    pub findings: Vec<AdFinding>,
}

/// One of the most important facts about an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdCard {
    /// The subject of the fact.
    pub title: String,
    /// The fact in one or two words.
    pub value: String,
    /// Further details.
    pub note: String,
    /// A weight compared with its limit, if there is a limit.
    pub gauge: Option<AdGauge>,
}

/// A weight compared with its limit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct AdGauge {
    /// The used part of the limit; 1 for all of it or more.
    pub part: f64,
    /// The comparison with the limit.
    pub verdict: BudgetStatus,
}

/// The layout of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdLayout {
    /// The available views; the first one is drawn.
    pub views: Vec<LayoutOption>,
    /// The drawing of the first view.
    pub drawing: Drawing,
    /// The layout in sentences.
    pub sentences: Vec<String>,
    /// The panels.
    pub panels: Table,
    /// The companions beside the player.
    pub companions: Table,
}

/// One available view of a layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct LayoutOption {
    /// The view that this option selects.
    pub view: LayoutView,
    /// The option's label.
    pub label: String,
}

/// The playback timeline of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdTimeline {
    /// The timeline from left to right.
    pub drawing: Drawing,
    /// The timeline in sentences.
    pub sentences: Vec<String>,
    /// The linear parts that play.
    pub linears: Table,
    /// The variables that the ad's template offers.
    pub variables: Table,
}

/// The files of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdAssets {
    /// A sentence with the number and the weight of the files.
    pub message: String,
    /// The ad's weight compared with published limits.
    pub budgets: Vec<AdBudget>,
    /// The heaviest files on a map of 160 by 90.
    pub tiles: Vec<AdTile>,
    /// The files in their folders.
    pub files: Table,
    /// The variants and proxies of the files.
    pub made: Table,
    /// The assets that the service found in pages.
    pub pages: Table,
    /// The files that have a thumbnail.
    pub pictured: Vec<AdPicture>,
}

/// A published limit compared with the ad's weight.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdBudget {
    /// The organisation that set the limit.
    pub profile: String,
    /// The publisher and the place of publication.
    pub source: String,
    /// The measured part of the ad.
    pub what: String,
    /// The measured weight and the limit.
    pub weighs: String,
    /// The comparison with the limit, in words.
    pub comparison: String,
    /// The comparison with the limit, as a drawing.
    pub gauge: AdGauge,
}

/// A file on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdTile {
    /// The tile's position on the map.
    pub rect: Rect,
    /// The file's name.
    pub name: String,
    /// The file's name and weight.
    pub title: String,
    /// The file's path in the document.
    pub path: String,
    /// True if the file deserves attention.
    pub odd: bool,
}

/// A file that has a thumbnail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdPicture {
    /// The file's path in the document.
    pub path: String,
    /// The host of the thumbnail; none if the address is not a web address.
    pub host: Option<String>,
}

/// The web addresses of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdTracking {
    /// The addresses.
    pub addresses: Table,
    /// The hosts of these addresses.
    pub hosts: Vec<AddressHost>,
}

/// The differences between an ad's versions.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdVersions {
    /// The elements that can be exchanged.
    pub elements: Table,
    /// Facts about how versions are made and chosen.
    pub facts: Vec<AdFact>,
}

/// A comparison of ads.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AdComparison {
    /// The ads; the others are compared with the first one.
    pub ads: Vec<ComparedAd>,
    /// The banners and panels of fully known ads, drawn on top of each other; none if fewer than two are fully known.
    pub drawing: Option<Drawing>,
    /// The differences between the layouts, in sentences, and the ads without a known layout.
    pub layouts: Vec<String>,
    /// A sentence about the number of differences.
    pub message: String,
    /// A notice that only a summary of some ads is known, so parts may be missing.
    pub summary: Option<SummaryNotice>,
    /// The fields that differ, with one column per ad.
    pub differences: Table,
}

/// An ad in a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ComparedAd {
    /// Its name, with a distinguishing detail if another ad has the same name.
    pub name: String,
    /// Its kind, in words.
    pub kind: String,
    /// Its position in the drawing; none for a summary, which is not drawn.
    pub position: Option<u32>,
}

/// A thumbnail of a file, fetched at the person's request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Thumbnail {
    /// The picture as a `data:` address.
    pub address: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The host that sent the picture.
    pub host: String,
}

/// The result of a request for a thumbnail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum ThumbnailResult {
    /// The thumbnail.
    Picture(Thumbnail),
    /// The host is this computer or on its own network. Nothing was fetched, and the person has to agree first.
    PrivateHost {
        /// The host in the address.
        host: String,
    },
}

/// The aspect of an ad that a finding concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AdAspect {
    /// The positions of its parts.
    Layout,
    /// The playback timeline.
    Timeline,
    /// Its files and weights.
    Assets,
    /// Its web addresses.
    Tracking,
    /// The actions that the ad offers to its audience.
    Interactions,
    /// The differences between versions.
    Versions,
    /// Anything else.
    Other,
}

/// A finding of a rule about an ad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdFinding {
    /// The aspect of the ad that the finding concerns.
    pub aspect: AdAspect,
    /// The finding.
    pub finding: FindingView,
}
