//! Every ad of a file: what it looks like and does, and what the rules say of it.

use adwright_model::{Document, Kind};
use adwright_review::{Review, is_summary};
use adwright_store::sha256_hex;
use adwright_wire::split_file;
use serde::Serialize;

use super::check::{FileChecks, check_file, unreadable_file};
use crate::views::CheckedObject;

/// One ad of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedAd {
    /// What the rules say of it, and whether it can be read at all.
    #[serde(flatten)]
    pub checked: CheckedObject,
    /// The SHA-256 of its text, in hexadecimal digits: what was reviewed.
    pub fingerprint: Option<String>,
    /// Whether it is the short form that lists give: what it lacks is not known.
    pub summary: bool,
    /// What it looks like and does; none where it cannot be read, or is something else than an ad.
    pub review: Option<Review>,
}

/// Reviews every ad of a file, and hands on each as soon as it is done.
///
/// Files are read as by [`check_file`]. An object of an unknown type is taken for an ad; one that is known for something
/// else is not reviewed, and its `error` says so, as that of a file in which there is nothing.
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
        each(unreviewed_file(file, NO_AD.to_owned()));
    }
}

/// What is said of a text without anything in it.
pub(crate) const NO_AD: &str = "There is no ad in it: the list is empty.";

/// The spelling of every kind of ad, for `kind` of [`review_file`].
#[must_use]
pub fn ad_kind_names() -> Vec<&'static str> {
    let ads = Kind::ALL
        .iter()
        .filter(|kind| kind.list_kind() == Kind::Ad && **kind != Kind::Ad);
    ads.map(|kind| kind.as_str()).collect()
}

/// What can be said of a file that cannot be read.
#[must_use]
pub fn unreviewed_file(file: &str, error: String) -> ReviewedAd {
    review_object(unreadable_file(file, error), None)
}

fn review_object(mut checked: CheckedObject, text: Option<Vec<u8>>) -> ReviewedAd {
    let other = checked.kind.as_deref().filter(|kind| is_other_kind(kind));
    if let Some(kind) = other {
        checked.error = Some(format!("This is a {kind}, not an ad."));
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
