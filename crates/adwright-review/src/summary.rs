//! Less than an ad, and how that is said wherever one is shown.

use adwright_model::{Editable, Kind};

/// That less than the object is known.
pub const ONLY_SUMMARY: &str = "Only a summary is here: what a list shows of it.";

/// Stands where of a whole object it would be said that it has nothing.
pub const NOT_IN_SUMMARY: &str = "not in the summary";

/// Whether it is less than an ad: what a list shows of one, without its kind.
#[must_use]
pub fn is_summary(ad: &Editable) -> bool {
    let word = ad.root().member("type").and_then(|word| word.as_str());
    word.is_some_and(|word| word == Kind::Ad.as_str())
}
