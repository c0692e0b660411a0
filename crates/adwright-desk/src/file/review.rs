//! Every ad of a file: what it looks like and does, and what the rules say of it.

use adwright_checks::OwnRules;
use adwright_model::{Document, Kind};
use adwright_review::Review;
use adwright_store::fingerprint;
use adwright_wire::file_objects;
use serde::Serialize;

use super::check::{check_file, unreadable_file};
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
    /// What it looks like and does; none where it cannot be read, or is something else than an ad.
    pub review: Option<Review>,
}

/// Reviews every ad of a file, and hands on each as soon as it is done.
///
/// Files are read as by [`check_file`]. An object of an unknown type is taken for an ad; one that is known for something
/// else is not reviewed, and its `error` says so.
pub fn review_file(file: &str, bytes: &[u8], rules: &OwnRules, each: &mut dyn FnMut(ReviewedAd)) {
    let objects = file_objects(bytes).into_iter().flatten();
    let mut texts = objects.map(<[u8]>::to_vec);
    check_file(file, bytes, None, rules, &mut |checked| {
        each(reviewed(checked, texts.next()));
    });
}

/// What can be said of a file that cannot be read.
#[must_use]
pub fn unreviewed_file(file: &str, error: String) -> ReviewedAd {
    reviewed(unreadable_file(file, error), None)
}

fn reviewed(mut checked: CheckedObject, text: Option<Vec<u8>>) -> ReviewedAd {
    let other = checked
        .kind
        .as_deref()
        .filter(|kind| is_something_else(kind));
    if let Some(kind) = other {
        checked.error = Some(format!("This is a {kind}, not an ad."));
        checked.readable = false;
    }
    let text = text.filter(|_| checked.readable);
    let fingerprint = text.as_deref().map(fingerprint);
    let review = match text.map(Document::read) {
        Some(Document::Editable(document)) => Some(Review::of(&document)),
        Some(Document::TextOnly(_)) | None => None,
    };
    ReviewedAd {
        checked,
        fingerprint,
        review,
    }
}

fn is_something_else(kind: &str) -> bool {
    let others = [
        Kind::Campaign,
        Kind::SiteContact,
        Kind::RetargetingDataValue,
    ];
    others.iter().any(|other| other.as_str() == kind)
}
