use adwright_model::{Editable, Kind};
use serde::Serialize;
use specta::Type;

use crate::interactions::{Interaction, interactions};
use crate::read::{Held, in_words, shortened};
use crate::summary::is_summary;
use crate::{Assets, Fact, Layout, Timeline, Tracking, Versions};

/// All that can be told of an ad from its document.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// What the ad is.
    pub head: Head,
    /// Where everything stands, and how panels open.
    pub layout: Layout,
    /// What plays and when; none for an ad that plays nothing.
    pub timeline: Option<Timeline>,
    /// Its files.
    pub assets: Assets,
    /// Its addresses.
    pub tracking: Tracking,
    /// What people do in it; of very much, the first.
    pub interactions: Vec<Interaction>,
    /// How many interactions there are beyond those.
    pub more_interactions: u32,
    /// What differs from version to version; none where the ad says nothing about it.
    pub versions: Option<Versions>,
}

/// What an ad is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Head {
    /// Its name.
    pub name: String,
    /// What kind of ad it is, in words; of an unknown type, that type.
    pub kind: String,
    /// What the ad says about itself, each with a title.
    pub facts: Vec<Fact>,
}

/// Members that say what an ad is, and what they are called.
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
    ("downloadMode", "Loads"),
    ("version", "Version"),
];

impl Review {
    /// The review of an ad. Of another document, one in which little is known.
    #[must_use]
    pub fn of(ad: &Editable) -> Self {
        let (interactions, more_interactions) = interactions(ad);
        let layout = Layout::of(ad);
        let mut timeline = Timeline::of(ad);
        if let Some(timeline) = &mut timeline {
            let what = (&*interactions, more_interactions);
            timeline.tell_around(what, &layout.companions);
        }
        Self {
            head: Head::of(ad),
            layout,
            timeline,
            assets: Assets::of(ad),
            tracking: Tracking::of(ad),
            interactions,
            more_interactions,
            versions: Versions::of(ad),
        }
    }
}

impl Head {
    fn of(ad: &Editable) -> Self {
        let held = Held::root(ad.root());
        let kind = held.text("type");
        let known = kind.as_deref().and_then(Kind::from_wire);
        let kind = match (known, kind) {
            (Some(Kind::InStreamInteractiveAd), _) => "In-stream interactive ad".to_owned(),
            (Some(Kind::ExpandableBannerAd), _) => "Expandable banner ad".to_owned(),
            (Some(Kind::Html5ExpandableBannerAd), _) => "HTML5 expandable banner ad".to_owned(),
            _ if is_summary(ad) => "Ad of a type that the summary does not tell".to_owned(),
            (_, Some(kind)) => format!("Not a known type of ad: {}", shortened(&kind)),
            (_, None) => "An ad that does not say its type".to_owned(),
        };
        Self {
            name: held
                .said("name")
                .unwrap_or_else(|| "An ad without a name".to_owned()),
            kind,
            facts: facts(&held),
        }
    }
}

fn facts(ad: &Held<'_>) -> Vec<Fact> {
    let facts = FACTS.into_iter().filter_map(|(path, title)| {
        let (holder, name) = match path.split_once('.') {
            Some((holder, name)) => (ad.object(holder)?, name),
            None => (ad.clone(), path),
        };
        let value = holder.value(name)?;
        Some(Fact {
            title: title.to_owned(),
            value: in_words(value),
            path: path.to_owned(),
        })
    });
    facts.collect()
}
