//! Published weight limits for ads: named, dated, and read from files.

use std::sync::LazyLock;

use adwright_model::Kind;
use serde::Deserialize;

use crate::finding::Severity;

/// The files, in the order in which they are checked.
const FILES: [&str; 3] = [
    include_str!("../profiles/iab-fixed-sizes.json"),
    include_str!("../profiles/ad-server.json"),
    include_str!("../profiles/browser.json"),
];

static PROFILES: LazyLock<Vec<WeightProfile>> = LazyLock::new(|| {
    let read = |text: &&str| serde_json::from_str(text).expect("a test reads every profile");
    FILES.iter().map(read).collect()
});

/// What one party asks of the weight of ads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightProfile {
    /// What a person calls it.
    pub name: String,
    /// Who published it, and where.
    pub source: String,
    /// The year and month of its publication, such as `2017-07`.
    pub date: String,
    /// What it is about, in one or two sentences.
    pub about: String,
    /// The kinds of ads that it is about, as spelled on the wire.
    pub kinds: Vec<Kind>,
    /// How much it matters to weigh more.
    pub severity: Severity,
    /// How much may weigh what.
    pub limits: Vec<WeightLimit>,
}

/// One limit of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightLimit {
    /// What is weighed.
    pub weighs: WeightScope,
    /// The most that it may weigh, in kilobytes.
    pub most: i64,
    /// The sizes that it is about, such as `300x250`; empty for every size.
    #[serde(default)]
    pub sizes: Vec<String>,
}

/// What of an ad is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightScope {
    /// What is loaded at first.
    Initial,
    /// The ad with all its assets.
    Overall,
    /// What is loaded before anybody touches the ad: all but the panels that open on request.
    Untouched,
    /// The image that stands in for the ad.
    DefaultImage,
}

/// Every profile, in the order in which they are checked.
#[must_use]
pub fn profiles() -> &'static [WeightProfile] {
    &PROFILES
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_profile_is_named_dated_and_has_limits() {
        for profile in profiles() {
            let date: Vec<_> = profile.date.split('-').map(str::len).collect();
            assert_eq!(date, [4, 2], "{}", profile.name);
            assert!(profile.source.len() > 20, "{}", profile.name);
            assert!(profile.about.ends_with('.'), "{}", profile.name);
            assert!(!profile.kinds.is_empty(), "{}", profile.name);
            assert!(!profile.limits.is_empty(), "{}", profile.name);
            assert!(profile.severity > Severity::Error, "{}", profile.name);
        }
    }

    #[test]
    fn every_file_of_the_folder_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
        assert_eq!(fs::read_dir(folder).unwrap().count(), profiles().len());
    }

    #[test]
    fn no_size_has_two_limits_in_one_profile() {
        for profile in profiles() {
            let mut sizes: Vec<_> = profile
                .limits
                .iter()
                .flat_map(|limit| &limit.sizes)
                .collect();
            let count = sizes.len();
            sizes.sort();
            sizes.dedup();
            assert_eq!(sizes.len(), count, "{}", profile.name);
        }
    }
}
