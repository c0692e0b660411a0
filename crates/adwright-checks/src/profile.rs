//! Published weight limits for ads, each with a name and a date, read from files.

use std::sync::LazyLock;

use adwright_model::Kind;
use serde::Deserialize;

use crate::finding::Severity;

/// The files, in the order of the checks.
const FILES: [&str; 3] = [
    include_str!("../profiles/iab-fixed-sizes.json"),
    include_str!("../profiles/ad-server.json"),
    include_str!("../profiles/browser.json"),
];

static PROFILES: LazyLock<Vec<WeightProfile>> = LazyLock::new(|| {
    let read = |text: &&str| serde_json::from_str(text).expect("a test reads every profile");
    FILES.iter().map(read).collect()
});

/// A published set of weight limits.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightProfile {
    /// The name for people.
    pub name: String,
    /// The publisher, and the place of publication.
    pub source: String,
    /// The year and month of publication, such as `2017-07`.
    pub date: String,
    /// A description of one or two sentences.
    pub about: String,
    /// The kinds of ads that it covers, as spelled on the wire.
    pub kinds: Vec<Kind>,
    /// The severity of a higher weight.
    pub severity: Severity,
    /// The limits.
    pub limits: Vec<WeightLimit>,
}

/// One limit of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightLimit {
    /// The part that is weighed.
    pub weighs: WeightScope,
    /// The largest weight, in kilobytes.
    pub most: i64,
    /// The sizes that it covers, such as `300x250`; empty for every size.
    #[serde(default)]
    pub sizes: Vec<String>,
}

/// The part of an ad that is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightScope {
    /// The initial load.
    Initial,
    /// The ad with all its assets.
    Overall,
    /// The load before anybody touches the ad: everything except panels that open on request.
    Untouched,
    /// The image that replaces the ad.
    DefaultImage,
}

/// Returns every profile, in the order of the checks.
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
