//! Reviews every ad of a file: its appearance, its behavior, and its findings.

use adwright_model::{Document, Kind};
use adwright_review::{Review, is_summary};
use adwright_store::sha256_hex;
use adwright_views::CheckedObject;
use adwright_wire::split_file;
use serde::Serialize;

use super::check::{FileChecks, check_file, unreadable_file};

use crate::error::FileError;
use crate::wording::other_kind_message;

/// One ad of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedAd {
    /// The findings, and whether the ad can be read at all.
    #[serde(flatten)]
    pub checked: CheckedObject,
    /// The SHA-256 of the reviewed text, in hexadecimal digits.
    pub fingerprint: Option<String>,
    /// Whether this is the summary form of lists: members that it lacks are unknown.
    pub summary: bool,
    /// The appearance and behavior; none if the object cannot be read or is not an ad.
    pub review: Option<Review>,
}

/// Reviews every ad of a file, and passes each result to `each` as soon as it is ready.
///
/// Files are read as in [`check_file`]. An object of an unknown type counts as an ad. An object of another known
/// kind is not reviewed, and its `error` says so. A file without objects also has an `error`.
pub fn review_file(
    file: &str,
    bytes: &[u8],
    checks: &FileChecks<'_>,
    each: &mut dyn FnMut(ReviewedAd),
) {
    let objects = split_file(bytes).into_iter().flatten();
    let mut texts = objects.map(<[u8]>::to_vec);
    let mut is_empty = true;
    check_file(file, bytes, checks, &mut |checked| {
        is_empty = false;
        each(review_object(checked, texts.next()));
    });
    if is_empty {
        each(unreviewed_file(file, &FileError::NoAds));
    }
}

/// Returns the spellings of all kinds of ads, for [`FileChecks::kind`] in [`review_file`].
#[must_use]
pub fn ad_kind_names() -> Vec<&'static str> {
    let ads = Kind::ALL
        .iter()
        .filter(|kind| kind.list_kind() == Kind::Ad && **kind != Kind::Ad);
    ads.map(|kind| kind.as_str()).collect()
}

/// Returns the result for a file that cannot be read.
#[must_use]
pub fn unreviewed_file(file: &str, error: &FileError) -> ReviewedAd {
    review_object(unreadable_file(file, error), None)
}

fn review_object(mut checked: CheckedObject, text: Option<Vec<u8>>) -> ReviewedAd {
    let other = checked.kind.as_deref().filter(|kind| is_other_kind(kind));
    if let Some(kind) = other {
        checked.error = Some(other_kind_message(kind));
        checked.readable = false;
    }
    let text = text.filter(|_| checked.readable);
    let fingerprint = text.as_deref().map(sha256_hex);
    let document = match text.map(Document::read) {
        Some(Document::Editable(document)) => Some(document),
        Some(Document::TextOnly(_)) | None => None,
    };
    ReviewedAd {
        checked,
        fingerprint,
        summary: document.as_ref().is_some_and(is_summary),
        review: document.as_ref().map(Review::from_ad),
    }
}

fn is_other_kind(kind: &str) -> bool {
    let others = [
        Kind::Campaign,
        Kind::SiteContact,
        Kind::RetargetingDataValue,
    ];
    others.iter().any(|other| other.as_str() == kind)
}
