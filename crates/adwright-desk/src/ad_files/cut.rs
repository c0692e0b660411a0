//! The ads that a text holds.

use std::ops::ControlFlow;

use adwright_model::{Catalog, Editable, Kind, Places};
use adwright_wire::{file_objects, offset, without_mark};

use crate::file::{NO_AD, at, read_object, why_not};

/// Cuts a text into its ads and hands on each, or a sentence that says why something is none, which begins with the place.
/// It is read as by [`crate::check_file`]: one object, a list, or what a reply or a request carries. What comes after a
/// break is not read.
pub(super) fn each_ad<B>(
    bytes: &[u8],
    catalog: &Catalog,
    each: &mut dyn FnMut(Result<Editable, String>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let bytes = without_mark(bytes);
    let objects = match file_objects(bytes) {
        Ok(objects) => objects,
        Err(none) => return each(Err(why_not(bytes, none))),
    };
    let mut places = Places::new(bytes);
    let mut is_empty = true;
    for object in objects {
        is_empty = false;
        let start = offset(bytes, object);
        let read = read_object(object, start, &mut places);
        let ad = read.and_then(|object| match not_an_ad(&object, catalog) {
            Some(what) => Err(at(places.at(start), &what)),
            None => Ok(object),
        });
        each(ad)?;
    }
    if is_empty {
        each(Err(NO_AD.to_owned()))?;
    }
    ControlFlow::Continue(())
}

/// The kinds of ad whose members tell an ad.
const ADS: [Kind; 3] = [
    Kind::InStreamInteractiveAd,
    Kind::ExpandableBannerAd,
    Kind::Html5ExpandableBannerAd,
];

/// No more characters of a type are told.
const LONGEST_TYPE: usize = 40;

/// Members of ads that anything else may have as well, beside those that campaigns have too.
const OF_ANYTHING: [&str; 3] = ["changed", "enabled", "variables"];

/// What an object is that is no ad. One of an unknown type may be an ad that is newer than Adwright, if it is called so or
/// has a member that ads have; one without any, and with the shape of none, may be anything.
fn not_an_ad(object: &Editable, catalog: &Catalog) -> Option<String> {
    match catalog.kind_of(&object.root()) {
        Some(kind) if kind.collection() == Kind::Ad => None,
        Some(kind) => Some(format!("this is a {kind}, not an ad.")),
        None => not_called_an_ad(object, catalog),
    }
}

fn not_called_an_ad(object: &Editable, catalog: &Catalog) -> Option<String> {
    let word = object.root().member("type").and_then(|word| word.as_str());
    let Some(word) = word.filter(|word| !word.trim().is_empty()) else {
        return Some("nothing says what this is: it has no “type”.".to_owned());
    };
    if word.ends_with(Kind::Ad.as_str()) || has_member_of_ads(object, catalog) {
        return None;
    }
    let word: String = word.chars().take(LONGEST_TYPE).collect();
    Some(format!(
        "nothing says that this is an ad: its type is “{word}”, and it has none of the members that tell one."
    ))
}

fn has_member_of_ads(object: &Editable, catalog: &Catalog) -> bool {
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
