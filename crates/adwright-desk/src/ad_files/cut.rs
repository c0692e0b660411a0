//! The ads that a text holds.

use std::ops::ControlFlow;

use adwright_model::{Catalog, Editable, Kind, Places};
use adwright_wire::{file_objects, offset, without_mark};

use crate::file::{at, read_object, why_not};

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
        each(Err("There is no ad in it: the list is empty.".to_owned()))?;
    }
    ControlFlow::Continue(())
}

/// What an object is that is no ad. One of an unknown type may be an ad that is newer than Adwright; one without any, and
/// with the shape of none, may be anything.
fn not_an_ad(object: &Editable, catalog: &Catalog) -> Option<String> {
    match catalog.kind_of(&object.root()) {
        Some(kind) if kind.collection() == Kind::Ad => None,
        Some(kind) => Some(format!("this is a {kind}, not an ad.")),
        None if says_its_type(object) => None,
        None => Some("nothing says what this is: it has no “type”.".to_owned()),
    }
}

fn says_its_type(object: &Editable) -> bool {
    let word = object.root().member("type");
    word.is_some_and(|word| word.as_str().is_some_and(|word| !word.trim().is_empty()))
}
