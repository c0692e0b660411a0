use adwright_model::{EditableDocument, Kind};
use serde::Serialize;
use specta::Type;

use crate::interactions::{Interaction, interactions};
use crate::object_reader::{ObjectReader, describe_value, shorten};
use crate::summary::is_summary;
use crate::{AdAddresses, AdFact, Assets, Layout, Timeline, VersionedContent};

/// The review of one ad, from its document alone.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Name, type and properties.
    pub head: AdHeader,
    /// The positions of the parts, and how panels open.
    pub layout: Layout,
    /// The playback order; none if the ad plays nothing.
    pub timeline: Option<Timeline>,
    /// Its files.
    pub assets: Assets,
    /// Its addresses.
    pub tracking: AdAddresses,
    /// The interactions, up to a limit.
    pub interactions: Vec<Interaction>,
    /// The number of interactions beyond the limit.
    pub more_interactions: u32,
    /// The content that varies between versions; none if the ad has no such content.
    pub versions: Option<VersionedContent>,
}

/// The name, type and properties of an ad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdHeader {
    /// Its name.
    pub name: String,
    /// Its type in words. An unknown type is quoted.
    pub kind: String,
    /// Its properties, each with a label.
    pub facts: Vec<AdFact>,
}

/// Members that describe an ad, and their labels.
const FACTS: [(&str, &str); 14] = [
    ("id", "Id"),
    ("adStatus", "Status"),
    ("qaStatus", "Quality review"),
    ("enabled", "Enabled for serving"),
    ("adFormatName", "Format"),
    ("accountName", "Account"),
    ("adAssignmentData.advertiserName", "Advertiser"),
    ("adAssignmentData.campaignName", "Campaign"),
    ("placementName", "Placement"),
    ("siteName", "Site"),
    ("masterAdId", "Made from the master ad"),
    ("changed", "Changed since then"),
    ("downloadMode", "Download mode"),
    ("version", "Version"),
];

impl Review {
    /// Reviews an ad. For any other document, most parts are empty.
    #[must_use]
    pub fn from_ad(ad: &EditableDocument) -> Self {
        let (interactions, more_interactions) = interactions(ad);
        let layout = Layout::from_ad(ad);
        let mut timeline = Timeline::from_ad(ad);
        if let Some(timeline) = &mut timeline {
            timeline.add_context_sentences(&interactions, more_interactions, &layout.companions);
        }
        Self {
            head: AdHeader::from_ad(ad),
            layout,
            timeline,
            assets: Assets::from_ad(ad),
            tracking: AdAddresses::from_ad(ad),
            interactions,
            more_interactions,
            versions: VersionedContent::from_ad(ad),
        }
    }
}

impl AdHeader {
    fn from_ad(ad: &EditableDocument) -> Self {
        let reader = ObjectReader::root(ad.root());
        let kind = reader.text("type");
        let known = kind.as_deref().and_then(Kind::from_wire);
        let kind = match (known, kind) {
            (Some(Kind::InStreamInteractiveAd), _) => "In-stream interactive ad".to_owned(),
            (Some(Kind::ExpandableBannerAd), _) => "Expandable banner ad".to_owned(),
            (Some(Kind::Html5ExpandableBannerAd), _) => "HTML5 expandable banner ad".to_owned(),
            _ if is_summary(ad) => "Ad of unknown type (only a summary is known)".to_owned(),
            (_, Some(kind)) => format!("Unknown type of ad: {}", shorten(&kind)),
            (_, None) => "Ad without a type".to_owned(),
        };
        Self {
            name: reader
                .short_text("name")
                .unwrap_or_else(|| "An ad without a name".to_owned()),
            kind,
            facts: read_facts(&reader),
        }
    }
}

fn read_facts(ad: &ObjectReader<'_>) -> Vec<AdFact> {
    let facts = FACTS.into_iter().filter_map(|(path, title)| {
        let (object, name) = match path.split_once('.') {
            Some((parent, name)) => (ad.object(parent)?, name),
            None => (ad.clone(), path),
        };
        let value = object.value(name)?;
        Some(AdFact {
            title: title.to_owned(),
            value: describe_value(value),
            path: path.to_owned(),
        })
    });
    facts.collect()
}
