//! Splits a text into its ads.

use std::ops::ControlFlow;

use adwright_model::{Catalog, EditableDocument, Kind, PositionTracker};
use adwright_wire::{slice_offset, split_file, strip_bom};

use crate::error::{FileError, FileProblem};
use crate::file::{no_objects_error, read_object};

/// Splits a text into ads and passes each to `each`. An object that is not an ad becomes an error with its
/// position. The text has a form of [`crate::check_file`]: one object, a list, or the envelope of a
/// reply or request. The rest of the text is not read if `each` breaks.
pub(super) fn for_each_ad<B>(
    bytes: &[u8],
    catalog: &Catalog,
    each: &mut dyn FnMut(Result<EditableDocument, FileError>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let bytes = strip_bom(bytes);
    let objects = match split_file(bytes) {
        Ok(objects) => objects,
        Err(none) => return each(Err(no_objects_error(bytes, none))),
    };
    let mut places = PositionTracker::new(bytes);
    let mut is_empty = true;
    for object in objects {
        is_empty = false;
        let start = slice_offset(bytes, object);
        let read = read_object(object, start, &mut places);
        let ad = read.and_then(|object| match why_not_an_ad(&object, catalog) {
            Some(problem) => Err(FileError::At {
                place: places.position_at(start),
                problem,
            }),
            None => Ok(object),
        });
        each(ad)?;
    }
    if is_empty {
        each(Err(FileError::NoAds))?;
    }
    ControlFlow::Continue(())
}

/// The kinds whose members identify an ad of unknown type.
const ADS: [Kind; 3] = [
    Kind::InStreamInteractiveAd,
    Kind::ExpandableBannerAd,
    Kind::Html5ExpandableBannerAd,
];

/// The most characters of a type that a message shows.
const LONGEST_TYPE: usize = 40;

/// Members of ads that any object may have. They do not identify an ad, and neither do members that campaigns share.
const OF_ANYTHING: [&str; 3] = ["changed", "enabled", "variables"];

/// Returns why an object is not an ad; none if it is an ad. An object of an unknown type may be an ad of a newer
/// interface. It counts as an ad if its type name ends in “Ad”, or if it has a member that only ads have.
fn why_not_an_ad(object: &EditableDocument, catalog: &Catalog) -> Option<FileProblem> {
    match catalog.kind_of(&object.root()) {
        Some(kind) if kind.list_kind() == Kind::Ad => None,
        Some(kind) => Some(FileProblem::OtherKind(kind)),
        None => why_unknown_type_is_no_ad(object, catalog),
    }
}

fn why_unknown_type_is_no_ad(object: &EditableDocument, catalog: &Catalog) -> Option<FileProblem> {
    let word = object.root().member("type").and_then(|word| word.as_str());
    let Some(word) = word.filter(|word| !word.trim().is_empty()) else {
        return Some(FileProblem::NoType);
    };
    if word.ends_with(Kind::Ad.as_str()) || has_ad_member(object, catalog) {
        return None;
    }
    let word = word.chars().take(LONGEST_TYPE).collect();
    Some(FileProblem::UnknownType(word))
}

fn has_ad_member(object: &EditableDocument, catalog: &Catalog) -> bool {
    let is_elsewhere = |name: &str| {
        OF_ANYTHING.contains(&name) || catalog.root(Kind::Campaign).field(name).is_some()
    };
    let is_of_ads = |name: &str| {
        ADS.iter()
            .any(|kind| catalog.root(*kind).field(name).is_some())
    };
    let root = object.root();
    let mut members = root.members();
    members.any(|(name, _)| is_of_ads(&name) && !is_elsewhere(&name))
}
